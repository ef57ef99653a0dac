"""What stands on the screen of a review, and what the messages before the newest one spoke of, decided and asked.

A message of the history is {"role", "content"}.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from investor_review.words import DECISIONS, QUOTED, Issue, is_sure, named_in, questions, read, tell
from llm.types import Message, ModelRequest, replies_in

ARE_YOU_DONE = "Nothing is undecided any more. Are you done?"
# How a reply shows a finding, and how it names the next one.
NEXT = re.compile(r"\bFinding (\d+) is next: ")
_SHOWN = re.compile(rf"\*\*(\d+)\. |{NEXT.pattern}")
# An issue is spoken of for as long as this many messages of the history.
RECENT = 2
_WHICH = re.compile(r"\bwhich\b[^?“]*(?:“([^”]+)”|\bto (\w+))[^?]*\?", re.IGNORECASE)
_LINK = re.compile(r"\[[^\]\n]*\](?:\([^)\n]*\))?")
_NUMBER = re.compile(r"\d+")

History = Sequence[Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Before:
    """`focus` is what was spoken of last, `act` what the investor did last, `decided` the one finding of that.

    `asked` is the last reply, `wanted` the act of a question in it such as "which do you want to accept?", `worded` the
    message before where it words a change.
    """

    focus: tuple[str, ...] = ()
    act: str = ""
    decided: tuple[str, ...] = ()
    asked: str = ""
    wanted: str = ""
    worded: str = ""


def before(history: History, issues: Sequence[Issue]) -> Before:
    """What was said before the newest message."""
    newest = {str(turn.get("role")): str(turn.get("content") or "") for turn in history}
    clauses = read(newest.get("user", ""), issues)
    acts = [clause.label for clause in clauses if clause.label in DECISIONS and is_sure(clause)]
    named = named_in(newest.get("user", ""), issues)
    kept = tuple(i.issue_id for i in issues if i.issue_id in named and (i.status != "open" or i.is_left))
    asked = newest.get("assistant", "")
    which = _WHICH.search(asked)
    wanted = tell(which[1] or which[2])[0] if which else ""
    lines = next((text for text in map(_noted, reversed(history)) if text), "")
    noted = tuple(issue.issue_id for issue in issues if f"\n- {issue.number}. {issue.title}: " in lines)
    decided = noted if len(noted) == 1 else kept if len(named) == 1 and not noted else ()
    worded = newest.get("user", "") if "wording" in acts else ""
    return Before(_spoken_of(history, issues), acts[-1] if acts else "", decided, asked, wanted, worded)


def _noted(turn: Mapping[str, str]) -> str:
    """What a reply noted, a line for each finding."""
    return str(turn.get("content") or "").partition("Noted:")[2] if turn.get("role") == "assistant" else ""


def _spoken_of(history: History, issues: Sequence[Issue]) -> tuple[str, ...]:
    """The issues that the newest message of the history which names any speaks of.

    An aside, and the reply to it that only reminds of the finding that is next, are passed over where something was
    spoken of before.
    """
    texts = [str(turn.get("content") or "") for turn in reversed(history)]
    asides = 0
    while asides < len(texts) and NEXT.search(texts[asides]) and not _named_by(NEXT.split(texts[asides])[0], issues):
        asides += 2
    spoken_of = (_named_by(text, issues) for start in (asides, 0) for text in texts[start : start + RECENT])
    return next(filter(None, spoken_of), ())


def _named_by(text: str, issues: Sequence[Issue]) -> tuple[str, ...]:
    """The issues that a message names; () where it lists them all."""
    low = text.lower()
    titled = [issue.issue_id for issue in issues if issue.title.lower() in low or issue.issue_id.lower() in low]
    # The numbers of what a reply quotes, or links to, are of clauses: "“4. Measurement” [clause 4]".
    unnumbered = QUOTED.sub(lambda quoted: _NUMBER.sub(" ", quoted[0]), _LINK.sub(" ", text))
    named = titled or named_in(unnumbered, issues)
    return tuple(dict.fromkeys(named)) if len(named) < max(len(issues), 2) else ()


def history_of(messages: Sequence[Message]) -> list[dict[str, str]]:
    """What was said before the newest message, without tool calls and results."""
    return [
        {"role": message.role, "content": message.text}
        for message in messages[:-1]
        if message.role in ("user", "assistant") and message.text
    ]


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
