"""What a turn did and what it does now, side by side."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any
from uuid import UUID

from chat.models import ToolCall, Turn
from chat.replay.names import Names, without_times
from chat.turns import dumps, shown_arguments

# Of one result or state, so many differing values are told.
_MOST = 6
_NOTHING = "(nothing)"


@dataclass(frozen=True, slots=True)
class Difference:
    """What a stored turn, or the record in its end, would be otherwise. `turn` is the number; 0 for the record.

    `what` is calls, result, reply, asked, status or state, with the place in it; `before` and `now` are texts.
    """

    turn: int
    turn_id: str
    what: str
    before: str
    now: str
    # What was changed by hand before it, where something was: that is no fault of the code.
    why: str = ""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def differences(before: Turn, now: Turn, names: Names, why: str) -> list[Difference]:
    """What the turn of the twin does otherwise than the original; learns the ids of what both have made."""
    calls, others = _calls(before), _calls(now)
    for call, other in zip(calls, others, strict=False):
        if call.name == other.name:
            names.learn(call.arguments, other.arguments)
            names.learn(dumps(call.result), dumps(other.result))
    names.learn(_reply(before), _reply(now))
    differing = [
        *_of_calls(calls, others, names),
        *_of_text("status", _status(before), _status(now)),
        *_of_text("reply", _reply(before), names.of_original(_reply(now))),
        *_of_text("asked", before.asked, now.asked),
    ]
    return [Difference(before.number, str(before.pk), *difference, why) for difference in differing]


def state_differences(before: Any, now: Any, turn: UUID, names: Names) -> list[Difference]:
    """In what the record of the twin ends otherwise."""
    before, now = json.loads(dumps(before)), json.loads(dumps(now))
    names.learn(dumps(before), dumps(now))
    return [Difference(0, str(turn), f"state {path}".rstrip(), *pair) for path, *pair in _paths(before, now, names)]


def _calls(turn: Turn) -> list[ToolCall]:
    return list(ToolCall.objects.filter(turn=turn, message__discarded=False).order_by("id"))


def _status(turn: Turn) -> str:
    return f"{turn.status} ({turn.error_code})" if turn.error_code else str(turn.status)


def _reply(turn: Turn) -> str:
    return "\n\n".join(turn.spoken_texts())


def _of_text(what: str, before: str, now: str) -> Iterator[tuple[str, str, str]]:
    if without_times(before) != without_times(now):
        yield what, before or _NOTHING, now or _NOTHING


def _of_calls(before: list[ToolCall], now: list[ToolCall], names: Names) -> Iterator[tuple[str, str, str]]:
    made, makes = [_shown(call, None) for call in before], [_shown(call, names) for call in now]
    if made != makes:
        yield "calls", "; ".join(made) or _NOTHING, "; ".join(makes) or _NOTHING
        return
    for call, other in zip(before, now, strict=True):
        for path, *pair in _paths(call.result, other.result, names):
            yield f"result of {call.name} {path}".rstrip(), pair[0], pair[1]


def _shown(call: ToolCall, names: Names | None) -> str:
    arguments = shown_arguments(call.arguments)
    given = without_times(names.original(arguments) if names else arguments)
    return f"{call.name}({json.dumps(given, ensure_ascii=False, sort_keys=True)})" + (
        " by code" if call.by_code else ""
    )


def _paths(before: Any, now: Any, names: Names) -> list[tuple[str, str, str]]:
    """Where two values of JSON differ, as (path, before, now); at most _MOST places."""
    differing: list[tuple[str, str, str]] = []
    _walk("", without_times(before), without_times(names.original(now)), differing)
    return differing[:_MOST]


def _walk(path: str, before: Any, now: Any, differing: list[tuple[str, str, str]]) -> None:
    if before == now or len(differing) >= _MOST:
        return
    if isinstance(before, dict) and isinstance(now, dict):
        for key in dict.fromkeys([*before, *now]):
            _walk(f"{path}.{key}" if path else str(key), before.get(key), now.get(key), differing)
    elif isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        for place, (item, other) in enumerate(zip(before, now, strict=True)):
            _walk(f"{path}.{place}" if path else str(place), item, other, differing)
    else:
        differing.append((path, dumps(before), dumps(now)))
