"""Facts and snapshots cannot be changed or deleted, by anyone: the audit trail's trigger guards them too."""

from django.db import migrations

TABLES = ("retirement_informationrecord", "retirement_completenesssnapshot")
FORWARD = "".join(
    f"CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION refuse_change();\n"
    for table in TABLES
)
BACKWARD = "".join(f"DROP TRIGGER append_only ON {table};\n" for table in TABLES)


class Migration(migrations.Migration):
    dependencies = [("retirement", "0001_initial"), ("audit", "0002_append_only")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
