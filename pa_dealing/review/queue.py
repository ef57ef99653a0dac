"""The queue of requests: its order, filters and search. The admin, the API and the CSV ask here, so they agree."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from decimal import Decimal
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.contrib.postgres.search import SearchQuery, SearchVectorField
from django.core.paginator import Paginator
from django.db.models import F, Func, Q, QuerySet
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.functional import cached_property
from django.utils.translation import gettext_noop as _

from chat.errors import Refused
from llm.text import clean_text
from pa_dealing.models import DraftRequest
from pa_dealing.rules import Risk
from pa_dealing.state import AMBER_H, RED_H

Requests = QuerySet[DraftRequest]
User = AbstractBaseUser | AnonymousUser

# The riskiest first, and of these the oldest.
ORDER = ("-risk", "submitted_at")
# Counting stops here: nobody turns a thousand pages, and the database would read them all.
MAX_COUNT = 10_000
_FLAGS = {
    "inside_information": Risk.INSIDE_INFORMATION,
    "related_party": Risk.RELATED_PARTY,
    "high_value": Risk.HIGH_VALUE,
    "derivative": Risk.DERIVATIVE,
    "weak_justification": Risk.WEAK_JUSTIFICATION,
    "no_rate": Risk.NO_RATE,
    "mismatch": Risk.MISMATCH,
}


class CappedPaginator(Paginator):  # type: ignore[type-arg]
    """Counts up to MAX_COUNT rows and no further."""

    @cached_property
    def count(self) -> int:
        requests: Any = self.object_list
        return int(requests.order_by()[:MAX_COUNT].count())


@dataclass(frozen=True, slots=True)
class Filter:
    """One way to narrow the queue: its choices, and what each does."""

    title: str
    choices: tuple[tuple[str, str], ...]
    apply: Callable[[Requests, str, User], Requests]
    # What else it takes than its choices, in words; empty when nothing.
    also: str = ""


def handed_in(user: User) -> Requests:
    """Every request that this officer may see and that was handed in, or flagged before."""
    return DraftRequest.objects.visible_to(user).with_compliance()


def narrowed(requests: Requests, asked: Mapping[str, str], user: User) -> Requests:
    """`found` by the filters and the search in `asked`. Raises Refused."""
    for name, given in FILTERS.items():
        value = clean_text(asked.get(name) or "")[:80]
        if not value:
            continue
        known = [choice for choice, _ in given.choices]
        if value not in known and not given.also:
            raise _unknown(f"{name} is {value!r}. It can be: {', '.join(known)}.")
        requests = given.apply(requests, value, user)
    return searched(requests, asked.get("search") or "")


def _unknown(sentence: str) -> Refused:
    """A filter has a value that it does not know. The sentence names those that it does."""
    return Refused("unknown_filter", sentence, status=400)


def searched(requests: Requests, words: str) -> Requests:
    """The requests in which each of these words is in the employee's name, or begins a word of the security or reason.

    The words of a request are indexed (migration 0006).
    """
    for word in re.findall(r"\w+(?:[.&-]\w+)*", clean_text(words)[:200])[:6]:
        named = Q(username__icontains=word) | Q(first_name__icontains=word) | Q(last_name__icontains=word)
        people = list(get_user_model().objects.filter(named).values_list("pk", flat=True)[:200])
        wanted = SearchQuery(f"'{word}':*", search_type="raw", config="simple")
        requests = requests.alias(words=_WORDS).filter(Q(owner__in=people) | Q(words=wanted))
    return requests


_WORDS = Func(
    F("security"),
    F("security_search_term"),
    F("justification"),
    function="pa_request_words",
    output_field=SearchVectorField(),
)


def _status(requests: Requests, value: str, user: User) -> Requests:
    if value == DraftRequest.Status.SUBMITTED:
        # A flagged draft waits for compliance as well.
        return requests.filter(Q(status=value) | Q(status__in=DraftRequest.OPEN))
    return requests if value == "all" else requests.filter(status=value)


def _officer(requests: Requests, value: str, user: User) -> Requests:
    if value == "nobody":
        return requests.filter(claimed_by=None, decided_by=None)
    if value == "me":
        return requests.filter(Q(claimed_by=user.pk) | Q(decided_by=user.pk))
    # Looked up first, so that the database can use the indexes of both columns.
    named = get_user_model().objects.filter(username=value).values_list("pk", flat=True).first()
    return requests.filter(Q(claimed_by=named) | Q(decided_by=named)) if named else requests.none()


def _age(requests: Requests, value: str, user: User) -> Requests:
    now = timezone.now()
    newest, oldest = _AGES[value]
    if newest is not None:
        requests = requests.filter(since("lte", now - timedelta(hours=newest)))
    return requests if oldest is None else requests.filter(since("gt", now - timedelta(hours=oldest)))


def since(compared: str, moment: datetime) -> Q:
    """What waits since before or after a moment: from its handing in, or a flagged draft from its beginning."""
    draft = Q(submitted_at=None, **{f"created_at__{compared}": moment})
    return Q(**{f"submitted_at__{compared}": moment}) | draft


_AGES: dict[str, tuple[int | None, int | None]] = {
    "under_1_day": (None, AMBER_H),
    "1_to_3_days": (AMBER_H, RED_H),
    "over_3_days": (RED_H, None),
    "over_7_days": (7 * 24, None),
}


def _flag(requests: Requests, value: str, user: User) -> Requests:
    if value in ("any", "none"):
        return requests.filter(risk__gt=0) if value == "any" else requests.filter(risk=0)
    return requests.alias(kind=F("risk").bitand(int(_FLAGS[value]))).filter(kind__gt=0)


def _derivative(requests: Requests, value: str, user: User) -> Requests:
    return requests.filter(is_derivative=value == "yes")


def _value(requests: Requests, value: str, user: User) -> Requests:
    if value == "unknown":
        return requests.filter(base_value=None)
    low, high = _VALUES[value]
    if low is not None:
        requests = requests.filter(base_value__gt=low)
    return requests if high is None else requests.filter(base_value__lte=high)


_VALUES: dict[str, tuple[Decimal | None, Decimal | None]] = {
    "to_10000": (None, Decimal(10_000)),
    "10000_to_100000": (Decimal(10_000), Decimal(100_000)),
    "over_100000": (Decimal(100_000), None),
}


def _decided(requests: Requests, value: str, user: User) -> Requests:
    today = timezone.now().replace(hour=0, minute=0, second=0, microsecond=0)
    if value in _DECIDED:
        return requests.filter(decided_at__gte=today - timedelta(days=_DECIDED[value]))
    try:
        day = parse_date(value)
        after = day and day + timedelta(days=1)
    except (ValueError, OverflowError):
        day = after = None
    if day is None or after is None:
        raise _unknown(f"decided is {value!r}. It can be: {', '.join(_DECIDED)}, or a day such as 2026-01-31.")
    start, end = (datetime.combine(each, time(), UTC) for each in (day, after))
    return requests.filter(decided_at__gte=start, decided_at__lt=end)


# Days before today.
_DECIDED = {"today": 0, "7_days": 6, "30_days": 29}


def _waiting(requests: Requests, value: str, user: User) -> Requests:
    if value == "extension":
        return requests.filter(status=DraftRequest.Status.APPROVED, extension_requested_at__isnull=False)
    if value == "end":
        soon = timezone.now() + timedelta(days=1)
        return requests.filter(status=DraftRequest.Status.APPROVED, expires_at__lte=soon)
    return _status(requests, DraftRequest.Status.SUBMITTED, user).filter(
        information_requested_at__isnull=value == "officer"
    )


_STATUSES = tuple(
    (str(value), str(label)) for value, label in DraftRequest.Status.choices if value not in DraftRequest.OPEN
)
FILTERS: dict[str, Filter] = {
    "status": Filter(_("status"), (*_STATUSES, ("all", _("All"))), _status),
    "waiting": Filter(
        _("waiting for"),
        (
            ("officer", _("An officer")),
            ("answer", _("The employee's answer")),
            ("extension", _("An extension")),
            ("end", _("Its end within a day")),
        ),
        _waiting,
    ),
    "officer": Filter(_("officer"), (("me", _("Me")), ("nobody", _("Nobody"))), _officer, also="a user name"),
    "age": Filter(
        _("age"),
        (
            ("under_1_day", _("Under 1 day")),
            ("1_to_3_days", _("1 to 3 days")),
            ("over_3_days", _("Over 3 days")),
            ("over_7_days", _("Over 7 days")),
        ),
        _age,
    ),
    "flag": Filter(
        _("flag"),
        (("any", _("Any")), ("none", _("None")), *((name, name.replace("_", " ").capitalize()) for name in _FLAGS)),
        _flag,
    ),
    "derivative": Filter(_("derivative"), (("yes", _("Yes")), ("no", _("No"))), _derivative),
    "value": Filter(
        _("value"),
        (
            ("to_10000", _("Up to 10,000")),
            ("10000_to_100000", _("10,000 to 100,000")),
            ("over_100000", _("Over 100,000")),
            ("unknown", _("Not known")),
        ),
        _value,
    ),
    "decided": Filter(
        _("decided"),
        (("today", _("Today")), ("7_days", _("In the last 7 days")), ("30_days", _("In the last 30 days"))),
        _decided,
        also="a day such as 2026-01-31",
    ),
}
