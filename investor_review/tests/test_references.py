"""Where a change stands, in the words of people of law."""

from __future__ import annotations

import pytest

from investor_review.edits.references import clause_at, place_named, place_of


@pytest.mark.parametrize(
    ("citations", "place"),
    [
        (["p12", "sec_4.2"], "clause 4.2, page 12"),
        (["page 3"], "page 3"),
        (["§ 7"], "clause 7"),
        (["doc_001:c004"], ""),
        ([], ""),
    ],
)
def test_a_citation_reads_as_a_clause_and_a_page(citations: list[str], place: str) -> None:
    assert place_named(citations) == place


def test_the_clause_is_the_one_in_which_the_words_stand() -> None:
    text = "1. Parties\n\nThese are.\n\n4.3 Notice. Thirty days.\n\nMore of it.\n\n5 End"
    assert clause_at(text, text.index("More")) == "clause 4.3"
    assert clause_at(text, text.index("4.3")) == "clause 4.3"
    assert clause_at("No number here", 5) == ""
    assert place_of(text, text.index("Thirty"), "clause 9, page 3") == "clause 4.3, page 3"
