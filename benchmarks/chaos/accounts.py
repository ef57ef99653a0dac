"""The accounts, as SQL over what the clients sent and what the database has: each of them must come to 0."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from benchmarks.chaos.clients import Sent
from benchmarks.chaos.mail import Mailbox
from benchmarks.chaos.scene import LEASE_S, Scene
from benchmarks.processes import BASE_DIR
from llm.testing import INVENTED_NUMBERS

# A dead turn is looked for every half lease by a web process that is there; it and PostgreSQL may be away for so long.
AWAY_S = 30

ACCOUNTS = {
    "messages lost": """
        SELECT count(*) FROM sent WHERE acknowledged AND NOT EXISTS (
            SELECT 1 FROM chat_turn turn JOIN chat_message message ON message.turn_id = turn.id
             WHERE message.role = 'user' AND message.content = sent.text
               AND turn.thread_id = sent.thread AND turn.client_id = sent.client)""",
    "messages never answered, though insisted on": "SELECT count(*) FROM sent WHERE NOT ended",
    "messages twice": """
        SELECT count(*) FROM (SELECT 1 FROM sent JOIN chat_message message ON message.thread_id = sent.thread
                              AND message.content = sent.text AND message.role = 'user'
                              GROUP BY sent.thread, sent.client HAVING count(*) > 1) twice""",
    "messages that nobody sent": """
        SELECT count(*) FROM chat_message message WHERE role = 'user' AND thread_id IN (SELECT thread FROM sent)
           AND NOT EXISTS (SELECT 1 FROM sent WHERE sent.thread = message.thread_id AND sent.text = message.content)""",
    "turns twice": """
        SELECT count(*) FROM (SELECT 1 FROM chat_turn GROUP BY thread_id, client_id HAVING count(*) > 1
                              UNION ALL
                              SELECT 1 FROM chat_turn GROUP BY thread_id, number HAVING count(*) > 1) twice""",
    "turns without exactly the words of one message": """
        SELECT count(*) FROM chat_turn turn WHERE 1 <> (
            SELECT count(*) FROM chat_message message WHERE message.turn_id = turn.id AND role = 'user')""",
    "turns numbered with a gap": """
        SELECT count(*) FROM chat_thread thread WHERE turn_count <> (
            SELECT count(*) FROM chat_turn turn WHERE turn.thread_id = thread.id)""",
    "turns with two last replies": """
        SELECT count(*) FROM (
            SELECT 1 FROM chat_message message WHERE role = 'assistant' AND NOT discarded AND turn_id IS NOT NULL
               AND NOT EXISTS (SELECT 1 FROM chat_toolcall call WHERE call.message_id = message.id)
             GROUP BY turn_id HAVING count(*) > 1) twice""",
    "turns done with neither a reply nor a call": """
        SELECT count(*) FROM chat_turn turn WHERE status = 'done' AND NOT EXISTS (
            SELECT 1 FROM chat_message message WHERE message.turn_id = turn.id AND role = 'assistant')""",
    "turns that failed by a fault of ours": "SELECT count(*) FROM chat_turn WHERE error_code = 'internal'",
    "calls twice": """
        SELECT count(*) FROM (SELECT 1 FROM chat_toolcall WHERE call_id LIKE 'chaos-%'
                              GROUP BY call_id HAVING count(*) > 1) twice""",
    # A liar may call the same twice itself, in other arguments too, and then the act was done twice.
    "acts that a turn's trail has more often than its calls": """
        SELECT count(*) FROM (SELECT turn_id, count(*) AS times FROM audit_auditentry WHERE turn_id IS NOT NULL
                              GROUP BY turn_id, action, object_id, data HAVING count(*) > 1) act
         WHERE times > (SELECT coalesce(max(times), 0) FROM (
            SELECT count(*) AS times FROM chat_toolcall call WHERE call.turn_id = act.turn_id
             GROUP BY name) calls)""",
    "acts of a turn that has no call": """
        SELECT count(*) FROM audit_auditentry entry WHERE turn_id IS NOT NULL AND action <> 'pa_dealing.begun'
           AND NOT EXISTS (SELECT 1 FROM chat_toolcall call WHERE call.turn_id = entry.turn_id)""",
    "turns still running after the lease": "SELECT count(*) FROM chat_turn WHERE status = 'running'",
    "turns that stood still beyond the lease": f"""
        SELECT count(*) FROM chat_turn WHERE error_code = 'interrupted'
           AND finished_at - heartbeat_at > make_interval(secs => {LEASE_S + AWAY_S})""",
    "values of a lying model kept": f"""
        SELECT count(*) FROM pa_dealing_draftrequest WHERE quantity IN
        ({", ".join(str(int(number)) for number in INVENTED_NUMBERS)})""",
    "jobs lost or failed": "SELECT count(*) FROM procrastinate_jobs WHERE task_name = 'pa_dealing.mail_notice'"
    " AND status <> 'succeeded'",
    "audit: entries out of the chain": """
        SELECT count(*) FROM (
            SELECT sequence, previous_hash, lag(sequence) OVER chain AS before, lag(hash) OVER chain AS hash_before
              FROM audit_auditentry WINDOW chain AS (ORDER BY sequence)) entry
         WHERE sequence IS NULL OR (before IS NOT NULL AND (sequence <> before + 1 OR previous_hash <> hash_before))""",
}  # fmt: skip
FIGURES = {
    "messages": "SELECT count(*) FROM chat_message WHERE role = 'user'",
    "turns done": "SELECT count(*) FROM chat_turn WHERE status = 'done'",
    "turns interrupted": "SELECT count(*) FROM chat_turn WHERE status = 'interrupted'",
    "turns failed": "SELECT count(*) FROM chat_turn WHERE status = 'failed'",
    "turns retried": "SELECT count(*) FROM chat_turn WHERE attempt > 1",
    "calls": "SELECT count(*) FROM chat_toolcall",
    "audit entries": "SELECT count(*) FROM audit_auditentry",
    "jobs": "SELECT count(*) FROM procrastinate_jobs WHERE task_name = 'pa_dealing.mail_notice'",
}


def sums(cursor: Any, sent: Sequence[Sent]) -> dict[str, int]:
    """Every account in the database of `cursor`, and what it comes to."""
    cursor.execute(
        "CREATE TEMPORARY TABLE sent (thread uuid, client text, text text, acknowledged boolean, ended boolean)"
    )
    rows = [(message.thread, message.client_id, message.text, message.acknowledged, message.ended) for message in sent]
    cursor.executemany("INSERT INTO sent VALUES (%s, %s, %s, %s, %s)", rows)
    return {name: _number(cursor, statement) for name, statement in ACCOUNTS.items()}


def settle_up(scene: Scene, sent: Sequence[Sent], mailbox: Mailbox) -> dict[str, int]:
    """Every account, with those that need more than the database."""
    with scene.connect() as connection, connection.cursor() as cursor:
        accounts = sums(cursor, sent)
        numbers = "SELECT substring(content FROM 'Notice number (\\d+)')::int FROM chat_message WHERE role = 'notice'"
        notices = cursor.execute(f"SELECT number FROM ({numbers}) notice (number) WHERE number > 0").fetchall()
    accounts["mails lost"] = sum(not mailbox.mails[number] for (number,) in notices)
    verified = subprocess.run(
        [sys.executable, "manage.py", "verify_audit"],
        cwd=BASE_DIR, env=scene.environment, capture_output=True, text=True,
    )  # fmt: skip
    accounts["audit: verify_audit finds a fault"] = int(verified.returncode != 0)
    return accounts


def figures(scene: Scene) -> dict[str, int]:
    with scene.connect() as connection, connection.cursor() as cursor:
        return {name: _number(cursor, statement) for name, statement in FIGURES.items()}


def jobs_left(scene: Scene) -> int:
    """How many jobs wait or are being done."""
    with scene.connect() as connection, connection.cursor() as cursor:
        return _number(
            cursor,
            "SELECT count(*) FROM procrastinate_jobs WHERE task_name = 'pa_dealing.mail_notice'"
            " AND status IN ('todo', 'doing')",
        )


def _number(cursor: Any, statement: str) -> int:
    cursor.execute(statement)
    return int(cursor.fetchone()[0])
