"""A session has another version after every change of its nitpicks, whoever makes it: what was read of one can be kept."""

import django.contrib.postgres.functions
from django.db import migrations, models

FORWARD = """
CREATE FUNCTION review_new_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE review_sessions SET version = gen_random_uuid() WHERE id IN (SELECT session_id FROM touched);
    RETURN NULL;
END $$;
CREATE TRIGGER version_on_insert AFTER INSERT ON nitpick_issues REFERENCING NEW TABLE AS touched
    FOR EACH STATEMENT EXECUTE FUNCTION review_new_version();
CREATE TRIGGER version_on_update AFTER UPDATE ON nitpick_issues REFERENCING NEW TABLE AS touched
    FOR EACH STATEMENT EXECUTE FUNCTION review_new_version();
CREATE TRIGGER version_on_delete AFTER DELETE ON nitpick_issues REFERENCING OLD TABLE AS touched
    FOR EACH STATEMENT EXECUTE FUNCTION review_new_version();
"""
BACKWARD = """
DROP TRIGGER version_on_delete ON nitpick_issues;
DROP TRIGGER version_on_update ON nitpick_issues;
DROP TRIGGER version_on_insert ON nitpick_issues;
DROP FUNCTION review_new_version();
"""


class Migration(migrations.Migration):
    dependencies = [("investor_review", "0002_guards")]
    operations = [
        migrations.AddField(
            "reviewsession",
            "version",
            models.UUIDField(db_default=django.contrib.postgres.functions.RandomUUID(), editable=False),
        ),
        migrations.RunSQL(FORWARD, BACKWARD),
    ]
