"""A thread with a thousand facts: what a turn asks of the database, what the model is told, and what stays in memory."""

from __future__ import annotations

import gc
import json
import sys
import threading
import time
from functools import _lru_cache_wrapper
from weakref import WeakValueDictionary

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from chat import assistants
from chat.acts import act_on
from chat.live import broadcast
from chat.models import Turn
from chat.turns import events
from llm.testing import call
from retirement import actions, record, state
from retirement.checklist.topics import Topic
from retirement.models import InformationRecord
from retirement.tests.shared import Desk

TRANSACTION = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "SET ")
WORDS = "My sister Joan lives close by"


def counted(desk: Desk, number: int) -> list[str]:
    """What a turn asks in which the model notes two facts and then speaks."""
    noted = [
        call("information", topic="lifestyle_purpose", value=WORDS, fact_type=f"family_{number}_{n}") for n in range(2)
    ]
    with CaptureQueriesContext(connection) as captured:
        turn = desk.say(WORDS, noted, "Noted.")
    assert turn.status == Turn.Status.DONE
    return [query["sql"] for query in captured if not query["sql"].startswith(TRANSACTION)]


@pytest.mark.django_db(transaction=True)
def test_a_turn_that_notes_facts_asks_nine_queries_and_a_thousand_facts_one_more(scripted: Desk) -> None:
    first, second = counted(scripted, 1), counted(scripted, 2)
    # The first act of a thread makes its plan besides, and the first turn of a process stores the instructions.
    assert len(first) <= 12, first
    assert len(second) <= 9, second
    scripted.fill(1_000)
    third = counted(scripted, 3)
    # Where something said before is in no record any more, whether anything was taken back since is asked once.
    assert len(third) <= len(second) + 1, third


def test_forty_facts_of_one_message_are_written_by_one_statement(scripted: Desk) -> None:
    story = " ".join(f"In {1960 + n} I earned ${n},000." for n in range(10, 50))
    calls = [
        call("information", topic="income_cash_flow", value=f"Earned ${n},000", fact_type=f"income_{n}")
        for n in range(10, 50)
    ]
    with CaptureQueriesContext(connection) as captured:
        scripted.say(story, calls, "Noted.")
    written = [query["sql"] for query in captured if "INSERT INTO retirement_informationrecord" in query["sql"]]
    assert len(written) == 1
    values = [row.value for row in InformationRecord.objects.all()]
    assert values == [f"Earned ${n},000" for n in range(10, 50)]


def test_a_fact_older_than_the_newest_fifty_still_counts_as_known(desk: Desk) -> None:
    desk.fact(Topic.LONGEVITY_INFLATION, "Is 58 years old", fact_type="age")
    for number in range(60):
        desk.fact(Topic.LONGEVITY_INFLATION, f"Walks to place {number}", fact_type=f"walk_{number}")
    thread_record = desk.record
    assert "age" not in {fact["fact_type"] for fact in thread_record.topics[Topic.LONGEVITY_INFLATION].shown}
    assistant = assistants.get("retirement")
    prompt = assistant.situation(thread_record, assistant.state(thread_record))
    assert "How old are you?" not in prompt
    assert "next useful question: At what age" in prompt


def test_what_a_fact_of_an_own_type_says_is_read_once_and_kept_with_it(desk: Desk) -> None:
    desk.fact(Topic.HOUSING_GEOGRAPHY, "We own our house and the mortgage is paid off", fact_type="my_own_label")
    covers = InformationRecord.objects.get().covers
    assert covers is not None
    assert {"home_ownership", "mortgage"} & set(covers)
    desk.fact(Topic.HOUSING_GEOGRAPHY, "Rents a flat", fact_type="renting")
    assert InformationRecord.objects.get(fact_type="renting").covers is None


def test_the_events_of_a_turn_carry_the_same_state_that_the_api_gives(desk: Desk) -> None:
    desk.fact(value='Owns a "house" in Málaga </script>', fact_type="home", confidence=1.0)
    desk.score(housing_geography=45)
    shown = state.state_of(desk.record)
    text = broadcast._text(events.state_snapshot(shown), 7)
    assert json.loads(text) == {"type": "STATE_SNAPSHOT", "snapshot": json.loads(json.dumps(shown)), "seq": 7}


