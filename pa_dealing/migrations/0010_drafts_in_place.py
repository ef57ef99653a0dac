from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("pa_dealing", "0009_saved_views")]

    operations = [
        # A draft is written at every answer: with room on its page no index has to hear of that.
        migrations.RunSQL(
            "ALTER TABLE pa_dealing_draftrequest SET (fillfactor = 70)",
            "ALTER TABLE pa_dealing_draftrequest RESET (fillfactor)",
        )
    ]
