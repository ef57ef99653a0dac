"""Did a look-up answer a part? By what the passages hold, never by a model's word alone. Pure.

A part is answered only by a quote that stands in a passage that holds what the part asks about.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from pursuit.conflicts import disagree
from pursuit.coverage import coverage, holds, says
from pursuit.queries import terms_of
from retrieval.grounding import normalised_place
from retrieval.search import Passage
from retrieval.sentences import sentence_ends

# Share of a question's weight that a passage must hold: to answer it, and to be worth showing as a part of an answer.
ANSWERS, TOUCHES = 0.7, 0.6
# A sentence that is quoted holds at least this share of the terms that its passage holds.
_QUOTED_SHARE = 0.34
_MOST_QUOTE = 700
_CARRIED = 0.5
# Passages after the best that are compared with it.
_RIVALS, _SPEAKS = 6, 0.42
_HEADING = re.compile(r"(?:\s*#{1,6} [^\n]*(?:\n|$))*")
_PLACES = ("payer", "plan", "state")


@dataclass(frozen=True, slots=True)
class Found:
    """What passages say on a part. `status` is answered, partial or failed; blocked when `depends` names slots."""

    status: str = "failed"
    reason: str = "no_evidence"
    citations: tuple[Mapping[str, Any], ...] = ()
    conflicts: tuple[Mapping[str, Any], ...] = ()
    depends: tuple[str, ...] = ()
    coverage: float = 0.0
    passages: tuple[Passage, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Asked:
    """A part as passages are held against it.

    `subject` is its text without payer, plan and state, which `slots` has. `own` are the person's documents of this
    thread, `newest` lets the later effective date settle a contradiction.
    """

    text: str
    subject: str
    slots: Mapping[str, str]
    today: date
    own: frozenset[str] = frozenset()
    newest: bool = False


def share_held(asked: Asked, passage: Passage) -> float:
    """How much of the part the passage holds; one of another payer's, or of nobody's, never answers."""
    share = coverage(asked.subject, f"{passage.heading}\n{passage.text}")
    named = asked.slots.get("payer", "")
    if named and str(passage.document_id) not in asked.own and not _place(passage, "payer"):
        speaks = named.casefold() in f"{passage.title} {passage.heading} {passage.text} {passage.source}".casefold()
        share = share if speaks else min(share, ANSWERS - 0.01)
    return share


def suits(passage: Passage, slots: Mapping[str, str]) -> bool:
    """Whether the passage speaks for these slots: it names no other payer, plan or state."""
    for name in _PLACES:
        here, wanted = _place(passage, name), slots.get(name, "")
        if here and wanted and not _same(here, wanted):
            return False
    return True


def _place(passage: Passage, name: str) -> str:
    value = passage.metadata.get(name)
    return str(value).strip() if isinstance(value, str) else ""


def _same(one: str, other: str) -> bool:
    one, other = one.casefold(), other.casefold()
    return one == other or (len(one) > 2 and len(other) > 2 and (one in other or other in one))


def depends_on(passages: Sequence[Passage], slots: Mapping[str, str]) -> tuple[str, ...]:
    """The slots that nobody named although the answer differs with them.

    With no slot named at all, every slot that the best passage is about; with some, those in which passages differ.
    """
    if not passages:
        return ()
    if not slots:
        return tuple(name for name in ("payer", "state") if _place(passages[0], name))
    return tuple(
        name
        for name in ("payer", "state")
        if name not in slots and len({_place(one, name).casefold() for one in passages if _place(one, name)}) > 1
    )


def judge(asked: Asked, passages: Sequence[Passage]) -> Found:
    """What the passages say on a part."""
    text, slots = asked.subject, asked.slots
    near = [(share_held(asked, one), one) for one in passages if suits(one, slots)]
    near.sort(key=lambda pair: (-pair[0], -pair[1].score))
    in_force = [pair for pair in near if not (pair[1].valid_to and pair[1].valid_to <= asked.today)]
    if in_force and in_force[0][0] >= ANSWERS:
        # What has ended contradicts nothing that is in force.
        near = in_force
    holding = [(share, one) for share, one in near if share >= TOUCHES]
    if not holding:
        return Found(coverage=near[0][0] if near else 0.0)
    best = holding[0][0]
    top = [one for share, one in holding if share >= max(TOUCHES, best - 0.12)]
    if best >= ANSWERS and (depends := depends_on(top, slots)):
        return Found("blocked", "jurisdiction", depends=depends, coverage=best, passages=tuple(top))
    cited = cite(text, top[0])
    # Whoever says otherwise on the subject is a rival, also where it answers less of the question.
    others = [(one, cite(text, one)) for share, one in near[1:_RIVALS] if share >= _SPEAKS]
    rivals = [pair for pair in others if _rivals(cited, pair[1])]
    settled = asked.newest and bool(rivals)
    if settled:
        chosen, cited = max([(top[0], cited), *rivals], key=lambda pair: str(pair[1]["valid_from"]))
        top, rivals = [chosen], []
    rival = rivals[0][1] if rivals else None
    if best >= ANSWERS and rival is not None:
        pair = tuple(sorted((cited, rival), key=lambda one: str(one["valid_from"] or ""), reverse=True))
        return Found("partial", "conflicting_info", conflicts=pair, coverage=best, passages=tuple(top))
    if best >= ANSWERS and cited["valid_to"] and cited["valid_to"] <= asked.today.isoformat():
        return Found("partial", "conflicting_info", (), (cited,), coverage=best, passages=tuple(top))
    # The quote itself must carry half of it: words that stand far apart in a long passage say something else.
    # Which of two rivals counts was the person's choice, and is not judged again.
    carried = settled or coverage(text, f"{cited['heading']}\n{cited['quote']}") >= _CARRIED
    status = "answered" if best >= ANSWERS and carried else "partial"
    return Found(status, "" if status == "answered" else "no_evidence", (cited,), coverage=best, passages=tuple(top))


def _rivals(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return one["document"] != other["document"] and disagree(str(one["quote"]), str(other["quote"]))


def cite(text: str, passage: Passage) -> dict[str, Any]:
    """The best sentences of a passage for a question, as a citation that code can find again."""
    start, end = _quoted_span(text, passage)
    return citation(passage, start, end)


def citation(passage: Passage, start: int, end: int) -> dict[str, Any]:
    """A citation of `passage.text[start:end]`."""
    return {
        "document": str(passage.document_id),
        "chunk": passage.chunk_id,
        "chunk_key": passage.chunk_key,
        "start": start,
        "end": end,
        "quote": passage.text[start:end],
        "title": passage.title,
        "heading": passage.heading,
        "source": passage.source,
        "valid_from": passage.valid_from.isoformat() if passage.valid_from else "",
        "valid_to": passage.valid_to.isoformat() if passage.valid_to else "",
        **{name: _place(passage, name) for name in _PLACES},
    }


def _quoted_span(text: str, passage: Passage) -> tuple[int, int]:
    """The run of whole sentences around the best one that holds most of the question's terms."""
    terms = terms_of(text)
    spans, begin = [], 0
    for stop in sentence_ends(passage.text):
        # A heading stands in the citation already, so a quote begins after it.
        begin += len(_HEADING.match(passage.text[begin:stop])[0])  # type: ignore[index]
        inner = passage.text[begin:stop]
        if inner.strip():
            first = begin + len(inner) - len(inner.lstrip())
            spans.append((first, begin + len(inner.rstrip())))
        begin = stop
    if not spans:
        return 0, len(passage.text)
    counts = [sum(holds(passage.text[a:b], term) for term in terms) + says(text, passage.text[a:b]) for a, b in spans]
    # The search's own span breaks a tie: it weighs rare terms more.
    best = max(
        range(len(spans)),
        key=lambda n: (counts[n], spans[n][0] < passage.end and passage.start < spans[n][1], -n),
    )
    low = high = best
    for near in (best + 1, best - 1):
        if 0 <= near < len(spans) and counts[near] >= max(1, counts[best] * _QUOTED_SHARE):
            a, b = spans[min(low, near)][0], spans[max(high, near)][1]
            if b - a <= _MOST_QUOTE:
                low, high = min(low, near), max(high, near)
    start, end = spans[low][0], spans[high][1]
    return start, min(end, start + 2 * _MOST_QUOTE)


def verified(quote: str, passage: Passage) -> dict[str, Any] | None:
    """The citation of a quote that a model gave, in the passage's own words; None where it does not stand there."""
    place = normalised_place(quote, passage.text) if len(quote.split()) >= 3 else None
    return citation(passage, *place) if place else None
