"""Whole conversations through the engine: with the rules, with a model that errs, and with input that nobody expects."""

from __future__ import annotations

import json
import os
import random
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError
from django.test import Client

from chat.acts import act_on
from chat.models import Message, ToolCall, Turn
from llm.interface import ModelError
from llm.testing import call
from pa_dealing import actions
from pa_dealing.tests.shared import COMPLETE, Desk, names, results
from pa_dealing.words import trade_numbers
from wording.amounts.money import find_currencies

SHARED_DATA = Path(os.environ.get("SHARED_DATA_DIR") or Path(__file__).parents[3] / "shared" / "data")
NAUGHTY = SHARED_DATA / "robustness" / "blns.json"


def naughty() -> list[str]:
    if not NAUGHTY.exists():
        pytest.skip(f"{NAUGHTY} is not there; set SHARED_DATA_DIR")
    texts: list[str] = json.loads(NAUGHTY.read_text(encoding="utf-8"))
    return [text for text in texts if text.replace("\0", " ").strip()]


def test_a_request_from_the_first_word_to_the_preview(desk: Desk) -> None:
    desk.say("I want to buy 2,000 Siemens shares, about EUR 262,900")
    desk.say("yes")
    desk.say("yes")
    desk.say("I want to diversify my pension savings away from technology")
    turn = desk.say("no")
    assert "The request is complete" in turn.reply
    draft = desk.draft
    assert draft.status == "previewed"
    assert draft.payload()["estimated_value"] == "262900"
    quotes = {name: words["quote"] for name, words in draft.evidence.items()}
    assert quotes["quantity"] == "2,000"
    assert quotes["estimated_value"] == "EUR 262,900"
    for name, words in draft.evidence.items():
        content = Message.objects.get(pk=words["message_id"]).content
        assert content[words["start"] : words["end"]] == words["quote"], name


def test_a_model_answers_several_facts_in_one_reply(scripted: Desk) -> None:
    turn = scripted.say(
        "Sell 10 AAPL for $2,300 because I need cash for a house deposit",
        [
            call("set_security", search_term="AAPL"),
            call("set_direction", direction="SELL"),
            call("set_quantity", quantity=10),
            call("set_trade_value", amount=2300, currency="USD"),
            call("set_justification", justification="because I need cash for a house deposit"),
        ],
        "Is it Apple Inc.?",
    )
    assert [result["status"] for result in results(turn)] == ["pending", "success", "success", "success", "success"]
    assert ToolCall.objects.filter(turn_id=turn.id).count() == 5
    turn = scripted.say("yes", [call("show_preview")], "Do you have inside information?")
    assert names(turn) == ["confirm_selection", "show_preview"]
    assert results(turn)[1]["status"] == "error"


def test_a_model_that_dies_after_the_tools_leaves_what_was_noted(scripted: Desk) -> None:
    turn = scripted.say(
        "Buy 100 Siemens", [call("set_quantity", quantity=100)], ModelError("unavailable", "it is away")
    )
    assert turn.status == "failed"
    assert scripted.draft.quantity == 100
    assert Message.objects.filter(thread=scripted.thread, role="user").count() == 1
    again = scripted.say("Siemens", "Which one?")
    assert again.status == "done"


def test_wrong_arguments_come_back_as_precise_advice_with_the_next_step(scripted: Desk) -> None:
    turn = scripted.say(
        "Buy 100 Siemens",
        [call("set_quantity", quantity="a hundred"), call("set_trade_value", amount=5), call("buy_now")],
        "Hm.",
    )
    first, second, third = (result["advice"] for result in results(turn))
    assert "'a hundred' is not a number" in first
    assert "'currency' is required" in second
    assert "There is no tool 'buy_now'" in third
    assert all(result["instructional_hint"] == "MISSING_SECURITY" for result in results(turn))


def test_the_owner_submits_and_withdraws_in_the_terminal(desk: Desk) -> None:
    from chat import assistants

    assistant = assistants.get("pa_dealing")
    desk.fill(**COMPLETE)
    assert "Preview" in str(assistant.command("submit", desk.thread, desk.owner))
    assert "EUR 13,145" in str(assistant.command("preview", desk.thread, desk.owner))
    assert assistant.command("submit", desk.thread, desk.owner) == "The request is submitted."
    assert assistant.command("withdraw", desk.thread, desk.owner) == "The request is withdrawn."
    assert assistant.command("dance", desk.thread, desk.owner) is None


