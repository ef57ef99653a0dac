"""A run writes the contract with tracked changes too, and keeps of which decisions its papers are."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("investor_review", "0004_left_as_is")]

    operations = [
        migrations.AlterField(
            model_name="artifact",
            name="kind",
            field=models.CharField(
                choices=[
                    ("pdf", "Pdf"),
                    ("docx", "Docx"),
                    ("email_txt", "Email Txt"),
                    ("eml", "Eml"),
                    ("change_log", "Change Log"),
                    ("manifest", "Manifest"),
                ],
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="cleanuprun",
            name="decisions",
            field=models.CharField(blank=True, default="", max_length=64),
        ),
    ]
