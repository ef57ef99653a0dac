"""What every turn adds to the series of /metrics: few of them, named as Prometheus names things."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from prometheus_client import Counter, Histogram

from llm import types

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

CORRECTED = Counter(
    "assistant_corrections_total", "Turns that put right what one of the two before recorded.", ["assistant", "tool"]
)


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
        if call["result"].get("status") == "error":
            reason = str(call["result"].get("code", ""))
            # A name that no tool has is a model's invention, of which there is no end.
            REFUSED.labels(slug, "" if reason == "unknown_tool" else call["name"], reason).inc()
