"""The chaos: its accounts see what went wrong, and a short one finds nothing. `make chaos` is the long one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connection

from benchmarks.chaos.accounts import sums
from benchmarks.chaos.clients import Sent
from benchmarks.chaos.script import Kills, script
from chat.live import runs
from chat.models import Message, Thread, ToolCall, Turn
from chat.turns.turn import TurnRun
from llm.testing import INVENTED_NUMBERS
from tests.environment import BASE_DIR


@pytest.mark.django_db
def test_the_accounts_see_what_was_lost_doubled_or_left_running(employee: User) -> None:
    thread = Thread.objects.create(owner=employee, assistant="pa_dealing")
    turn = runs.begin(thread.pk, employee.pk, "I want to buy 20 shares", "kept")
    assert isinstance(turn, TurnRun)
    runs.run_here(turn)
    good = Sent(str(thread.pk), "kept", "I want to buy 20 shares", 0, acknowledged=True, ended=True)
    assert set(_sums([good]).values()) == {0}

    reply = Message.objects.create(thread=thread, turn_id=turn.id, role="assistant", content="Once more.")
    Message.objects.create(thread=thread, turn_id=turn.id, role="assistant", content="And again.")
    Message.objects.create(thread=thread, turn_id=turn.id, role="user", content="I want to buy 20 shares")
    for position in range(2):
        ToolCall.objects.create(
            message=reply, turn_id=turn.id, position=position, call_id="chaos-1", name="undo", arguments="{}", result={}
        )
    Turn.objects.create(thread=thread, number=7, client_id="left", author=employee)
    lost = Sent(str(thread.pk), "lost", "I want to buy 30 shares", 0, acknowledged=True)
    assert {name for name, number in _sums([good, lost]).items() if number} == {
        "messages lost",
        "messages never answered, though insisted on",
        "messages twice",
        "turns without exactly the words of one message",
        "turns numbered with a gap",
        "turns with two last replies",
        "calls twice",
        "turns still running after the lease",
    }
    assert _sums([Sent(str(thread.pk), str(uuid4()), "Nothing", 0)])["messages that nobody sent"] == 2


# What spoils a database, and the one account that must count it.
SPOILT = {
    "turns twice": (
        "ALTER TABLE chat_turn DROP CONSTRAINT chat_turn_number",
        "UPDATE chat_turn SET number = 1",
    ),
    "turns done with neither a reply nor a call": (
        "DELETE FROM chat_toolcall",
        "DELETE FROM chat_message WHERE role = 'assistant'",
        "UPDATE audit_auditentry SET turn_id = NULL",
    ),
    "turns that failed by a fault of ours": ("UPDATE chat_turn SET status = 'failed', error_code = 'internal'",),
    "acts that a turn's trail has more often than its calls": (
        "INSERT INTO audit_auditentry (at, actor_id, action, object_type, object_id, thread_id, turn_id, data)"
        " SELECT at, actor_id, action, object_type, object_id, thread_id, turn_id, data FROM audit_auditentry"
        " WHERE action = 'pa_dealing.quantity_set'",
    ),
    "acts of a turn that has no call": (
        "UPDATE chat_toolcall SET turn_id = (SELECT id FROM chat_turn ORDER BY number DESC LIMIT 1)",
    ),
    "turns that stood still beyond the lease": (
        "UPDATE chat_turn SET status = 'interrupted', error_code = 'interrupted',"
        " finished_at = heartbeat_at + interval '1 hour'",
    ),
    "values of a lying model kept": (f"UPDATE pa_dealing_draftrequest SET quantity = {int(min(INVENTED_NUMBERS))}",),
    "jobs lost or failed": (
        "INSERT INTO procrastinate_jobs (queue_name, task_name, args, status)"
        " VALUES ('mail', 'pa_dealing.mail_notice', '{}', 'failed')",
    ),
    "audit: entries out of the chain": (
        "UPDATE audit_auditentry SET previous_hash = repeat('0', 64)"
        " WHERE sequence = (SELECT max(sequence) FROM audit_auditentry)",
    ),
}


@pytest.mark.django_db
@pytest.mark.parametrize("account", SPOILT)
def test_an_account_sees_what_it_is_for_in_a_spoilt_database_and_no_other_does(account: str, employee: User) -> None:
    sent = []
    for name, words in (("kept", "I want to buy 20 shares"), ("too", "no, 30 shares")):
        thread = sent[0].thread if sent else str(Thread.objects.create(owner=employee, assistant="pa_dealing").pk)
        turn = runs.begin(UUID(thread), employee.pk, words, name)
        assert isinstance(turn, TurnRun)
        runs.run_here(turn)
        sent.append(Sent(thread, name, words, 0, acknowledged=True, ended=True))
    assert set(_sums(sent).values()) == {0}
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        if any("UPDATE audit_auditentry" in statement for statement in SPOILT[account]):
            cursor.execute("ALTER TABLE audit_auditentry DISABLE TRIGGER USER")
        for statement in SPOILT[account]:
            cursor.execute(statement)
    accounts = _sums(sent)
    assert [name for name, number in accounts.items() if number] == [account]


def _sums(sent: list[Sent]) -> dict[str, int]:
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS sent")
        return sums(cursor, sent)


@pytest.mark.long
@pytest.mark.timeout(480)
def test_a_short_chaos_loses_nothing_and_doubles_nothing() -> None:
    options = ["--kills", "5,1,1", "--others", "1", "--minutes", "4"]
    command = [sys.executable, "-m", "benchmarks.chaos", *options]
    done = subprocess.run(command, cwd=BASE_DIR, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    for kind in script(1, Kills(1, 1, 1, others=1)):
        assert f" x {kind}" in done.stdout, kind
    # What this machine can do was done.
    assert "Skipped: redis" not in done.stdout or shutil.which("redis-server") is None
    assert "Skipped: full disk" not in done.stdout or os.geteuid() != 0
