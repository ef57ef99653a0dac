"""What every turn adds to the series of /metrics: few of them, named as Prometheus names things."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from prometheus_client import Counter, Histogram

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


def count_turn(turn: TurnRun, started: float) -> None:
    """Count a turn that has ended; `started` is the monotonic time at which it began."""
    slug, model, spent = turn.assistant.slug, turn.model or "none", turn.model_ms / 1000
    TURNS.labels(slug, model, str(turn.status)).inc()
    OVERHEAD.labels(slug).observe(max(time.monotonic() - started - spent, 0))
    if spent:
        MODEL.labels(model).observe(spent)
    TOKENS.labels(slug, model, "input").inc(turn.input_tokens)
    TOKENS.labels(slug, model, "output").inc(turn.output_tokens)
