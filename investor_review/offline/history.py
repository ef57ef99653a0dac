"""What the messages before the newest one spoke of, did and asked. A message is {"role", "content"}."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from investor_review.offline.turn_words import WHICH
from investor_review.words import Act, Issue, find_targets, read_act, split
from llm.types import Message

# An issue is spoken of for as long as this many messages of the history.
RECENT = 4

History = Sequence[Mapping[str, str]]


def spoken_of(history: History, issues: Sequence[Issue]) -> tuple[str, ...]:
    """The issues that the newest message of the history which names any speaks of."""
    for turn in list(reversed(history))[:RECENT]:
        text = str(turn.get("content") or "")
        low = text.lower()
        titled = [issue.issue_id for issue in issues if issue.title.lower() in low or issue.issue_id.lower() in low]
        named = titled or _named_in(text, issues)
        if named and len(named) < max(len(issues), 2):
            return tuple(dict.fromkeys(named))
    return ()


def history_of(messages: Sequence[Message]) -> list[dict[str, str]]:
    """What was said before the newest message, without tool calls and results."""
    return [
        {"role": message.role, "content": message.text}
        for message in messages[:-1]
        if message.role in ("user", "assistant") and message.text
    ]


def acts_before(history: History) -> tuple[Act, Act]:
    """What the investor did last, for "same for the third", and the act of an open "which do you want to …?"."""
    last = {turn.get("role"): str(turn.get("content") or "") for turn in history}
    done = [read_act(clause.text, question=clause.question).act for clause in split(last.get("user", ""))]
    before: Act = next((act for act in reversed(done) if act not in ("none", "ask")), "none")
    asked = WHICH.search(last.get("assistant", "")) if history and history[-1].get("role") == "assistant" else None
    return before, read_act(asked[1]).act if asked else "none"


def decided_before(history: History, issues: Sequence[Issue]) -> tuple[str, ...]:
    """The one finding that the investor's last message decided on, for "I meant 3"; none where it was several."""
    newest = next((str(turn.get("content") or "") for turn in reversed(history) if turn.get("role") == "user"), "")
    named = dict.fromkeys(_named_in(newest, issues))
    decided = tuple(i.issue_id for i in issues if i.issue_id in named and (i.status != "open" or i.is_left))
    return decided if len(named) == 1 else ()


def _named_in(text: str, issues: Sequence[Issue]) -> list[str]:
    return [issue_id for clause in split(text) for issue_id in find_targets(clause.text, issues).ids]
