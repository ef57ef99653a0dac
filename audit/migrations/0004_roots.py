"""Roots: a hash over all entries since the root before it, to be kept outside. Added and never changed."""

from django.db import migrations, models
from django.db.models.functions import Now

FORWARD = """
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit_auditroot
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
"""


class Migration(migrations.Migration):
    dependencies = [("audit", "0003_hash_chain")]
    operations = [
        migrations.CreateModel(
            name="AuditRoot",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("made_at", models.DateTimeField(db_default=Now())),
                ("first", models.BigIntegerField(unique=True)),
                ("last", models.BigIntegerField(unique=True)),
                ("tree", models.CharField(max_length=64)),
                ("previous_hash", models.CharField(blank=True, max_length=64)),
                ("hash", models.CharField(max_length=64)),
            ],
            options={"ordering": ("first",), "verbose_name": "audit root"},
        ),
        migrations.RunSQL(FORWARD, "DROP TRIGGER append_only ON audit_auditroot;"),
    ]
