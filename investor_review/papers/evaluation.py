"""The papers of contracts: does each edit speak as a contract, does the rest stay, does nothing internal go out?"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import docx
from docx.oxml.ns import qn
from pypdf import PdfReader

from chat import models_in_use
from chat.evaluations import share
from investor_review.edits import COMMAND, FORBIDDEN, DecidedIssue, Edit, EditPlan
from investor_review.papers.production import Product, ReviewSnapshot, composed, produce
from investor_review.papers.wishes import DEFINED, LEFT_OPEN, Wish, decisions
from llm.registry import OFFLINE, parse_model_name
from wording.phrases import patterns
from wording.sentences import sentence_spans

_SPOKEN = patterns(Path(__file__).with_suffix(".txt"), re.IGNORECASE)["spoken"]
# To which finding a wish is said, in front of it.
_ADDRESSES = ("", "{place}: ", "", "for the last: ", "", "on number {place}, ", "", "{place}. ")
# A modal verb of a duty, where the contract says the other one.
_WILL, _SHALL = re.compile(r"\b(?:will|must)\b", re.I), re.compile(r"\bshall\b", re.I)
# From how many duties on that say one word, and how seldom the other, a contract has a tense.
_DUTIES, _OTHERWISE = 10, 5


def evaluate(
    folder: Iterable[Mapping[str, Any]] | Path, *, model: str | None = None, reviews: int = 40
) -> dict[str, Any]:
    """Forty reviews of five decisions each on the contracts (*.txt) of a folder, made into papers as a run makes them.

    `model` is provider:id; without one the configured model words what the rules do not.

    `voice` is the share of edits that are no command, speak to nobody and keep defined terms and tense; `elsewhere` the
    share of reviews whose text outside of the edits is the source's; `nothing_internal` the share of PDF, DOCX and
    e-mail without a forbidden form; `left_open` the share of orders of which no edit came, `edited` the share of the
    other decisions that became one.

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
        texts = [path.read_text("utf-8", "replace") for path in sorted(folder.glob("*.txt"))]
        for review, wishes in _reviews(texts, reviews):
            snapshot = replace(review, model=drafts, model_name=name)
            product = produce(snapshot, composed(snapshot, _quietly), _quietly)
            count.update(_scores(snapshot, product, wishes))
    return {
        "voice": share(count["voice"], count["edits"]),
        "elsewhere": share(count["elsewhere"], count["reviews"]),
        "nothing_internal": share(count["clean"], count["papers"]),
        "left_open": share(count["left_open"], count["orders"]),
        "edited": share(count["edited"], count["decisions"] - count["orders"]),
        "edits": count["edits"],
        "decisions": count["decisions"],
        "n": count["reviews"],
    }


def _quietly(done: int, sentence: str) -> None:
    """Nobody waits."""


def _reviews(texts: list[str], number: int) -> Iterator[tuple[ReviewSnapshot, list[Wish]]]:
    """The contracts in so many parts of about one length, each with five decisions about its passages."""
    for n, part in enumerate(_parts(texts, number)):
        wishes = decisions(part, n)
        issues = [_issue(position, wish, n) for position, wish in enumerate(wishes, start=1)]
        made_at = datetime(2026, 1, 1, tzinfo=UTC)
        names = (f"session-{n}", f"run-{n}", "Company", "Ines Berg", "doc", "Agreement")
        yield ReviewSnapshot(*names, part, issues, made_at), wishes


def _parts(texts: list[str], number: int) -> list[str]:
    """Each contract in as many parts as its length asks for, cut where a paragraph ends."""
    texts = texts[:number]
    shares = [max(1, round(number * len(text) / sum(map(len, texts)))) for text in texts]
    shares[shares.index(max(shares))] += number - sum(shares)
    parts = []
    for text, pieces in zip(texts, shares, strict=True):
        places = [text.rfind("\n\n", 0, len(text) * n // pieces) + 1 for n in range(1, pieces)]
        parts += [text[low:high] for low, high in pairwise([0, *places, len(text)])]
    return parts


def _issue(number: int, wish: Wish, seed: int) -> DecidedIssue:
    words = _ADDRESSES[(seed + number) % len(_ADDRESSES)].format(place=number) + wish.words
    cited = f"doc_001:c{number:03}"
    return DecidedIssue(
        f"issue_{number:03}", f"Point {number} ({cited})", "medium", "resolved", f"See {cited}.", words,
        wish.suggested, (wish.passage,), (cited,), (f"page {number}",),
    )  # fmt: skip


def _scores(snapshot: ReviewSnapshot, product: Product, wishes: list[Wish]) -> dict[str, int]:
    edits = [Edit(e["issue_id"], e["start"], e["end"], e["replacement"], "") for e in product.facts["edits"]]
    result = next(file.data.decode() for file in product.files if file.name == "document.txt")
    papers = list(_papers(product))
    orders = {issue.issue_id for issue, wish in zip(snapshot.issues, wishes, strict=True) if wish.kind in LEFT_OPEN}
    edited = {edit.issue_id for edit in edits}
    return {
        "reviews": 1,
        "decisions": len(snapshot.issues),
        "orders": len(orders),
        "left_open": len(orders - edited),
        "edited": len(edited - orders),
        "edits": len(edits),
        "voice": sum(is_contract_voice(snapshot.text, edit) for edit in edits),
        "elsewhere": int(_rest(snapshot.text, edits) == _rest_of_result(result, EditPlan(edits))),
        "papers": len(papers),
        "clean": sum(not FORBIDDEN.search(" ".join(paper.split())) for paper in papers),
    }


def is_contract_voice(text: str, edit: Edit) -> bool:
    """No sentence of the edit is a command or speaks to anybody, none has a defined term in small letters that the
    contract never writes so, and none says "will" or "must" of a duty in a contract that says "shall".
    """
    new, old = edit.replacement, text[edit.start : edit.end]
    terms = {match[1] or match[2] for match in DEFINED.finditer(text)}
    small = [term.lower() for term in terms if re.search(rf"\b[Tt]he {term.lower()}\b", new)]
    bare = [term.lower() for term in terms if re.search(rf"\b{term.lower()}(?:s|es)?\b", new)]
    keeps = not small and all(re.search(rf"\b{term}(?:s|es)?\b", text) for term in bare)
    commands = any(COMMAND.match(new[low:high]) for low, high in sentence_spans(new, 0, len(new)))
    shall, will = len(_SHALL.findall(text)), len(_WILL.findall(text))
    others = len(_WILL.findall(new)) > len(_WILL.findall(old)) and shall >= _DUTIES and shall > _OTHERWISE * will
    return keeps and not commands and not others and not _SPOKEN.search(new)


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
