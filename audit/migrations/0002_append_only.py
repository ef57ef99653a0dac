"""An audit entry cannot be changed or deleted, by anyone: a row trigger refuses it, except inside an erasure."""

from django.db import migrations

FORWARD = """
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('app.erasing', true) = 'on' THEN
        IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
        RETURN NEW;
    END IF;
    RAISE EXCEPTION '% is append-only: a row cannot be %', TG_TABLE_NAME, lower(TG_OP) || 'd'
        USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit_auditentry
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
"""
BACKWARD = "DROP TRIGGER append_only ON audit_auditentry; DROP FUNCTION refuse_change();"


class Migration(migrations.Migration):
    dependencies = [("audit", "0001_initial")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
