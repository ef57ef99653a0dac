"""The edits as they are shown before papers are made; a run keeps those that its papers hold."""

import django.db.models.deletion
from django.db import migrations, models

# What is shown of a chunk is its place; its id is the title of the link. Before, it stood in the brackets.
VIEW = """
-- Scalar subqueries and not joins: a column that nobody asks for costs nothing, as in a count.
CREATE OR REPLACE VIEW conversation_turns AS
SELECT message.id AS turn_id,
       message.turn_id AS turn,
       session.id AS review_id,
       session.session_id,
       (SELECT min(nitpick.issue_id)
          FROM investor_review_nitpickchange change JOIN nitpick_issues nitpick ON nitpick.id = change.nitpick_id
         WHERE change.turn_id = message.turn_id AND nitpick.session_id = session.id
        HAVING count(DISTINCT nitpick.issue_id) = 1) AS issue_id,
       message.role,
       message.content AS message,
       CASE WHEN message.role = 'user' THEN coalesce((
           SELECT jsonb_agg(jsonb_build_object('issue_id', nitpick.issue_id, 'from', change.from_status,
                                               'to', change.to_status, 'instructions', change.instructions_after)
                            ORDER BY change.at, nitpick.position, change.number)
             FROM investor_review_nitpickchange change JOIN nitpick_issues nitpick ON nitpick.id = change.nitpick_id
            WHERE change.turn_id = message.turn_id AND nitpick.session_id = session.id), '[]')
       ELSE '[]' END AS inferred_actions,
       CASE WHEN message.role = 'assistant' THEN coalesce((
           SELECT jsonb_agg(DISTINCT chunk.key)
             FROM regexp_matches(message.content, '\\[([^][]+)\\]|\\s"([^"]+)"\\)', 'g') AS found,
                  regexp_split_to_table(coalesce(found[2], found[1]), '\\s*[,;]\\s*') AS named
             JOIN document_chunks chunk ON chunk.key = named
            WHERE chunk.collection_id = (SELECT id FROM retrieval_collection WHERE name = 'review:' || session.id)), '[]')
       ELSE '[]' END AS citations,
       CASE WHEN message.role = 'user' THEN coalesce(turn.author_id, thread.owner_id) END AS author_id,
       message.created_at
  FROM review_sessions session
  JOIN chat_thread thread ON thread.id = session.thread_id
  JOIN chat_message message ON message.thread_id = thread.id
  LEFT JOIN chat_turn turn ON turn.id = message.turn_id
 WHERE message.role IN ('user', 'assistant') AND message.content <> '' AND NOT message.discarded;
"""


class Migration(migrations.Migration):

    dependencies = [
        ('investor_review', '0005_docx'),
    ]

    operations = [
        migrations.RunSQL(VIEW, migrations.RunSQL.noop),
        migrations.CreateModel(
            name='RedlineDraft',
            fields=[
                ('session', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='redline', serialize=False, to='investor_review.reviewsession')),
                ('decisions', models.CharField(max_length=64)),
                ('edits', models.JSONField(blank=True, default=list)),
                ('refused', models.JSONField(blank=True, default=list)),
                ('sha256', models.CharField(blank=True, default='', max_length=64)),
                ('error', models.TextField(blank=True, default='')),
                ('updated_at', models.DateTimeField(auto_now=True)),
            ],
        ),
        migrations.AddField(
            model_name='cleanuprun',
            name='edits',
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name='cleanuprun',
            name='edits_sha256',
            field=models.CharField(blank=True, default='', max_length=64),
        ),
    ]
