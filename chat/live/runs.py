"""The turns that run in this process: worker slots, heartbeats, stop, shutdown, and their events on the way out."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

import structlog
from django.conf import settings
from django.db import Error as DatabaseError
from django.utils import translation

from chat.errors import TurnRefused, database_away
from chat.live import broadcast
from chat.models import Turn
from chat.turns import Event, TurnRun, checked_client_id, checked_message, claim_turn, reclaim_turn, rows, run_turn

log = structlog.get_logger("chat")

Listener = Callable[[Event], None]
Answer = Callable[[TurnRun | Turn | TurnRefused], None]

_lock = threading.Lock()
_slots = 0
_closing = False
_running: dict[UUID, broadcast.Outlet] = {}
_pool: ThreadPoolExecutor | None = None
_beating = threading.Condition(_lock)
_heart: threading.Thread | None = None


def begin(thread_id: UUID, user_id: int, text: object, client_id: object) -> TurnRun | Turn:
    """Take a worker slot and claim the turn, to be run with run_here(). A known client_id gives its Turn instead.

    Raises TurnRefused.
    """
    message, client = checked_message(text), checked_client_id(client_id)
    return begin_as(lambda: claim_turn(thread_id, user_id, message, client))


def begin_as(claim: Callable[[], TurnRun | Turn]) -> TurnRun | Turn:
    """Take a worker slot for the turn that `claim` gives, to be run with run_here(). Raises what that raises."""
    _take_slot()
    return _claimed(claim)


def run_in_pool(turn: TurnRun) -> None:
    """Run a turn that begin() or begin_as() gave, and return at once."""
    rows.release_connection()
    _executor().submit(_logged, lambda: run_here(turn))


def begin_in_pool(
    thread_id: UUID, user_id: int, text: object, client_id: object, *, answer: Answer, listener: Listener | None = None
) -> None:
    """The same in a thread of the pool: `answer` is called there with what begin() gave or raised, then it runs.

    Raises TurnRefused at once for a message that cannot be taken and when every worker is busy.
    """
    message, client = checked_message(text), checked_client_id(client_id)
    begin_as_in_pool(lambda: claim_turn(thread_id, user_id, message, client), answer=answer, listener=listener)


def begin_as_in_pool(claim: Callable[[], TurnRun | Turn], *, answer: Answer, listener: Listener | None = None) -> None:
    """The same for the turn that `claim` gives in that thread. Raises TurnRefused when every worker is busy."""
    _take_slot()
    _submit(claim, answer, listener)


def start_retry(turn_id: UUID, user_id: int) -> TurnRun:
    """Run the last turn of a thread again in the pool. Raises TurnRefused."""
    turn = _reclaimed(turn_id, user_id)
    run_in_pool(turn)
    return turn


def retry_here(turn_id: UUID, user_id: int) -> TurnRun:
    """Run the last turn of a thread again in the caller's thread, to its end. Raises TurnRefused."""
    return run_here(_reclaimed(turn_id, user_id))


def _reclaimed(turn_id: UUID, user_id: int) -> TurnRun:
    turn = begin_as(lambda: reclaim_turn(turn_id, user_id))
    if not isinstance(turn, TurnRun):
        raise TurnRefused("not_retryable", 409)
    return turn


def _claimed(claim: Callable[[], TurnRun | Turn]) -> TurnRun | Turn:
    """Claim with the slot that was taken; the slot is free again when nothing is to be run.

    The connection stays for the turn's first reads, which follow at once in the same thread.
    """
    try:
        turn = claim()
    except BaseException:
        _free_slot()
        rows.release_connection()
        raise
    if isinstance(turn, TurnRun):
        _register(turn)
    else:
        _free_slot()
        rows.release_connection()
    return turn


def _submit(claim: Callable[[], TurnRun | Turn], answer: Answer, listener: Listener | None) -> None:
    def work() -> None:
        try:
            turn = _claimed(claim)
        except TurnRefused as refusal:
            answer(refusal)
            return
        except DatabaseError:
            answer(database_away())
            return
        except Exception:
            # Somebody waits for the answer; _logged() tells the log.
            answer(TurnRefused("internal", 500, "Something went wrong on our side. Nothing was sent; try again."))
            raise
        answer(turn)
        if isinstance(turn, TurnRun):
            run_here(turn, listener)

    _executor().submit(_logged, work)


def _executor() -> ThreadPoolExecutor:
    global _pool
    with _lock:
        if _pool is None:
            _pool = ThreadPoolExecutor(settings.CHAT_TURN_WORKERS, thread_name_prefix="turn")
        return _pool


