import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('chat', '0009_feedback'),
    ]

    operations = [
        migrations.AddField(
            model_name='thread',
            name='family',
            field=models.UUIDField(blank=True, db_index=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name='thread',
            name='branch_of',
            field=models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='branches', to='chat.thread'),
        ),
        migrations.AddField(
            model_name='thread',
            name='branched_at',
            field=models.PositiveIntegerField(blank=True, editable=False, null=True),
        ),
    ]
