"""A quote is verified, put right, or marked; a citation of what is not there never reaches the investor."""

from __future__ import annotations

import pytest

from wording.quotes import check_quotes, find_quote

PASSAGES = {
    "c1": "Supplier emissions reporting is annual and shall be delivered within ninety (90) days of year end.",
    "c2": "The cap on indemnity is EUR 5,000,000 — save for wilful misconduct.",
}


@pytest.mark.parametrize(
    ("reply", "verdict", "chunk"),
    [
        ('It says "Supplier emissions reporting is annual".', "verified", "c1"),
        ("It says “the cap on  indemnity is EUR 5,000,000 - save for wilful misconduct”.", "verified", "c2"),
        ('"Supplier emissions ... within ninety (90) days"', "verified", "c1"),
        ('"Supplier emission reporting is annual and will be delivered within ninety (90) days"', "repaired", "c1"),
        ('"The cap on indemnity is EUR 6,000,000 — save for wilful misconduct"', "unverified", ""),
        ('"We guarantee carbon neutrality by law"', "unverified", ""),
    ],
)
def test_a_quote_gets_its_verdict(reply: str, verdict: str, chunk: str) -> None:
    (quote,) = check_quotes(reply, PASSAGES)
    assert (quote.verdict, quote.place.source if quote.place else "") == (verdict, chunk)


def test_a_quote_that_is_nearly_right_is_put_right_from_the_document() -> None:
    reply = 'It says "Supplier emission reporting is annual and will be delivered within ninety (90) days".'
    (quote,) = check_quotes(reply, PASSAGES)
    assert quote.text == "Supplier emissions reporting is annual and shall be delivered within ninety (90) days"
    assert reply[quote.written.start : quote.written.end] == quote.written.text


def test_a_word_in_quotation_marks_is_no_quote() -> None:
    assert check_quotes('the word "annual" here', PASSAGES) == []


def test_the_place_of_a_verified_quote_holds_its_words() -> None:
    (quote,) = check_quotes("“reporting is annual”", PASSAGES)
    assert quote.place is not None
    assert PASSAGES["c1"][quote.place.start : quote.place.end] == quote.place.text == "reporting is annual"


@pytest.mark.parametrize("quote", ["", "…", "...", "¿?"])
def test_nothing_is_found_of_a_quote_without_words(quote: str) -> None:
    assert find_quote(quote, "some text") is None
