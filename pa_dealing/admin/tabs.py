"""What stands above the queue: its lists with what is in each, and the filters that are on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.db.models import Count, Q
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext, gettext_noop as _

from pa_dealing.admin import saved
from pa_dealing.models import DraftRequest
from pa_dealing.review import queue

# What tells one list from another; every other parameter narrows a list.
_LISTS = ("status", "waiting", "officer", "decided")


@dataclass(frozen=True, slots=True)
class Tab:
    """One list of the queue: its parameters, and the name of its count, where somebody has to work it off."""

    label: str
    asked: dict[str, str]
    count: str = ""


TABS = (
    Tab(_("Waiting"), {}, "waiting"),
    Tab(_("Mine"), {"status": "submitted", "officer": "me"}, "mine"),
    Tab(_("Unclaimed"), {"status": "submitted", "officer": "nobody"}, "unclaimed"),
    Tab(_("Question open"), {"waiting": "answer"}, "answer"),
    Tab(_("Extension asked"), {"waiting": "extension"}, "extension"),
    Tab(_("Approved"), {"status": "approved"}),
    Tab(_("Declined"), {"status": "declined"}),
    Tab(_("All"), {"status": "all"}),
)


def above(request: HttpRequest) -> dict[str, Any]:
    """{"tabs", "saved", "query", "chips", "clear", "export"} for the top of the queue, with two queries."""
    shown = {name: request.GET[name] for name in _LISTS if request.GET.get(name)}
    counts = _counts(request)
    return {
        "tabs": [
            {
                "label": gettext(tab.label),
                "url": f"?{urlencode(tab.asked)}",
                "current": shown == tab.asked or (not tab.asked and shown == {"status": "submitted"}),
                "count": counts.get(tab.count),
            }
            for tab in TABS
        ],
        "saved": saved.saved_views(request),
        "query": saved.query_of(request.GET),
        "chips": _chips(request.GET, shown),
        "clear": f"?{urlencode(shown)}" if _is_tab(shown) else "?",
        "export": request.GET.urlencode() if shown else f"status=submitted&{request.GET.urlencode()}",
    }


def _counts(request: HttpRequest) -> dict[str, int]:
    """How many requests each list of work holds, as its filters count them."""
    me, waiting = request.user.pk, Q(status=DraftRequest.Status.SUBMITTED) | Q(status__in=DraftRequest.OPEN)
    extension = Q(status=DraftRequest.Status.APPROVED, extension_requested_at__isnull=False)
    handed_in = queue.handed_in(request.user).filter(waiting | extension)
    return handed_in.order_by().aggregate(
        waiting=Count("pk", filter=waiting),
        mine=Count("pk", filter=waiting & (Q(claimed_by=me) | Q(decided_by=me))),
        unclaimed=Count("pk", filter=waiting & Q(claimed_by=None, decided_by=None)),
        answer=Count("pk", filter=waiting & Q(information_requested_at__isnull=False)),
        extension=Count("pk", filter=extension),
    )


def _is_tab(shown: dict[str, str]) -> bool:
    return any(shown == tab.asked for tab in TABS) or shown == {"status": "submitted"}


def _chips(asked: QueryDict, shown: dict[str, str]) -> list[dict[str, str]]:
    """Each filter that the chosen tab does not name, with the address of the list without it."""
    named = shown if _is_tab(shown) else {}
    chips = []
    for name, given in queue.FILTERS.items():
        value = str(asked.get(name) or "")
        if value and name not in named:
            label = gettext(dict(given.choices).get(value, value))[:40]
            chips.append({"label": f"{gettext(given.title).capitalize()}: {label}", "url": _without(asked, name)})
    if asked.get("q"):
        chips.append({"label": f"{gettext('Words')}: {asked['q'][:40]}", "url": _without(asked, "q")})
    return chips


def _without(asked: QueryDict, name: str) -> str:
    rest = asked.copy()
    for gone in (name, "p"):
        rest.pop(gone, None)
    return f"?{rest.urlencode()}"
