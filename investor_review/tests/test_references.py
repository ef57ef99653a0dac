"""Where a change stands, in the words of people of law."""

from __future__ import annotations

import pytest

from investor_review.edits import DecidedIssue, build_log, plan_edits, propose_by_rule
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


CONTRACT = """1. Fee. It is due.

2. Law. It is Irish. Schedule 1 tells the fee.

SCHEDULE 1

1. The fee is EUR 5.

Schedule 2 – Services

They are these.

1.2 Reports are monthly.
"""


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("It is Irish", "clause 2"),
        ("The fee is", "schedule 1, clause 1"),
        ("They are these", "schedule 2"),
        ("Reports are", "schedule 2, clause 1.2"),
    ],
)
def test_a_clause_of_a_schedule_is_named_with_it(words: str, place: str) -> None:
    assert clause_at(CONTRACT, CONTRACT.index(words)) == place
    assert place_of(CONTRACT, CONTRACT.index(words), "clause 9, page 7") == f"{place}, page 7"


def test_a_schedule_that_the_contents_name_holds_no_clause_of_the_contract() -> None:
    text = f"Contents\n\n1. Fee\n\n2. Law\n\nSCHEDULE 1\n\nSchedule 2 – Services\n\n{CONTRACT}"
    assert clause_at(text, text.index("It is Irish")) == "clause 2"
    assert clause_at(text, text.index("The fee is")) == "schedule 1, clause 1"


def test_the_page_is_that_of_the_passage_in_which_the_change_stands() -> None:
    first, second = "The notice is thirty days long.", "Reports are due once a year, in January."
    text = f"1 Notice. {first}\n\n9.1 Reports. {second}\n\n10 End. {'It is all. ' * 300}"
    places = ("clause 1, page 3", "clause 9.1, page 8")
    words = "make it quarterly"
    issue = DecidedIssue("i", "Reports", "low", "resolved", "", words, (), (first, second), ("c1", "c2"), places)
    change = issue.change()
    assert change is not None
    [entry] = build_log(text, [issue], plan_edits(text, [change], propose_by_rule)).entries
    assert [redline.place for redline in entry.redlines] == ["clause 9.1, page 8"]
    assert entry.place == "clause 9.1, page 8"
    assert issue.place_at(text, text.index("thirty")) == "clause 1, page 3"
    assert issue.place_at(text, len(text) - 9) == "clause 10"
