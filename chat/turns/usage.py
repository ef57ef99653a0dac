"""What the models were used for and what it cost: by day, person, assistant and model."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from django.db import connection
from django.db.models import Count, F, Func, JSONField, QuerySet, Sum
from django.db.models.functions import Coalesce, TruncDate
from django.utils import timezone

from chat.models import Message, ModelPrice, Thread, Turn
from chat.turns import metrics
from llm.types import NOT_UNDERSTOOD

MILLION = Decimal(1_000_000)


@dataclass(frozen=True, slots=True)
class UsageRow:
    """The calls of one person with one assistant and model on one day. `cost` is in US dollars.

    Of the input, `cached_tokens` were kept by the provider from an earlier call.
    """

    day: date
    user: str
    assistant: str
    model: str
    calls: int
    input_tokens: int
    output_tokens: int
    cached_tokens: int
    cost: Decimal | None


# Day, person, assistant and model.
_Key = tuple[date, str, str, str]

# The structured questions of a round stand with its message; a provider may name the model more exactly.
_ASKED = """
SELECT day, person, assistant, CASE WHEN coalesce(entry ->> 'model', '') IN ('', entry ->> 'requested')
                                    THEN entry ->> 'requested'
                                    ELSE split_part(entry ->> 'requested', ':', 1) || ':' || (entry ->> 'model') END,
       count(*), sum((entry ->> 'input_tokens')::bigint), sum((entry ->> 'output_tokens')::bigint),
       sum((entry ->> 'cached_tokens')::bigint)
  FROM ({asked}) AS asked (day, person, assistant, entry) GROUP BY 1, 2, 3, 4
