"""Every way in which an act is refused and a turn fails: a code, a sentence for the person, whether Retry helps."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import structlog
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import InterfaceError, OperationalError
from django.http import Http404
from django.utils.translation import gettext, gettext_noop as _
from rest_framework import exceptions
from rest_framework.response import Response

log = structlog.get_logger("chat")


def is_of_redis(error: Exception) -> bool:
    """Whether an error says that Redis fails. Asked by name: what speaks to Redis is loaded where there is one."""
    return any(kind.__module__.partition(".")[0] == "redis" for kind in type(error).__mro__)


@contextmanager
def without_redis() -> Iterator[None]:
    """Redis only helps: its absence, which is logged, ends the block and nothing else."""
    try:
        yield
    except Exception as error:
        if not isinstance(error, OSError) and not is_of_redis(error):
            raise
        log.warning("redis cannot be reached", error=type(error).__name__)


@dataclass(frozen=True, slots=True)
class Failure:
    """One code of RUN_ERROR and of the API: its sentence, and whether the same turn may be tried again."""

    sentence: str
    retry: bool = True


FAILURES: dict[str, Failure] = {
    # What a model can answer with (llm.interface.ErrorCode).
    "rate_limited": Failure(_("The language model is limiting requests right now. Wait a moment, then retry.")),
    "model_busy": Failure(_("The language model is overloaded right now. Wait a moment, then retry.")),
    "unavailable": Failure(_("The language model cannot be reached. What you wrote is saved; retry when it is back.")),
    "timeout": Failure(_("The language model took too long to answer. What you wrote is saved; you can retry.")),
    "not_configured": Failure(
        _(
            "The language model is not set up correctly. An administrator can find out why with"
            " `manage.py check_models`."
        ),
        retry=False,
    ),
    "context_full": Failure(
        _(
            "This conversation has become too long for the language model. Begin a new one, or ask an administrator"
            " for a model that reads more at once."
        ),
        retry=False,
    ),
    "refused": Failure(_("The language model declined to answer this. Try to put it in other words."), retry=False),
    "malformed": Failure(_("The language model gave an answer that cannot be used. You can retry.")),
    # What a turn can end with.
    "interrupted": Failure(_("The answer was interrupted. What you wrote is saved; you can retry.")),
    "too_many_rounds": Failure(_("The assistant went round in circles and was stopped. Try to put it in other words.")),
    "repeated_calls": Failure(_("The assistant repeated itself and was stopped. Try to put it in other words.")),
    "database_unavailable": Failure(
        _("The database could not be reached. What you wrote is saved; retry in a moment.")
    ),
    "internal": Failure(_("Something went wrong on our side. What you wrote is saved; you can retry.")),
    "lost_lease": Failure(_("Another worker has taken over this answer."), retry=False),
    # Why a message is not taken.
    "busy": Failure(_("Every worker is busy right now. Nothing was sent; try again in a few seconds.")),
    "turn_in_progress": Failure(_("The assistant is still answering. Wait for it, or stop it, then send this again.")),
    "client_id_reused": Failure(
        _("This client_id belongs to another message of this thread. Send a new one."), retry=False
    ),
    "empty_message": Failure(_("The message is empty. Write something first."), retry=False),
    "message_too_long": Failure(_("The message is too long."), retry=False),
    "not_found": Failure(_("There is no such thread, or it is not yours."), retry=False),
    "read_only": Failure(_("You may read this conversation; only those it was shared with talk in it."), retry=False),
    "branch_closed": Failure(
        _("What you said in another branch of this conversation was handed in. This one can still be read."),
        retry=False,
    ),
    "not_retryable": Failure(
        _("This turn cannot be retried: only the last turn can, when it did not finish."), retry=False
    ),
}


def sentence(code: str) -> str:
    """The sentence of `code` for the person, in the language of their page or request."""
    return gettext(FAILURES.get(code, FAILURES["internal"]).sentence)


class Refused(Exception):
    """An act that cannot be done now, or not by this person; nothing was written.

    `code` is for programs, `status` is the HTTP status that says so, and `retry_after` the seconds after which the same
    may be done, where waiting helps.
    """

    retry_after: int | None = None

    def __init__(self, code: str, detail: str = "", *, status: int = 409) -> None:
        self.code, self.status = code, status
        self._detail = detail
        super().__init__(code, detail)

    def __str__(self) -> str:
        return f"{self.code}: {self.detail}"

    @property
    def detail(self) -> str:
        """The sentence for the person, in the language of whoever asks for it; one of its own stays as it was made."""
        return self._detail or sentence(self.code)


class TurnRefused(Refused):
    """A message was not taken; nothing was stored."""

    def __init__(self, code: str, status: int, detail: str = "", *, retry_after: int | None = None) -> None:
        super().__init__(code, detail, status=status)
        self.retry_after = retry_after if retry_after is not None else 2 if status == 503 else None


def database_away() -> TurnRefused:
    """The refusal of a message that the database could not take."""
    return TurnRefused(
        "database_unavailable", 503, gettext("The database cannot be reached. Nothing was sent; try again.")
    )


class TurnFailed(Exception):
    """A running turn cannot go on. What it has done so far stays; `code` is a key of FAILURES."""

    def __init__(self, code: str, detail: str = "") -> None:
        self.code, self.detail = code, detail
        super().__init__(f"{code}: {detail}")


def api_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """REST framework's handler: every error is {"detail", "code"}, field errors stand under "errors"."""
    if isinstance(error, OperationalError | InterfaceError):
        log.error("database failed in a request", error=type(error).__name__)
        error = database_away()
    if isinstance(error, Refused):
        headers = {"Retry-After": str(error.retry_after)} if error.retry_after is not None else None
        return Response({"detail": error.detail, "code": error.code}, status=error.status, headers=headers)
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    if not isinstance(error, exceptions.APIException):
        return None
    headers = {}
    if getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = error.auth_header  # type: ignore[attr-defined]
    if getattr(error, "wait", None):
        headers["Retry-After"] = str(int(error.wait or 1))  # type: ignore[attr-defined]
    if isinstance(error, exceptions.ValidationError) and isinstance(error.detail, dict):
        body = {"detail": _first_sentence(error.detail), "code": "invalid", "errors": error.detail}
    else:
        detail = error.detail[0] if isinstance(error.detail, list) and error.detail else error.detail
        body = {"detail": str(detail), "code": getattr(detail, "code", None) or error.default_code}
    return Response(body, status=error.status_code, headers=headers)


def _first_sentence(errors: dict[str, Any]) -> str:
    field, reasons = next(iter(errors.items()))
    reason = reasons[0] if isinstance(reasons, list) and reasons else reasons
    return str(reason) if field == "non_field_errors" else f"{field}: {reason}"


class UnknownAssistant(Exception):
    """No assistant has this slug. The text names those that there are."""

    def __init__(self, slug: str) -> None:
        super().__init__(f"There is no assistant {slug!r}. There are: {', '.join(settings.ASSISTANTS)}.")
