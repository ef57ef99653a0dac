"""The groups that the project gives rights to."""

from django.db import migrations

GROUPS = ("compliance", "reviewers", "upstream")


def make(apps, schema_editor):
    for name in GROUPS:
        apps.get_model("auth", "Group").objects.get_or_create(name=name)


class Migration(migrations.Migration):
    dependencies = [("chat", "0001_initial"), ("auth", "0012_alter_user_first_name_max_length")]
    operations = [migrations.RunPython(make, migrations.RunPython.noop)]
