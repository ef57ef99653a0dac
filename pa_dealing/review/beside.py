"""What an officer weighs beside the request itself: what else its owner asked for, and who else trades the security."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.utils import timezone

from pa_dealing.models import DraftRequest
from pa_dealing.review import queue

# How many of each are shown, the newest first, and how far back a trade of somebody else matters.
SHOWN = 8
DAYS = 90


def earlier_requests(draft: DraftRequest, user: AbstractBaseUser | AnonymousUser) -> list[DraftRequest]:
    """The owner's other requests that compliance has had, the newest first, at most SHOWN."""
    requests = queue.handed_in(user).filter(owner=draft.owner_id).exclude(pk=draft.pk)
    return list(requests.select_related("owner").order_by("-created_at")[:SHOWN])


def others_in_the_security(draft: DraftRequest, user: AbstractBaseUser | AnonymousUser) -> list[DraftRequest]:
    """Requests of other people in the same security within DAYS days, the newest first, at most SHOWN.

    The ISIN tells the security, and where there is none the symbol.
    """
    security = draft.security or {}
    key = next((key for key in ("isin", "symbol") if security.get(key)), None)
    if key is None:
        return []
    since = timezone.now() - timedelta(days=DAYS)
    requests = queue.handed_in(user).filter(created_at__gte=since, **{f"security__{key}": security[key]})
    return list(requests.exclude(owner=draft.owner_id).select_related("owner").order_by("-created_at")[:SHOWN])
