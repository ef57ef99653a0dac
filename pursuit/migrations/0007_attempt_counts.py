from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('pursuit', '0006_changes'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='attempt',
            name='pursuit_attempt_never_twice',
        ),
        migrations.AddField(
            model_name='attempt',
            name='counts',
            field=models.BooleanField(db_default=True),
        ),
        migrations.AddConstraint(
            model_name='attempt',
            constraint=models.UniqueConstraint(condition=models.Q(('counts', True)), fields=('objective', 'place', 'query_sha'), name='pursuit_attempt_never_twice'),
        ),
    ]
