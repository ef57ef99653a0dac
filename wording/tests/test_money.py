"""Amounts of money and the currencies that words may mean."""

from decimal import Decimal

import pytest

from wording.amounts.money import find_currencies, find_money, is_known_currency


@pytest.mark.parametrize(
    ("text", "amount", "currency"),
    [
        ("€ 730", "730", "EUR"),
        ("730€", "730", "EUR"),
        ("£64.20", "64.20", "GBP"),
        ("₹3 lakh", "300000", "INR"),
        ("EUR 88,000", "88000", "EUR"),
        ("SEK450", "450", "SEK"),
        ("450sek", "450", "SEK"),
        ("75k CHF", "75000", "CHF"),
        ("75kCHF", "75000", "CHF"),
        ("CHF 3'450.50", "3450.50", "CHF"),
        ("C$ 19m", "19000000", "CAD"),
        ("HK$35", "35", "HKD"),
        ("US$ 6 billion", "6000000000", "USD"),
        ("paid nine hundred Australian dollars", "900", "AUD"),
        ("thirty swiss francs", "30", "CHF"),
        ("60 saudi riyals", "60", "SAR"),
        ("15 jordaniandinars", "15", "JOD"),
        ("forty quid", "40", "GBP"),
        ("80 zloty", "80", "PLN"),
        ("6 euros 40 cents", "6.40", "EUR"),
        ("£7 and 30p", "7.30", "GBP"),
        ("11 ringgit 50", "11.50", "MYR"),
        ("$15 CAD", "15", "CAD"),
        ("-€12", "-12", "EUR"),
        ("half a million euros", "500000", "EUR"),
        ("500円", "500", "JPY"),
        ("16800 swis francs", "16800", "CHF"),
        ("5000 euross", "5000", "EUR"),
        ("900 Zwitserse frank", "900", "CHF"),
        ("500 Amerikaanse dollar", "500", "USD"),
    ],
)
def test_an_amount_with_a_clear_currency(text: str, amount: str, currency: str) -> None:
    (money,) = find_money(text)
    assert (money.amount, money.currency) == (Decimal(amount), currency)
    assert text[money.start : money.end] == money.text


@pytest.mark.parametrize(
    ("text", "amount", "conventional"),
    [
        ("$4.4bn", "4400000000", "USD"),
        ("12k$", "12000", "USD"),
        ("eighty bucks", "80", "USD"),
        ("9 dollars and 35 cents", "9.35", "USD"),
        ("six dollars and four", "6.04", "USD"),
        ("300 pounds", "300", "GBP"),
        ("seventy cents", "0.70", "USD"),
        ("8¢", "0.08", "USD"),
        ("Rs 900", "900", "INR"),
        ("¥4,000", "4000", "JPY"),
        ("100 kr", "100", None),
        ("100 pesos", "100", None),
        ("a grand", "1000", None),
    ],
)
def test_a_shared_word_has_at_most_a_convention(text: str, amount: str, conventional: str | None) -> None:
    (money,) = find_money(text)
    assert (money.amount, money.currency, money.conventional) == (Decimal(amount), None, conventional)
    assert money.ambiguous


def test_the_candidates_of_a_dollar_are_all_dollars() -> None:
    (money,) = find_money("40 dollars")
    assert {"USD", "CAD", "AUD", "HKD"} <= set(money.candidates)
    assert "EUR" not in money.candidates


@pytest.mark.parametrize(
    "text",
    [
        "3,000 units",
        "9 lots",
        "250 shares",
        "60 pounds of flour",
        "I won 3 times",
        "try 4 more",
        "all 70 of them",
        "sell ALL 70 shares",
        "top 20 holdings",
        "buy 90 AMD",
        "15%",
        "in 2022",
        "EUR/GBP 0.85",
    ],
)
def test_what_is_no_money(text: str) -> None:
    assert find_money(text) == []


def test_a_code_that_is_a_word_counts_in_capitals_beside_an_amount() -> None:
    assert find_money("TRY 900")[0].currency == "TRY"
    assert find_money("it is 900 TRY")[0].currency == "TRY"


def test_cents_are_not_taken_from_the_next_thing() -> None:
    assert [m.amount for m in find_money("I paid 20 dollars and 3 friends paid 5 euros")] == [20, 5]


def test_the_span_of_the_currency_word_is_given() -> None:
    text = "about 40 Canadian dollars"
    (money,) = find_money(text)
    assert money.currency_start is not None
    assert text[money.currency_start : money.currency_end] == "Canadian dollars"
    assert money.number.text == "40"


def test_a_range_gives_both_ends() -> None:
    assert [m.amount for m in find_money("between 30 and 40 euros")] == [30, 40]
    assert [m.amount for m in find_money("30 to 40 euros")] == [30, 40]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("in euros please", [("EUR", None)]),
        ("yes, USD", [("USD", None)]),
        ("chf", [("CHF", None)]),
        ("dollars", [(None, "USD")]),
        ("Swiss francs I think", [("CHF", None)]),
        ("crowns", [(None, None)]),
        ("I won", []),
        ("all of it", []),
        ("TRY again", []),
        ("the real reason", []),
        ("gold", []),
        ("pay in euros, not dollars", [("EUR", None), (None, "USD")]),
    ],
)
def test_currencies_are_found_without_amounts(text: str, expected: list[tuple[str | None, str | None]]) -> None:
    mentions = find_currencies(text)
    assert [(mention.currency, mention.conventional) for mention in mentions] == expected
    assert all(text[mention.start : mention.end] == mention.text for mention in mentions)


def test_only_iso_codes_in_circulation_are_known() -> None:
    assert all(is_known_currency(code) for code in ("EUR", "USD", "CHF", "CNH"))
    assert not any(is_known_currency(code) for code in ("eur", "BTC", "DEM", "XXX", ""))


@pytest.mark.parametrize("text", ["12 crowds", "9 ranks", "20 realms", "40 rounds", "there is a pond, 300 wide"])
def test_a_word_that_is_like_a_currency_is_none(text: str) -> None:
    assert find_money(text) == []


@pytest.mark.parametrize("text", ["about four pounds sixty that comes to 5,750", "four pounds sixty, which is little"])
def test_the_cents_of_a_price_stand_before_what_is_said_of_it(text: str) -> None:
    assert find_money(text)[0].amount == Decimal("4.60")
