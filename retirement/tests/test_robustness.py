"""Whatever a person writes: no fault, no message lost, nothing kept twice, and every page still shows."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connections
from django.test import Client

from chat import assistants
from chat.acts import act_on
from chat.assistants import ToolContext
from chat.errors import TurnRefused
from chat.live import runs
from chat.models import Message, Thread, ToolCall, Turn
from chat.turns.calls import run_call
from chat.turns.turn import TurnRun
from llm.interface import ModelError
from llm.testing import call
from llm.text import clean_text
from llm.types import ToolCall as Call
from retirement import actions
from retirement.checklist.topics import Topic
from retirement.models import InformationRecord, Plan
from retirement.reading import read_facts
from retirement.tests.naughty import COLLECTED, collected, naughty
from retirement.tests.shared import Desk

TOPICS = list(Topic)


def groups(texts: list[str], size: int) -> Iterator[list[str]]:
    return (texts[start : start + size] for start in range(0, len(texts), size))


def test_there_are_five_hundred_naughty_texts_of_every_kind() -> None:
    texts = naughty()
    assert len(texts) >= 500
    whole = "".join(texts)
    assert all(
        kind in whole for kind in ("\x00", "\ud800", "\u202e", "\u200d", "NaN", "1e309", "COM1", "{{", "<script")
    )


def check_as_facts(desk: Desk, texts: list[str]) -> None:
    """Every text is recorded as it was said, or refused with a sentence; the pages show all of it."""
    refused = []
    for group in groups(texts, 50):
        with act_on(actions.open_record(desk.thread.pk, desk.by)) as thread_record:
            for number, text in enumerate(group):
                value = clean_text(text)
                words = [desk.hear(value or "(nothing)")]
                context = ToolContext(desk.by, desk.thread.pk, thread_record, words, "")
                labels = {"fact_type": value[:120] or "empty", "subtopic": value[-100:]}
                topic = TOPICS[number % 8].value
                result = run_call(
                    assistants.get("retirement"), context, call("information", topic=topic, value=value, **labels)
                )
                if result["status"] == "error":
                    assert result["error"], text
                    refused.append(text)
    assert all(not text.strip() or len(text) > 2_000 for text in refused), refused
    kept = {row.value for row in InformationRecord.objects.filter(session=desk.thread)}
    assert {clean_text(text) for text in texts if text not in refused} <= kept


def check_pages(desk: Desk, client: Client) -> None:
    client.force_login(desk.owner)
    pk = desk.thread.pk
    pages = [f"/threads/{pk}/", f"/threads/{pk}/panel/", f"/v1/threads/{pk}/state/", f"/v1/threads/{pk}/"]
    pages += [f"/v1/retirement/threads/{pk}/{name}" for name in ("information/", "completeness/", "handover.pdf")]
    for page in pages:
        answer = client.get(page)
        assert answer.status_code == 200, page
        assert "<script>alert(1)" not in answer.content.decode("utf-8", "replace") or "json" in answer["Content-Type"]


@pytest.mark.long
def test_naughty_texts_become_facts_as_they_are(desk: Desk, client: Client) -> None:
    check_as_facts(desk, naughty())
    check_pages(desk, client)


@pytest.mark.long
def test_the_collected_naughty_texts_become_facts_as_they_are(desk: Desk, client: Client) -> None:
    if not COLLECTED.exists():
        pytest.skip(f"{COLLECTED} is not there; set SHARED_DATA_DIR")
    check_as_facts(desk, collected())
    check_pages(desk, client)


def post(client: Client, desk: Desk, message: str, client_id: str = "") -> tuple[int, Any]:
    body = json.dumps({"message": message, "client_id": client_id or None})
    answer = client.post(f"/v1/threads/{desk.thread.pk}/turns/", body, content_type="application/json")
    return answer.status_code, answer.json()


@pytest.mark.long
def test_naughty_messages_are_answered_offline_and_all_are_kept(desk: Desk, client: Client) -> None:
    client.force_login(desk.owner)
    sent = []
    for group in groups([text for text in naughty() + collected() if clean_text(text).strip()], 6):
        message = "\n".join(group)
        status, answer = post(client, desk, message)
        assert (status, answer["status"]) == (200, "done"), message
        assert answer["reply"].strip()
        sent.append(clean_text(message).strip())
    assert list(Message.objects.filter(role="user").order_by("id").values_list("content", flat=True)) == sent
    check_pages(desk, client)


@pytest.mark.long
def test_whatever_a_model_writes_as_a_fact_ends_in_an_answer(scripted: Desk) -> None:
    count = 0
    for group in groups(naughty(), 20):
        arguments = [{"topic": text, "value": text, "confidence": text} for text in group[:4]]
        arguments += [{"topic": "estate_planning", "value": text, "fact_type": f"said_{text[:100]}"} for text in group]
        calls = [Call(f"c{n}", "information", json.dumps(given)) for n, given in enumerate(arguments)]
        calls.append(Call("raw", "information", group[0]))
        turn = scripted.say("\n".join(group), calls, "\n".join(group))
        assert turn.status == Turn.Status.DONE, group
        count += len(calls)
    assert ToolCall.objects.count() == count
    assert InformationRecord.objects.count() > 400


def test_a_life_story_of_twenty_thousand_characters_is_read_and_kept_whole(desk: Desk, client: Client) -> None:
    parts = [
        "I was born in 1962 in Ohio and I am 63 years old.",
        "We own our home and the mortgage is paid off.",
        "I have $412,000 in my 401(k), and my wife has a pension of $1,850 a month.",
        "I would like to retire at 67, and my mother lived to 94.",
        "We have a will, but no power of attorney.",
    ]
    filler = "Then came a long winter, and we talked about the garden, the dog and the neighbours, as one does. "
    story = " ".join(f"{part} {filler * 38}" for part in parts)[:20_000]
    client.force_login(desk.owner)
    status, answer = post(client, desk, story)
    assert (status, answer["status"]) == (200, "done")
    assert Message.objects.get(role="user").content == story.strip()
    values = " | ".join(InformationRecord.objects.values_list("value", flat=True))
    assert all(number in values for number in ("412,000", "1,850", "67"))
    for row in InformationRecord.objects.exclude(start=None):
        assert story[row.start : row.end].strip()
    check_pages(desk, client)


def at_once(*works: Any) -> list[Any]:
    """What each work gave or raised; all begin at the same moment, each on a connection of its own."""
    barrier, given = threading.Barrier(len(works)), [None] * len(works)

    def run(number: int) -> None:
        try:
            barrier.wait(10)
            given[number] = works[number]()
        except Exception as error:
            given[number] = error  # type: ignore[call-overload]
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return given


@pytest.mark.django_db(transaction=True)
def test_two_writers_at_once_lose_nothing_and_keep_nothing_twice(desk: Desk) -> None:
    """The same home, corrected by both sides again and again: one chain, whoever comes first."""

    def correct(name: str) -> None:
        for number in range(10):
            desk.fact(value=f"Home {name} {number}", fact_type="home")
            desk.fact(value="Said by both", fact_type=f"both_{number}")

    assert at_once(lambda: correct("left"), lambda: correct("right")) == [None, None]
    rows = list(InformationRecord.objects.filter(fact_type="home"))
    assert len(rows) == 20
    assert [row.supersedes_id for row in rows] == [None, *(row.pk for row in rows[:-1])]
    assert InformationRecord.objects.filter(value="Said by both").count() == 10
    assert Plan.objects.get().facts_since_snapshot == 30


@pytest.mark.django_db(transaction=True)
def test_two_tabs_that_speak_at_once_are_both_heard(desk: Desk) -> None:
    """One of them is told to wait and sends again, as the page does."""

    def speak(text: str) -> int:
        for waited in range(200):
            try:
                turn = runs.begin(desk.thread.pk, desk.owner.pk, text, text)
            except TurnRefused as refusal:
                if refusal.code != "turn_in_progress":
                    raise
                time.sleep(0.02)
                continue
            assert isinstance(turn, TurnRun)
            assert runs.run_here(turn).status == Turn.Status.DONE
            return waited
        raise AssertionError("never heard")

    texts = ["I'm 58 years old", "We own our home and have no mortgage", "I have a pension", "We have a will"]
    given = at_once(*(lambda text=text: speak(text) for text in texts))
    assert all(isinstance(waited, int) for waited in given), given
    assert sorted(Message.objects.filter(role="user").values_list("content", flat=True)) == sorted(texts)
    assert Turn.objects.filter(status="done").count() == len(texts)
    types = list(InformationRecord.objects.values_list("fact_type", flat=True))
    assert len(types) == len(set(types))
    assert {"age", "pension", "will"} <= set(types)
    assert Plan.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_the_same_message_sent_twice_at_once_is_one_turn(desk: Desk) -> None:
    def send() -> str:
        turn = runs.begin(desk.thread.pk, desk.owner.pk, "I'm 58 years old", "one-id")
        if isinstance(turn, TurnRun):
            runs.run_here(turn)
            return "ran"
        return "joined"

    given = at_once(send, send, send)
    assert sorted(given) == ["joined", "joined", "ran"]
    assert Message.objects.filter(role="user").count() == 1
    assert InformationRecord.objects.filter(fact_type="age").count() == 1


def test_a_message_sent_again_with_its_id_is_answered_from_the_first_time(desk: Desk, client: Client) -> None:
    client.force_login(desk.owner)
    first = post(client, desk, "I'm 58 and we own our home", "the-id")
    again = post(client, desk, "I'm 58 and we own our home", "the-id")
    other = post(client, desk, "I'm 59", "the-id")
    assert (first[0], again[0], other[0]) == (200, 200, 409)
    assert (again[1]["id"], again[1]["reply"]) == (first[1]["id"], first[1]["reply"])
    assert other[1]["code"] == "client_id_reused"
    assert (Turn.objects.count(), InformationRecord.objects.filter(fact_type="age").count()) == (1, 1)


def test_a_turn_that_failed_after_its_facts_is_retried_without_noting_them_again(scripted: Desk) -> None:
    noted = call("information", topic="longevity_inflation", value="Is 58", fact_type="age")
    turn = scripted.say("I'm 58", noted, ModelError("unavailable", "gone"))
    assert turn.status == Turn.Status.FAILED
    scripted.model.then("Thank you.")
    again = runs.retry_here(turn.id, scripted.owner.pk)
    assert (again.status, again.attempt) == (Turn.Status.DONE, 2)
    assert [row.value for row in InformationRecord.objects.all()] == ["Is 58"]


def test_a_stranger_gets_404_and_loses_nothing_of_the_owner(desk: Desk, colleague: User, client: Client) -> None:
    client.force_login(colleague)
    assert post(client, desk, "I'm 58")[0] == 404
    assert not Message.objects.exists()
    assert Thread.objects.filter(pk=desk.thread.pk).exists()


@pytest.mark.parametrize("message", ['"', ":", "—", "’", "I pay my taxes in April", "We pay our kid's tuition"])
@pytest.mark.parametrize("asked", ["", "age", "mortgage"])
def test_a_lone_mark_and_what_somebody_pays_are_read_without_a_fault(message: str, asked: str) -> None:
    assert all(fact.value for fact in read_facts(message, asked))
