"""What a turn asks of the database: at most nine queries in three short transactions, however long the thread is.

And what it has the database write: how many entries of indexes.
"""

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
    # The third is the end of the turn: one statement, which needs nothing around it.
    assert transactions == 2
    assert asked[-1].lstrip().startswith("WITH locked AS")


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


# Rows of a table that this transaction added or moved to another place, each of which every index of it hears of; one
# with a condition hears at most as often.
_ENTRIES = """
SELECT relname, (pg_stat_get_xact_tuples_inserted(relid) + pg_stat_get_xact_tuples_updated(relid)
                 - pg_stat_get_xact_tuples_hot_updated(relid))
              * (SELECT count(*) FROM pg_index WHERE indrelid = relid AND indpred IS NULL)
  FROM pg_stat_user_tables WHERE schemaname = current_schema()
"""
_BEGINS_ANOTHER = """
SELECT shorter.indexrelid::regclass::text
  FROM pg_index shorter JOIN pg_index longer USING (indrelid)
 WHERE shorter.indexrelid <> longer.indexrelid AND NOT shorter.indisunique AND shorter.indpred IS NULL
   AND longer.indpred IS NULL AND shorter.indexprs IS NULL AND longer.indexprs IS NULL
   AND shorter.indrelid = ANY (%s::regclass[])
   AND longer.indkey::int2[] @> shorter.indkey::int2[] AND longer.indkey[0] = shorter.indkey[0]
   AND array_length(shorter.indkey::int2[], 1) = 1
"""


def entries() -> dict[str, int]:
    with connection.cursor() as cursor:
        cursor.execute(_ENTRIES)
        return {table: int(number) for table, number in cursor.fetchall() if number}


@pytest.mark.django_db
def test_a_two_call_turn_writes_at_most_forty_entries_of_indexes(thread: Thread, model: ScriptedModel) -> None:
    counted(thread, model)
    # A transaction has one time, and a turn another one than the turn before it.
    Thread.objects.update(updated_at="2026-01-02T03:04:05Z")
    before = entries()
    counted(thread, model)
    written = {table: number - before.get(table, 0) for table, number in entries().items()}
    assert sum(written.values()) <= 40, {table: n for table, n in written.items() if n}
    # The end of a turn leaves its thread where it is.
    assert written["chat_thread"] == 2


@pytest.mark.django_db
def test_no_key_of_a_conversation_has_an_index_of_its_own_where_another_one_begins_with_it() -> None:
    tables = ["chat_thread", "chat_turn", "chat_message", "chat_toolcall", "audit_auditentry"]
    with connection.cursor() as cursor:
        cursor.execute(_BEGINS_ANOTHER, [tables])
        assert cursor.fetchall() == []


@pytest.mark.django_db(transaction=True)
def test_a_conversation_stands_first_from_the_moment_of_the_words_and_of_another_try(
    thread: Thread, model: ScriptedModel
) -> None:
    other = Thread.objects.create(owner=thread.owner, assistant=thread.assistant)
    Thread.objects.filter(pk=thread.pk).update(updated_at="2026-01-02T03:04:05Z")
    counted(thread, model)
    assert list(Thread.objects.values_list("pk", flat=True)) == [thread.pk, other.pk]
