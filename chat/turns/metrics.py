"""What every turn adds to the series of /metrics: few of them, named as Prometheus names things."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.conf import settings
from prometheus_client import Counter, Histogram

from audit.models import AuditEntry
from chat import assistants, models_in_use
from chat.guidance import tools_of
from chat.models import Turn
from dialogue import Act, deeds_in
from llm import types
from llm.registry import OFFLINE
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
ACTS = Counter("assistant_acts_total", "What the clauses of messages do, each act once a turn.", ["assistant", "act"])
REFUSED = Counter(
    "assistant_refused_calls_total", "Tool calls that were refused.", ["assistant", "guard", "tool", "reason"]
)
LEFT_OUT = Counter(
    "assistant_left_out_total",
    "Sentences of replies that were left out or shortened: a claim or figure that nothing bears out, a judge's own.",
    ["assistant", "kind"],
)

CORRECTED = Counter(
    "assistant_corrections_total", "Turns that put right what one of the two before recorded.", ["assistant", "tool"]
)
BY_HAND = Counter(
    "assistant_corrections_by_hand_total",
    "Acts by a form that put right what one of the two turns before recorded.",
    ["assistant", "act"],
)

# What is misunderstood most, whatever a model or a rule thought, is put right within so many turns.
TURNS_BACK = 2
_UNDO = "undo"
# What says something that is to be kept or done; a question may be answered in words alone, and so may talk.
_SAYS_SOMETHING = frozenset({Act.CONTENT, Act.CHANGE, Act.YES, Act.NO, Act.UNKNOWN, Act.OTHER_LANGUAGE})
# Which guard refused, by the code of its refusal: the schema of the arguments, or the person's own words. Any other
# refusal is of the record's rules: what is there, and what may be done now.
_GUARDS = {
    **dict.fromkeys(("unknown_tool", "wrong_arguments"), "arguments"),
    **dict.fromkeys(("not_in_words", "no_decision", "not_given", "question", "unclear", "empty"), "words"),
}


def count_turn(turn: TurnRun, started: float) -> None:
    """Count a turn that has ended; `started` is the monotonic time at which it began."""
    slug, model, spent = turn.assistant.slug, turn.model or "none", turn.model_ms / 1000
    TURNS.labels(slug, model, str(turn.status)).inc()
    OVERHEAD.labels(slug).observe(max(time.monotonic() - started - spent, 0))
    if spent:
        MODEL.labels(model).observe(spent)
    TOKENS.labels(slug, model, "input").inc(turn.input_tokens)
    TOKENS.labels(slug, model, "output").inc(turn.output_tokens)
    for act in turn.acts:
        ACTS.labels(slug, act).inc()
    if turn.pending is not None and turn.pending.finish_reason == types.NOT_UNDERSTOOD:
        NOT_UNDERSTOOD.labels(slug).inc()
    if turn.corrected:
        CORRECTED.labels(slug, turn.corrected).inc()
    for call in turn.calls:
        if types.status_of(call["result"]) == "error":
            reason = str(call["result"].get("code", ""))
            # A name that no tool has is a model's invention, of which there is no end.
            REFUSED.labels(slug, guard_of(reason), "" if reason == "unknown_tool" else call["name"], reason).inc()


def guard_of(reason: str) -> str:
    """Which guard refuses for this reason: `arguments`, `words` or `record`."""
    return _GUARDS.get(reason, "record")


def acts_in(turn: TurnRun) -> tuple[str, ...]:
    """What the person's message does, each act once, as it is told; what readers of the turn have read is not read
    again.
    """
    return tuple(dict.fromkeys(str(deed.act) for deed in deeds_in(turn.text)))


def was_asked_again(turn: TurnRun) -> bool:
    """Whether a model did nothing with a message that says something, and asks the person again."""
    spoken = turn.pending
    if spoken is None or "?" not in spoken.text or models_in_use.model_name(turn.assistant.slug) == OFFLINE:
        return False
    did_something = any(types.status_of(call["result"]) != "error" for call in turn.calls)
    return not did_something and not _SAYS_SOMETHING.isdisjoint(turn.acts)


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
        righted = (before.name for before in reversed(earlier) if puts_right and puts_right(done, before))
        if name := next(righted, ""):
            return name
    return ""


def righted_by_hand(
    *, since: datetime | None = None, thread_id: UUID | None = None, after: int = 0
) -> list[AuditEntry]:
    """The acts by a form, those of entries later than `after`, that put right what one of the two turns before did."""
    forms = {slug: assistants.get(slug).righted_by_hand for slug in settings.ASSISTANTS}
    entries = AuditEntry.objects.filter(
        turn_id=None, pk__gt=after, action__in={act for acts in forms.values() for act in acts}
    )
    entries = entries.filter(at__gte=since) if since else entries
    entries = entries.filter(thread_id=thread_id) if thread_id else entries
    return [entry for entry in entries.order_by("pk") if _is_righting(entry, forms)]


def _is_righting(entry: AuditEntry, forms: dict[str, assistants.Righted]) -> bool:
    if entry.thread_id is None:
        return False
    last = Turn.objects.filter(thread_id=entry.thread_id, created_at__lte=entry.at).order_by("-number")
    turns = dict(last.values_list("pk", "thread__assistant")[:TURNS_BACK])
    of_turns = AuditEntry.objects.filter(turn_id__in=turns, object_id=entry.object_id, pk__lt=entry.pk)
    rules = [forms.get(slug, {}).get(entry.action) for slug in turns.values()]
    return any(rule is not None and rule(entry, before) for rule in rules[:1] for before in of_turns)


def count_by_hand(slug: str, thread_id: UUID, after: int) -> None:
    """Count what a form of the thread's panel has put right; `after` is the last entry before its act."""
    for entry in righted_by_hand(thread_id=thread_id, after=after):
        BY_HAND.labels(slug, entry.action.partition(".")[2]).inc()


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
