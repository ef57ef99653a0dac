"""Wrong passwords: a lock for a name at one address, and a slower pace where a lock would hit somebody else.

A lock is axes': LOGIN_ATTEMPTS wrong passwords for a name from one address close that name there for 15 minutes. It is
refused to nobody else. Where an address is everybody's, behind a proxy that TRUSTED_PROXIES does not name, nothing is
locked: after as many wrong passwords a name is served one attempt a second, and so is, after LOGIN_ATTEMPTS_PER_ADDRESS
of them for whatever names, an address. The right password gets in at that pace; a wrong one is told to wait (429).
"""

from __future__ import annotations

import time
from typing import Any

import structlog
from axes.handlers.database import AxesDatabaseHandler
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from chat.access import attempts
from chat.access.proxy import address_is_shared, address_of
from chat.turns import release_connection

log = structlog.get_logger("chat")

WINDOW_S = 15 * 60
# What axes has room for. Nobody's name is as long, so whatever is cut off was nobody's.
NAME_CHARS = 255
# One attempt in this time, and how long somebody waits for theirs before they are told to try again.
PACE_S, LONGEST_S = 1.0, 5.0


def failure_limit(request: HttpRequest, credentials: dict[str, Any] | None) -> int:
    """Wrong passwords until a name is locked at an address; none suffice where the address is everybody's."""
    return 2**31 if address_is_shared(request) else int(settings.LOGIN_ATTEMPTS)


def name_of(request: HttpRequest, credentials: dict[str, Any] | None) -> str:
    """The name that somebody tried, as axes keeps it."""
    given = credentials if credentials is not None else request.POST
    return str(given.get("username") or "")[:NAME_CHARS]


class PacedHandler(AxesDatabaseHandler):  # type: ignore[misc]
    """axes' lock, and the pace beside it."""

    def is_allowed(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> bool:
        """Whether the password is looked at; this may wait until it is this attempt's turn."""
        if not super().is_allowed(request, credentials):
            return False
        for kind, of in _too_many(request, credentials):
            wait = attempts.seconds_until_turn(kind, *of, pace_s=PACE_S, longest_s=LONGEST_S)
            if wait is None:
                _pause(request)
                return False
            # Nobody's connection is held by somebody who waits.
            release_connection()
            time.sleep(wait)
        return True

    def user_login_failed(
        self, sender: Any, credentials: dict[str, Any], request: HttpRequest | None = None, **kwargs: Any
    ) -> None:
        refused = request is not None and getattr(request, "axes_locked_out", False)
        super().user_login_failed(sender, credentials, request, **kwargs)
        # What was refused unseen was no wrong password.
        if request is None or refused:
            return
        for kind, of, _ in _counts(request, credentials):
            attempts.count(kind, *of, seconds=WINDOW_S)
        if _too_many(request, credentials) and not getattr(request, "axes_locked_out", False):
            log.warning("too many wrong passwords; sign-ins are slowed", shared=address_is_shared(request))
            _pause(request)

    def user_logged_in(self, sender: Any, request: HttpRequest, user: Any, **kwargs: Any) -> None:
        super().user_logged_in(sender, request, user, **kwargs)
        attempts.forget("name", user.get_username(), address_of(request))


def _counts(request: HttpRequest, credentials: dict[str, Any] | None) -> list[tuple[str, tuple[str, ...], int]]:
    """What an attempt counts for: the kind, whose, and how many wrong passwords begin the slower pace."""
    address = address_of(request)
    name = name_of(request, credentials)
    of_address = ("address", (address,), int(settings.LOGIN_ATTEMPTS_PER_ADDRESS))
    if not address_is_shared(request):
        return [of_address]
    return [("name", (name, address), int(settings.LOGIN_ATTEMPTS)), of_address]


def _too_many(request: HttpRequest, credentials: dict[str, Any] | None) -> list[tuple[str, tuple[str, ...]]]:
    return [(kind, of) for kind, of, limit in _counts(request, credentials) if attempts.counted(kind, *of) >= limit]


def _pause(request: HttpRequest) -> None:
    """The answer is 429; nothing is locked."""
    request.axes_locked_out = request.is_paced = True  # type: ignore[attr-defined]


def refusal(request: HttpRequest, *_: object) -> HttpResponse:
    """The page that says that signing in is paused, and for how long."""
    paced = getattr(request, "is_paced", False)
    context = {"username": request.POST.get("username", "")[:150], "paced": paced}
    response = render(request, settings.AXES_LOCKOUT_TEMPLATE, context, status=429)
    response["Retry-After"] = str(int(LONGEST_S) if paced else WINDOW_S)
    return response