def test_who_would_take_a_submitted_request_back_is_told_where(desk: Desk) -> None:
    desk.fill(**COMPLETE)
    with act_on(actions.open_request(desk.thread.pk, desk.by)) as draft:
        actions.preview_request(draft, by=desk.by)
        actions.submit_request(draft, by=desk.by)
    assert "withdraw it under “Trade request”" in desk.say("hmm can I still take it back").reply
    assert desk.draft.status == "submitted"


def test_a_second_request_follows_a_submitted_one(desk: Desk) -> None:
    desk.fill(**COMPLETE)
    with act_on(actions.open_request(desk.thread.pk, desk.by)) as draft:
        actions.preview_request(draft, by=desk.by)
        actions.submit_request(draft, by=desk.by)
    first = desk.draft
    assert "welcome" in desk.say("thank you").reply
    desk.say("sell 50 BASF shares")
    assert desk.draft.pk != first.pk
    assert (desk.draft.direction, desk.draft.quantity) == ("SELL", 50)


BAD = [
    "buy 0 Siemens shares",
    "buy -5 Siemens shares",
    "buy 1e99 Siemens shares",
    "buy 2.5 Siemens shares",
    "buy Siemens for 5,000 XYZ",
    "buy 5 shares of Qqzzxx Yywwvv",
    "buy 5 \0 Siemens",
    "buy 5 \ud800 Siemens \udfff",
    "9" * 500,
    "buy " + "9" * 400 + " shares",
    "EUR " + "9" * 400,
    "buy 5 Siemens " + "x" * 31_000,
]


@pytest.mark.parametrize("text", BAD, ids=range(len(BAD)))
@pytest.mark.parametrize(
    "asked",
    [
        "",
        "MISSING_ESTIMATED_VALUE",
        pytest.param("MISSING_QUANTITY", marks=pytest.mark.long),
        pytest.param("MISSING_JUSTIFICATION", marks=pytest.mark.long),
    ],
)
def test_bad_input_is_answered_and_loses_nothing(desk: Desk, text: str, asked: str) -> None:
    if asked:
        empty = {
            "MISSING_QUANTITY": {"quantity": None},
            "MISSING_ESTIMATED_VALUE": {"estimated_value": None, "estimated_currency": None},
            "MISSING_JUSTIFICATION": {"justification": ""},
        }[asked]
        desk.fill(**{**COMPLETE, **empty})
        desk.say("what?")
    turn = desk.say(text)
    assert turn.status == "done", turn.error_code
    assert turn.reply.strip()
    draft = desk.draft
    assert draft.quantity is None or draft.quantity in (5, 100)
    if asked:
        assert draft.security == COMPLETE["security"]


def test_a_hundred_thousand_characters_are_refused_with_their_number(desk: Desk) -> None:
    from chat.errors import TurnRefused

    with pytest.raises(TurnRefused, match="100,000 characters"):
        desk.say("x" * 100_000)


@pytest.mark.long
def test_every_naughty_string_as_a_first_message_gets_an_answer(desk: Desk) -> None:
    owner = desk.owner
    for text in naughty():
        fresh = Desk(owner, desk.model)
        turn = fresh.say(text)
        assert turn.status == "done", (text, turn.error_code)
        assert turn.reply.strip(), text
        assert fresh.draft.has_inside_info is None


@pytest.mark.long
@pytest.mark.parametrize(
    "fields",
    [
        {"security": None, "security_search_term": "", "quantity": None},
        {"quantity": None},
        {"estimated_value": None, "estimated_currency": None, "currency_confirmed": False},
        {"estimated_currency": None, "currency_confirmed": False, "pending_currency_confirmation": True},
        {"has_inside_info": None, "is_related_party": None},
    ],
    ids=["security", "quantity", "value", "currency", "flags"],
)
def test_every_naughty_string_in_the_middle_of_a_conversation_gets_an_answer(
    desk: Desk, fields: dict[str, Any]
) -> None:
    for text in naughty()[::3]:
        fresh = Desk(desk.owner, desk.model)
        fresh.fill(**{**COMPLETE, **fields})
        fresh.say("what now?")
        turn = fresh.say(text)
        assert turn.status == "done", (text, turn.error_code)
        assert turn.reply.strip(), text


