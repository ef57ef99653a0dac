"""What a person reads, told when no page of theirs asks, as in a notice or an e-mail: their language, and times."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation

from chat.models import PageLanguage

_KEPT = "reads"


class ReadingLanguage:
    """Keeps the language of the pages that somebody sees, with a query only when it is another than before."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        is_page = response.headers.get("Content-Type", "").startswith("text/html") and response.status_code == 200
        if is_page and request.user.is_authenticated:
            language = translation.get_language_from_request(request)
            if request.session.get(_KEPT) != language:
                PageLanguage.objects.update_or_create(user_id=request.user.pk, defaults={"language": language})
                request.session[_KEPT] = language
        return response


def in_language_of(user_id: int) -> AbstractContextManager[None]:
    """What is written within is in the language that the person reads; in the site's while nobody knows."""
    language = PageLanguage.objects.filter(user_id=user_id).values_list("language", flat=True).first()
    return translation.override(language or settings.LANGUAGE_CODE)


def stamp(moment: datetime, *, seconds: bool = False) -> str:
    """A time in a sentence: 2026-03-01 14:00 UTC, which a page's script shows in the reader's own zone.

    It does so where the text stands in an element with `data-times`, in a refusal and in a toast.
    """
    return f"{moment.astimezone(UTC):{'%Y-%m-%d %H:%M:%S' if seconds else '%Y-%m-%d %H:%M'}} UTC"
