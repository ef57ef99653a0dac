"""Indexes that every turn wrote to and that another one begins with, or that only the deletion of an account asked."""

from django.conf import settings
from django.db import migrations, models
from django.db.models import Q


def dropped(table: str, column: str, name: str) -> migrations.RunSQL:
    """Dropped by name: an AlterField drops every index of the column, a unique one with a condition too."""
    return migrations.RunSQL(f"DROP INDEX {name}", f"CREATE INDEX {name} ON {table} ({column})")


class Migration(migrations.Migration):
    dependencies = [
        ("chat", "0012_beats_in_place"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                dropped("chat_thread", "owner_id", "chat_thread_owner_id_5b1cabf2"),
                dropped("chat_thread", "family", "chat_thread_family_016d2f85"),
                dropped("chat_thread", "branch_of_id", "chat_thread_branch_of_id_09b2fca7"),
                dropped("chat_turn", "thread_id", "chat_turn_thread_id_c42222f7"),
                dropped("chat_turn", "author_id", "chat_turn_author_id_40e4d9da"),
                dropped("chat_message", "thread_id", "chat_message_thread_id_6a43dfba"),
                dropped("chat_toolcall", "message_id", "chat_toolcall_message_id_a86be731"),
            ],
            state_operations=[
                migrations.AlterField(
                    "thread",
                    "owner",
                    models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="threads", db_index=False),
                ),
                migrations.AlterField("thread", "family", models.UUIDField(null=True, blank=True, editable=False)),
                migrations.AlterField(
                    "thread",
                    "branch_of",
                    models.ForeignKey(
                        "chat.thread",
                        models.SET_NULL,
                        null=True,
                        editable=False,
                        related_name="branches",
                        db_index=False,
                    ),
                ),
                migrations.AlterField(
                    "turn",
                    "thread",
                    models.ForeignKey("chat.thread", models.CASCADE, related_name="turns", db_index=False),
                ),
                migrations.AlterField(
                    "turn",
                    "author",
                    models.ForeignKey(
                        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", db_index=False
                    ),
                ),
                migrations.AlterField(
                    "message",
                    "thread",
                    models.ForeignKey("chat.thread", models.CASCADE, related_name="messages", db_index=False),
                ),
                migrations.AlterField(
                    "toolcall",
                    "message",
                    models.ForeignKey("chat.message", models.CASCADE, related_name="tool_calls", db_index=False),
                ),
            ],
        ),
        migrations.AddIndex(
            "thread", models.Index(fields=["family"], condition=Q(family__isnull=False), name="chat_thread_family")
        ),
        migrations.AddIndex(
            "thread",
            models.Index(fields=["branch_of"], condition=Q(branch_of__isnull=False), name="chat_thread_branch_of"),
        ),
    ]
