"""run_turn(): claim -> respond -> save -> release. The person's words are committed before any model is called."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Any
from uuid import UUID

import structlog
from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import Error as DatabaseError, IntegrityError, InterfaceError, OperationalError, transaction
from django.utils.translation import gettext

from audit.stored import ordered_id
from chat import assistants, models_in_use
from chat.assistants import Said
from chat.errors import TurnFailed, TurnRefused, sentence
from chat.guidance import tools_of
from chat.models import Thread, Turn
from chat.threads import why_read_only
from chat.turns import events, limits, loop, metrics, rows
from chat.turns.history import Sending, Window, load_stable_window, load_window
from chat.turns.turn import TurnRun
from llm.interface import ModelError, Stopped
from llm.registry import OFFLINE
from llm.text import clean_text
from llm.types import NOT_UNDERSTOOD

log = structlog.get_logger("chat")

# A model is sent up to so many times the messages of the setting, and at least as many, so that requests begin alike.
_LONGEST_WINDOW = 2


def checked_message(text: object) -> str:
    """The person's message, cleaned. Raises TurnRefused for none, for blank ones and for too long ones."""
    if not isinstance(text, str):
        raise TurnRefused(
            "empty_message", 400, gettext("The message must be a text, not %(kind)s.") % {"kind": type(text).__name__}
        )
    cleaned = clean_text(text).strip()
    if not cleaned:
        raise TurnRefused("empty_message", 400)
    limit = settings.CHAT_MAX_MESSAGE_CHARS
    if len(cleaned) > limit:
        given = {"length": f"{len(cleaned):,}", "most": f"{limit:,}"}
        detail = gettext("The message has %(length)s characters; %(most)s are allowed. Send it in parts.") % given
        raise TurnRefused("message_too_long", 400, detail)
    return cleaned


def checked_client_id(client_id: object) -> str:
    """The client's id of its message, or a new one where none was given."""
    if client_id is None or client_id == "":
        return uuid.uuid4().hex
    if not isinstance(client_id, str) or len(client_id) > 100 or clean_text(client_id) != client_id:
        raise TurnRefused("client_id_invalid", 400, "client_id must be a text of at most 100 characters.")
    return client_id


def claim_turn(thread_id: UUID, user_id: int, text: str, client_id: str, *, counted: bool = True) -> TurnRun | Turn:
    """Commit the turn and the message. A client_id that is known gives the Turn that it belongs to instead.

    One not `counted` uses no allowance. Raises TurnRefused: not_found, read_only, turn_in_progress, client_id_reused.
    """
    interrupted = False
    while True:
        turn_id = ordered_id()
        try:
            with transaction.atomic():
                row = rows.claim(thread_id, user_id, turn_id, client=client_id, text=text)
                assistant = assistants.get(row.assistant) if row else None
                if assistant is not None and counted:
                    limits.admit(user_id, assistant.slug)
        except IntegrityError:
            # Whoever may not talk here has claimed nothing, and so met no other turn.
            known = Turn.objects.filter(thread_id=thread_id, client_id=client_id).first()
            if known is not None:
                return _same_message(known, text)
            if not interrupted and rows.interrupt(rows.lease_s(), thread_id):
                interrupted = True
                continue
            raise TurnRefused("turn_in_progress", 409) from None
        except assistants.UnknownAssistant:
            raise TurnRefused("not_found", 404) from None
        if row is None or assistant is None:
            raise _not_open(thread_id, user_id)
        return TurnRun(
            id=turn_id,
            thread_id=thread_id,
            user_id=user_id,
            assistant=assistant,
            client_id=client_id,
            number=row.number,
            message_id=row.message_id,
            text=text,
            asked_before=row.asked_before,
            seq=row.seq,
            counted=counted,
        )


def _not_open(thread_id: UUID, user_id: int) -> TurnRefused:
    """Why there was no thread to say something in: there is none for this person, or they may only read it."""
    readable = Thread.objects.visible_to(get_user_model()(pk=user_id)).filter(pk=thread_id).first()
    return TurnRefused(*why_read_only(readable)) if readable else TurnRefused("not_found", 404)


def _same_message(known: Turn, text: str) -> Turn:
    """The turn that the words belong to already. One whose worker is gone is interrupted, so that it can be retried."""
    content = known.messages.filter(role="user").values_list("content", flat=True).first()
    if content != text:
        raise TurnRefused("client_id_reused", 409)
    if known.status == Turn.Status.RUNNING and rows.interrupt(rows.lease_s(), known.thread_id):
        known.refresh_from_db()
    return known


def reclaim_turn(turn_id: UUID, user_id: int) -> TurnRun:
    """Take the last turn of a thread up again; the rounds it has saved are history and do not run twice."""
    try:
        with transaction.atomic():
            row = rows.reclaim(turn_id, user_id)
    except IntegrityError:
        raise TurnRefused("turn_in_progress", 409) from None
    if row is None:
        raise TurnRefused("not_retryable", 409)
    return TurnRun(
        id=turn_id,
        thread_id=row.thread_id,
        user_id=user_id,
        assistant=assistants.get(row.assistant),
        client_id=row.client_id,
        number=row.number,
        message_id=row.message_id,
        text=row.text,
        asked_before=row.asked_before,
        attempt=row.attempt,
        seq=row.seq,
        said_before=Turn(pk=turn_id).spoken_texts(),
    )


