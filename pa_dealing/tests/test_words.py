"""Words before values: nothing is found that is not written, and a refusal says what is."""

from __future__ import annotations

from decimal import Decimal

import pytest

from chat.assistants import Said
from pa_dealing.words.evidence import (
    currency_in_words,
    passage_in_words,
    price_in_words,
    quantity_in_words,
    value_in_words,
)
from pa_dealing.words.selection import term_in_words
from wording.quotes import NotInWords


def said(*texts: str) -> list[Said]:
    return [Said(number, text) for number, text in enumerate(texts, 1)]


@pytest.mark.parametrize(
    ("texts", "quantity", "quote"),
    [
        (["2,000 units"], 2000, "2,000"),
        (["buy 100 bmw"], 100, "100"),
        (["5 lots of bund calls @ 100"], 5, "5"),
        (["buy 10 AAPL 200 calls"], 10, "10"),
        (["2,000 units", "in euros please"], 2000, "2,000"),
        (["buy 20 S&P 500 futures"], 20, "20"),
        (["I bought them in 2021 at $10, sell 65 shares"], 65, "65"),
    ],
)
def test_a_written_quantity_is_found_with_its_words(texts: list[str], quantity: int, quote: str) -> None:
    passage = quantity_in_words(said(*texts), quantity, asked=False)
    assert passage.text == quote
    assert texts[passage.source - 1][passage.start : passage.end] == quote  # type: ignore[operator]


@pytest.mark.parametrize(
    ("text", "quantity"),
    [
        ("2,000 units at 131.45, total 262,900", 12000),
        ("2,000 units at 131.45, total 262,900", 262900),
        ("buy siemens", 1),
        ("300", 300),
        ("100 or 200 shares", 100),
        ("between 100 and 200 shares", 200),
        ("a couple of shares", 2),
        ("2.500 shares", 2500),
        ("buy 10 AAPL 200 calls", 200),
        ("buy S&P 500 futures", 500),
        ("about 262900 I guess", 262900),
        ("buy 100,000 pounds of gilts", 100000),
        ("sell 5% of it", 5),
    ],
)
def test_what_is_no_written_quantity_is_refused(text: str, quantity: int) -> None:
    with pytest.raises(NotInWords):
        quantity_in_words(said(text), quantity, asked=False)


def test_the_refusal_says_which_numbers_were_written() -> None:
    with pytest.raises(NotInWords, match=r'"2,000" \(quantity\), "131.45" \(price\), "262,900" \(money\)'):
        quantity_in_words(said("2,000 units at 131.45, total 262,900"), 12000, asked=False)
    with pytest.raises(NotInWords, match="no number"):
        value_in_words(said("buy siemens"), Decimal(5), asked=True)


def test_a_bare_number_answers_only_the_question_that_stood_on_the_screen() -> None:
    assert quantity_in_words(said("300"), 300, asked=True).text == "300"
    assert value_in_words(said("300"), Decimal(300), asked=True).evidence.text == "300"
    for asked_for_neither in (quantity_in_words, value_in_words):
        with pytest.raises(NotInWords):
            asked_for_neither(said("300"), 300, asked=False)  # type: ignore[operator]


def test_a_bare_number_of_a_trade_is_no_value() -> None:
    with pytest.raises(NotInWords):
        value_in_words(said("buy 100 bmw"), Decimal(100), asked=False)


def test_a_bare_number_of_an_earlier_message_answers_nothing() -> None:
    with pytest.raises(NotInWords):
        quantity_in_words(said("300", "yes"), 300, asked=True)


def test_the_quantity_is_not_the_value_even_if_both_are_written() -> None:
    with pytest.raises(NotInWords, match="quantity"):
        value_in_words(said("2,000 units, EUR 262,900"), Decimal(2000), asked=True)
    same = value_in_words(said("1,000 shares for EUR 1,000"), Decimal(1000), asked=False)
    assert (same.currency, same.evidence.text) == ("EUR", "EUR 1,000")


