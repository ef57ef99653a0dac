"""The figures of the review: what waits, how old it is, what was decided and how long it took. Six queries."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import Avg, Count, DurationField, ExpressionWrapper, F, Max, Min, Q
from django.db.models.functions import TruncDate
from django.http import HttpRequest
from django.utils import timezone

from pa_dealing.models import DraftRequest
from pa_dealing.review.queue import since
from pa_dealing.state import AMBER_H, RED_H

DAYS = 30
# The queue's filters that list what a figure counts.
LISTS: dict[str, dict[str, str]] = {
    "waiting": {"status": "submitted"},
    "unclaimed": {"status": "submitted", "officer": "nobody"},
    "for_answer": {"waiting": "answer"},
    "inside_information": {"status": "submitted", "flag": "inside_information"},
    "approvals": {"status": "approved"},
    "approvals_ending_in_a_day": {"waiting": "end"},
    "extensions_requested": {"waiting": "extension"},
    "under_1_day": {"status": "submitted", "age": "under_1_day"},
    "1_to_3_days": {"status": "submitted", "age": "1_to_3_days"},
    "over_3_days": {"status": "submitted", "age": "over_3_days"},
    "time_to_decision_hours": {"status": "all", "decided": "30_days"},
}
Status = DraftRequest.Status


def waiting_badge(request: HttpRequest) -> str:
    """How many requests wait, for the admin's side bar; it stops counting at a hundred."""
    if not request.user.has_perm("pa_dealing.view_draftrequest"):
        return ""
    count = DraftRequest.objects.waiting().order_by()[:100].count()
    return "99+" if count > 99 else str(count)


def figures() -> dict[str, Any]:
    """Everything that the dashboard shows, as JSON. LISTS says which part of the queue a figure counts."""
    now = timezone.now()
    waiting = _waiting(now)
    approvals = DraftRequest.objects.filter(status=Status.APPROVED, expires_at__gt=now)
    open_approvals = approvals.aggregate(
        all=Count("pk"),
        ending=Count("pk", filter=Q(expires_at__lte=now + timedelta(days=1))),
        extensions=Count("pk", filter=Q(extension_requested_at__isnull=False)),
    )
    oldest = waiting.pop("oldest")
    return {
        "counts": {
            "waiting": waiting["all"],
            "unclaimed": waiting["unclaimed"],
            "for_answer": waiting["for_answer"],
            "inside_information": waiting["inside"],
            "approvals": open_approvals["all"],
            "approvals_ending_in_a_day": open_approvals["ending"],
            "extensions_requested": open_approvals["extensions"],
        },
        "ages": {name: waiting[name] for name in ("under_1_day", "1_to_3_days", "over_3_days")},
        "oldest_waiting_since": oldest,
        "time_to_decision_hours": _time_to_decision(now),
        "days": _decisions_a_day(now),
        "approval_days": settings.APPROVAL_DAYS,
    }


def _waiting(now: Any) -> dict[str, Any]:
    amber, red = now - timedelta(hours=AMBER_H), now - timedelta(hours=RED_H)
    return DraftRequest.objects.waiting().aggregate(
        all=Count("pk"),
        unclaimed=Count("pk", filter=Q(claimed_by=None)),
        for_answer=Count("pk", filter=Q(information_requested_at__isnull=False)),
        inside=Count("pk", filter=Q(has_inside_info=True) | Q(escalated=True)),
        oldest=Min("submitted_at"),
        **{
            "under_1_day": Count("pk", filter=since("gt", amber)),
            "1_to_3_days": Count("pk", filter=since("lte", amber) & since("gt", red)),
            "over_3_days": Count("pk", filter=since("lte", red)),
        },
    )


def _decided(since: Any) -> Any:
    return DraftRequest.objects.filter(decided_at__gte=since)


def _time_to_decision(now: Any) -> dict[str, float | None]:
    """Mean, median and longest over the last DAYS days, in hours."""
    took = ExpressionWrapper(F("decided_at") - F("submitted_at"), output_field=DurationField())
    times = _decided(now - timedelta(days=DAYS)).aggregate(mean=Avg(took), longest=Max(took))
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY decided_at - submitted_at) "
            "FROM pa_dealing_draftrequest WHERE decided_at >= %s",
            [now - timedelta(days=DAYS)],
        )
        (times["median"],) = cursor.fetchone()
    hours = {name: None if took is None else round(took.total_seconds() / 3600, 1) for name, took in times.items()}
    return {name: hours[name] for name in ("median", "mean", "longest")}


def _decisions_a_day(now: Any) -> list[dict[str, Any]]:
    """The last DAYS days, each with what was handed in and decided on it."""
    first = (now - timedelta(days=DAYS - 1)).date()
    start = now.replace(hour=0, minute=0, second=0, microsecond=0) - timedelta(days=DAYS - 1)
    days: dict[date, dict[str, Any]] = {
        first + timedelta(days=n): {"submitted": 0, "approved": 0, "declined": 0} for n in range(DAYS)
    }
    # What came in after midnight struck, while this ran, is tomorrow's.
    end = start + timedelta(days=DAYS)
    by_day = _decided(start).filter(decided_at__lt=end).annotate(day=TruncDate("decided_at")).values("day").order_by()
    # Only an approval has an end, and it keeps it when it has expired or was withdrawn.
    approved = Count("pk", filter=Q(expires_at__isnull=False))
    for row in by_day.annotate(approved=approved, declined=Count("pk", filter=Q(expires_at=None))):
        days[row["day"]] |= {"approved": row["approved"], "declined": row["declined"]}
    came = (
        DraftRequest.objects.filter(submitted_at__gte=start, submitted_at__lt=end)
        .annotate(day=TruncDate("submitted_at"))
        .values("day")
    )
    for row in came.order_by().annotate(n=Count("pk")):
        days[row["day"]]["submitted"] += row["n"]
    return [{"day": day.isoformat(), **counts} for day, counts in days.items()]
