"""The matched passage is the run of sentences that holds the most of a question."""

from __future__ import annotations

import pytest

from retrieval.search.passages import PASSAGE_CHARS, matched_span

TEXT = "The office books travel. Hotels cost at most 180 euros.\nMeals are not refunded; studies are."


@pytest.mark.parametrize(
    ("terms", "passage"),
    [
        ({"hotel": 2.0}, "Hotels cost at most 180 euros."),
        ({"meal": 2.0, "travel": 1.0}, "Meals are not refunded;"),
        ({"studi": 1.0}, "studies are."),
        ({"hotel": 1.0, "meal": 1.0}, "Hotels cost at most 180 euros.\nMeals are not refunded;"),
        ({"unicorn": 1.0}, TEXT),
        ({}, TEXT),
    ],
)
def test_the_best_run_of_sentences_is_found(terms: dict[str, float], passage: str) -> None:
    start, end = matched_span(TEXT, terms)
    if "travel" in terms:
        # All of it holds more than one sentence does, when it is short enough.
        assert "travel" in TEXT[start:end]
        assert "Meals" in TEXT[start:end]
    else:
        assert TEXT[start:end] == passage


def test_a_passage_is_no_longer_than_a_few_sentences() -> None:
    text = " ".join(f"Alpha number {n} stands here." for n in range(200)) + " And omega."
    start, end = matched_span(text, {"alpha": 1.0, "omega": 5.0})
    assert end - start <= PASSAGE_CHARS
    assert "omega" in text[start:end]


def test_a_text_of_one_endless_sentence_is_matched_as_a_whole() -> None:
    text = "word " * 4000 + "unicorn"
    assert matched_span(text, {"unicorn": 1.0}) == (0, len(text))
