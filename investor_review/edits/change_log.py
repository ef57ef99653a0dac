"""What became of every issue: the nitpick, the investor's words, before and after, or why nothing was changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

from django.utils.translation import gettext_noop

from investor_review.edits.by_rules import KEPT
from investor_review.edits.internal import without_ids
from investor_review.edits.own import as_proposal
from investor_review.edits.passages import CannotPlace, SourceText, short
from investor_review.edits.plan import Change, EditPlan
from investor_review.edits.redline import Redline, redlines
from investor_review.edits.references import place_of
from investor_review.edits.values import unsupported
from investor_review.edits.words import asked_for, takes_suggestion, unaddressed

Outcome = Literal["applied", "partly", "refused", "rejected", "unchanged", "open"]
OUTCOMES: dict[Outcome, str] = {
    "applied": gettext_noop("Changed"),
    "partly": gettext_noop("Changed in part"),
    "refused": gettext_noop("Not changed"),
    "rejected": gettext_noop("Rejected by the investor"),
    "unchanged": gettext_noop("Resolved without a change"),
    "open": gettext_noop("Open"),
}
GOING_OUT: dict[Outcome, str] = {
    "refused": gettext_noop("A change is asked for; its wording is still to be agreed."),
    "partly": gettext_noop("A part of what is asked for is changed; the wording of the rest is still to be agreed."),
}
SEVERITIES = {"high": 0, "medium": 1, "low": 2}
NO_CHANGE = "It was resolved without words for a change."
REJECTED = "The investor rejected this edit."
LEFT = gettext_noop("The investor leaves the text as it is.")
# From how many characters beyond a cited passage its page is no longer a change's.
FURTHER_OFF = 2_000
NOT_CONFIRMED = "The investor has not confirmed the change yet, so it was not made."


@dataclass(frozen=True, slots=True)
class DecidedIssue:
    """An issue as it stands when the artifacts are made. `cited` are the texts of the chunks that it cites."""

    issue_id: str
    title: str
    severity: str
    status: str
    summary: str = ""
    instruction: str = ""
    suggested: Sequence[str] = ()
    cited: Sequence[str] = ()
    cited_ids: Sequence[str] = ()
    # Where the cited passages stand, in words: "clause 4.2, page 12".
    places: Sequence[str] = ()
    is_left: bool = False

    @property
    def is_resolved(self) -> bool:
        return self.status == "resolved"

    def change(self) -> Change | None:
        """What shall be changed in the document; None when the issue is open or was resolved without words."""
        if not self.is_resolved or not self.instruction.strip():
            return None
        # A suggestion that becomes the contract's text brings no id of the analysis into it.
        is_suggested = self.instruction.strip() in (*self.suggested, " ".join(self.suggested))
        words = without_ids(self.instruction) if is_suggested else self.instruction
        return Change(self.issue_id, self.title, words, tuple(self.cited), without_ids("\n".join(self.suggested)))

    def place_at(self, text: str | SourceText, position: int) -> str:
        """Where a change of the text stands: its clause, and the page of the cited passage that it is nearest to."""
        source = text if isinstance(text, SourceText) else SourceText(text)
        near: list[tuple[int, str]] = []
        for cited, named in zip(self.cited, self.places, strict=False):
            try:
                passage = source.passage(cited)
            except CannotPlace:
                continue
            near.append((max(passage.start - position, position - passage.end, 0), named))
        away, named = min(near, key=lambda passage: passage[0], default=(0, ""))
        if not near and len(set(self.places)) == 1:
            named = self.places[0]
        return place_of(source.text, position, named if away <= FURTHER_OFF else "")


@dataclass(frozen=True, slots=True)
class Entry:
    """One issue of the log, with its edits and the reasons of what was not done."""

    issue: DecidedIssue
    outcome: Outcome
    redlines: Sequence[Redline] = ()
    reasons: Sequence[str] = ()
    # Where the text has what it cites; "" where it does not tell.
    cited_at: str = ""
    # The terms that the document defines, with which a proposal is worded.
    terms: frozenset[str] = frozenset()

    @property
    def outcome_label(self) -> str:
        return (
            gettext_noop("Left as it is") if self.issue.is_left and self.outcome == "open" else OUTCOMES[self.outcome]
        )

    @property
    def place(self) -> str:
        """Where its first change stands, else what it cites: "clause 4.3, page 3". "" when neither is known."""
        named = self.cited_at or next(iter(self.issue.places), "")
        return next((r.place for r in self.redlines if r.place), named)

    @property
    def proposal(self) -> str:
        """What is proposed where not all could be put into the text: a wording where one follows from the wish.

        Else the wish in the third person; "" for nothing.
        """
        return as_proposal(self._asked, self.issue.cited, self.terms) if self.is_unresolved else ""

    @property
    def _asked(self) -> str:
        """The investor's own words where there are some that others may read, else the suggestion, but never one that
        says another figure than the investor.
        """
        issue = self.issue
        texts = [text.strip() for text in issue.suggested if text.strip()]
        suggested, words = " ".join(texts), issue.instruction.strip()
        if not words or words in (*texts, suggested) or takes_suggestion(words):
            return suggested
        return asked_for(words) or ("" if unsupported(words, suggested) else suggested)

    @property
    def going_out(self) -> str:
        """What others may read of the state: why nothing, or not all of it, was done. The reasons stay here."""
        if self.issue.is_left:
            return LEFT
        return GOING_OUT.get(self.outcome, "")

    @property
    def is_unresolved(self) -> bool:
        """Whether something is left to do: an open issue, or a change that could not be made. What is left is not."""
        return self.outcome in ("open", "refused", "partly") and not self.issue.is_left

    def as_json(self) -> dict[str, Any]:
        issue = self.issue
        return {
            "issue_id": issue.issue_id,
            "title": issue.title,
            "severity": issue.severity,
            "status": issue.status,
            "nitpick": issue.summary,
            "suggested_changes": list(issue.suggested),
            "citations": list(issue.cited_ids),
            "investor_words": issue.instruction,
            "outcome": self.outcome,
            "changes": [{"before": r.before, "after": r.after, "redline_html": str(r.html())} for r in self.redlines],
            "reasons": list(self.reasons),
        }


@dataclass(frozen=True, slots=True)
class ChangeLog:
    """The log of one run, in the order of the issues."""

    entries: Sequence[Entry]
    # How many entries of the review are not in it.
    withheld: int = 0

    @property
    def applied(self) -> list[Entry]:
        return [entry for entry in self.entries if entry.redlines]

    @property
    def unresolved(self) -> list[Entry]:
        """What is still open, the gravest first."""
        left = [entry for entry in self.entries if entry.is_unresolved]
        return sorted(left, key=lambda entry: SEVERITIES.get(entry.issue.severity, 3))

    @property
    def left(self) -> list[Entry]:
        """What the investor leaves as it is."""
        return [entry for entry in self.entries if entry.outcome == "open" and entry.issue.is_left]

    def for_the_company(self) -> ChangeLog:
        """The log as others may have it: without what was rejected, ids of the analysis, reasons of the machine."""
        kept = [_for_the_company(entry) for entry in self.entries if entry.outcome != "rejected"]
        return ChangeLog(kept, len(self.entries) - len(kept))

    def counts(self) -> dict[str, int]:
        return {outcome: sum(entry.outcome == outcome for entry in self.entries) for outcome in OUTCOMES}

    def as_json(self) -> list[dict[str, Any]]:
        return [entry.as_json() for entry in self.entries]

    def as_text(self) -> str:
        """The log to read. Each issue is a block; removed words stand in [-…-], added ones in {+…+}."""
        counts = self.counts()
        head = ", ".join(f"{label.lower()}: {counts[outcome]}" for outcome, label in OUTCOMES.items())
        return "\n\n".join([f"Change log\n{head}", *(_block(entry) for entry in self.entries)]) + "\n"


def build_log(text: str, issues: Sequence[DecidedIssue], plan: EditPlan) -> ChangeLog:
    """The log of `plan`, which was made of the issues' changes for the document `text`."""
    source = SourceText(text)
    drawn = redlines(text, plan.edits, {issue.issue_id: partial(issue.place_at, source) for issue in issues})
    entries = [_entry(issue, drawn, plan) for issue in issues]
    terms = source.terms if any(entry.is_unresolved for entry in entries) else frozenset()
    return ChangeLog([replace(entry, cited_at=_cited_at(text, entry.issue), terms=terms) for entry in entries])


