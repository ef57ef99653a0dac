"""Sentences: of what is written, of what is typed, of clauses; abbreviations, decimals and lists end none."""

from __future__ import annotations

import pytest

from wording.sentences import sentence_ends, sentence_spans


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Zie art. 3.16 lid 1. De rest volgt.", ["Zie art. 3.16 lid 1.", "De rest volgt."]),
        ("Dit geldt o.g.v. De Wet. Klaar.", ["Dit geldt o.g.v. De Wet.", "Klaar."]),
        ("HR 5 juni 1996, nr. 31 345. Anders.", ["HR 5 juni 1996, nr. 31 345.", "Anders."]),
        ("Waarom? Daarom! Goed.", ["Waarom?", "Daarom!", "Goed."]),
        ("1. De eerste zin. De tweede.", ["1. De eerste zin.", "De tweede."]),
        ("Regel een\nregel twee", ["Regel een", "regel twee"]),
        ("Het bedrag is 3.500 euro. Meer niet.", ["Het bedrag is 3.500 euro.", "Meer niet."]),
        ("De heer A. Jansen won. Punt.", ["De heer A. Jansen won.", "Punt."]),
    ],
)
def test_a_written_sentence_ends_where_it_ends(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in sentence_spans(text, lines=True)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I'm 61. my wife is 59", ["I'm 61.", "my wife is 59"]),
        ("pt is 6 yo. is it covered", ["pt is 6 yo.", "is it covered"]),
        ("So do I. My wife too.", ["So do I.", "My wife too."]),
        ("approx. 500 by Dr. Li, e.g. 1.5 a day", ["approx. 500 by Dr. Li, e.g. 1.5 a day"]),
        ("max 12 hrs. Is PT covered?what about OT", ["max 12 hrs.", "Is PT covered?", "what about OT"]),
        ("see https://x.org/a?b=c now", ["see https://x.org/a?b=c now"]),
        ("no. i don't. no. 5 is fine", ["no.", "i don't.", "no. 5 is fine"]),
        ("one\ntwo", ["one", "two"]),
    ],
)
def test_a_typed_sentence_may_begin_with_a_small_letter(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in sentence_spans(text, lines=True, talk=True)] == expected


def test_a_clause_ends_with_its_semicolon_and_a_list_with_its_colon() -> None:
    text = "The fee is due; interest runs:\n(a) from the day; (b) at 5:30."
    clauses = [text[start:end] for start, end in sentence_spans(text, clauses=True)]
    assert clauses == ["The fee is due;", "interest runs:", "(a) from the day;", "(b) at 5:30."]


@pytest.mark.parametrize("talk", [False, True])
def test_nothing_is_lost_between_the_ends(talk: bool) -> None:
    text = "  One. Two?\n\nThree… four!\n "
    ends = sentence_ends(text, talk=talk, lines=True)
    assert "".join(text[start:end] for start, end in zip([0, *ends], ends, strict=False)) == text
