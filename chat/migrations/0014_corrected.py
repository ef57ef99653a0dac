"""Which tool's call a turn has put right."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("chat", "0013_fewer_index_entries")]

    operations = [
        migrations.AddField("turn", "corrected", models.CharField(max_length=80, blank=True, db_default="")),
    ]
