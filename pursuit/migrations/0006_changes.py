from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('pursuit', '0005_code_stems'),
    ]

    operations = [
        migrations.AddField(
            model_name='masterobjective',
            name='changes',
            field=models.JSONField(blank=True, default=list, editable=False),
        ),
    ]
