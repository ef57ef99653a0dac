"""How the assistant answers with no model: the tools' questions, one at a time, and nothing that no tool has noted."""

from __future__ import annotations

import json
from typing import Any

import pytest

from llm.types import Message, ModelRequest, TextDelta, ToolCall, ToolResult
from pa_dealing.models import DraftRequest
from pa_dealing.offline import answer
from pa_dealing.state import state_of
from pa_dealing.tests.shared import COMPLETE, SIEMENS, Desk, names
from pa_dealing.words.meaning import facts_of
from tests.growth import assert_linear


def answered(*messages: Message, ask: str = "What now?", asked: str = "", **fields: Any) -> list[Any]:
    state = {**state_of(DraftRequest(**fields)), "asked": asked, "ask": ask}
    request = ModelRequest(model="offline", instructions="", messages=messages, state=state)
    return list(answer(request))


def text_of(items: list[Any]) -> str:
    return "".join(item.text for item in items if isinstance(item, TextDelta))


@pytest.mark.django_db
def test_facts_of_one_message_become_calls_of_one_reply() -> None:
    items = answered(Message("user", "Buy 2,000 Siemens at 131.45, total EUR 262,900"))
    calls = [item for item in items if isinstance(item, ToolCall)]
    assert [made.name for made in calls] == ["set_security", "set_direction", "set_quantity", "set_trade_value"]
    assert json.loads(calls[-1].arguments) == {"amount": 262900, "currency": "EUR"}


@pytest.mark.django_db
def test_the_same_request_gives_the_same_answer() -> None:
    message = Message("user", "sell 12 Siemens for EUR 1,234.50, reason: my pension needs income")
    assert answered(message) == answered(message)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("hello", ""),
        ("cancel", "Nothing is submitted"),
        ("lorem ipsum?!", ""),
        ("💥", ""),
        ("42", '"42"'),
    ],
)
def test_a_message_without_facts_calls_nothing_and_is_left_to_the_guide(text: str, says: str) -> None:
    items = answered(Message("user", text), asked="MISSING_DIRECTION", security=SIEMENS)
    assert not [item for item in items if isinstance(item, ToolCall)]
    assert says in text_of(items)


def after(name: str, result: dict[str, Any]) -> list[Any]:
    return answered(Message("user", "x"), Message("tool", results=(ToolResult("1", name, json.dumps(result)),)))


def test_a_refusal_is_told_without_the_advice_to_the_model() -> None:
    text = text_of(
        after(
            "set_quantity",
            {"status": "error", "error": "It is none. Call me.", "advice": "Ask how many.", "ask": "How many units?"},
        )
    )
    assert text == "It is none. Call me.\n\nHow many units?"


def test_only_what_a_tool_has_noted_is_called_noted() -> None:
    assert "Noted" not in text_of(after("set_quantity", {"status": "error", "error": "No.", "ask": "How many?"}))
    assert "2,000 units" in text_of(after("set_quantity", {"status": "success", "quantity": 2000, "ask": "Next?"}))


def test_a_complete_draft_is_previewed() -> None:
    items = after(
        "set_compliance_flags", {"status": "success", "instructional_hint": "DRAFT_COMPLETE", "ask": "Check it."}
    )
    assert [item.name for item in items if isinstance(item, ToolCall)] == ["show_preview"]


@pytest.mark.django_db
@pytest.mark.parametrize("status", ["submitted", "approved", "declined", "expired", "withdrawn"])
def test_a_closed_request_is_named_and_a_new_one_can_begin(status: str) -> None:
    assert "begin another" in text_of(answered(Message("user", "thanks"), status=status))
    items = answered(Message("user", "buy 5 BASF"), status=status)
    assert next(item.name for item in items if isinstance(item, ToolCall)) == "set_security"


@pytest.mark.parametrize("words", ["actually, withdraw it please", "cancel that one"])
def test_a_persons_act_is_no_security_after_the_submission(words: str) -> None:
    items = answered(Message("user", words), status="submitted")
    assert not [item for item in items if isinstance(item, ToolCall)]
    assert "buttons under “Trade request”" in text_of(items)


def test_one_question_is_asked_at_a_time(desk: Desk) -> None:
    turns = [
        desk.say(text)
        for text in ("hi", "buy", "siemens", "1", "100", "EUR 9,000", "to diversify my pension savings a bit", "no")
    ]
    for turn in turns:
        assert turn.reply.count("?") <= 2
    assert names(turns[-1]) == ["set_compliance_flags", "show_preview"]
    assert desk.draft.status == "previewed"


def test_the_assistant_never_submits(desk: Desk) -> None:
    desk.fill(**COMPLETE)
    for text in ("submit it", "please submit now", "yes submit", "I confirm, send it to compliance"):
        turn = desk.say(text)
        assert turn.status == "done"
    assert desk.draft.status in ("draft", "previewed")


def test_a_question_that_is_taken_back_orders_nothing_and_a_long_word_takes_its_time_alone() -> None:
    assert facts_of("Buy 10 for me? No wait, sell 20").strip() == "No wait, sell 20"
    assert_linear(lambda size: facts_of(f"buy 5 {'x' * size}"), 60_000)
