"""What a turn puts right of the two turns before it: what is misunderstood most, whatever a model or a rule thought.

A tool knows by itself which of its calls puts an earlier one right (`Tool.puts_right`); an undo puts right the newest.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from chat.guidance.universal import tools_of
from chat.turns.turn import TurnRun
from llm.tools import Done
from llm.types import Message

TURNS_BACK = 2
_UNDO = "undo"


def corrected(turn: TurnRun) -> str:
    """The tool whose call of one of the two turns before this turn has put right; "" where it put nothing right."""
    calls = [call for call in turn.calls if call["result"].get("status") == "success"]
    if not calls:
        return ""
    earlier = list(_done(_before(turn)))
    rules = {tool.name: tool.puts_right for tool in tools_of(turn.assistant) if tool.puts_right}
    for call in calls:
        if call["name"] == _UNDO and earlier:
            return next((done.name for done in reversed(earlier) if done.name in rules), earlier[-1].name)
        done, puts_right = Done(call["name"], _fields(call["arguments"]), call["result"]), rules.get(call["name"])
        if puts_right and any(before.name == done.name and puts_right(done, before) for before in earlier):
            return done.name
    return ""


def _before(turn: TurnRun) -> Sequence[Message]:
    """The messages of the two turns before this one, the oldest first."""
    starts = [n for n, message in enumerate(turn.messages) if message.role == "user"]
    if len(starts) < 2:
        return []
    return turn.messages[starts[max(len(starts) - 1 - TURNS_BACK, 0)] : starts[-1]]


def _done(messages: Sequence[Message]) -> Iterator[Done]:
    """The calls that did something, in order; an undo takes back what stands before it."""
    arguments = {call.id: call.arguments for message in messages for call in message.calls}
    for message in messages:
        for result in message.results:
            content = _fields(result.content)
            if content.get("status") == "success" and result.name not in (_UNDO, "help"):
                yield Done(result.name, _fields(arguments.get(result.call_id, "")), content)


def _fields(given: Any) -> dict[str, Any]:
    """JSON, or what was read of it, as fields; none where it is something else."""
    try:
        value = json.loads(given) if isinstance(given, str) else given
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
