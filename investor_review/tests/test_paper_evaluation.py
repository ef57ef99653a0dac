"""The measurement of the papers: it sees what is wrong with an edit and with a paper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from investor_review.edits import Edit
from investor_review.edits.internal import FORBIDDEN
from investor_review.papers.evaluation import _reviews, evaluate, is_contract_voice
from investor_review.papers.wishes import KINDS
from llm.testing import call, registered
from llm.types import ModelRequest, StreamItem

TEXT = 'The seller (the "Company") pays within thirty (30) days.'


@pytest.mark.parametrize(
    ("wording", "is_voice"),
    [
        ("The Company shall report quarterly.", True),
        ("sixty (60) days", True),
        ("Have an accredited body verify it.", False),
        ("It is sent to you.", False),
        ("The company shall report.", False),
        ("Bitte lassen Sie das prüfen.", False),
        ("Zorg dat het klopt.", False),
    ],
)
def test_a_command_and_a_term_in_small_letters_are_no_contract(wording: str, is_voice: bool) -> None:
    assert is_contract_voice(TEXT, Edit("i", len(TEXT), len(TEXT), wording, "")) is is_voice


@pytest.mark.parametrize(
    ("wording", "is_voice"),
    [("The Buyer will report.", False), ("The Buyer must report.", False), ("The Buyer shall report.", True)],
)
def test_another_word_for_a_duty_than_the_contracts_own_is_none(wording: str, is_voice: bool) -> None:
    text = "The Company shall pay. " * 10
    assert is_contract_voice(text, Edit("i", len(text), len(text), wording, "")) is is_voice


def test_a_term_that_the_contract_never_writes_small_is_not_small_in_an_edit() -> None:
    text = '"Supplier" means Northwind. Suppliers deliver.'
    assert not is_contract_voice(text, Edit("i", len(text), len(text), "Records of suppliers shall be kept.", ""))
    assert is_contract_voice(f"{text} A supplier", Edit("i", 0, 0, "Records of suppliers shall be kept.", ""))


def test_forty_reviews_have_five_decisions_each_of_every_kind_and_each_passage_is_its_own() -> None:
    clause = '{0}. Term. The "Licence" means all rights. The Company pays EUR {0},000 or 5% within thirty (30) days of '
    clause += "each annual invoice, and keeps its books at number {0} of the place of its business. It ends."
    texts = ["\n\n".join(clause.format(n) for n in range(first, first + 200)) + "\n\n" for first in (100, 500)]
    reviews = list(_reviews(texts, 40))
    assert (len(reviews), {len(wishes) for _, wishes in reviews}) == (40, {5})
    kinds = Counter(wish.kind for _, wishes in reviews for wish in wishes)
    assert set(kinds) == set(KINDS)
    assert set(kinds.values()) == {20}
    passages = [wish.passage for _, wishes in reviews for wish in wishes]
    assert len(set(passages)) == 200


def test_the_forms_that_may_not_go_out_are_seen() -> None:
    machine = ("Quote the words that shall change", "for the 2: make it 80")
    ids = ("Term (low, issue_002): open", "No audit (doc_001:c003)", "as chunk 7 says", "It is in doc:c7.", "doc_001")
    for text in (*machine, *ids):
        assert FORBIDDEN.search(text)
    assert not FORBIDDEN.search("The issue is for the second term (clause 2, page 2).")


def test_a_folder_without_contracts_is_told(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="needs --corpus FOLDER"):
        evaluate(tmp_path)


class Drafter:
    """A model that proposes no edit, and writes a summary."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def stream(self, request: ModelRequest) -> Iterator[StreamItem]:
        self.asked.append(request.tool_choice)
        given: dict[str, Any] = {"summary": "We ask for changes of the payment."}
        if request.tool_choice == "ProposedEdits":
            given = {"edits": [], "problem": "There is no place for it."}
        yield call(request.tool_choice, **given)


def contract(folder: Path) -> None:
    clause = "{}. Payment. The Company {} pays EUR 5,000 to the Buyer within thirty (30) days after each invoice, and "
    clause += (
        "keeps its books for {} years at the place of its business, where they are open to the Buyer and to others."
    )
    (folder / "a.txt").write_text("\n\n".join(clause.format(n, n * 7, n + 20) for n in range(1, 30)) + "\n\nEnd.\n")


def test_with_a_model_the_papers_are_those_of_a_run(tmp_path: Path) -> None:
    contract(tmp_path)
    with registered("openai:drafter", Drafter()) as drafter:
        figures = evaluate(tmp_path, model="openai:drafter", reviews=2)
    assert {"ProposedEdits", "ChangeSummary"} == set(drafter.asked)
    assert figures["nothing_internal"] == 1.0
    with pytest.raises(ValueError, match="names no model"):
        evaluate(tmp_path, model="persona:competent")


def test_a_contract_of_a_folder_is_measured_whole(tmp_path: Path) -> None:
    contract(tmp_path)
    figures = evaluate(tmp_path, reviews=2)
    assert figures["left_open"] == 1.0
    assert (figures["n"], figures["decisions"]) == (2, 10)
    assert (figures["voice"], figures["elsewhere"], figures["nothing_internal"]) == (1.0, 1.0, 1.0)
    assert figures["edits"] > 0
