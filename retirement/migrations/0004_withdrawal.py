"""A fact may be taken back: a row says so, and of several that correct the same fact the newest stands."""

import uuid

import django.db.models.deletion
from django.db import migrations, models

import chat.models

FORWARD = (
    "CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON retirement_withdrawal"
    " FOR EACH ROW EXECUTE FUNCTION refuse_change();"
)
BACKWARD = "DROP TRIGGER append_only ON retirement_withdrawal;"


class Migration(migrations.Migration):
    dependencies = [("retirement", "0003_covers_and_version")]
    operations = [
        migrations.AddField("plan", "begun_at", models.DateTimeField(editable=False, null=True)),
        migrations.AlterField(
            "informationrecord",
            "supersedes",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="corrections",
                to="retirement.informationrecord",
            ),
        ),
        migrations.CreateModel(
            "Withdrawal",
            [
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("created_at", models.DateTimeField(db_default=chat.models.ClockTimestamp(), editable=False)),
                (
                    "fact",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="withdrawal",
                        to="retirement.informationrecord",
                    ),
                ),
            ],
            options={"abstract": False},
        ),
        migrations.RunSQL(FORWARD, BACKWARD),
    ]
