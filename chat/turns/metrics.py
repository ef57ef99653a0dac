"""What every turn adds to the series of /metrics: few of them, named as Prometheus names things."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from prometheus_client import Counter, Histogram

from chat.guidance import tools_of
from llm import types
from llm.tools import Done

if TYPE_CHECKING:
    from chat.turns.turn import TurnRun

TURNS = Counter("assistant_turns_total", "Turns that have ended.", ["assistant", "model", "status"])
OVERHEAD = Histogram(
    "assistant_turn_overhead_seconds",
    "What a turn took beside its model calls.",
    ["assistant"],
    buckets=(0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
)
MODEL = Histogram(
    "assistant_model_seconds",
    "What the model calls of a turn took.",
    ["model"],
    buckets=(0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120),
)
TOKENS = Counter("assistant_tokens_total", "Tokens sent to and received from models.", ["assistant", "model", "kind"])
NOT_UNDERSTOOD = Counter("assistant_not_understood_total", "Messages that were not understood.", ["assistant"])
REFUSED = Counter("assistant_refused_calls_total", "Tool calls that were refused.", ["assistant", "tool", "reason"])
LEFT_OUT = Counter(
    "assistant_left_out_total",
    "Sentences of replies that were left out or shortened: a claim or figure that nothing bears out, a judge's own.",
    ["assistant", "kind"],
)

CORRECTED = Counter(
    "assistant_corrections_total", "Turns that put right what one of the two before recorded.", ["assistant", "tool"]
)

# What is misunderstood most, whatever a model or a rule thought, is put right within so many turns.
TURNS_BACK = 2
_UNDO = "undo"


def count_turn(turn: TurnRun, started: float) -> None:
    """Count a turn that has ended; `started` is the monotonic time at which it began."""
    slug, model, spent = turn.assistant.slug, turn.model or "none", turn.model_ms / 1000
    TURNS.labels(slug, model, str(turn.status)).inc()
    OVERHEAD.labels(slug).observe(max(time.monotonic() - started - spent, 0))
    if spent:
        MODEL.labels(model).observe(spent)
    TOKENS.labels(slug, model, "input").inc(turn.input_tokens)
    TOKENS.labels(slug, model, "output").inc(turn.output_tokens)
    if turn.pending is not None and turn.pending.finish_reason == types.NOT_UNDERSTOOD:
        NOT_UNDERSTOOD.labels(slug).inc()
    if turn.corrected:
        CORRECTED.labels(slug, turn.corrected).inc()
    for call in turn.calls:
        if types.status_of(call["result"]) == "error":
            reason = str(call["result"].get("code", ""))
            # A name that no tool has is a model's invention, of which there is no end.
            REFUSED.labels(slug, "" if reason == "unknown_tool" else call["name"], reason).inc()


def corrected(turn: TurnRun) -> str:
    """The tool whose call of one of the two turns before this turn has put right; "" where it put nothing right.

    A tool knows by itself which of its calls puts an earlier one right (`Tool.puts_right`); an undo, the newest.
    """
    calls = [call for call in turn.calls if types.status_of(call["result"]) != "error"]
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


def _before(turn: TurnRun) -> Sequence[types.Message]:
    """The messages of the two turns before this one, the oldest first."""
    starts = [n for n, message in enumerate(turn.messages) if message.role == "user"]
    if len(starts) < 2:
        return []
    return turn.messages[starts[max(len(starts) - 1 - TURNS_BACK, 0)] : starts[-1]]


def _done(messages: Sequence[types.Message]) -> Iterator[Done]:
    """The calls that did something, in order; an undo takes back what stands before it."""
    arguments = {call.id: call.arguments for message in messages for call in message.calls}
    for message in messages:
        for result in message.results:
            content = result.parsed()
            if types.status_of(content) != "error" and result.name not in (_UNDO, "help"):
                yield Done(result.name, _fields(arguments.get(result.call_id, "")), content)


def _fields(given: Any) -> dict[str, Any]:
    """JSON, or what was read of it, as fields; none where it is something else."""
    try:
        value = json.loads(given) if isinstance(given, str) else given
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
