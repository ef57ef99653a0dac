"""What a wrong set-up of a model needs, for who can set it right."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("chat", "0015_the_language_that_a_person_reads")]

    operations = [
        migrations.AddField("turn", "error_detail", models.CharField(max_length=300, blank=True, db_default="")),
    ]
