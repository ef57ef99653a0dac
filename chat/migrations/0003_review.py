"""A notice that the person has not seen is counted; the ones from before count as seen."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('chat', '0002_groups'),
    ]

    operations = [
        migrations.AddField(
            model_name='message',
            name='seen_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.RunSQL(
            "UPDATE chat_message SET seen_at = created_at WHERE role = 'notice'", migrations.RunSQL.noop
        ),
        migrations.AddIndex(
            model_name='message',
            index=models.Index(condition=models.Q(('role', 'notice'), ('seen_at', None)), fields=['thread'], name='chat_message_unseen'),
        ),
    ]
