"""Measures whether the answers are right: whole conversations over a folder of policies, and nothing is left."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.db import transaction

from chat.evaluations import share
from chat.live import conversation
from chat.scenarios import PREFIX
from llm.testing import registered
from pursuit.measured.labelled_model import KINDS, LabelledModel
from pursuit.record import Part, load
from pursuit.words import POLICIES
from retrieval.index import import_folder
from retrieval.models import Collection

_STATUSES = ("answered", "open", "asked")
# What the labelled model answers to; a provider of that name is not asked.
_CLERK = "openai:labelled"
_MARKS = re.compile(r"[*_`|]+")


@dataclass(frozen=True, slots=True)
class PartJudgement:
    """What became of one labelled part. `right` holds when it is as labelled, its quote with the words wanted."""

    question: str
    label: Mapping[str, Any]
    part: str
    status: str
    quotes: tuple[str, ...]
    sources: tuple[str, ...]

    @property
    def right(self) -> bool:
        wanted = self.label["status"]
        if wanted != "answered":
            return self.status == wanted or (wanted == "open" and self.status != "answered")
        return self.status == "answered" and self._holds("quote", self.quotes) and self._holds("source", self.sources)

    def _holds(self, name: str, texts: Sequence[str]) -> bool:
        wanted = self.label.get(name) or ""
        any_of = wanted if isinstance(wanted, list) else [wanted]
        shown = plain(" ".join(texts))
        return any(plain(str(wording)) in shown for wording in any_of)


def evaluate(folder: Path, model: str | None = None) -> dict[str, Any]:
    """{precision, recall, open_kept, asked, n, by_kind} over `folder`, which holds policies/ and questions.jsonl.

    A line of questions.jsonl is {"question", "before"?: [earlier messages], "expect": [{"part", "status", "quote"?,
    "source"?, "kind"?}]}: "part" are words of the part that is meant, "status" is answered, open or asked (for a payer
    or a state), "quote" words that a shown quote must hold (one of them, where it is a list), "source" words of the
    document's title or key. `precision` is the share of answered parts that are right, `recall` the share of
    answerable parts that are, `open_kept` the share of unanswerable ones that stay open, `asked` the share of those
    that wait for a payer or a state, `by_kind` precision and recall of each kind of answer that labels name. With
    `persona:competent` or `persona:liar` a model answers as the labels say, or falsely: `answers` it gave, `refused`
    the share of honest ones, `taken` the count of false ones. Nothing is left in the database. Raises ValueError.
    """
    clerk = _clerk(model)
    with registered(_CLERK, clerk) if clerk else nullcontext():
        judged = list(judgements(folder, _CLERK if clerk else model, clerk))
    answered = [judgement for judgement in judged if judgement.status == "answered"]
    of = {status: [judgement for judgement in judged if judgement.label["status"] == status] for status in _STATUSES}
    return {
        "precision": _right(answered),
        "recall": _right(of["answered"]),
        "open_kept": _right(of["open"]),
        "asked": _right(of["asked"]),
        "n": len(judged),
        "by_kind": {
            kind: {"precision": _right(of_kind(answered, kind)), "recall": _right(of_kind(of["answered"], kind))}
            for kind in sorted({str(judgement.label["kind"]) for judgement in judged if "kind" in judgement.label})
        },
        **(clerk.figures() if clerk else {}),
    }


def of_kind(judged: Sequence[PartJudgement], kind: str) -> list[PartJudgement]:
    """Those whose label names this kind of answer: deadline, money, count …"""
    return [judgement for judgement in judged if judgement.label.get("kind") == kind]


def _clerk(model: str | None) -> LabelledModel | None:
    kind = (model or "").removeprefix(PREFIX)
    if not (model or "").startswith(PREFIX):
        return None
    if kind not in KINDS:
        raise ValueError(f"{kind!r} answers no labelled set. There are: {', '.join(KINDS)}.")
    return LabelledModel(kind)


def judgements(folder: Path, model: str | None = None, clerk: LabelledModel | None = None) -> Iterator[PartJudgement]:
    """Every labelled part of a folder as `evaluate` counts it. The policies of the database are out of sight."""
    cases = _cases(folder)
    with transaction.atomic():
        Collection.objects.filter(name=POLICIES).update(name=f"aside:{uuid4()}")
        count = import_folder(folder / "policies", Collection.objects.named(POLICIES))
        if count.bad:
            raise ValueError(f"{count.bad[0][0]} was not read: {count.bad[0][1]}")
        for case in cases:
            if clerk:
                clerk.begin(case["expect"])
            with conversation("pursuit", [*case.get("before", ()), case["question"]], model) as (done, thread_id):
                if not done:
                    raise ValueError(f"The turn of {case['question']!r} did not end as done; the log says why.")
                parts = load(thread_id).parts
            if clerk:
                clerk.end(parts)
            yield from _judged(case, parts)
        transaction.set_rollback(True)


def plain(text: str) -> str:
    """A text as labels are compared: in lower case, one space between words, without the marks of Markdown."""
    return " ".join(_MARKS.sub(" ", text).casefold().split())


def _cases(folder: Path) -> list[dict[str, Any]]:
    if not isinstance(folder, Path) or not (folder / "policies").is_dir():
        raise ValueError("The suite needs --corpus DIR, a folder with policies/ and questions.jsonl.")
    try:
        lines = (folder / "questions.jsonl").read_text("utf-8").splitlines()
        cases = [json.loads(line) for line in lines if line.strip()]
    except (OSError, ValueError) as error:
        raise ValueError(f"{str(folder / 'questions.jsonl')!r} cannot be read: {error}") from None
    for number, case in enumerate(cases, start=1):
        labels = case.get("expect") if isinstance(case, dict) else None
        if not labels or not case.get("question") or any(label.get("status") not in _STATUSES for label in labels):
            raise ValueError(
                f'Case {number} is not {{"question": "…", "expect": [{{"part", "status": "answered"…}}]}}.'
            )
    return cases


def _judged(case: Mapping[str, Any], parts: Sequence[Part]) -> Iterator[PartJudgement]:
    """Each label with the part that holds most of its words, the closest pairs first; a part is taken once.

    One label and one part are a pair, also where the message was read in other words.
    """
    labels = case["expect"]
    wanted = [plain(str(label.get("part", ""))).split() for label in labels]
    pairs = sorted(
        (-sum(word in plain(part.text) for word in words) / max(len(words), 1), m, n)
        for m, words in enumerate(wanted)
        for n, part in enumerate(parts)
    )
    taken: dict[int, Part] = {}
    for held, m, n in pairs:
        if (
            (held < 0 or len(wanted) == len(parts) == 1)
            and m not in taken
            and all(parts[n] is not other for other in taken.values())
        ):
            taken[m] = parts[n]
    for m, label in enumerate(labels):
        yield _judgement(str(case["question"]), label, taken.get(m))


def _judgement(question: str, label: Mapping[str, Any], part: Part | None) -> PartJudgement:
    """A label with its part; one that the plan has no part for is open."""
    if part is None:
        return PartJudgement(question, label, "", "open", (), ())
    shown = [*part.citations, *part.conflicts]
    return PartJudgement(
        question=question,
        label=label,
        part=part.text,
        status="answered" if not part.is_open else "asked" if part.stuck_reason == "jurisdiction" else "open",
        quotes=tuple(str(citation["quote"]) for citation in shown),
        sources=tuple(
            f"{citation.get('title')} {citation.get('heading')} {citation.get('source')}" for citation in shown
        ),
    )


def _right(judged: Sequence[PartJudgement]) -> float:
    return share(sum(judgement.right for judgement in judged), len(judged), of_nothing=1.0)
