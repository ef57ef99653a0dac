"""The investor's changes as edits of the full text. What no edit touches stays byte for byte as the source is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from investor_review.edits.internal import without_ids
from investor_review.edits.passages import CannotPlace, CitedPassage, SourceText, short
from investor_review.edits.voice import misspoken


@dataclass(frozen=True, slots=True)
class Change:
    """What shall change for one issue: the investor's words, the passages that it cites, upstream's suggestion."""

    issue_id: str
    title: str
    instruction: str
    cited: Sequence[str] = ()
    suggested: str = ""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A replacement for the span [start, end) of the source, in characters. An empty span is an insertion."""

    start: int
    end: int
    replacement: str


@dataclass(frozen=True, slots=True)
class Edit:
    """A proposal that was checked. `quote` holds the span with so much around it that it stands in the source once."""

    issue_id: str
    start: int
    end: int
    replacement: str
    quote: str


@dataclass(frozen=True, slots=True)
class RefusedEdit:
    """A change, or a part of one, that was not made, and why."""

    issue_id: str
    reason: str


@dataclass(slots=True)
class EditPlan:
    """What will be done: the edits in the order of the text, and what was refused in the order of the issues."""

    edits: list[Edit] = field(default_factory=list)
    refused: list[RefusedEdit] = field(default_factory=list)


# How a change becomes proposals: by rule, or by a model. It raises CannotPlace, or lists the parts that failed.
Propose = Callable[[SourceText, Sequence[CitedPassage], Change], tuple[list[Proposal], list[str]]]


class OverlappingEdits(ValueError):
    """Two edits touch the same words, so the result would depend on their order."""


def plan_edits(
    text: str, changes: Sequence[Change], propose: Propose, *, step: Callable[[int], None] | None = None
) -> EditPlan:
    """Every change as edits of `text`, each checked alone: one that fails is refused and hinders no other.

    `step` is called with the number of changes that are done. What `propose` raises beside CannotPlace ends the plan.
    """
    source, plan = SourceText(text), EditPlan()
    for number, change in enumerate(changes, 1):
        passages, reasons = _passages(source, change)
        try:
            proposals, failed = propose(source, passages, change)
        except CannotPlace as problem:
            proposals, failed = [], [str(problem)]
        if not proposals and not passages and reasons:
            # Where no citation was found, that is the reason why there was no place for the words.
            failed = reasons
        failed = [reason for reason in dict.fromkeys(failed) if reason]
        plan.refused.extend(RefusedEdit(change.issue_id, reason) for reason in failed)
        for proposal in proposals:
            _accept(source, plan, change, proposal)
        if step is not None:
            step(number)
    plan.edits.sort(key=lambda edit: (edit.start, edit.end))
    return plan


def apply_edits(text: str, edits: Sequence[Edit]) -> str:
    """The text with the edits made. Raises OverlappingEdits, and ValueError for a span that the text does not have."""
    pieces, at = [], 0
    for edit in sorted(edits, key=lambda e: (e.start, e.end)):
        if not 0 <= edit.start <= edit.end <= len(text):
            raise ValueError(
                f"The edit of {edit.issue_id!r} spans {edit.start}–{edit.end}; the text has {len(text)} characters."
            )
        if edit.start < at:
            raise OverlappingEdits(f"The edit of {edit.issue_id!r} at {edit.start} overlaps the one that ends at {at}.")
        pieces += [text[at : edit.start], edit.replacement]
        at = edit.end
    return "".join([*pieces, text[at:]])


def _passages(source: SourceText, change: Change) -> tuple[list[CitedPassage], list[str]]:
    by_place: dict[tuple[int, int], CitedPassage] = {}
    reasons = []
    for cited in change.cited:
        try:
            passage = source.passage(cited)
        except CannotPlace as problem:
            reasons.append(str(problem))
        else:
            by_place[passage.start, passage.end] = passage
    return list(by_place.values()), reasons


def _accept(source: SourceText, plan: EditPlan, change: Change, proposal: Proposal) -> None:
    """Add the proposal to the plan when it fits, else its refusal."""
    try:
        plan.edits.append(_checked(source, plan, change, proposal))
    except CannotPlace as problem:
        plan.refused.append(RefusedEdit(change.issue_id, str(problem)))


def _checked(source: SourceText, plan: EditPlan, change: Change, proposal: Proposal) -> Edit:
    start, end, replacement = proposal.start, proposal.end, proposal.replacement
    if not 0 <= start <= end <= len(source.text):
        raise CannotPlace("The change lies outside the document.")
    before = source.text[start:end]
    if before == replacement:
        raise CannotPlace(f"The document already says {short(replacement)!r} there.")
    if fault := misspoken(source.text, start, end, replacement):
        raise CannotPlace(f"The wording {short(replacement)!r} was not put into the contract: {fault}.")
    if without_ids(replacement) != replacement and without_ids(before) == before:
        raise CannotPlace("The wording names an id of the analysis.")
    for other in plan.edits:
        same = (other.start, other.end, other.replacement) == (start, end, replacement)
        if same and start < end:
            raise CannotPlace(f"The same change was already made for issue {other.issue_id!r}.")
        if _overlap(start, end, other.start, other.end):
            words = short(source.text[max(start, other.start) : min(end, other.end)] or before or replacement)
            raise CannotPlace(f"The change of issue {other.issue_id!r} already touches {words!r}.")
    return Edit(change.issue_id, start, end, replacement, source.anchor(start, end))


def _overlap(start: int, end: int, other_start: int, other_end: int) -> bool:
    """Whether two spans share words. Insertions at one point, or at the edge of a replacement, do not."""
    if start == end or other_start == other_end:
        return other_start < start < other_end or start < other_start < end
    return start < other_end and other_start < end
