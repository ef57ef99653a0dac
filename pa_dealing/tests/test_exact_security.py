"""The security that was named is the one that is stored: symbols letter by letter, derivatives never as shares."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from chat.turns.turn import TurnRun
from llm.testing import call
from pa_dealing.instruments.models import Instrument
from pa_dealing.tests.shared import COMPLETE, Desk, results
from pa_dealing.words.selection import chosen

ASKED = "SECURITY_SELECTION_REQUIRED"
OPTIONS = [
    "AAPL 202612 C 200", "AAPL 202612 P 200", "AAPL 202703 C 250", "SIE 202703 P 240", "SIE 202612 C 240",
]  # fmt: skip


def security(symbol: str, name: str, inst_type: str = "equity") -> dict[str, Any]:
    return {"symbol": symbol, "name": name, "isin": "", "inst_type": inst_type, "trade_currency": "USD"}


def option(symbol: str, name: str) -> dict[str, Any]:
    return security(symbol, name, "option")


@pytest.fixture
def listed(desk: Desk) -> Desk:
    rows = [
        ("GOOGL", "Alphabet Inc. Class A", "US02079K3059", "equity", "NMS", "United States", ["google", "alphabet"]),
        ("GOOG", "Alphabet Inc. Class C", "US02079K1079", "equity", "NMS", "United States", []),
        ("TSLA", "Tesla, Inc.", "US88160R1014", "equity", "NMS", "United States", ["tesla"]),
        ("ULVR.L", "Unilever PLC", "", "equity", "LSE", "United Kingdom", ["unilever"]),
        ("UNA.AS", "Unilever PLC", "", "equity", "AMS", "Netherlands", []),
    ]
    for symbol, name, isin, inst_type, exchange, country, aliases in rows:
        Instrument(
            symbol=symbol, name=name, isin=isin, inst_type=inst_type, trade_currency="USD", exchange=exchange,
            country=country, aliases=aliases,
        ).save()  # fmt: skip
    return desk


@pytest.mark.parametrize("symbol", [*OPTIONS, "SIE.DE", "BMW.DE", "AAPL", "DE0007236101"])
@pytest.mark.parametrize("spelled", [str, str.lower])
def test_a_listed_symbol_typed_in_full_brings_up_exactly_that_one(desk: Desk, symbol: str, spelled: Any) -> None:
    desk.say(f"buy 5 {spelled(symbol)}")
    top = desk.draft.candidates[0]
    assert symbol in (top["symbol"], top["isin"])
    if symbol in OPTIONS:
        assert len(desk.draft.candidates) == 1


@pytest.mark.parametrize(
    ("words", "term", "symbol"),
    [
        ("sell 3 AAPL 202612 C 200", "apple", "AAPL 202612 C 200"),
        ("sell 3 aapl 202612 c 200 please", "AAPL", "AAPL 202612 C 200"),
        ("buy 10 GOOG", "GOOGL", "GOOG"),
    ],
)
def test_a_model_cannot_take_another_term_than_the_symbol_that_was_typed(
    listed: Desk, words: str, term: str, symbol: str
) -> None:
    listed.tool("set_security", words, search_term=term)
    assert [candidate["symbol"] for candidate in listed.draft.candidates] == [symbol]


def test_a_name_beside_a_symbol_is_still_searched(listed: Desk) -> None:
    listed.tool("set_security", "I hold AAPL and want to buy Tesla", search_term="Tesla")
    assert listed.draft.candidates[0]["symbol"] == "TSLA"


@pytest.mark.parametrize(
    ("words", "index"),
    [
        ("SIE 202612 C 240", None),
        ("class c", None),
        ("GOOG", None),
        ("the put", 1),
        ("call 200", 0),
        ("call 250", None),
        ("the march call", None),
        ("class a", 2),
    ],
)
def test_class_side_strike_and_month_are_chosen_exactly_or_not_at_all(words: str, index: int | None) -> None:
    candidates = [
        option("SIE 202612 C 200", "Siemens Call 200 Dec 2026"),
        option("SIE 202612 P 240", "Siemens Put 240 Dec 2026"),
        security("GOOGL", "Alphabet Inc. Class A"),
    ]
    assert chosen(words, candidates) == index


@pytest.mark.parametrize(("words", "symbol"), [("alphabet class c", "GOOG"), ("alphabet class a", "GOOGL")])
def test_the_class_that_was_named_comes_first(listed: Desk, words: str, symbol: str) -> None:
    listed.say(f"buy 10 {words}")
    assert listed.draft.candidates[0]["symbol"] == symbol


@pytest.mark.parametrize(
    ("words", "absent"),
    [
        ("buy 10 Tesla class B", "class B"),
        ("buy 40 TESLA.NS", "TESLA.NS"),
        ("sell Tesla bonds 2029", "bonds"),
        ("buy 8 Tesla shares, tl0.de", "tl0.de"),
    ],
)
def test_a_nearest_match_is_offered_with_the_word_that_what_was_named_is_not_there(
    listed: Desk, words: str, absent: str
) -> None:
    turn = listed.say(words)
    assert f'"{absent}" is not on file by that name' in turn.reply
    assert listed.draft.security is None


@pytest.mark.parametrize("words", ["sell 15 000660.KS", "buy 9 of 6758.T", "buy 300 0700.HK"])
def test_a_symbol_made_of_digits_is_no_quantity(listed: Desk, words: str) -> None:
    symbol = words.split()[-1]
    Instrument(symbol=symbol, name="Far Eastern Works", inst_type="equity", trade_currency="JPY").save()
    listed.say(words)
    assert [candidate["symbol"] for candidate in listed.draft.candidates] == [symbol]
    assert str(listed.draft.quantity) == words.split()[1]


@pytest.mark.parametrize(
    "words",
    ["buy 10 alphabet class c", "buy 5 UNA.AS", "buy 5 una.as", "buy 3 Tesla ordinary shares", "buy 2 Tesla, Inc."],
)
def test_nothing_is_called_absent_that_is_there(listed: Desk, words: str) -> None:
    assert "Do you mean" in (reply := listed.say(words).reply)
    assert "on file" not in reply


DERIVATIVES = [
    "I'd like to buy 3 Tesla call options, strike 400, March 2027, 1,500 dollars in total",
    "buy 2 Tesla puts",
    "sell one Tesla call",
    "Tesla options, please buy 5",
    "buy 10 Tesla warrants",
    "buy 100 Tesla turbos",
    "koop 5 Tesla opties",
    "buy 3 Tesla futures",
    "buy a CFD on Tesla",
    "5 calls on Tesla",
    "buy 10 TSLA calls for EUR 900",
    "I'd like a put on Tesla, 5 contracts",
    "can I get two calls on Tesla",
    "sell one call on TSLA",
    "buy Tesla, strike 200, 4 of them",
    "Ik wil een put op Tesla kopen",
    "buy the Tesla 300 strike for June",
    "sell the right to buy 100 Tesla",
    "4 puts for about USD 800 on Tesla please, buying",
]


@pytest.mark.parametrize("words", DERIVATIVES)
def test_a_derivative_that_is_not_on_file_is_said_and_the_share_is_not_offered(listed: Desk, words: str) -> None:
    turn = listed.say(words)
    assert listed.draft.security is None
    assert listed.draft.candidates == []
    assert "on file" in turn.reply
    listed.say("yes")
    assert listed.draft.security is None


@pytest.mark.parametrize("words", DERIVATIVES)
def test_a_model_cannot_confirm_the_share_where_a_derivative_was_named(listed: Desk, words: str) -> None:
    result = listed.tool("set_security", words, search_term="Tesla")
    assert result["status"] == "error"
    listed.fill(candidates=[security("TSLA", "Tesla, Inc.")], question=ASKED)
    assert listed.tool("confirm_selection", words, "yes", asked=ASKED, response="yes")["status"] == "error"
    assert listed.draft.security is None


def test_the_share_is_offered_once_the_person_says_the_share(listed: Desk) -> None:
    listed.say("buy 3 Tesla call options")
    listed.say("the share then")
    assert listed.draft.candidates[0]["symbol"] == "TSLA"
    listed.say("yes")
    assert listed.draft.security["symbol"] == "TSLA"
    assert listed.draft.is_derivative is False


def test_calls_are_no_units_of_a_share_that_was_confirmed_before(listed: Desk) -> None:
    listed.fill(security=security("TSLA", "Tesla, Inc."))
    result = listed.tool("set_quantity", "3 call options please", quantity=3)
    assert result["status"] == "error"
    assert listed.draft.quantity is None


@pytest.mark.parametrize(
    "words",
    [
        "buy 100 Tesla shares, and call me back please",
        "put 5,000 euros into Tesla",
        "put me down for 50 Tesla",
        "I have a call on Monday, buy 5 Tesla",
        "my broker calls for me, I want to buy 5 Tesla",
        "buy Tesla, it is my future",
        "what are my options? I want to buy Tesla",
        "no options, 10 Tesla shares to buy",
        "I sold my options last year and now I want to buy Tesla shares",
    ],
)
def test_other_meanings_of_call_put_option_and_future_leave_the_share(listed: Desk, words: str) -> None:
    listed.tool("set_security", words, search_term="Tesla")
    assert [candidate["symbol"] for candidate in listed.draft.candidates] == ["TSLA"]


@pytest.mark.parametrize("name", ["Vodafone", "Novartis", "SAP"])
def test_results_of_this_reply_are_not_confirmed_by_a_second_call_in_it(scripted: Desk, name: str) -> None:
    def told(turn: TurnRun) -> list[str]:
        return [str(result["status"]) for result in results(turn)]

    turn = scripted.say(
        f"buy {name}", [call("set_security", search_term=name), call("confirm_selection", response=name)], "Done."
    )
    assert told(turn) == ["pending", "error"]
    turn = scripted.say(
        f"buy {name}",
        [call("set_security", search_term=name)],
        [call("confirm_selection", response=name)],
        "Done.",
    )
    assert told(turn) == ["pending", "error"]
    assert scripted.draft.security is None
    scripted.say("yes", "Fine.")
    assert scripted.draft.security is not None


@pytest.mark.parametrize(
    "words", ["the Amsterdam one", "in Amsterdam", "the Dutch listing", "no, the Amsterdam listing"]
)
def test_after_no_the_conversation_goes_on_with_another_exchange(listed: Desk, words: str) -> None:
    listed.say("buy unilever")
    listed.say("no")
    listed.say(words)
    assert [candidate["symbol"] for candidate in listed.draft.candidates] == ["UNA.AS"]


def test_what_was_refused_is_asked_about_again_where_it_is_named_again(listed: Desk) -> None:
    listed.say("buy Tesla")
    listed.say("no")
    assert listed.draft.candidates == []
    turn = listed.say("Tesla")
    assert listed.draft.candidates[0]["symbol"] == "TSLA"
    assert "Do you mean this one?" in turn.reply


@pytest.mark.parametrize(
    "words",
    [
        "ja",
        "withdraw",
        "actually, withdraw it please",
        "I believe in the long run growth of staples and want dividends",
        "run growth please tell me",
        "I am not sure yet",
        "what do you mean by that",
        "my salary is EUR 90,000",
        "the company is great",
        "the option",
    ],
)
def test_what_is_no_name_is_not_searched_in_silence(desk: Desk, words: str) -> None:
    turn = desk.say(words)
    assert "No security matches" not in turn.reply
    assert desk.draft.candidates == []
    assert "Which security" in turn.reply


def test_the_numbers_of_an_options_symbol_are_no_amounts(desk: Desk) -> None:
    desk.say("sell 5 SIE 202612 C 240 worth EUR 2,000")
    draft = desk.draft
    assert (draft.quantity, draft.estimated_value, draft.estimated_currency) == (5, Decimal(2000), "EUR")


def test_what_was_said_of_calls_is_asked_again_for_the_share(listed: Desk) -> None:
    listed.say("buy 3 Tesla call options, 1,500 dollars in total")
    listed.say("the stock")
    listed.say("yes")
    draft = listed.draft
    assert (draft.security["symbol"], draft.quantity, draft.estimated_value) == ("TSLA", None, None)


def test_another_name_after_no_goes_on_with_that(listed: Desk) -> None:
    listed.say("buy Tesla")
    listed.say("no")
    listed.say("actually make it Nvidia instead")
    assert listed.draft.candidates[0]["symbol"] == "NVDA"


def test_a_common_word_with_two_letters_in_the_wrong_order_is_no_security(desk: Desk) -> None:
    desk.say("buy 45 shares of Siemens Energy")
    turn = desk.say("so taht is 29700 euro in toatl")
    assert "No security matches" not in turn.reply
    assert desk.draft.estimated_value == 29_700
    turn = desk.say("yse")
    assert desk.draft.security["symbol"] == "ENR.DE", turn.reply


@pytest.mark.parametrize(
    "words",
    [
        "I must correct something. It is not Siemens that I want to buy but Allianz. The number of shares stays.",
        "not Siemens but Allianz, sorry",
    ],
)
def test_not_this_but_that_puts_that_in_its_place(desk: Desk, words: str) -> None:
    desk.fill(**{**COMPLETE, "justification": "", "justification_quality": ""})
    desk.say("what now?")
    turn = desk.say(words)
    assert "Allianz" in turn.reply
    desk.say("yes")
    assert desk.draft.security["symbol"] == "ALV.DE", turn.reply


def test_slips_in_the_first_message_lose_nothing_of_it(desk: Desk) -> None:
    desk.say("hallo, i wnat to sel 120 shars of Allianz, need the money for a new roof")
    desk.say("yse")
    draft = desk.draft
    assert (draft.direction, draft.quantity, draft.security["symbol"]) == ("SELL", 120, "ALV.DE")
    assert draft.justification == "need the money for a new roof"
