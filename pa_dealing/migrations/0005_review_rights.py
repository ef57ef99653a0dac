"""Who may decide; checks that nobody can change; the risk of requests from before there were checks."""

from django.db import migrations

# The weights of pa_dealing.rule_trace.Risk, for what was handed in before it was kept.
RISK = """
UPDATE pa_dealing_draftrequest
   SET risk = CASE WHEN has_inside_info THEN 64 ELSE 0 END + CASE WHEN is_related_party THEN 32 ELSE 0 END
            + CASE WHEN is_derivative THEN 8 ELSE 0 END + CASE WHEN justification_quality = 'WEAK' THEN 4 ELSE 0 END
 WHERE submitted_at IS NOT NULL
"""
APPEND_ONLY = """
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON pa_dealing_rulecheck
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
"""


def add_rights(apps, schema_editor):
    # Django makes permissions only after all migrations have run, so this one is made here.
    content_type, _ = apps.get_model("contenttypes", "ContentType").objects.get_or_create(
        app_label="pa_dealing", model="draftrequest"
    )
    decide, _ = apps.get_model("auth", "Permission").objects.get_or_create(
        content_type=content_type, codename="decide_draftrequest", defaults={"name": "Can decide trade requests"}
    )
    group, _ = apps.get_model("auth", "Group").objects.get_or_create(name="compliance")
    group.permissions.add(decide)


class Migration(migrations.Migration):
    dependencies = [
        ("pa_dealing", "0004_review"),
        ("audit", "0002_append_only"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]
    operations = [
        migrations.RunPython(add_rights, migrations.RunPython.noop),
        migrations.RunSQL(RISK, migrations.RunSQL.noop),
        migrations.RunSQL(APPEND_ONLY, "DROP TRIGGER append_only ON pa_dealing_rulecheck"),
    ]
