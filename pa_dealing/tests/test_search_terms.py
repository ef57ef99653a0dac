"""What is left of a person's words when all but the security is taken off."""

from __future__ import annotations

import pytest

from pa_dealing.instruments.search import clean_term
from pa_dealing.tests.shared import Desk


@pytest.mark.parametrize(
    ("phrase", "text", "wants"),
    [
        ("buying 5 lots of bund calls @ 100", "bund", "option"),
        ("sell 10 shares of AAPL", "AAPL", None),
        ("trade FGBL futures", "FGBL", "future"),
        ("buy 2,000 units of SAP SE at 131.45 EUR", "SAP SE", None),
        ("put 500 into Fold Holdings", "Fold Holdings", None),
        ("what do you have on Troax Group please", "Troax Group", None),
        ("the Systemair share price", "Systemair", None),
        ("10 lots of Rough Rice", "Rough Rice", "future"),
        ("AAPL Jan 2027 200 calls", "AAPL", "option"),
        ("short 10 lots of bund", "bund", "future"),
        ("sell 100 7203.T", "7203.T", None),
        ("siemens on xetra", "siemens", None),
    ],
)
def test_a_term_loses_lots_calls_prices_and_fillers(phrase: str, text: str, wants: str | None) -> None:
    term = clean_term(phrase)
    assert (term.text, term.wants_derivative) == (text, wants)


@pytest.mark.parametrize(
    "name",
    ["Options Technology", "Put Corp", "Short Duration ETF", "Best Buy", "3 Banken", "shares", "Call", "@ 100", "Future plc"],
)  # fmt: skip
def test_a_name_made_of_such_words_stays_whole(name: str) -> None:
    assert clean_term(name).text == name


def test_a_term_that_comes_with_its_lots_and_price_is_kept_as_the_name_alone(desk: Desk) -> None:
    result = desk.tool("set_security", "buying 5 lots of bund calls @ 100", search_term="5 lots of bund calls @ 100")
    assert (result["status"], desk.draft.security_search_term) == ("pending", "bund")