def test_the_model_is_told_no_more_at_a_thousand_facts_than_at_a_few_hundred(scripted: Desk) -> None:
    def length() -> int:
        scripted.say(WORDS, [call("information_query")], "Noted.")
        request = scripted.model.requests[-1]
        results = sum(len(result.content) for message in request.messages for result in message.results)
        return (
            len(request.instructions)
            + len(request.situation)
            + sum(len(message.text) for message in request.messages)
            + results
        )

    scripted.fill(1_000)
    first = length()
    assert first < 160_000
    scripted.fill(1_000)
    scripted.model.requests.clear()
    assert length() < 1.1 * first
    result = scripted.tool("information_query")
    assert len(result["records"]) == 2_000
    assert result["records"][-1]["value"].startswith("What was said as number 999")


def test_a_write_that_is_rolled_back_is_not_remembered(desk: Desk) -> None:
    desk.fact(value="Owns a house", fact_type="home")
    with transaction.atomic():
        desk.fact(value="Sold the house", fact_type="home")
        transaction.set_rollback(True)
    assert [fact.value for fact in desk.record.facts] == ["Owns a house"]
    desk.fact(value="Rents a flat", fact_type="home")
    assert [row.value for row in InformationRecord.objects.all()] == ["Owns a house", "Rents a flat"]
    assert InformationRecord.objects.get(value="Rents a flat").supersedes == InformationRecord.objects.first()


@pytest.mark.django_db(transaction=True)
def test_what_another_act_wrote_while_this_one_waited_for_the_lock_is_seen(desk: Desk) -> None:
    desk.fact(value="Owns a house", fact_type="home")
    waiting = threading.Thread(target=_sell, args=(desk,))
    with act_on(actions.open_record(desk.thread.pk, desk.by)) as thread_record:
        waiting.start()
        _wait_for_a_lock()
        rented = actions.NewFact(Topic.HOUSING_GEOGRAPHY, "Rents a flat", fact_type="home")
        actions.record_fact(thread_record, rented, place=None, by=desk.by)
    waiting.join(10)
    rows = list(InformationRecord.objects.all())
    assert [row.value for row in rows] == ["Owns a house", "Rents a flat", "Sold the flat"]
    assert [row.supersedes for row in rows] == [None, rows[0], rows[1]]


def _sell(desk: Desk) -> None:
    try:
        desk.fact(value="Sold the flat", fact_type="home")
    finally:
        connection.close()


def _wait_for_a_lock() -> None:
    """Until another session waits for a row of this one, ten seconds at most."""
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    for _ in range(200):
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_stat_clear_snapshot()")
            cursor.execute(waiting)
            if cursor.fetchone()[0]:
                return
        time.sleep(0.05)
    raise AssertionError("Nobody waits for the lock.")


def test_what_stands_is_read_once_while_a_record_is_in_use_and_a_change_by_another_process_is_seen(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.fact(value="Owns a house", fact_type="home")
    in_use = desk.record
    assert desk.record.topics[Topic.HOUSING_GEOGRAPHY] is in_use.topics[Topic.HOUSING_GEOGRAPHY]
    with monkeypatch.context() as another_process:
        another_process.setattr(record, "_in_use", WeakValueDictionary())
        desk.fact(value="Sold the house", fact_type="home")
    desk.fact(value="Rents a flat", fact_type="home")
    rows = list(InformationRecord.objects.all())
    assert [row.supersedes for row in rows] == [None, rows[0], rows[1]]
    assert [fact.value for fact in in_use.facts] == ["Owns a house"]
    assert [fact.value for fact in desk.record.current] == ["Rents a flat"]


def test_a_fact_outside_the_lock_is_refused(desk: Desk) -> None:
    with pytest.raises(TypeError, match="under the lock"):
        actions.record_fact(desk.record, actions.NewFact(Topic.ESTATE_PLANNING, "Has a will"), place=None, by=desk.by)


@pytest.mark.django_db(transaction=True)
def test_nothing_that_was_said_stays_in_memory_between_two_turns(desk: Desk) -> None:
    desk.say("I'm 58 and my boat Zanzibar is worth $77,000")
    desk.fact(Topic.LIFESTYLE_PURPOSE, "Loves the boat Zanzibar", fact_type="my_boat")
    assert InformationRecord.objects.filter(value__contains="Zanzibar").exists()
    assert "Zanzibar" not in in_memory()
    gc.collect()
    assert desk.thread.pk not in record._in_use


def in_memory() -> str:
    """What the caches of this app's functions hold between two turns."""
    modules = [module for name, module in list(sys.modules.items()) if name.startswith("retirement.")]
    caches = [value for module in modules for value in vars(module).values() if isinstance(value, _lru_cache_wrapper)]
    return "".join(repr(gc.get_referents(cache)) for cache in caches)
