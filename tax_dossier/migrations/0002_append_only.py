"""A patch cannot be changed or deleted, by anyone: the audit trail's trigger guards the log of patches too."""

from django.db import migrations

FORWARD = """
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON tax_dossier_patch
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
"""


class Migration(migrations.Migration):
    dependencies = [("tax_dossier", "0001_initial"), ("audit", "0002_append_only")]
    operations = [migrations.RunSQL(FORWARD, "DROP TRIGGER append_only ON tax_dossier_patch")]
