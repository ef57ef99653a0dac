"""Views that take files: how large a body they expect, how many uploads are on the way, and how many are worked on."""

from __future__ import annotations

import math
import os
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from django.conf import settings
from django.utils.translation import gettext

from chat.errors import TurnRefused
from chat.turns import release_connection

View = TypeVar("View", bound=Callable[..., Any])

# Boundaries, names and the other fields of a form with files.
_FORM_BYTES = 100_000
# So many people may send as many files at once as one person may.
_PEOPLE = 8
# How long an upload waits, without a connection, until those before it are read.
_PATIENCE_S = 20.0
_at_work = threading.BoundedSemaphore(max(2, min(4, os.cpu_count() or 2)))


@contextmanager
def reading_files() -> Iterator[None]:
    """Around the work on an upload: a few are worked on at once. Raises TurnRefused when it is not their turn in time.

    The connection is given back meanwhile: reading a file takes seconds.
    """
    release_connection()
    if not _at_work.acquire(timeout=_PATIENCE_S):
        sentence = gettext("Many files are being read right now. These were not; send them again in a moment.")
        raise TurnRefused("busy", 503, sentence, retry_after=10)
    try:
        yield
    finally:
        _at_work.release()


def takes_files(most_bytes: Callable[[], int]) -> Callable[[View], View]:
    """Mark a view, outside its other decorators: of a signed-in person the server reads so many bytes for it."""

    def mark(view: View) -> View:
        view.most_bytes = most_bytes  # type: ignore[attr-defined]
        return view

    return mark


def body_bytes_of(view: Callable[..., Any]) -> int | None:
    """How many bytes a body for `view` may have, or None where it takes no files."""
    most: Callable[[], int] | None = getattr(view, "most_bytes", None)
    return None if most is None else most() + _FORM_BYTES


class UploadPlaces:
    """The uploads on the way, from their headers to their answer: a few for each sender, some for all."""

    def __init__(self, senders: float) -> None:
        self._senders = senders
        self._taken: Counter[int | str] = Counter()

    def take(self, sender: int | str) -> None:
        """Take a place for somebody. Raises TurnRefused where there is none."""
        if self._taken[sender] >= settings.UPLOADS_AT_ONCE:
            sentence = gettext("You are sending many files at once. This was not read; send it again in a moment.")
            raise TurnRefused("too_many_uploads", 429, sentence, retry_after=5)
        if self._taken.total() >= settings.UPLOADS_AT_ONCE * self._senders:
            sentence = gettext("Many people send files right now. This was not read; send it again in a moment.")
            raise TurnRefused("busy", 503, sentence, retry_after=5)
        self._taken[sender] += 1

    def give_back(self, sender: int | str) -> None:
        self._taken[sender] -= 1
        if self._taken[sender] <= 0:
            del self._taken[sender]


# Of this process, whose event loop alone touches them. Clients are what a request says of its sender before anybody is
# asked, so strangers are among them, and all of them together take nobody's place.
client_places, upload_places = UploadPlaces(math.inf), UploadPlaces(_PEOPLE)
