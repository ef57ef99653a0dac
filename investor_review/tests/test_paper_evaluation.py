"""The measurement of the papers: it sees what is wrong with an edit and with a paper."""

from __future__ import annotations

from pathlib import Path

import pytest

from investor_review.edits import Edit
from investor_review.papers.evaluation import FORBIDDEN, evaluate, is_contract_voice

TEXT = 'The seller (the "Company") pays within thirty (30) days.'


@pytest.mark.parametrize(
    ("wording", "is_voice"),
    [
        ("The Company shall report quarterly.", True),
        ("sixty (60) days", True),
        ("Have an accredited body verify it.", False),
        ("It is sent to you.", False),
        ("The company shall report.", False),
    ],
)
def test_a_command_and_a_term_in_small_letters_are_no_contract(wording: str, is_voice: bool) -> None:
    assert is_contract_voice(TEXT, Edit("i", len(TEXT), len(TEXT), wording, "")) is is_voice


def test_the_forms_that_may_not_go_out_are_seen() -> None:
    for text in ("Term (low, issue_002): open", "Quote the words that shall change", "for the 2: make it 80"):
        assert FORBIDDEN.search(text)
    assert not FORBIDDEN.search("The issue is for the second term (clause 2, page 2).")


def test_a_folder_without_contracts_is_told(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="needs --corpus FOLDER"):
        evaluate(tmp_path)


def test_a_contract_of_a_folder_is_measured_whole(tmp_path: Path) -> None:
    clause = "{}. Payment. The Company {} pays EUR 5,000 to the Buyer within thirty (30) days after each invoice, and "
    clause += (
        "keeps its books for {} years at the place of its business, where they are open to the Buyer and to others."
    )
    (tmp_path / "a.txt").write_text("\n\n".join(clause.format(n, n * 7, n + 20) for n in range(1, 30)) + "\n\nEnd.\n")
    figures = evaluate(tmp_path, reviews=2)
    assert (figures["n"], figures["decisions"]) == (2, 10)
    assert (figures["voice"], figures["elsewhere"], figures["nothing_internal"]) == (1.0, 1.0, 1.0)
    assert figures["edits"] > 0
