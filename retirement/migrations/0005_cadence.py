from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("retirement", "0004_withdrawal")]

    operations = [migrations.RemoveField(model_name="plan", name="facts_since_query")]
