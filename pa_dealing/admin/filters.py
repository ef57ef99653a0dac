"""The queue's filters as the admin's: one class for each entry of queue.FILTERS."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.contrib.auth import get_user_model
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext, gettext_lazy

from chat.errors import Refused
from llm.text import clean_text
from pa_dealing.models import DraftRequest
from pa_dealing.review import queue

# Without one of these the queue holds what waits for compliance.
_OTHER_LISTS = ("waiting", "decided")


def spoken(choices: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """The choices of a filter in the language of the page."""
    return [(value, gettext(label)) for value, label in choices]


class QueueFilter(admin.SimpleListFilter):
    """Applies one filter of the queue. A value that it does not know narrows nothing."""

    given: queue.Filter

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin[Any]) -> list[tuple[str, str]]:
        return spoken(self.given.choices)

    def queryset(self, request: HttpRequest, queryset: QuerySet[DraftRequest]) -> QuerySet[DraftRequest]:
        value = self.value()
        if not value:
            return queryset
        if not self.given.also and value not in dict(self.given.choices):
            return queryset
        with suppress(Refused):
            return self.given.apply(queryset, clean_text(value)[:80], request.user)
        return queryset


class StatusFilter(QueueFilter):
    """What waits for compliance, until something else is asked for."""

    def __init__(self, request: HttpRequest, params: dict[str, Any], model: Any, model_admin: Any) -> None:
        super().__init__(request, params, model, model_admin)
        self.elsewhere = any(request.GET.get(name) for name in _OTHER_LISTS)

    def value(self) -> str:
        return super().value() or ("all" if self.elsewhere else "submitted")

    def choices(self, changelist: ChangeList) -> Iterator[Any]:
        for value, label in self.lookup_choices:
            yield {
                "selected": self.value() == value,
                "query_string": changelist.get_query_string({str(self.parameter_name): value}),
                "display": label,
            }


class OfficerFilter(QueueFilter):
    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin[Any]) -> list[tuple[str, str]]:
        officers = get_user_model().objects.filter(groups__name="compliance", is_active=True).order_by("username")
        names = officers.exclude(pk=request.user.pk or 0).values_list("username", flat=True)[:30]
        return [*spoken(self.given.choices), *((name, name) for name in names)]


_KINDS: dict[str, type[QueueFilter]] = {"status": StatusFilter, "officer": OfficerFilter}
QUEUE_FILTERS: list[Any] = [
    type(
        f"{name.capitalize()}QueueFilter",
        (_KINDS.get(name, QueueFilter),),
        {"title": gettext_lazy(given.title), "parameter_name": name, "given": given},
    )
    for name, given in queue.FILTERS.items()
]