def _cited_at(text: str, issue: DecidedIssue) -> str:
    """Where the text has the first passage that it cites; "" where it does not have it once."""
    cited = next(iter(issue.cited), "").strip()
    at = text.find(cited) if cited else -1
    return place_of(text, at, next(iter(issue.places), "")) if at >= 0 and text.find(cited, at + 1) < 0 else ""


def in_marks(redline: Redline, gone: str = "[-{}-]", come: str = "{{+{}+}}") -> str:
    """The change in plain text, its removed words in [-…-] and its added ones in {+…+}, or in these marks."""
    marks = {"same": "{}", "del": gone, "ins": come}
    return "".join(marks[kind].format(text) for kind, text in redline.parts)


def _entry(issue: DecidedIssue, drawn: Sequence[Redline], plan: EditPlan) -> Entry:
    if issue.is_left and issue.status == "open":
        return Entry(issue, "open", (), (LEFT,))
    if not issue.is_resolved:
        return Entry(issue, "open", (), (NOT_CONFIRMED,) if issue.instruction.strip() else ())
    if not issue.instruction.strip():
        return Entry(issue, "unchanged", (), (NO_CHANGE,))
    done = tuple(redline for redline in drawn if redline.issue_id == issue.issue_id)
    reasons = tuple(dict.fromkeys(r.reason for r in plan.refused if r.issue_id == issue.issue_id))
    missing = set(reasons) - {KEPT, REJECTED}
    if not done and reasons and not missing:
        return Entry(issue, "rejected" if REJECTED in reasons else "unchanged", (), reasons)
    outcome: Outcome = "refused" if not done else "partly" if missing else "applied"
    return Entry(issue, outcome, done, reasons)


def _for_the_company(entry: Entry) -> Entry:
    """An entry in clean words. Where a part was rejected nothing is proposed: the words ask for that part too."""
    issue, is_whole = entry.issue, REJECTED not in entry.reasons
    issue = replace(
        issue,
        title=without_ids(issue.title),
        summary=without_ids(issue.summary),
        instruction=without_ids(issue.instruction) if is_whole else "",
        suggested=tuple(map(without_ids, issue.suggested)) if is_whole else (),
    )
    return replace(entry, issue=issue, reasons=(entry.going_out,) if entry.going_out else ())


def _block(entry: Entry) -> str:
    issue = entry.issue
    where = f" · {entry.place}" if entry.place else ""
    lines = [f"{short(issue.title, 300)} ({issue.severity}{where}) · {entry.outcome_label}"]
    if issue.summary:
        lines.append(f"  Finding: {issue.summary}")
    if issue.instruction:
        lines.append(f"  Investor: {unaddressed(issue.instruction)}")
    lines += [f"  Change: {in_marks(redline)}" for redline in entry.redlines]
    lines += [f"  Reason: {reason}" for reason in entry.reasons]
    return "\n".join(lines)