def run_turn(turn: TurnRun) -> Iterator[events.Event]:
    """The events of a claimed turn, until it is saved. Ends with RUN_FINISHED or RUN_ERROR, whatever happens."""
    structlog.contextvars.bind_contextvars(thread=str(turn.thread_id), turn=str(turn.id))
    started = time.monotonic()
    yield events.run_started(turn.thread_id, turn.client_id, turn.id, turn.said_before)
    try:
        prepare(turn)
        yield from turn.assistant.respond(turn) or loop.respond(turn)
        yield _end(turn, Turn.Status.DONE)
    except Stopped:
        interrupted = turn.stop.reason == "shutdown"
        yield _end(turn, Turn.Status.INTERRUPTED if interrupted else Turn.Status.STOPPED)
    except ModelError as error:
        log.warning("model failed", code=error.code, detail=error.detail[:300])
        turn.error_detail = error.detail if error.code == "not_configured" else ""
        yield _end(turn, Turn.Status.FAILED, "model_busy" if error.code == "busy" else error.code)
    except TurnFailed as error:
        log.warning("turn failed", code=error.code, detail=error.detail[:300])
        yield _end(turn, Turn.Status.FAILED, error.code)
    except (OperationalError, InterfaceError) as error:
        log.error("database failed in a turn", error=type(error).__name__)
        yield _end(turn, Turn.Status.FAILED, "database_unavailable")
    except Exception:
        log.exception("turn failed by a fault of ours")
        yield _end(turn, Turn.Status.FAILED, "internal")
    finally:
        rows.release_connection()
        if turn.counted:
            metrics.count_turn(turn, started)
        log.info("turn ended", status=turn.status, ms=round((time.monotonic() - started) * 1000), **turn.usage())
        structlog.contextvars.unbind_contextvars("thread", "turn")


def prepare(turn: TurnRun) -> None:
    """Read what the turn needs: the window of the conversation and the assistant's record. Two queries."""
    turn.record = turn.assistant.load(turn.thread_id)
    window = _window(turn)
    turn.messages, turn.said, turn.first_id = window.messages, window.said, window.first_id
    turn.ids, turn.bare_before = window.ids, window.bare_before
    turn.state = turn.assistant.state(turn.record)
    rows.release_connection()


def _window(turn: TurnRun) -> Window:
    """The window of the conversation: as it is for the rules, and as its requests begin alike for a model."""
    opening, slug = Said(turn.message_id, turn.text), turn.assistant.slug
    name = models_in_use.model_name(slug)
    if name == OFFLINE:
        return load_window(turn.thread_id, opening)
    most = settings.CHAT_HISTORY_MESSAGES * _LONGEST_WINDOW
    passing = {tool.name for tool in tools_of(turn.assistant) if tool.is_passing}
    return load_stable_window(
        turn.thread_id, opening, Sending(most, passing, set(turn.assistant.next_step(turn.record)))
    )


def _end(turn: TurnRun, status: Turn.Status, error_code: str = "") -> events.Event:
    """Save how the turn ended, and say it. A database that is away for a moment is tried again."""
    if status == Turn.Status.INTERRUPTED:
        error_code = "interrupted"
    for pause in (0.2, 0.5, 1.0, 2.0, 0):
        try:
            saved = _save_end(turn, status, error_code)
            break
        except DatabaseError as error:
            rows.release_connection()
            log.error("the end of a turn could not be saved", error=type(error).__name__, again=bool(pause))
            if not pause:
                # The lease runs out and the turn becomes interrupted; its words are safe in their row.
                turn.status, turn.error_code = Turn.Status.INTERRUPTED, "database_unavailable"
                return events.run_error(turn.error_code, sentence(turn.error_code), turn.client_id)
            time.sleep(pause)
    if not saved:
        turn.status, turn.error_code = Turn.Status.INTERRUPTED, "lost_lease"
        return events.run_error("lost_lease", sentence("lost_lease"), turn.client_id)
    turn.status, turn.error_code = status, error_code
    if error_code:
        return events.run_error(error_code, sentence(error_code), turn.client_id)
    result = {"status": str(status), "reply": turn.reply, "model": turn.model, "usage": turn.usage()}
    return events.run_finished(turn.thread_id, turn.client_id, turn.id, result)


def _save_end(turn: TurnRun, status: Turn.Status, error_code: str) -> bool:
    spoken = turn.pending
    if spoken is not None and not spoken.text:
        spoken = None
    turn.corrected = metrics.corrected(turn)
    if turn.record is not None:
        turn.acts = metrics.acts_in(turn)
    if spoken is not None and status == Turn.Status.DONE and metrics.was_asked_again(turn):
        spoken.finish_reason = NOT_UNDERSTOOD
    # One statement where no tokens are counted, which needs no transaction around it.
    is_charged = turn.counted and limits.limit_of("tokens", turn.assistant.slug) > 0
    together: AbstractContextManager[Any] = transaction.atomic() if is_charged else nullcontext()
    with together:
        saved = rows.finish(
            turn.id,
            turn.attempt,
            spoken,
            status=str(status),
            asked=turn.assistant.asked(turn.record, turn.state)[:80] if turn.state else "",
            error=error_code,
            error_detail=clean_text(turn.error_detail)[:300],
            corrected=turn.corrected[:80],
            acts=",".join(turn.acts)[:200],
            turn_model=turn.model[:120],
            all_input=turn.input_tokens,
            all_output=turn.output_tokens,
            all_ms=turn.model_ms,
            seq=turn.seq + 1,
        )
        # After the thread is locked, as in a claim; in the other order the two would wait for each other.
        if is_charged:
            limits.charge(turn.user_id, turn.assistant.slug, turn.input_tokens + turn.output_tokens)
        return saved
