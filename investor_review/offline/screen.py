"""What stands on the screen of a review: the finding that was shown last, and the one that comes next."""

from __future__ import annotations

import re
from collections.abc import Sequence

from investor_review.words import Issue, questions
from llm.types import Message, ModelRequest, replies_in

ARE_YOU_DONE = "Nothing is undecided any more. Are you done?"
# How a reply shows a finding, and how it names the next one.
NEXT = re.compile(r"\bFinding (\d+) is next: ")
_SHOWN = re.compile(rf"\*\*(\d+)\. |{NEXT.pattern}")


def next_is(issue: Issue) -> str:
    """How the finding that is to be decided is named."""
    return f"Finding {issue.number} is next: {issue.title} ({issue.severity})."


def asked_in(request: ModelRequest) -> str:
    """The question that the last reply left on the screen, by its name."""
    asked = str(request.state.get("asked") or "")
    return asked if asked and questions.sentence_of(asked) in (replies_in(request.messages) or [""])[-1] else ""


def undecided(issues: Sequence[Issue]) -> list[Issue]:
    """What nothing was decided about yet, as it was sent."""
    return [issue for issue in issues if issue.status == "open" and not issue.is_left]


def first_undecided(issues: Sequence[Issue]) -> Issue | None:
    """The weightiest of those."""
    rank = {"high": 0, "medium": 1, "low": 2}
    return min(undecided(issues), key=lambda issue: (rank[issue.severity], issue.number), default=None)


def shown(messages: Sequence[Message], issues: Sequence[Issue]) -> tuple[Issue | None, bool]:
    """The finding that a reply showed or named as the next one last, and whether it was only named."""
    for reply in reversed(replies_in(messages)):
        for place in reversed(list(_SHOWN.finditer(reply))):
            number = int(place[1] or place[2])
            if number <= len(issues):
                return issues[number - 1], bool(place[2])
    return None, False


def following(messages: Sequence[Message], issues: Sequence[Issue]) -> Issue | None:
    """What "next" shows: the finding named as the next, else the undecided one behind that on the screen."""
    current, is_named = shown(messages, issues)
    if current is None or is_named:
        return current or first_undecided(issues)
    left = [issue for issue in undecided(issues) if issue is not current]
    return next((issue for issue in left if issue.number > current.number), left[0] if left else None)


def preceding(messages: Sequence[Message], issues: Sequence[Issue]) -> Issue | None:
    """What "back" shows: the finding before the one on the screen."""
    current, is_named = shown(messages, issues)
    if current is None or is_named:
        return current
    return issues[current.number - 2] if current.number > 1 else current
