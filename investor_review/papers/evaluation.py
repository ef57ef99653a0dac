"""The papers of contracts: does each edit speak as a contract, does the rest stay, does nothing internal go out?"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import docx
from docx.oxml.ns import qn
from pypdf import PdfReader

from chat import models_in_use
from chat.evaluations import share
from investor_review.edits import COMMAND, FORBIDDEN, DecidedIssue, Edit, EditPlan, Value, find_values
from investor_review.papers.production import Product, ReviewSnapshot, composed, produce
from llm.registry import OFFLINE, parse_model_name
from wording.phrases import patterns
from wording.sentences import sentence_spans

_SPOKEN = patterns(Path(__file__).with_suffix(".txt"), re.IGNORECASE)["spoken"]
_DEFINED = re.compile(r"[\"“]([A-Z][a-z]{3,})[\"”]\s+(?:means|shall mean)|\(the [\"“]([A-Z][a-z]{3,})[\"”]\)")
# What an investor says about a passage; {new} is another value in the place of one that stands there.
_WISHES = (
    "for the {place}: make it {new}",
    "{new} instead of {old}",
    "Have an accredited independent body verify this, please, and send you the report.",
    "add a sentence: the records are kept for ten years",
    "require the recipient to keep its records",
    "Make it fair for both of us",
    "Add an annual audit.",
    "delete the second sentence",
    'add "The books shall be open to an auditor."',
    "accept your suggestion",
)
# To which finding a wish is said, in front of it.
_ADDRESSES = ("", "{place}: ", "", "for the last: ", "", "on number {place}, ", "", "{place}. ")
_SUGGESTED = (
    "Have an independent auditor verify the figures once a year.",
    "Require the recipient to keep its records.",
)
_MOST = 60_000


def evaluate(
    folder: Iterable[Mapping[str, Any]] | Path, *, model: str | None = None, reviews: int = 40
) -> dict[str, Any]:
    """Forty reviews of five decisions each on the contracts (*.txt) of a folder, made into papers as a run makes them.

    `model` is provider:id; without one the configured model words what the rules do not.

    `voice` is the share of edits that are no command, speak to nobody and keep the defined terms; `elsewhere` the share
    of reviews whose text outside of the edits is the source's; `nothing_internal` the share of PDF, DOCX and e-mail
    without a forbidden form; `edited` the share of decisions that became an edit.

    Raises:
        ValueError: `folder` is no folder with contracts.
    """
    if not isinstance(folder, Path) or not sorted(folder.glob("*.txt")):
        raise ValueError("The suite papers needs --corpus FOLDER with contracts as *.txt.")
    count: Counter[str] = Counter()
    name = model or models_in_use.model_name("investor_review")
    if name != OFFLINE:
        parse_model_name(name)
    with models_in_use.answered_by(name):
        drafts = None if name == OFFLINE else models_in_use.WithCard("investor_review")
        for review in _reviews([path.read_text("utf-8", "replace") for path in sorted(folder.glob("*.txt"))], reviews):
            snapshot = replace(review, model=drafts, model_name=name)
            product = produce(snapshot, composed(snapshot, _quietly), _quietly)
            count.update(_scores(snapshot, product))
    return {
        "voice": share(count["voice"], count["edits"]),
        "elsewhere": share(count["elsewhere"], count["reviews"]),
        "nothing_internal": share(count["clean"], count["papers"]),
        "edited": share(count["edited"], count["decisions"]),
        "edits": count["edits"],
        "decisions": count["decisions"],
        "n": count["reviews"],
    }


def _quietly(done: int, sentence: str) -> None:
    """Nobody waits."""


def _reviews(texts: list[str], number: int) -> Iterator[ReviewSnapshot]:
    """Parts of the contracts by turns, each with five passages that hold values and what is wished about them."""
    for n in range(number):
        text = texts[n % len(texts)]
        low = (n // len(texts)) * _MOST % max(1, len(text) - 5_000)
        low = text.rfind("\n\n", 0, low) + 1
        part = text[low : text.rfind("\n\n", low, low + _MOST)]
        yield ReviewSnapshot(
            f"session-{n}", f"run-{n}", "Company", "Ines Berg", "doc", "Agreement", part,
            _issues(part, n), datetime(2026, 1, 1, tzinfo=UTC),
        )  # fmt: skip


def _issues(text: str, seed: int) -> list[DecidedIssue]:
    paragraphs = [match for match in re.finditer(r"\S(?:.|\n(?!\s*\n)){200,1500}", text) if text.count(match[0]) == 1]
    paragraphs = [match for match in paragraphs if _values(match[0])]
    step = max(1, len(paragraphs) // 5)
    chosen = paragraphs[seed % step :: step][:5]
    return [_issue(number, passage[0], seed) for number, passage in enumerate(chosen, start=1)]


def _issue(number: int, passage: str, seed: int) -> DecidedIssue:
    value = _values(passage)[seed % len(_values(passage))]
    new = (
        "90 days"
        if value.kind == "period" and "90" not in value.text
        else "EUR 123,000"
        if value.kind == "money"
        else "quarterly"
    )
    wish = _WISHES[(seed * 5 + number - 1) % len(_WISHES)].format(place=number, new=new, old=value.text)
    wish = _ADDRESSES[(seed + number) % len(_ADDRESSES)].format(place=number) + wish
    cited = f"doc_001:c{number:03}"
    return DecidedIssue(
        f"issue_{number:03}", f"Point {number} ({cited})", "medium", "resolved", f"See {cited}.", wish, _SUGGESTED,
        (passage,), (cited,), (f"page {number}",),
    )  # fmt: skip


def _values(text: str) -> list[Value]:
    return [value for value in find_values(text) if value.kind in ("period", "money", "frequency")]


def _scores(snapshot: ReviewSnapshot, product: Product) -> dict[str, int]:
    edits = [Edit(e["issue_id"], e["start"], e["end"], e["replacement"], "") for e in product.facts["edits"]]
    result = next(file.data.decode() for file in product.files if file.name == "document.txt")
    papers = list(_papers(product))
    return {
        "reviews": 1,
        "decisions": len(snapshot.issues),
        "edited": len({edit.issue_id for edit in edits}),
        "edits": len(edits),
        "voice": sum(is_contract_voice(snapshot.text, edit) for edit in edits),
        "elsewhere": int(_rest(snapshot.text, edits) == _rest_of_result(result, EditPlan(edits))),
        "papers": len(papers),
        "clean": sum(not FORBIDDEN.search(" ".join(paper.split())) for paper in papers),
    }


def is_contract_voice(text: str, edit: Edit) -> bool:
    """No sentence of the edit is a command or speaks to anybody, and no defined term stands in small letters."""
    new = edit.replacement
    terms = {match[1] or match[2] for match in _DEFINED.finditer(text)}
    keeps = not any(re.search(rf"\b[Tt]he {term.lower()}\b", new) for term in terms)
    commands = any(COMMAND.match(new[low:high]) for low, high in sentence_spans(new, 0, len(new)))
    return keeps and not commands and not _SPOKEN.search(new)


def _rest(text: str, edits: list[Edit]) -> list[str]:
    """What of the source stands between the edits."""
    places = [0, *(place for edit in edits for place in (edit.start, edit.end)), len(text)]
    return [text[low:high] for low, high in zip(places[::2], places[1::2], strict=True)]


def _rest_of_result(result: str, plan: EditPlan) -> list[str]:
    """What of the result stands between the same edits, whose places have moved by what came and went before."""
    kept, at, moved = [], 0, 0
    for edit in plan.edits:
        kept.append(result[at : edit.start + moved])
        at = edit.start + moved + len(edit.replacement)
        moved += len(edit.replacement) - (edit.end - edit.start)
    return [*kept, result[at:]]


def _papers(product: Product) -> Iterator[str]:
    """The texts of the PDF, the DOCX and the e-mail."""
    for file in product.files:
        if file.kind == "pdf":
            yield " ".join(page.extract_text() for page in PdfReader(io.BytesIO(file.data)).pages)
        elif file.kind == "docx":
            opened = docx.Document(io.BytesIO(file.data)).element.body
            shown = [run for run in opened.iter(qn("w:r")) if next(run.iter(qn("w:vanish")), None) is None]
            yield " ".join(e.text or "" for run in shown for e in run.iter(qn("w:t"), qn("w:delText")))
        elif file.kind == "email_txt":
            yield file.data.decode()