@pytest.mark.parametrize(
    ("text", "amount", "currency", "unsure"),
    [
        ("EUR 262,900", 262900, "EUR", False),
        ("$500k", 500000, "USD", True),
        ("40,000 kr", 40000, None, True),
        ("worth 50,000", 50000, None, False),
        ("total 262,900, all in euros", 262900, "EUR", False),
        ("C$ 300", 300, "CAD", False),
    ],
)
def test_a_value_comes_with_the_currency_that_is_written(
    text: str, amount: int, currency: str | None, unsure: bool
) -> None:
    value = value_in_words(said(text), Decimal(amount), asked=False)
    assert (value.amount, value.currency, bool(value.unsure)) == (Decimal(amount), currency, unsure)


@pytest.mark.parametrize(("text", "amount"), [("EUR 95.000", 95), ("a few thousand euros", 3000)])
def test_an_amount_with_two_readings_is_asked(text: str, amount: int) -> None:
    with pytest.raises(NotInWords):
        value_in_words(said(text), Decimal(amount), asked=True)


def test_a_currency_beside_a_new_amount_does_not_confirm_the_old_one() -> None:
    assert currency_in_words(said("in euros please")[0], "EUR") is not None
    assert currency_in_words(said("no, 5,000 EUR")[0], "EUR") is None


@pytest.mark.parametrize(
    ("text", "price"),
    [
        ("2,000 at 131.45", "131.45"),
        ("10 shares each worth 25 EUR", "25"),
        ("at $92 of Walt Disney", "92"),
        ("I bought them at $10", None),
        ("I paid 5 EUR per share", None),
        ("EUR 5,000", None),
    ],
)
def test_the_price_of_one_unit_is_found(text: str, price: str | None) -> None:
    quoted = price_in_words(said(text))
    assert (quoted[0] if quoted else None) == (Decimal(price) if price else None)


def test_a_reason_is_kept_in_the_persons_own_spelling() -> None:
    words = "I want to diversfy my savings a bit"
    assert passage_in_words(said(f"Buy 5 SAP. {words}"), "I want to diversify my savings a bit").text == words
    assert passage_in_words(said("Because I like it"), "because i LIKE it").text == "Because I like it"


@pytest.mark.parametrize("passage", ["", "  ", "To fund my retirement", "long-term capital growth"])
def test_a_reason_that_the_person_did_not_give_is_refused(passage: str) -> None:
    with pytest.raises(NotInWords):
        passage_in_words(said("buy 5 shares of SAP"), passage)


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("buy 5 siemens", "Siemens"),
        ("buy 5 simens", "Siemens"),
        ("buy 5 siemens", "Siemens AG"),
        ("Straße: SAP", "sap"),
        ("buy legal and general", "Legal & General"),
    ],
)
def test_a_security_that_was_named_is_found(text: str, term: str) -> None:
    quote = term_in_words(said(text), term)
    assert quote.text in text


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("buy a pineapple", "apple"),
        ("buy something", "Siemens"),
        ("buy siemens", "SAP"),
        ("call me", "C"),
        ("buy siemens", ""),
        ("buy siemens", "&"),
        ("buy siemens energy", "siemens healthineers"),
    ],
)
def test_a_security_that_was_not_named_is_refused(text: str, term: str) -> None:
    with pytest.raises(NotInWords):
        term_in_words(said(text), term)


def test_the_quoted_words_stand_where_the_evidence_says() -> None:
    message = said("İstanbul ẞ: buy 2,000 SAP shares for EUR 5,000")
    for quote in (
        quantity_in_words(message, 2000, asked=False),
        value_in_words(message, Decimal(5000), asked=False).evidence,
        term_in_words(message, "SAP"),
    ):
        assert message[0].text[quote.start : quote.end] == quote.text
        assert quote.text.strip()
