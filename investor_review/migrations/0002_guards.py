"""What nobody may change, who may start and share, and the conversation as the specification's table."""

from django.db import migrations

FORWARD = """
CREATE FUNCTION review_refuse_upstream_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'what upstream sent is never changed: the green_score, text and identity of a review session'
        USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER green_score_is_upstreams BEFORE UPDATE ON review_sessions
    FOR EACH ROW WHEN (OLD.green_score IS DISTINCT FROM NEW.green_score)
    EXECUTE FUNCTION review_refuse_upstream_change();
-- Columns by name: comparing texts of megabytes in every update would read them.
CREATE TRIGGER payload_is_upstreams BEFORE UPDATE OF full_document_text, session_id, generation, doc_id, doc_title,
    company_name, payload_sha256, started_by_id, thread_id ON review_sessions
    FOR EACH ROW EXECUTE FUNCTION review_refuse_upstream_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON investor_review_nitpickchange
    FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Scalar subqueries and not joins: a column that nobody asks for costs nothing, as in a count.
CREATE VIEW conversation_turns AS
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
             FROM regexp_matches(message.content, '\\[([^][]+)\\]', 'g') AS found,
                  regexp_split_to_table(found[1], '\\s*[,;]\\s*') AS named
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
BACKWARD = """
DROP VIEW conversation_turns;
DROP TRIGGER append_only ON investor_review_nitpickchange;
DROP TRIGGER payload_is_upstreams ON review_sessions;
DROP TRIGGER green_score_is_upstreams ON review_sessions;
DROP FUNCTION review_refuse_upstream_change();
"""
RIGHTS = {
    "upstream": [("reviewsession", "start_reviewsession", "Can start review sessions")],
    "reviewers": [
        ("reviewsession", "view_reviewsession", "Can view review session"),
        ("nitpickissue", "view_nitpickissue", "Can view nitpick issue"),
        ("nitpickchange", "view_nitpickchange", "Can view nitpick change"),
        ("conversationturn", "view_conversationturn", "Can view conversation turn"),
        ("cleanuprun", "view_cleanuprun", "Can view cleanup run"),
        ("artifact", "view_artifact", "Can view artifact"),
    ],
}


def add_rights(apps, schema_editor):
    # Django makes permissions only after all migrations have run, so those that are needed are made here.
    for group_name, rights in RIGHTS.items():
        group, _ = apps.get_model("auth", "Group").objects.get_or_create(name=group_name)
        for model, codename, name in rights:
            content_type, _ = apps.get_model("contenttypes", "ContentType").objects.get_or_create(
                app_label="investor_review", model=model
            )
            right, _ = apps.get_model("auth", "Permission").objects.get_or_create(
                content_type=content_type, codename=codename, defaults={"name": name}
            )
            group.permissions.add(right)


class Migration(migrations.Migration):
    dependencies = [
        ("investor_review", "0001_initial"),
        ("audit", "0002_append_only"),
        ("chat", "0005_shared_threads"),
        ("retrieval", "0001_initial"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]
    operations = [
        migrations.RunSQL(FORWARD, BACKWARD),
        migrations.RunPython(add_rights, migrations.RunPython.noop),
    ]
