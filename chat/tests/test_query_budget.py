"""What a turn asks of the database: at most nine queries in three short transactions, however long the thread is."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from chat.models import Message, Thread, ToolCall, Turn
from chat.tests.shared import talk
from chat.turns import instructions
from llm.testing import ScriptedModel, call

TRANSACTION = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "SET ")


def counted(thread: Thread, model: ScriptedModel) -> tuple[int, int, list[str]]:
    """Queries and transactions of a turn of two model calls, the first of which calls two tools."""
    model.then([call("note", text="milk"), call("note", text="bread")], "Noted.")
    # The first turn of a process stores them; every other finds them stored.
    instructions.kept("Keep notes.")
    with CaptureQueriesContext(connection) as captured:
        turn, _ = talk(thread, "milk and bread")
    assert turn.status == "done"
    statements = [query["sql"] for query in captured]
    asked = [statement for statement in statements if not statement.startswith(TRANSACTION)]
    return len(asked), statements.count("BEGIN"), asked


def lengthen(thread: Thread, turns: int) -> None:
    """Fill the thread with finished turns, each with two calls of tools."""
    for number in range(1, turns + 1):
        turn = Turn.objects.create(thread=thread, number=number, client_id=f"c{number}", status="done")
        Message.objects.create(thread=thread, turn=turn, role="user", content=f"message {number}")
        answer = Message.objects.create(thread=thread, turn=turn, role="assistant", content="")
        ToolCall.objects.bulk_create(
            ToolCall(
                message=answer, turn=turn, position=n, call_id=f"{number}-{n}", name="note", arguments="{}", result={}
            )
            for n in range(2)
        )
        Message.objects.create(thread=thread, turn=turn, role="assistant", content="Noted.")
    Thread.objects.filter(pk=thread.pk).update(turn_count=turns)


@pytest.mark.django_db(transaction=True)
def test_a_two_call_turn_asks_at_most_nine_queries_in_three_transactions(thread: Thread, model: ScriptedModel) -> None:
    assert not settings.DEBUG
    queries, transactions, asked = counted(thread, model)
    assert queries <= 9, asked
    assert transactions == 3


@pytest.mark.django_db(transaction=True)
def test_the_sixtieth_turn_asks_no_more_than_the_second(thread: Thread, model: ScriptedModel) -> None:
    counted(thread, model)
    second = counted(thread, model)
    Turn.objects.all().delete()
    lengthen(thread, 59)
    sixtieth = counted(thread, model)
    assert sixtieth[:2] == second[:2]
    assert sixtieth[0] <= 9
    assert Turn.objects.filter(thread=thread, number=60, status="done").exists()
