"""The chaos: its accounts see what went wrong, and a short one finds nothing. `make chaos` is the long one."""

from __future__ import annotations

import subprocess
import sys
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connection

from benchmarks.chaos.accounts import sums
from benchmarks.chaos.clients import Sent
from chat.live import runs
from chat.models import Message, Thread, ToolCall, Turn
from chat.turns.turn import TurnRun
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


def _sums(sent: list[Sent]) -> dict[str, int]:
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS sent")
        return sums(cursor, sent)


@pytest.mark.long
@pytest.mark.timeout(400)
def test_a_short_chaos_loses_nothing_and_doubles_nothing() -> None:
    options = ["--kills", "5,1,1", "--others", "0", "--minutes", "3"]
    command = [sys.executable, "-m", "benchmarks.chaos", *options]
    done = subprocess.run(command, cwd=BASE_DIR, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
