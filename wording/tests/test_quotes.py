"""Words stand in a text or they do not: one rule for a person's messages, one for documents, and a span for both."""

from __future__ import annotations

import pytest

from wording.quotes import Quote, find_quote, nearest_quote


@pytest.mark.parametrize(
    ("words", "text", "as_written"),
    [
        ("accept the first", "Yes: Accept  the\nfirst, please.", "Accept  the\nfirst"),
        ("I don't mind", "well, I don’t mind.", "I don’t mind"),
        ('"sixty days"', "say sixty days instead", "sixty days"),
        ("Because I like it.", "Buy 5 SAP. Because I like it.", "Because I like it."),
        ("5-year plan", "our 5–year plan", "5–year plan"),
        ("ongoing costs", "the on\u00adgoing costs", "on\u00adgoing costs"),
        ("caf\u00e9", "the CAFÉ there", "CAFÉ"),
        ("straße", "in der STRASSE", "STRASSE"),
        ("买100股", "请买100股苹果", "买100股"),
        ("May", "it may be; May is fine", "May"),
    ],
)
def test_words_are_given_as_the_text_has_them(words: str, text: str, as_written: str) -> None:
    quote = find_quote(words, text, 7)
    assert quote is not None
    assert (quote.text, quote.source) == (as_written, 7)
    assert text[quote.start : quote.end] == as_written


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("6", "I am 65"),
        ("yes", "since yesterday"),
        ("apple", "a pineapple"),
        ("accept", "we do not agree"),
        ("", "anything"),
        ("  …  ", "anything"),
        ("anything", ""),
    ],
)
def test_words_that_stand_there_as_a_part_of_others_or_not_at_all_are_not_found(words: str, text: str) -> None:
    assert find_quote(words, text) is None


def test_the_whole_word_is_found_behind_one_that_only_holds_it() -> None:
    assert find_quote("yes", "yesterday: yes") == Quote("yes", None, 11, 14)


def test_in_a_document_the_number_of_a_footnote_may_touch_a_word() -> None:
    text = "The premium is deductible2 in full."
    assert find_quote("the premium is deductible", text) is None
    assert find_quote("the premium is deductible", text, inside_words=True) == Quote(
        "The premium is deductible", None, 0, 25
    )


def test_an_ellipsis_leaves_words_of_a_document_out_and_none_of_a_person() -> None:
    text = "I do not accept the first and accept the second."
    assert find_quote("I … accept the first", text) is None
    assert find_quote("accept the first … second", text, elided=True) == Quote(text[9:-1], None, 9, len(text) - 1)
    assert find_quote("second … the first", text, elided=True) is None


@pytest.mark.parametrize(
    ("words", "text", "as_written"),
    [
        ("I want to diversify my savings", "buy SAP, I want to diversfy my savings", "I want to diversfy my savings"),
        ("diversifyng savings", "(diversifying savings)", "diversifying savings"),
    ],
)
def test_misspelt_words_are_given_as_they_were_written(words: str, text: str, as_written: str) -> None:
    near = nearest_quote(words, text, 3)
    assert near is not None
    assert near[0] == Quote(as_written, 3, text.index(as_written), text.index(as_written) + len(as_written))
    assert 88 <= near[1] <= 100


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("a bonus of 5000 euros a year", "a bonus of 6000 euros a year"),
        ("something else altogether", "I want to diversify my savings"),
        ("I want to diversify my savings", "I want"),
        ("", "anything"),
    ],
)
def test_words_with_another_number_or_of_another_meaning_are_not_near(words: str, text: str) -> None:
    assert nearest_quote(words, text) is None


def test_a_very_long_text_is_searched_letter_by_letter_only() -> None:
    text = "x " * 200_000 + "I like it"
    assert find_quote("i LIKE it", text) is not None
    assert nearest_quote("I likke it", text) is None


def test_rows_keep_a_quote_in_the_shape_that_they_always_had() -> None:
    assert Quote.cut("in Georgia", 3, 10, 12).to_json() == {"quote": "Georgia", "message_id": 12, "start": 3, "end": 10}
