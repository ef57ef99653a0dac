"""The ten tools: their schemas, what each returns, and what each refuses."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.contrib.auth.models import User

from chat import assistants
from chat.acts import act_on
from llm.tools import Tool
from pa_dealing import hints
from pa_dealing.tests.shared import COMPLETE, SIEMENS, Desk
from pa_dealing.tools import TOOLS

NINE = {
    "set_security": ["search_term"],
    "set_direction": ["direction", "words"],
    "set_quantity": ["quantity"],
    "set_trade_value": ["amount", "currency"],
    "set_justification": ["justification"],
    "set_compliance_flags": ["has_inside_info", "is_related_party", "words"],
    "confirm_selection": ["response", "words"],
    "confirm_pending": ["confirmation_type", "confirmed", "words"],
    "set_value_pending_currency": ["amount"],
}


STEERING: dict[str, list[str]] = {"show_preview": [], "undo": [], "leave_empty": ["what"], "start_over": []}


def test_there_are_the_nine_tools_of_the_specification_and_those_that_steer() -> None:
    assert {tool.name: list(tool.schema["properties"]) for tool in TOOLS} == {**NINE, **STEERING}


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_every_parameter_but_words_is_required_and_none_names_the_user_or_the_thread(tool: Tool) -> None:
    assert tool.schema.get("required", []) == [name for name in tool.schema["properties"] if name != "words"]
    assert not {"user_id", "thread_ts", "context"} & set(tool.schema["properties"])
    assert not any("default" in tool.schema["properties"][name] for name in tool.schema.get("required", []))


@pytest.mark.parametrize("tool", [tool for tool in TOOLS if tool.name != "show_preview"], ids=lambda tool: tool.name)
def test_every_docstring_carries_extraction_examples(tool: Tool) -> None:
    assert " -> " in tool.description


def test_the_prompt_holds_no_extraction_rules(desk: Desk) -> None:
    assistant = assistants.get("pa_dealing")
    empty = assistant.instructions(desk.draft, desk.state) + assistant.situation(desk.draft, desk.state)
    assert "all of those tools in one reply" in empty
    for rule in ("262", "15k", "comma", "->"):
        assert rule not in empty


def test_a_model_cannot_act_for_another_user(desk: Desk, colleague: User) -> None:
    result = desk.tool("set_quantity", "buy 5 shares", quantity=5, user_id=colleague.pk)
    assert result["status"] == "error"
    assert "not a parameter" in result["advice"]
    assert desk.draft.quantity is None


@pytest.mark.parametrize(
    ("name", "words", "arguments"),
    [
        ("set_security", "buy siemens", {"search_term": "siemens"}),
        ("set_direction", "I want to buy", {"direction": "BUY"}),
        ("set_quantity", "2,000 units", {"quantity": 2000}),
        ("set_trade_value", "EUR 262,900", {"amount": 262900, "currency": "EUR"}),
        ("set_value_pending_currency", "it is worth 50,000", {"amount": 50000}),
        ("set_justification", "because I want dividends for my pension", {"justification": "I want dividends"}),
        (
            "set_compliance_flags",
            "No inside info, not related",
            {"has_inside_info": False, "is_related_party": False},
        ),
    ],
)
def test_each_tool_returns_a_status_and_the_shared_hint(
    desk: Desk, name: str, words: str, arguments: dict[str, object]
) -> None:
    result = desk.tool(name, words, **arguments)
    assert result["status"] in ("success", "pending")
    assert result["instructional_hint"] == hints.determine_instructional_hint(desk.draft)
    assert result["ask"]


@pytest.mark.parametrize(
    ("words", "quantity"),
    [
        ("2,000 units", 2000),
        ("buy 1,500 shares", 1500),
        ("5 lots", 5),
        ("100 shares", 100),
        ("buy 15k siemens", 15000),
        ("I want to buy twenty-five shares", 25),
        ("buy 12 000 shares", 12000),
        ("buy 1'200 shares of UBS", 1200),
    ],
)
def test_a_quantity_is_taken_as_it_is_written(desk: Desk, words: str, quantity: int) -> None:
    assert desk.tool("set_quantity", words, quantity=quantity)["status"] == "success"
    assert desk.draft.quantity == quantity
    assert desk.draft.evidence["quantity"]["quote"] in words


@pytest.mark.parametrize(
    ("words", "quantity"),
    [
        ("Ich möchte 2.000 Stück Siemens kaufen", 2000),
        ("acheter 2 000 actions Siemens", 2000),
        ("je veux acheter deux mille actions", 2000),
        ("quiero comprar 3.500 acciones de Siemens", 3500),
        ("comprar dos mil acciones", 2000),
        ("compro duecento azioni", 200),
        ("chcę kupić 200 akcji", 200),
        ("zweitausend Aktien kaufen", 2000),
        ("koop vijftienhonderd aandelen", 1500),
    ],
)
def test_a_quantity_in_another_language_is_found_in_its_words(desk: Desk, words: str, quantity: int) -> None:
    assert desk.tool("set_quantity", words, quantity=quantity + 1)["status"] == "error"
    assert desk.tool("set_quantity", words, quantity=quantity)["status"] == "success"


@pytest.mark.parametrize(
    ("words", "amount"),
    [
        ("etwa 262.900,50 Euro", "262900.50"),
        ("une valeur de 1,2 million d'euros", "1200000"),
        ("zwei Millionen Euro", "2000000"),
        ("vale cincuenta mil euros", "50000"),
        ("anderhalf miljoen euro", "1500000"),
    ],
)
def test_a_value_in_another_language_is_found_in_its_words(desk: Desk, words: str, amount: str) -> None:
    asked = {"asked": hints.MISSING_ESTIMATED_VALUE, "currency": "EUR"}
    assert desk.tool("set_trade_value", words, amount=Decimal(amount) * 10, **asked)["status"] == "error"
    assert desk.tool("set_trade_value", words, amount=Decimal(amount), **asked)["status"] == "success"


@pytest.mark.parametrize("quantity", [0, -5, 10**10, 10**18])
def test_a_quantity_out_of_range_is_refused_by_name(desk: Desk, quantity: int) -> None:
    result = desk.tool("set_quantity", f"buy {quantity} shares", quantity=quantity)
    assert result["status"] == "error"
    assert f"{quantity:,}" in result["error"] or "range" in result["error"]
    assert desk.draft.quantity is None


@pytest.mark.parametrize("quantity", [2.5, 1e99, True, "5", None, [5]])
def test_a_quantity_that_is_no_whole_number_never_reaches_the_tool(desk: Desk, quantity: object) -> None:
    result = desk.tool("set_quantity", "buy 2.5 shares", quantity=quantity)
    assert result["status"] == "error"
    assert "set_quantity was not called" in result["advice"]
    assert result["instructional_hint"] == "MISSING_SECURITY"


@pytest.mark.parametrize(
    ("words", "amount", "currency"),
    [
        ("EUR 262,900", "262900", "EUR"),
        ("$500k", "500000", "USD"),
        ("100,000 pounds", "100000", "GBP"),
        ("worth CHF 1'440.50", "1440.50", "CHF"),
        ("for EUR 1.234,50", "1234.50", "EUR"),
        ("about half a million euros", "500000", "EUR"),
    ],
)
def test_a_value_is_kept_with_its_currency(desk: Desk, words: str, amount: str, currency: str) -> None:
    result = desk.tool("set_trade_value", words, amount=Decimal(amount), currency=currency)
    assert result["status"] == "success"
    draft = desk.draft
    assert (draft.estimated_value, draft.estimated_currency) == (Decimal(amount), currency)
    assert draft.currency_confirmed


@pytest.mark.parametrize("currency", ["XYZ", "euros", "", "EU", "€", "\ud800", "E\0R"])
def test_an_unknown_currency_is_refused_with_its_name(desk: Desk, currency: str) -> None:
    result = desk.tool("set_trade_value", "it is worth 5,000 XYZ", amount=5000, currency=currency)
    assert result["status"] == "error"
    assert "ISO 4217" in result["error"]


@pytest.mark.parametrize("amount", [0, -5, 0.001, 10**12, 1e99])
def test_an_impossible_value_is_refused(desk: Desk, amount: float) -> None:
    assert desk.tool("set_value_pending_currency", f"worth {amount}", amount=amount)["status"] == "error"
    assert desk.draft.estimated_value is None


def test_kroner_have_to_be_named_before_they_are_confirmed(desk: Desk) -> None:
    result = desk.tool("set_trade_value", "for 40,000 kr", amount=40000, currency="SEK")
    assert result["status"] == "pending"
    assert "SEK" in result["may_be"]
    assert desk.state["instructional_hint"] == "CURRENCY_CONFIRMATION_REQUIRED"
    assert desk.draft.estimated_currency is None


def test_a_dollar_sign_asks_where_the_security_trades_in_another_dollar(desk: Desk) -> None:
    desk.fill(security={**SIEMENS, "trade_currency": "CAD"})
    result = desk.tool("set_trade_value", "$5,000", amount=5000, currency="USD")
    assert result["status"] == "pending"
    assert desk.draft.estimated_currency is None


def test_a_confirmed_currency_holds_for_a_corrected_amount(desk: Desk) -> None:
    desk.fill(estimated_value=Decimal(100), estimated_currency="EUR", currency_confirmed=True)
    result = desk.tool("set_trade_value", "sorry, the value is 262,900", amount=262900, currency="EUR")
    assert result["status"] == "success"
    assert desk.draft.estimated_currency == "EUR"


def test_another_currency_than_the_confirmed_one_is_refused(desk: Desk) -> None:
    desk.fill(estimated_value=Decimal(100), estimated_currency="EUR", currency_confirmed=True)
    result = desk.tool("set_trade_value", "sorry, the value is 262,900", amount=262900, currency="USD")
    assert result["status"] == "error"
    assert desk.draft.estimated_currency == "EUR"


def test_where_a_currency_was_named_it_cannot_be_left_pending(desk: Desk) -> None:
    result = desk.tool("set_value_pending_currency", "about EUR 262,900", amount=262900)
    assert result["status"] == "error"
    assert "EUR" in result["error"]


def test_no_direction_is_taken_from_words_that_hold_none(desk: Desk) -> None:
    assert desk.tool("set_direction", "100 shares of siemens", direction="BUY")["status"] == "error"
    assert desk.tool("set_direction", "I want to sell", direction="BUY")["status"] == "error"
    assert desk.draft.direction is None


@pytest.mark.parametrize("direction", ["buy", "HOLD", "", None])
def test_a_direction_is_buy_or_sell(desk: Desk, direction: object) -> None:
    assert desk.tool("set_direction", "I want to buy", direction=direction)["status"] == "error"


def test_a_security_that_was_not_named_is_not_searched(desk: Desk) -> None:
    result = desk.tool("set_security", "something in pharma", search_term="Novartis")
    assert result["status"] == "error"
    assert "Novartis" in result["error"]
    assert desk.draft.candidates == []


def test_a_security_that_does_not_exist_is_named_in_the_answer(desk: Desk) -> None:
    result = desk.tool("set_security", "buy qqzzxxyy", search_term="qqzzxxyy")
    assert result["status"] == "error"
    assert "qqzzxxyy" in result["error"]


def test_only_the_top_match_is_shown(desk: Desk) -> None:
    result = desk.tool("set_security", "buy siemens", search_term="siemens")
    assert result["top_match"]["symbol"] == "SIE.DE"
    assert "candidates" not in result


def test_calls_or_lots_in_the_words_bring_the_derivative_to_the_top(desk: Desk) -> None:
    desk.tool("set_security", "buying 5 lots of bund calls @ 100", search_term="bund")
    assert desk.draft.candidates[0]["inst_type"] == "option"
    desk.tool("set_security", "trade FGBL futures", search_term="fgbl")
    assert desk.draft.candidates[0]["inst_type"] == "future"


def test_the_preview_is_refused_while_something_is_missing(desk: Desk) -> None:
    result = desk.tool("show_preview", "preview please")
    assert result["status"] == "error"
    assert "security" in result["error"]


def test_the_preview_shows_every_value(desk: Desk) -> None:
    desk.fill(**COMPLETE)
    result = desk.tool("show_preview", "show it")
    assert result["preview"]["Estimated value"] == "EUR 13,145"
    assert desk.draft.status == "previewed"


@pytest.mark.parametrize("name", [*NINE, "show_preview"])
def test_no_tool_changes_a_submitted_request(desk: Desk, name: str) -> None:
    desk.fill(**COMPLETE, candidates=[SIEMENS])
    desk.tool("show_preview", "show it")
    submit(desk)
    before = desk.draft.payload()
    arguments = {
        "set_direction": {"direction": "SELL"},
        "set_quantity": {"quantity": 7},
        "set_trade_value": {"amount": 7, "currency": "EUR"},
        "set_value_pending_currency": {"amount": 8},
        "set_justification": {"justification": "other reason here"},
        "set_compliance_flags": {"has_inside_info": False, "is_related_party": False},
        "confirm_selection": {"response": "1"},
        "confirm_pending": {"confirmation_type": "value", "confirmed": True},
        "set_security": {"search_term": "qqzz"},
    }.get(name, {})
    words = "1"
    if name not in ("confirm_selection",):
        words = "sell 7 shares for EUR 7, worth 8, other reason here, no inside info, not related, qqzz"
    result = desk.tool(name, words, **arguments)
    assert result["status"] == "error"
    assert desk.draft.payload() == before
    assert desk.draft.status == "submitted"


def submit(desk: Desk) -> None:
    from pa_dealing import actions

    with act_on(actions.open_request(desk.thread.pk, desk.by)) as draft:
        actions.submit_request(draft, by=desk.by)
