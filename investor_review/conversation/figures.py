"""Figures of a reply that are no money: each stands in the document, in the record, or in what was said."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from django.utils import timezone

from wording.amounts import Stated, find_numbers, measured_in, worked_out
from wording.phrases import patterns
from wording.sentences import sentence_spans

_PATTERNS = patterns(Path(__file__).with_suffix(".txt"), re.IGNORECASE)
# A question proposes and claims nothing, unless it only asks for assent.
_ASKS, _ASSENT = re.compile(r"\?[\s*_”\"')]*$"), _PATTERNS["assent"]
_HOW_MANY, _SOME, _OPEN_ENDED = _PATTERNS["how_many"], _PATTERNS["some"], _PATTERNS["open_ended"]
_STATUS = {"closed": "resolved", "settled": "resolved", "in progress": "in_progress"}


class ReviewFigures:
    """The figures of a review, and those that its reply has worked out so far."""

    def __init__(self, state: Mapping[str, Any], records: Iterable[str], spoken: Iterable[str]) -> None:
        """`records` are the findings, the help and what tools gave; `spoken` what the investor and drafts said."""
        self._nitpicks: Sequence[Mapping[str, Any]] = state["nitpicks"]
        names = ("company_name", "doc_title", "created_at", "updated_at")
        head = [str(state.get(name) or "") for name in names]
        counts = [f"- {value}" for value in (state.get("counters") or {}).values()]
        score = f"score: {state['green_score']} / of: 100"
        self._head = [*head, score, *counts, f"{timezone.localdate():%Y-%m-%d}"]
        self._records = list(records)
        self._spoken = list(spoken)
        self._worked_out: set[Decimal] = set()

    def strange_in(self, sentence: str, passages: Sequence[str], cited: Sequence[str]) -> str:
        """The first figure that neither the passages nor the record nor anybody's words bear out; "" without one.

        Where a sentence cites passages (their ids), of the findings only those that rest on them bear it out.
        """
        records = [*self._head, *(self._of_cited(cited) if cited else self._records)]
        stated = Stated.of([*records, *passages], answers=self._spoken)
        self._worked_out |= worked_out(sentence)
        items = len(self._nitpicks)
        claims = (stated.missing_from(part, items=items, known=self._worked_out) for part in _claims(sentence))
        return next(filter(None, claims), "")

    def _of_cited(self, cited: Sequence[str]) -> Iterator[str]:
        for nitpick in self._nitpicks:
            if not set(cited).isdisjoint(nitpick["citations"]):
                yield from (nitpick["title"], nitpick["summary"], nitpick["accepted_change_instructions"])
                yield from nitpick["suggested_changes"]


def miscounted(sentence: str, nitpicks: Sequence[Mapping[str, Any]]) -> str:
    """How many findings there are of each kind, where a sentence says another number of one; "" otherwise."""
    if _OPEN_ENDED.search(sentence) or not list(_claims(sentence)):
        return ""
    named = {figure.start for figure in measured_in(sentence) if figure.kind in ("count", "bare")}
    for number in find_numbers(sentence):
        counted = _HOW_MANY.match(sentence, number.end)
        if counted is None or number.start not in named or _SOME.search(sentence[: number.start]):
            continue
        kind = counted[str(counted.lastgroup)].lower()
        if number.value != _number_of(_STATUS.get(kind, kind), nitpicks):
            return _counts(nitpicks)
    return ""


def _number_of(kind: str, nitpicks: Sequence[Mapping[str, Any]]) -> int:
    if kind == "accepted":
        return sum(nitpick["status"] != "open" for nitpick in nitpicks)
    return sum(kind in (nitpick["status"], nitpick["severity"]) for nitpick in nitpicks)


def _counts(nitpicks: Sequence[Mapping[str, Any]]) -> str:
    kinds = ("open", "in_progress", "resolved", "high", "medium", "low")
    counts = [f"{_number_of(kind, nitpicks)} {kind.replace('_', ' ')}" for kind in kinds]
    return f"As recorded: {', '.join(counts[:3])}; {', '.join(counts[3:])}."


def has_figures(text: str) -> bool:
    """Whether there is a figure that can be held against anything."""
    return any(measured_in(sentence) for sentence in _claims(text))


def _claims(text: str) -> Iterator[str]:
    """The sentences of a text that claim something."""
    sentences = (text[start:end] for start, end in sentence_spans(text, clauses=False))
    return (sentence for sentence in sentences if not _ASKS.search(sentence) or _ASSENT.search(sentence))