WORDS = [
    "Buy 2,000 Siemens at 131.45, total EUR 262,900",
    "sell 15k shares of Vodafone for 12,500 pounds",
    "buying 5 lots of bund calls @ 100",
    "half a million euros of Allianz, 1'200 units",
    "100 or 200 shares for $500k or EUR 95.000",
    "300",
    "it is worth 50,000 kr",
    "buy 10 AAPL Jan 2026 200 calls, CHF 1'440.50",
    "no numbers here",
    "bought at $10 in 2021, now 5% up, sell 65",
]


def test_no_stored_value_is_ever_absent_from_the_words(scripted: Desk) -> None:
    dice = random.Random(20260821)
    for _ in range(60):
        fresh = Desk(scripted.owner, scripted.model)
        messages: list[str] = []
        for _ in range(2):
            messages.append(dice.choice(WORDS))
            # Three identical calls would end the turn.
            calls = {made.name + made.arguments: made for made in (_random_call(dice, messages[-1]) for _ in range(4))}
            fresh.say(messages[-1], list(calls.values()), "Go on.")
            _check(fresh, messages)


def _random_call(dice: random.Random, text: str) -> Any:
    """A call whose arguments are numbers of the words, near misses, or anything."""
    numbers = [n.money.amount if n.money else n.number.value for n in trade_numbers(text)] or [Decimal(7)]
    near = dice.choice(numbers) * dice.choice([1, 1, 1, 10, Decimal("0.1"), 100]) + dice.choice([0, 0, 0, 1, -1, 10000])
    amount = float(round(near, 2))
    currency = dice.choice(["EUR", "USD", "GBP", "SEK", "CHF", "XXX", "JPY"])
    return dice.choice(
        [
            call("set_quantity", quantity=int(amount)),
            call("set_trade_value", amount=amount, currency=currency),
            call("set_value_pending_currency", amount=amount),
            call("confirm_pending", confirmation_type="currency_usd", confirmed=True),
        ]
    )


def _check(desk: Desk, messages: list[str]) -> None:
    draft = desk.draft
    values = {v for text in messages for n in trade_numbers(text) for v in (n.number.value, n.money and n.money.amount)}
    codes = {code for text in messages for m in find_currencies(text) for code in (m.currency, m.conventional)}
    if draft.quantity is not None:
        assert draft.quantity in values, (draft.quantity, messages)
        assert draft.evidence["quantity"]["quote"] in " ".join(messages)
    if draft.estimated_value is not None:
        assert draft.estimated_value in values, (draft.estimated_value, messages)
        assert draft.quantity != draft.estimated_value
    if draft.estimated_currency is not None:
        assert draft.estimated_currency in codes, (draft.estimated_currency, messages)


def test_a_database_that_fails_within_a_round_keeps_the_message(
    scripted: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object, **kwargs: object) -> None:
        raise DatabaseError("the disk is full")

    monkeypatch.setattr(actions, "set_quantity", fail)
    turn = scripted.say("Buy 100 Siemens", [call("set_quantity", quantity=100)])
    assert turn.status == "failed"
    assert Turn.objects.get(pk=turn.id).messages.filter(role="user").exists()
    assert scripted.draft.quantity is None


def test_what_follows_starting_over_is_all_that_the_next_request_holds(desk: Desk) -> None:
    desk.say("Buy 100 Siemens shares, EUR 13,000")
    desk.say("start over: sell 20 BASF shares")
    draft = desk.draft
    assert (draft.direction, draft.quantity, draft.estimated_value) == ("SELL", 20, None)
    assert draft.candidates[0]["symbol"] == "BAS.DE"


def test_a_model_cannot_bring_old_words_into_the_new_request(scripted: Desk) -> None:
    scripted.say("Buy 100 Siemens shares", [call("set_quantity", quantity=100)], "Which?")
    scripted.say("forget all that, I want BASF", [call("set_quantity", quantity=100)], "How many?")
    assert scripted.draft.quantity is None


def test_a_refused_call_is_counted_by_its_tool_and_reason_and_not_by_its_words(scripted: Desk, client: Client) -> None:
    scripted.say("Buy some Siemens shares", [call("set_quantity", quantity=4711)], "How many?")
    series = client.get("/metrics").content.decode()
    assert 'assistant_refused_calls_total{assistant="pa_dealing",guard="words",reason="' in series
    assert 'tool="set_quantity"' in series
    # a time of creation may hold any digits
    labels = [line.rpartition(" ")[0] for line in series.splitlines()]
    assert "4711" not in "\n".join(labels)
