"""Reasons of decisions that are kept in advance, and the right of compliance to keep them."""

from django.db import migrations, models

TEMPLATES = (
    ("within_policy", "Within policy: no conflict with your work was found."),
    ("discussed", "Approved after your answer. Please tell us if anything about it changes before you trade."),
    ("conflict_of_interest", "Your work touches this company, so a trade of your own would look like a conflict."),
    ("restricted", "Personal trades in this security are not possible at the moment."),
    ("weak_justification", "We could not tell why you want this trade. Please begin a new request and say more."),
    ("incomplete", "Something in the request is missing or wrong. Please begin a new one with the right values."),
)


def add_templates(apps, schema_editor):
    template = apps.get_model("pa_dealing", "ReasonTemplate")
    template.objects.bulk_create(template(code=code, text=text) for code, text in TEMPLATES)
    # Django makes permissions only after all migrations have run, so these are made here.
    content_type, _ = apps.get_model("contenttypes", "ContentType").objects.get_or_create(
        app_label="pa_dealing", model="reasontemplate"
    )
    group, _ = apps.get_model("auth", "Group").objects.get_or_create(name="compliance")
    for verb in ("view", "add", "change", "delete"):
        permission, _ = apps.get_model("auth", "Permission").objects.get_or_create(
            content_type=content_type,
            codename=f"{verb}_reasontemplate",
            defaults={"name": f"Can {verb} reason template"},
        )
        group.permissions.add(permission)


class Migration(migrations.Migration):
    dependencies = [
        ("pa_dealing", "0007_steps"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]
    operations = [
        migrations.CreateModel(
            name="ReasonTemplate",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(max_length=24)),
                ("text", models.TextField(max_length=2000)),
            ],
            options={"verbose_name": "reason template", "ordering": ("code", "text")},
        ),
        migrations.AddConstraint(
            model_name="reasontemplate",
            constraint=models.UniqueConstraint(fields=("code", "text"), name="pa_reason_template_once"),
        ),
        migrations.RunPython(add_templates, migrations.RunPython.noop),
    ]