"""


def usage(days: int, *, user: str = "", assistant: str = "") -> list[UsageRow]:
    """The usage of the last `days` days, newest first: what was said, and what was asked beside the talk.

    Three queries, however much there was.
    """
    since = timezone.now() - timedelta(days=days)
    # Whoever said it used the model: in a shared thread that need not be its owner.
    person = Coalesce("turn__author__username", "thread__owner__username")
    messages = Message.objects.filter(role=Message.Role.ASSISTANT, created_at__gte=since)
    messages = messages.annotate(person=person, day=TruncDate("created_at"))
    if user:
        messages = messages.filter(person=user)
    if assistant:
        messages = messages.filter(thread__assistant=assistant)
    spoken = (
        messages.exclude(model="words")
        .values_list("day", "person", "thread__assistant", "model")
        .annotate(Count("id"), Sum("input_tokens"), Sum("output_tokens"), Sum("cached_tokens"))
        .order_by()
    )
    groups: dict[_Key, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for day, name, slug, model, *counts in [*spoken, *_asked(messages)]:
        group = groups[day, name, slug, model]
        group[:] = [before + int(more) for before, more in zip(group, counts, strict=True)]
    prices = list(ModelPrice.objects.order_by("-since"))
    return [
        UsageRow(*key, calls, given, got, kept, _cost(_price(prices, key[3], key[0]), given, got, kept))
        for key, (calls, given, got, kept) in sorted(
            groups.items(), key=lambda item: (-item[0][0].toordinal(), item[0][1:])
        )
    ]


def _asked(messages: QuerySet[Message]) -> list[tuple[Any, ...]]:
    """Day, person, assistant, model, calls and tokens of the structured questions of these messages."""
    entry = Func(F("sent__asked"), function="jsonb_array_elements", output_field=JSONField())
    entries = messages.filter(sent__has_key="asked").annotate(entry=entry)
    sql, values = entries.values("day", "person", "thread__assistant", "entry").order_by().query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(_ASKED.format(asked=sql), values)
        return list(cursor.fetchall())


@dataclass(frozen=True, slots=True)
class Trouble:
    """How often messages to an assistant were not understood, calls of a tool refused for a reason, or put right."""

    assistant: str
    count: int
    tool: str = ""
    reason: str = ""
    corrected: bool = False
    by_hand: bool = False

    @property
    def guard(self) -> str:
        """Which guard refused; "" where nothing was refused."""
        return metrics.guard_of(self.reason) if self.tool and not (self.corrected or self.by_hand) else ""


def troubles(days: int, *, assistant: str = "") -> list[Trouble]:
    """What was not understood, refused or soon put right in the last `days` days, most often first. Three queries."""
    recent = Message.objects.filter(created_at__gte=timezone.now() - timedelta(days=days))
    if assistant:
        recent = recent.filter(thread__assistant=assistant)
    unheard = recent.filter(finish_reason=NOT_UNDERSTOOD).values_list("thread__assistant").annotate(Count("id"))
    refused = (
        recent.filter(tool_calls__result__status="error")
        .values_list("thread__assistant", "tool_calls__name", "tool_calls__result__code")
        .annotate(Count("tool_calls"))
    )
    with_tool = recent.filter(role=Message.Role.USER).exclude(turn__corrected="").exclude(turn=None)
    righted = with_tool.values_list("thread__assistant", "turn__corrected").annotate(Count("turn", distinct=True))
    listed = [Trouble(slug, count) for slug, count in unheard]
    listed += [Trouble(slug, count, tool, reason or "") for slug, tool, reason, count in refused]
    listed += [Trouble(slug, count, tool, corrected=True) for slug, tool, count in righted]
    listed += _by_hand(days, assistant)
    return sorted(listed, key=lambda trouble: (-trouble.count, trouble.assistant, trouble.tool))


def _by_hand(days: int, assistant: str) -> list[Trouble]:
    """What was put right in a panel within two turns, by the act of its form."""
    entries = metrics.righted_by_hand(since=timezone.now() - timedelta(days=days))
    threads = [(entry.thread_id, entry.action.partition(".")[2]) for entry in entries if entry.thread_id]
    slugs = dict(Thread.objects.filter(pk__in={thread for thread, _ in threads}).values_list("pk", "assistant"))
    acts = Counter((slugs.get(thread, ""), act) for thread, act in threads)
    return [Trouble(slug, n, act, by_hand=True) for (slug, act), n in acts.items() if slug and assistant in ("", slug)]


def acts(days: int, *, assistant: str = "") -> list[tuple[str, str, int]]:
    """What the messages of the last `days` days do: (assistant, act, how many turns), most often first. One query."""
    turns = Turn.objects.filter(created_at__gte=timezone.now() - timedelta(days=days)).exclude(acts="")
    if assistant:
        turns = turns.filter(thread__assistant=assistant)
    counts: Counter[tuple[str, str]] = Counter()
    for slug, held, number in turns.values_list("thread__assistant", "acts").annotate(Count("id")).order_by():
        counts.update({(slug, act): number for act in held.split(",")})
    return [(slug, act, number) for (slug, act), number in counts.most_common()]


def _price(prices: Iterable[ModelPrice], model: str, day: date) -> ModelPrice | None:
    """The price that was valid on the day. A dated id such as gpt-x-2025-01-01 costs what gpt-x does."""
    if model == "offline":
        return ModelPrice(input_per_million=Decimal(0), output_per_million=Decimal(0))
    fitting = [price for price in prices if model.startswith(price.model) and price.since <= day]
    return max(fitting, key=lambda p: (len(p.model), p.since)) if fitting else None


def _cost(price: ModelPrice | None, given: int, got: int, kept: int) -> Decimal | None:
    if price is None:
        return None
    cached = price.input_per_million if price.cached_per_million is None else price.cached_per_million
    return ((given - kept) * price.input_per_million + kept * cached + got * price.output_per_million) / MILLION


def total(rows: Iterable[UsageRow]) -> dict[str, Decimal | int]:
    """The sums over all rows, and how many of them have no price."""
    listed = list(rows)
    return {
        "calls": sum(row.calls for row in listed),
        "input_tokens": sum(row.input_tokens for row in listed),
        "output_tokens": sum(row.output_tokens for row in listed),
        "cached_tokens": sum(row.cached_tokens for row in listed),
        "cost": sum((row.cost for row in listed if row.cost is not None), Decimal(0)),
        "without_price": sum(row.cost is None for row in listed),
    }
