"""Turns a message into the parts that must each be answered. By rules alone; a model may do it in their place.

A part is a question that can be read by itself: what it shares with the others is carried over.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pursuit.questions.carried import standing_alone
from pursuit.questions.parts import Kind, Need, QuestionPart, finished, part_of

__all__ = ["MAX_PARTS", "Kind", "MessagePlan", "Need", "QuestionPart", "finished", "part_of", "plan", "plan_of"]

# A message of more parts than this is a questionnaire: the first ones are kept, and the person is told so.
MAX_PARTS = 40
_SUMMARY = 300
# A follow-up leans on the last parts, not on the first of many.
_CARRIED = 3


@dataclass(frozen=True, slots=True)
class MessagePlan:
    """The parts of a message. `left_out` is how many were over MAX_PARTS; `note` is the sentence that says so."""

    summary: str
    parts: tuple[QuestionPart, ...]
    left_out: int = 0

    @property
    def note(self) -> str:
        if not self.left_out:
            return ""
        return (
            f"Your message has {len(self.parts) + self.left_out} questions; I took the first {len(self.parts)}. "
            "Please send the others in a message of their own."
        )


def plan(question: str, payers: Iterable[str] = (), earlier: Sequence[str] = ()) -> MessagePlan:
    """The parts of a person's message, in its order. `payers` are names of payers that the materials know.

    `earlier` are the parts asked before it: "and is a referral needed?" is of what they are about. A message that asks
    nothing in so many words is one part. Blank text has no parts.
    """
    names = tuple(payers)
    return plan_of([part_of(text, names) for text in _distinct(standing_alone(question, names, earlier[-_CARRIED:]))])


def plan_of(parts: Sequence[QuestionPart], left_out: int = 0) -> MessagePlan:
    """The plan of these parts; those over MAX_PARTS are counted with `left_out`, those left out before."""
    first = tuple(parts[:MAX_PARTS])
    return MessagePlan(_summary([part.text for part in first]), first, left_out + len(parts) - len(first))


def _distinct(texts: list[str]) -> list[str]:
    return list({text.lower(): text for text in reversed(texts) if text}.values())[::-1]


def _summary(texts: list[str]) -> str:
    """All parts on one line, as a person reads them in a list of objectives."""
    joined = " + ".join(text.rstrip("?. ") for text in texts)
    return joined if len(joined) <= _SUMMARY else joined[: _SUMMARY - 1].rstrip() + "…"
