"""What an utterance does to findings, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from investor_review.words import Act

Status = Literal["open", "in_progress", "resolved"]


@dataclass(frozen=True, slots=True)
class StatusChange:
    """What the words do to one issue. `words` are the investor's own, at `start`–`end` of the message.

    `instruction` is the investor's own wording, or "" where the suggestion as it stands was accepted.
    """

    issue_id: str
    status: Status
    act: Act
    words: str
    start: int
    end: int
    instruction: str = ""


@dataclass(frozen=True, slots=True)
class Inference:
    """The changes of a message, at most one an issue; `unclear` are clauses that act on nothing that could be named.

    `unknown` are numbers that no issue has, `closing` the words that made an earlier clause final, `doubted` clauses
    that may be no decision of the investor's.
    """

    changes: tuple[StatusChange, ...] = ()
    unclear: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    closing: str = ""
    doubted: tuple[str, ...] = ()
