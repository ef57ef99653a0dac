"""Indexes that every turn wrote to and that another one begins with, or that only the deletion of an account asked."""

from django.conf import settings
from django.db import migrations, models


def dropped(table: str, column: str, name: str) -> migrations.RunSQL:
    """Dropped by name: an AlterField drops every index of the column, a unique one with a condition too."""
    return migrations.RunSQL(f"DROP INDEX {name}", f"CREATE INDEX {name} ON {table} ({column})")


class Migration(migrations.Migration):
    dependencies = [
        ("audit", "0004_roots"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[dropped("audit_auditentry", "actor_id", "audit_auditentry_actor_id_8ab278be")],
            state_operations=[
                migrations.AlterField(
                    "auditentry",
                    "actor",
                    models.ForeignKey(
                        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", db_index=False
                    ),
                )
            ],
        ),
        migrations.RemoveIndex("auditentry", "audit_audit_object__3eefc4_idx"),
        migrations.AddIndex("auditentry", models.Index(fields=["object_id"], name="audit_object")),
    ]