def _logged(work: Callable[[], object]) -> None:
    try:
        work()
    except Exception:
        log.exception("a turn's runner failed")


def run_here(turn: TurnRun, listener: Listener | None = None) -> TurnRun:
    """Run a turn that begin() gave in the caller's thread, to its end; every open page sees its events."""
    outlet = _running[turn.thread_id]
    turn.tell = outlet.put
    try:
        # A turn is in no person's language: what it records and tells a model is the same whoever asked.
        with translation.override(settings.LANGUAGE_CODE):
            for event in run_turn(turn):
                outlet.put(event)
                if listener is not None:
                    listener(event)
    finally:
        _unregister(turn)
        outlet.close()
    return turn


def running(thread_id: UUID) -> broadcast.Outlet | None:
    """The outlet of the thread's turn that runs in this process, if one does."""
    return _running.get(thread_id)


def running_count() -> int:
    """How many turns run in this process."""
    return len(_running)


def stop(thread_id: UUID, turn_id: UUID | None = None) -> bool:
    """Stop the thread's running turn, here at once, elsewhere by its column; whether there was one.

    The caller has checked that the thread is the person's own.
    """
    outlet = _running.get(thread_id)
    if outlet is not None and turn_id in (None, outlet.turn.id):
        outlet.turn.stop.set("stopped")
        return True
    turns = Turn.objects.filter(thread_id=thread_id, status=Turn.Status.RUNNING)
    if turn_id is not None:
        turns = turns.filter(pk=turn_id)
    return bool(turns.update(stop_requested=True))


def shutdown(timeout: float = 4.0) -> int:
    """Refuse new turns, stop the running ones as interrupted, wait until they are saved; how many are left."""
    global _closing
    with _lock:
        _closing = True
        outlets = list(_running.values())
    for outlet in outlets:
        outlet.turn.stop.set("shutdown")
    deadline = time.monotonic() + timeout
    while _running and time.monotonic() < deadline:
        time.sleep(0.02)
    return len(_running)


def _take_slot() -> None:
    global _slots
    with _lock:
        if _closing or _slots >= settings.CHAT_TURN_WORKERS:
            raise TurnRefused("busy", 503)
        _slots += 1


def _free_slot() -> None:
    global _slots
    with _lock:
        _slots -= 1


def _register(turn: TurnRun) -> None:
    global _heart
    with _beating:
        _running[turn.thread_id] = broadcast.Outlet(turn)
        if _heart is None or not _heart.is_alive():
            _heart = threading.Thread(target=_beat_forever, name="heartbeat", daemon=True)
            _heart.start()
        _beating.notify_all()
    if _closing:
        turn.stop.set("shutdown")


def _unregister(turn: TurnRun) -> None:
    with _lock:
        # A runner that lost its lease must not take the entry of the one that came after it.
        if (outlet := _running.get(turn.thread_id)) is not None and outlet.turn is turn:
            del _running[turn.thread_id]
    _free_slot()


def _beat_forever() -> None:
    """Renew the heartbeats of all turns of this process in one UPDATE, and see which of them shall stop."""
    while True:
        with _beating:
            while not _running:
                _beating.wait()
        time.sleep(min(settings.CHAT_TURN_LEASE_S / 3, 2))
        turns = [outlet.turn for outlet in list(_running.values())]
        if not turns:
            continue
        try:
            held = rows.beat([(turn.id, turn.attempt) for turn in turns])
        except DatabaseError as error:
            log.error("heartbeat failed", error=type(error).__name__)
            continue
        finally:
            rows.release_connection()
        for turn in turns:
            if held.get(turn.id):
                turn.stop.set("stopped")


def sweep_forever() -> None:
    """Interrupt turns whose worker is gone, also in threads that nobody opens. A web process runs it in a thread.

    The first look comes at once: of processes that die young, one after the other, none would live to a later one.
    """
    while True:
        try:
            # A database that was away for longer than a lease must not cost the turns of this process theirs.
            if own := [(outlet.turn.id, outlet.turn.attempt) for outlet in list(_running.values())]:
                rows.beat(own)
            if count := rows.interrupt(rows.lease_s()):
                log.warning("turns whose worker is gone were interrupted", count=count)
        except DatabaseError as error:
            log.error("dead turns could not be looked for", error=type(error).__name__)
        finally:
            rows.release_connection()
        time.sleep(min(settings.CHAT_TURN_LEASE_S / 2, 10))
