"""How a turn and an objective end, written: the attempt counted, the status set, the ask kept, the outcome logged.

What was named of payer, plan and state the next question takes over; it is said, and can be named anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import structlog
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from audit.trail import Actor, record as audit
from chat.errors import Refused
from pursuit import asks
from pursuit.actions import Status, save, save_part
from pursuit.models import Attempt, MasterObjective, SubObjective, TurnOutcome, UserAsk
from pursuit.record import SLOTS, Part, Record
from pursuit.words import SlotName

log = structlog.get_logger("pursuit")
Reason = MasterObjective.StuckReason
# What decides when parts are stuck for different reasons.
_TOLD_FIRST = (Reason.JURISDICTION, Reason.CONFLICTING)
_FIRST = (*_TOLD_FIRST, Reason.MISSING_CODE, Reason.TOOL_FAILED, Reason.NO_EVIDENCE)


def close_turn(
    objective: Record, *, by: Actor, tried: bool = True, looked_from: datetime | None = None
) -> dict[str, Any]:
    """Count the attempt, set the statuses, ask where it may be asked: {"status", "asked", "reason", "attempts"}.

    What came into the materials after `looked_from` (default: now) is new to the next turn. Twice for one turn is the
    same as once.
    """
    row = objective.row
    assert row is not None
    assert by.turn_id is not None
    if row.counted_turn == by.turn_id:
        return _ask_result(objective, "", row.stuck_reason)
    for part in objective.parts:
        if part.status == SubObjective.Status.PENDING:
            save_part(part, status=SubObjective.Status.FAILED, stuck_reason=part.stuck_reason or Reason.NO_EVIDENCE)
    values: dict[str, Any] = {"counted_turn": by.turn_id, "tried_at": looked_from or timezone.now()}
    if tried:
        values["attempts"] = row.attempts + 1
    text = reason = whether = ""
    if not objective.open_parts:
        values |= {"status": Status.SOLVED, "stuck_reason": ""}
    elif tried and row.attempts + 1 >= settings.PURSUIT_MAX_ATTEMPTS:
        values |= {"status": Status.INCOMPLETE, "stuck_reason": stuck_reason(objective)}
    else:
        reason = stuck_reason(objective)
        whether = _ask_whether(objective, by)
        text = whether or _ask(objective, reason, by)
        values |= {"status": Status.ACTIVE, "stuck_reason": reason}
        if text:
            values["last_user_ask"] = timezone.now()
    save(objective, **values)
    _log(objective, by, asked=bool(text))
    audit(f"pursuit.{row.status}", row, by=by, data={"parts": _statuses(objective), "asked": text})
    return _ask_result(objective, text, reason) | ({"whether": True} if whether else {})


def _ask_result(objective: Record, text: str, reason: str) -> dict[str, Any]:
    row = objective.row
    assert row is not None
    return {
        "status": "success",
        "objective": str(row.status),
        "parts": _statuses(objective),
        "attempts": row.attempts,
        "reason": str(reason),
        "ask": text,
    }


def stuck_reason(objective: Record) -> str:
    """Why the objective is stuck: the most telling reason of its open parts."""
    reasons = {part.stuck_reason for part in objective.open_parts}
    first = next((reason for reason in _FIRST if reason in reasons), Reason.NO_EVIDENCE)
    return str(Reason.PARTIAL if first == Reason.NO_EVIDENCE and objective.answered else first)


def stuck_parts(objective: Record, reason: str) -> list[Part]:
    """The open parts that an ask for `reason` is about."""
    wanted = {Reason.NO_EVIDENCE, ""} if reason == Reason.PARTIAL else {reason}
    return [part for part in objective.open_parts if part.stuck_reason in wanted] or objective.open_parts


def _ask(objective: Record, reason: str, by: Actor) -> str:
    """The ask for this reason, kept in the ledger; "" when the person may not be asked again yet."""
    row = objective.row
    assert row is not None
    assert by.turn_id is not None
    kind = UserAsk.Kind.SLOT if reason == Reason.JURISDICTION else UserAsk.Kind.HELP
    angle = asks.next_angle(objective.asks, reason)
    if angle is None or not asks.may_ask(objective.asks, kind, row.information):
        return ""
    parts = stuck_parts(objective, reason)
    missing = asks.MissingInformation(
        texts=[part.text for part in parts],
        done=[part.text for part in objective.answered],
        places=places(objective, parts),
        tool=next(
            (str(attempt["tool"]).replace("_", " ") for attempt in reversed(objective.tried) if not attempt["found"]),
            "search",
        ),
        slots=missing_slots(objective, parts),
    )
    text = asks.ask_text(reason, angle, missing)
    about = parts[0].id if parts else None
    _keep(objective, UserAsk(kind=kind, text=text, stuck_reason=reason, angle=angle, sub_objective_id=about), by)
    return text


def _ask_whether(objective: Record, by: Actor) -> str:
    """Whether what was shown answers, where nothing else can be told first and the person may be asked; else ""."""
    row, near = objective.row, objective.near
    assert row is not None
    angle = sum(ask["kind"] == UserAsk.Kind.NEAR for ask in objective.asks)
    may = angle < len(asks.ASKS["near"]) and asks.may_ask(objective.asks, UserAsk.Kind.NEAR, row.information)
    if not near or not may or stuck_reason(objective) in _TOLD_FIRST:
        return ""
    text = asks.ask_text("near", angle, asks.MissingInformation([part.text for part in near]))
    _keep(objective, UserAsk(kind=UserAsk.Kind.NEAR, text=text, angle=angle, sub_objective_id=near[0].id), by)
    return text


def _keep(objective: Record, ask: UserAsk, by: Actor) -> None:
    """Keep a question to the person in the ledger."""
    assert objective.row is not None
    assert by.turn_id is not None
    ask.objective, ask.information, ask.turn_id = objective.row, objective.row.information, by.turn_id
    ask.save(force_insert=True)
    of_it = {name: getattr(ask, name) for name in ("stuck_reason", "angle", "information", "text")}
    objective.asks = [*objective.asks, {"kind": str(ask.kind), **of_it}]


def missing_slots(objective: Record, parts: list[Part]) -> list[str]:
    """Which slots the blocked parts wait for, in the order in which they are asked."""
    named = objective.slots()
    wanted = {slot for part in parts for slot in part.needs} or {"payer", "state"}
    missing: list[str] = [slot for slot in ("payer", "state") if slot in wanted and slot not in named]
    # Of whom it is known: which of the payer's plans it is.
    return missing or [slot for slot in ("plan",) if slot not in named]


_PLACES = {
    "materials": "the policy materials",
    "material": "what you shared",
    "codes": "the code lists",
    "web": "the web",
}


def places(objective: Record, parts: list[Part]) -> list[str]:
    """Where these parts were looked up, as a sentence names it."""
    ids = {part.id for part in parts}
    tried = (str(attempt["place"]).split(":")[0] for attempt in objective.tried if attempt["sub_objective_id"] in ids)
    return list(dict.fromkeys(_PLACES.get(place, place) for place in tried))


def _statuses(objective: Record) -> dict[str, str]:
    return {part.key: str(part.status) for part in objective.parts}


def _log(objective: Record, by: Actor, *, asked: bool) -> None:
    """The success metric of a turn: one row, and one line of the log."""
    row = objective.row
    assert row is not None
    assert by.turn_id is not None
    TurnOutcome.objects.update_or_create(
        turn_id=by.turn_id,
        defaults={"objective": row, "status": row.status, "parts": _statuses(objective), "asked": asked},
    )
    log.info("objective", objective=str(row.pk), status=str(row.status), parts=_statuses(objective), asked=asked)


def abandon(objective: Record, *, by: Actor) -> None:
    """The person gives the question up while a part is open. Raises Refused when none is."""
    row = objective.row
    if row is None or row.status not in (Status.ACTIVE, Status.BLOCKED) or not objective.open_parts:
        raise Refused("nothing_open", _("Nothing is open, so there is nothing to end."))
    save(objective, status=Status.ABANDONED, status_before=row.status)
    if by.turn_id is not None:
        _log(objective, by, asked=False)
    audit("pursuit.abandoned", row, by=by, data={"open": [part.key for part in objective.open_parts]})


def block(objective: Record, *, by: Actor) -> None:
    """Everything was tried, and the person has nothing to add."""
    row = objective.row
    assert row is not None
    save(objective, status=Status.BLOCKED, counted_turn=by.turn_id)
    _log(objective, by, asked=False)
    audit("pursuit.blocked", row, by=by, data={"open": [part.key for part in objective.open_parts]})


def take_up(objective: Record, *, by: Actor) -> None:
    """Try again from the recents: the attempts begin at 0, and every open part is tried with every query anew.

    Raises Refused when every part is answered.
    """
    row = objective.row
    if row is None:
        raise Refused("nothing_open", _("There is no question here yet."))
    if not objective.open_parts:
        raise Refused("nothing_open", _("Every part of this question is answered. Ask a new one."))
    others = MasterObjective.objects.filter(thread_id=objective.thread_id, status__in=[Status.ACTIVE, Status.BLOCKED])
    others.exclude(pk=row.pk).update(status=Status.INCOMPLETE, updated_at=timezone.now())
    save(objective, status=Status.ACTIVE, attempts=0, information=row.information + 1, status_before="")
    Attempt.objects.filter(objective=row, counts=True).update(counts=False)
    objective.tried = [{**attempt, "counts": False} for attempt in objective.tried]
    audit("pursuit.taken_up", row, by=by, data={"open": [part.key for part in objective.open_parts]})


def carry_over(
    objective: Record, before: MasterObjective | None, named: Mapping[SlotName, str], *, by: Actor
) -> dict[str, str]:
    """Take payer, plan and state from the question before, with the words that named them: {slot: value}.

    Nothing where the new question names another, or asks of codes alone, which are the same for every payer.
    """
    assert objective.row is not None
    held = {name: str(value) for name in SLOTS if (value := getattr(before, name, ""))}
    is_another = any(held.get(name) != value for name, value in named.items())
    if before is None or not held or is_another or all(part.kind == "code" for part in objective.parts):
        return {}
    carried = {name: value for name, value in held.items() if name not in named}
    words = {name: quote for name, quote in before.slot_words.items() if name in carried}
    save(objective, **carried, slot_words=words)
    audit("pursuit.carried_over", objective.row, by=by, data={"from": str(before.pk), **carried})
    return carried


def ask_about_end(objective: Record, text: str, *, by: Actor) -> bool:
    """Keep the one question that thanks with open parts get; False when it was asked since anything new came."""
    row = objective.row
    assert row is not None
    assert by.turn_id is not None
    if not asks.may_ask(objective.asks, UserAsk.Kind.END, row.information):
        return False
    _keep(objective, UserAsk(kind=UserAsk.Kind.END, text=text, angle=0), by)
    save(objective, last_user_ask=timezone.now())
    _log(objective, by, asked=True)
    return True
