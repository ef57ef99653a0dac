"""The review: checks, questions, claims, decisions and their ends, with four eyes as a constraint."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('chat', '0003_review'),
        ('pa_dealing', '0003_rates_and_rights'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='ComplianceQuestion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('asked_at', models.DateTimeField(auto_now_add=True)),
                ('text', models.TextField()),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
                ('answer', models.TextField(blank=True)),
                ('answer_message_id', models.BigIntegerField(blank=True, null=True)),
            ],
            options={
                'ordering': ('id',),
            },
        ),
        migrations.CreateModel(
            name='RuleCheck',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField()),
                ('code', models.CharField(max_length=40)),
                ('label', models.CharField(max_length=80)),
                ('inputs', models.JSONField(default=dict)),
                ('outcome', models.CharField(choices=[('ok', 'Ok'), ('attention', 'Attention')], max_length=10)),
                ('sentence', models.CharField(max_length=400)),
                ('at', models.DateTimeField()),
            ],
            options={
                'ordering': ('position',),
            },
        ),
        migrations.AlterModelOptions(
            name='draftrequest',
            options={'ordering': ('-created_at',), 'permissions': [('decide_draftrequest', 'Can decide trade requests')], 'verbose_name': 'trade request'},
        ),
        migrations.AddField(
            model_name='draftrequest',
            name='base_value',
            field=models.DecimalField(blank=True, decimal_places=2, max_digits=20, null=True),
        ),
        migrations.AddField(
            model_name='draftrequest',
            name='claimed_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='draftrequest',
            name='claimed_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='claimed_requests', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='draftrequest',
            name='decided_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='draftrequest',
            name='decided_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='decided_requests', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='draftrequest',
            name='decision_code',
            field=models.CharField(blank=True, choices=[('within_policy', 'Within policy'), ('discussed', 'Approved after questions'), ('conflict_of_interest', 'Conflict of interest'), ('inside_information', 'Possible inside information'), ('restricted', 'Restricted security'), ('weak_justification', 'Justification does not suffice'), ('incomplete', 'Information missing or wrong'), ('closed', 'Closed, no trade will be made'), ('other', 'Other')], max_length=24),
        ),
        migrations.AddField(
            model_name='draftrequest',
            name='decision_reason',
            field=models.TextField(blank=True),
        ),
        migrations.AddField(
            model_name='draftrequest',
            name='expires_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='draftrequest',
            name='extension_reason',
            field=models.TextField(blank=True),
        ),
        migrations.AddField(
            model_name='draftrequest',
            name='extension_requested_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='draftrequest',
            name='information_requested_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='draftrequest',
            name='risk',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddIndex(
            model_name='draftrequest',
            index=models.Index(fields=['status', '-risk', 'submitted_at'], name='pa_queue'),
        ),
        migrations.AddIndex(
            model_name='draftrequest',
            index=models.Index(condition=models.Q(('submitted_at__isnull', False)), fields=['submitted_at', 'id'], name='pa_handed_in'),
        ),
        migrations.AddIndex(
            model_name='draftrequest',
            index=models.Index(condition=models.Q(('decided_at__isnull', False)), fields=['-decided_at'], name='pa_decided'),
        ),
        migrations.AddIndex(
            model_name='draftrequest',
            index=models.Index(condition=models.Q(('status', 'approved')), fields=['expires_at'], name='pa_expiring'),
        ),
        migrations.AddConstraint(
            model_name='draftrequest',
            constraint=models.CheckConstraint(condition=models.Q(('decided_by', models.F('owner')), _negated=True), name='pa_decided_by_another'),
        ),
        migrations.AddConstraint(
            model_name='draftrequest',
            constraint=models.CheckConstraint(condition=models.Q(('claimed_by', models.F('owner')), _negated=True), name='pa_claimed_by_another'),
        ),
        migrations.AddConstraint(
            model_name='draftrequest',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('status__in', ['approved', 'declined', 'expired']), _negated=True), models.Q(('decided_at__isnull', False), ('decided_by__isnull', False), models.Q(('decision_reason', ''), _negated=True)), _connector='OR'), name='pa_decision_is_signed'),
        ),
        migrations.AddConstraint(
            model_name='draftrequest',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('status__in', ['approved', 'expired']), _negated=True), models.Q(('escalated', False), ('expires_at__isnull', False)), _connector='OR'), name='pa_approval_ends'),
        ),
        migrations.AddField(
            model_name='compliancequestion',
            name='asked_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='compliancequestion',
            name='request',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='questions', to='pa_dealing.draftrequest'),
        ),
        migrations.AddField(
            model_name='rulecheck',
            name='request',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='checks', to='pa_dealing.draftrequest'),
        ),
        migrations.AddConstraint(
            model_name='compliancequestion',
            constraint=models.UniqueConstraint(condition=models.Q(('answered_at', None)), fields=('request',), name='pa_one_open_question_a_request'),
        ),
        migrations.AddConstraint(
            model_name='rulecheck',
            constraint=models.UniqueConstraint(fields=('request', 'code'), name='pa_check_once'),
        ),
    ]
