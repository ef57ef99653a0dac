"""A turn that waits for its model says so: its place in line, and how long a slow one reads."""

from __future__ import annotations

import threading

import pytest
from pytest_django import Settings

from chat.live.blocks import BlockView
from chat.models import Thread
from chat.tests.shared import SCRIPTED, begin, drain, talk, wait_until
from chat.turns import run
from llm.slots import Slot, waiting_for
from llm.testing import ScriptedModel


def waits(events: list[dict[str, object]]) -> list[object]:
    return [event["value"] for event in events if event.get("name") == "waiting"]


@pytest.mark.django_db
def test_a_turn_in_line_tells_its_place_and_its_clocks_wait(
    thread: Thread, model: ScriptedModel, settings: Settings
) -> None:
    settings.MODEL_CARD_FIELDS, settings.CHAT_FIRST_TOKEN_S = {"slots": 1}, 1
    model.then("Hello.")
    held = Slot(SCRIPTED, 1, None).take(lambda place: None)
    threading.Timer(1.3, held.free).start()
    turn, events = talk(thread)
    assert (turn.status, turn.reply) == ("done", "Hello.")
    assert waits(events) == [{"place": 1, "reading_s": 0}, {"place": 0, "reading_s": 0}]
    assert turn.model_ms < 1000


@pytest.mark.django_db
def test_stop_ends_the_wait_in_line(thread: Thread, model: ScriptedModel, settings: Settings) -> None:
    settings.MODEL_CARD_FIELDS = {"slots": 1}
    held = Slot(SCRIPTED, 1, None).take(lambda place: None)
    turn = begin(thread)
    events = run.run_turn(turn)
    while next(events).get("name") != "waiting":
        pass
    turn.stop.set("stopped")
    assert list(events)[-1]["result"]["status"] == "stopped"
    assert waiting_for(SCRIPTED) == 0
    assert model.requests == []
    held.free()
    model.then("Hello.")
    assert drain(begin(thread))[-1]["result"]["status"] == "done"


@pytest.mark.django_db
def test_a_failed_call_frees_its_slot(thread: Thread, model: ScriptedModel, settings: Settings) -> None:
    settings.MODEL_CARD_FIELDS = {"slots": 1}
    for reply in (RuntimeError("a fault"), "Hello."):
        model.then(reply)
        turn, _ = talk(thread)
    assert turn.status == "done"
    wait_until(lambda: waiting_for(SCRIPTED) == 0, 1)


@pytest.mark.django_db
def test_a_slow_model_is_said_to_read(thread: Thread, model: ScriptedModel, settings: Settings) -> None:
    settings.MODEL_CARD_FIELDS = {"prompt_tokens_s": 5}
    model.then("Hello.")
    _, events = talk(thread, "words " * 100)
    (value,) = waits(events)
    assert isinstance(value, dict)
    assert value["place"] == 0
    assert 20 <= value["reading_s"] <= 100


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "place", "reading", "text"),
    [
        ("en-gb", 2, 0, "Waiting for the model: second in line"),
        ("en-gb", 7, 0, "Waiting for the model: number 7 in line"),
        ("nl", 2, 0, "Wacht op het model: als tweede aan de beurt"),
        ("en-gb", 0, 40, "The model is reading"),
        ("en-gb", 0, 0, "Thinking"),
    ],
)
def test_the_page_says_what_is_waited_for(thread: Thread, language: str, place: int, reading: int, text: str) -> None:
    view = BlockView(thread, language)
    event = {"type": "CUSTOM", "name": "waiting", "value": {"place": place, "reading_s": reading}}
    assert not view.needs_rows(event)
    (shown,) = view.render(event)
    assert (shown["name"], shown["value"]["text"]) == ("activity", text)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en-gb", "Drafting the answer and checking its quotes"),
        ("nl", "Stelt het antwoord op en controleert de citaten"),
    ],
)
def test_the_page_says_that_an_answer_is_drafted_and_checked(thread: Thread, language: str, text: str) -> None:
    thread.assistant = "tax_dossier"
    event = {"type": "CUSTOM", "name": "asking", "value": "DraftedAnswer"}
    (shown,) = BlockView(thread, language).render(event)
    assert (shown["name"], shown["value"]["text"]) == ("activity", text)
    assert BlockView(thread, language).render({**event, "value": "QuestionPlan"}) == []
