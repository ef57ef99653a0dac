"""What a fact's words cover is kept with it, and a plan says when its thread was last written to."""

import django.contrib.postgres.fields
import uuid
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('retirement', '0002_append_only'),
    ]

    operations = [
        migrations.AddField(
            model_name='informationrecord',
            name='covers',
            field=django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=40), blank=True, editable=False, null=True, size=None),
        ),
        migrations.AddField(
            model_name='plan',
            name='version',
            field=models.UUIDField(default=uuid.uuid4, editable=False),
        ),
    ]
