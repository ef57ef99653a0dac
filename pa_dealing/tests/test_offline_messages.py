"""What the rules read in one message: the right calls, in order, and a complaint instead of a guess."""

from __future__ import annotations

import time
from typing import Any

import pytest

from pa_dealing.models import DraftRequest
from pa_dealing.offline.messages import read_message
from pa_dealing.state import state_of
from pa_dealing.tests.shared import COMPLETE, SIEMENS
from pa_dealing.words.reasons import reason_in, without_reason
from pa_dealing.words.sentence import security_named, trade_numbers


def read(text: str, asked: str = "", **fields: Any) -> Any:
    return read_message(text, {**state_of(DraftRequest(**fields)), "asked": asked})


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("buying 5 lots of bund calls @ 100", "bund"),
        ("sell 10 shares of AAPL", "AAPL"),
        ("trade FGBL futures", "FGBL"),
        ("I'd like to get rid of my Legal & General holding", "Legal & General"),
        ("sell 10 Bank of America shares", "Bank of America"),
        ("buy 20 Vanguard 500 Fund", "Vanguard 500 Fund"),
        ("buy Best Buy", "Best Buy"),
        ("buy 10 shares of L'Oreal at 385 euros each", "L'Oreal"),
        ("isin DE0007236101 please", "DE0007236101"),
        ("my broker is Interactive Brokers and I want to buy 5 SAP", "SAP"),
        ("NOVO-B.CO, 20 shares", "NOVO-B.CO"),
        ("what can you do?", ""),
        ("buy 500 shares", ""),
        ("hello", ""),
        ("", ""),
        ("💥💥💥", ""),
    ],
)
def test_the_security_is_read_without_anything_around_it(text: str, name: str) -> None:
    assert security_named(text) == name


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("2,000 units at 131.45, total 262,900", ["quantity", "price", "money"]),
        ("buy 10 AAPL Jan 2026 200 calls", ["bare", "date"]),
        ("100 or 200 shares", ["quantity", "quantity"]),
        ("qty 7 - CHF 3,700", ["quantity", "money"]),
        ("2000 - 3000 shares", ["quantity", "quantity"]),
        ("10 shares each worth 25 EUR", ["quantity", "price"]),
        ("sell 65, bought at $10, worth $11,000 now", ["bare", "money"]),
        ("short 4 S&P 500 futures", ["bare"]),
        ("buy 3M shares, 20 of them", ["bare"]),
    ],
)
def test_each_number_has_its_role(text: str, roles: list[str]) -> None:
    assert [number.role for number in trade_numbers(text)] == roles


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Buy 5 SAP because I want to diversify my savings", "because I want to diversify my savings"),
        ("Sell 5 SAP, reason: I need cash for a house. EUR 900", "reason: I need cash for a house"),
        ("Buy 5 SAP to hedge my tech exposure. No inside info, not related.", "to hedge my tech exposure"),
        ("In order to save for retirement, I want to buy 5 SAP", "In order to save for retirement"),
        ("Buy 5 SAP", ""),
        ("I want to buy SAP to save", ""),
    ],
)
def test_a_reason_ends_where_other_facts_begin(text: str, reason: str) -> None:
    assert reason_in(text) == reason
    assert len(without_reason(text)) == len(text)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("buy 0 shares of Nokia", '"0"'),
        ("buy -5 shares of Nokia", '"-5"'),
        ("buy 2.5 shares of Nokia", '"2.5"'),
        ("buy 1e99 shares of Nokia", '"1e99"'),
        ("buy 99999999999 shares of Nokia", '"99999999999"'),
        ("buy a couple of shares of Nokia", "couple"),
        ("buy 100 or 200 shares of Nokia", '"100" and "200"'),
        ("buy 5 Nokia for EUR 5,000 or EUR 6,000", '"EUR 5,000" and "EUR 6,000"'),
    ],
)
def test_what_cannot_be_taken_is_quoted_and_the_rest_is_read(text: str, complaint: str) -> None:
    reading = read(text)
    assert complaint in reading.complaint
    assert ("set_security", {"search_term": "Nokia"}) in reading.calls
    assert ("set_direction", {"direction": "BUY"}) in reading.calls


@pytest.mark.parametrize(
    ("text", "asked", "fields", "calls"),
    [
        ("300", "MISSING_QUANTITY", {"security": SIEMENS}, [("set_quantity", {"quantity": 300})]),
        ("300", "MISSING_DIRECTION", {"security": SIEMENS}, []),
        ("300", "MISSING_HAS_INSIDE_INFO", COMPLETE, []),
        ("2000 x 131.45", "MISSING_ESTIMATED_VALUE", {"security": SIEMENS, "quantity": 2000}, []),
        ("131.45 each", "MISSING_ESTIMATED_VALUE", {"security": SIEMENS, "quantity": 2000}, []),
        ("dividends", "MISSING_DIRECTION", {"security": SIEMENS}, []),
        ("change it to BASF", "MISSING_QUANTITY", {"security": SIEMENS}, [("set_security", {"search_term": "BASF"})]),
        ("100 shares", "MISSING_QUANTITY", {"security": SIEMENS, "quantity": 100}, []),
        ("yes", "MISSING_HAS_INSIDE_INFO", COMPLETE, []),
    ],
)
def test_an_answer_is_read_by_its_question(
    text: str, asked: str, fields: dict[str, Any], calls: list[tuple[str, dict[str, Any]]]
) -> None:
    assert read(text, asked, **fields).calls == calls


@pytest.mark.parametrize(
    "text",
    [
        " " * 32_000,
        "(" * 32_000,
        "buy " * 8_000,
        "1 " * 16_000,
        "because " * 4_000,
        ", ; : " * 5_000,
        "a" * 32_000,
        "1,000 shares or " * 2_000,
        "bought " * 4_000 + "10 EUR",
        "no inside info, " * 2_000,
        "€" * 32_000,
        "2,000 units at 131.45, " * 1_300,
    ],
    ids=range(12),
)
def test_the_longest_message_is_read_in_a_moment(text: str) -> None:
    started = time.perf_counter()
    read(text)
    read(text, "MISSING_JUSTIFICATION")
    assert time.perf_counter() - started < 3
