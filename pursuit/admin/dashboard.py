"""The success metric in figures: was the question solved, was the person asked, what is lacked most."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from typing import Any

from django.db.models import Avg, Count, Q
from django.db.models.functions import TruncDate
from django.utils import timezone

from pursuit.models import MasterObjective, SubObjective, UserAsk
from pursuit.words import known_payers, terms_of, without_slots

DAYS = 30
# Open parts whose words make the topics, the newest; and how many topics are listed.
_READ, _TOPICS = 2_000, 15
# The chart's size in units of its view box.
WIDTH, HEIGHT = 720, 180
Status = MasterObjective.Status


def figures() -> dict[str, Any]:
    """What the dashboard shows: counts and rates of the last 30 days, the topics that stay open, the days."""
    since = timezone.now() - timedelta(days=DAYS)
    rows = MasterObjective.objects.filter(created_at__gte=since)
    counts = rows.aggregate(
        all=Count("pk"),
        solved=Count("pk", filter=Q(status=Status.SOLVED)),
        open=Count("pk", filter=Q(status=Status.ACTIVE)),
        blocked=Count("pk", filter=Q(status=Status.BLOCKED)),
        abandoned=Count("pk", filter=Q(status=Status.ABANDONED)),
        incomplete=Count("pk", filter=Q(status=Status.INCOMPLETE)),
        attempts=Avg("attempts", filter=Q(status=Status.SOLVED)),
    )
    asks = UserAsk.objects.filter(at__gte=since).aggregate(
        all=Count("pk"), answered=Count("pk", filter=Q(answered_at__isnull=False))
    )
    return {
        "counts": counts,
        "solved_rate": rate(counts["solved"], counts["all"]),
        "asks": asks["all"],
        "asks_answered_rate": rate(asks["answered"], asks["all"]),
        "topics": lacked_most(),
        "days": days(since.date() + timedelta(days=1)),
    }


def rate(part: int, whole: int) -> int | None:
    """A share in whole per cent; None of nothing."""
    return round(100 * part / whole) if whole else None


def lacked_most() -> list[dict[str, Any]]:
    """What we lack most: topics of open parts, each with how many parts and one of them, the most frequent first.

    A topic is the pair of a part's first two words that say what it is about, whoever pays.
    """
    rows = SubObjective.objects.exclude(status=SubObjective.Status.ANSWERED).order_by("-pk")
    counts: Counter[str] = Counter()
    examples: dict[str, str] = {}
    payers = known_payers()
    for text in rows.values_list("text", flat=True)[:_READ]:
        topic = topic_of(text, payers)
        if topic:
            counts[topic] += 1
            examples.setdefault(topic, text)
    return [{"topic": topic, "parts": n, "example": examples[topic]} for topic, n in counts.most_common(_TOPICS)]


_GENERIC = frozenset(
    "covered coverage cover prior authorization auth required code icd-10 hcpcs policy limit".split()  # noqa: SIM905
)


def topic_of(text: str, payers: tuple[str, ...]) -> str:
    """What a part is about, in two words of its own."""
    words = [term.lower() for term in terms_of(without_slots(text, payers)) if term.lower() not in _GENERIC]
    return " ".join(words[:2])


def days(first: date) -> list[dict[str, Any]]:
    """For each day: how many objectives were begun on it, and how many of those are solved."""
    rows = MasterObjective.objects.filter(created_at__date__gte=first).annotate(day=TruncDate("created_at"))
    grouped = rows.order_by().values("day").annotate(begun=Count("pk"), solved=Count("pk", filter=Q(status="solved")))
    by_day = {row["day"]: row for row in grouped}
    every = [first + timedelta(days=n) for n in range(DAYS)]
    none = {"begun": 0, "solved": 0}
    return [{"day": day, **{k: by_day.get(day, none)[k] for k in ("begun", "solved")}} for day in every]


def bars(of_days: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The bars of the chart in its view box: {"x", "width", "begun_y", "begun_height", "solved_y", "solved_height"}."""
    most = max((of_day["begun"] for of_day in of_days), default=0) or 1
    step = WIDTH / max(1, len(of_days))
    drawn = []
    for n, of_day in enumerate(of_days):
        begun, solved = (round(of_day[name] / most * (HEIGHT - 20), 1) for name in ("begun", "solved"))
        drawn.append(
            {
                **of_day,
                "x": round(n * step + 2, 1),
                "width": round(step - 4, 1),
                "begun_y": HEIGHT - begun,
                "begun_height": begun,
                "solved_y": HEIGHT - solved,
                "solved_height": solved,
            }
        )
    return drawn
