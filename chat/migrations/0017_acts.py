"""What each message does."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("chat", "0016_error_detail")]

    operations = [
        migrations.AddField("turn", "acts", models.CharField(max_length=200, blank=True, db_default="")),
    ]
