"""What stands beside the chat: the objective, its parts, what was tried, the ask, slots, material, undo, recents."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Subquery
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_noop as _

from audit.trail import Actor
from chat.acts import act_on
from chat.errors import Refused
from pursuit import actions, closing, record, undoing
from pursuit.models import MasterObjective, Material
from pursuit.pages import recents
from pursuit.record import Part, Record, outcome_of
from pursuit.talk import address, name_of

_MOST_MATERIAL = 50
# How a part's status and an objective's are told, in the page's language.
PART = {
    "pending": _("to do"),
    "answered": _("answered"),
    "partial": _("partly answered"),
    "failed": _("not found yet"),
    "blocked": _("waits for you"),
}
# Where the reason says more than the status.
STUCK = {"conflicting_info": _("sources disagree")}
OBJECTIVE = {
    "resolved": _("resolved"),
    "need_info": _("open"),
    "unable": _("could not be resolved"),
    "user_ended": _("ended by you"),
    "incomplete": _("incomplete"),
}
CLOSURE = {
    "resolved": _("We've resolved your question."),
    "incomplete": _("You can pick this up from your recent queries to try again."),
}
LOOKED_IN = {"policy search": _("Policies"), "code look-up": _("Code lists"), "web search": _("The web")}
MATERIAL = {"queued": _("waiting"), "read": _("read"), "refused": _("refused")}
SLOTS = {"payer": _("Payer"), "plan": _("Line of business"), "plan_type": _("Plan type"), "state": _("State")}
TABLES = (PART, STUCK, OBJECTIVE, CLOSURE, LOOKED_IN, MATERIAL, SLOTS)
# How well a look-up fitted is for the admin.
_MEASURE = re.compile(r" \(coverage [\d.]+\)\.?$")


def context_of(thread: Any, error: str = "") -> dict[str, Any]:
    """The context of pursuit/panel.html."""
    objective = record.load(thread.pk)
    row = objective.row
    outcome = outcome_of(row.status) if row is not None else None
    asked = next((ask for ask in reversed(objective.asks) if ask.get("text")), None)
    return {
        "thread": thread,
        "record": objective,
        "status": gettext(OBJECTIVE[outcome.objective_status]) if outcome else "",
        "objective_status": outcome.objective_status if outcome else "",
        "closure": gettext(CLOSURE.get(outcome.objective_status, "")) if outcome and outcome.closure_message else "",
        "parts": [_part(objective, part) for part in objective.parts],
        "answered": len(objective.answered),
        "ask": asked["text"] if asked and objective.open_parts and row is not None and row.status == "active" else "",
        "slots": _slots(objective),
        "material": _material(thread),
        "can_undo": row is not None and row.status == "abandoned",
        "can_retry": row is not None and bool(objective.open_parts),
        "recents": recents_of(thread.owner, limit=6, beside=row.pk if row is not None else None),
        "error": error,
    }


def _part(record: Record, part: Part) -> dict[str, Any]:
    cited = [*part.citations, *part.conflicts]
    tried = [attempt for attempt in record.tried if attempt["sub_objective_id"] == part.id]
    return {
        "part": part,
        "label": gettext(STUCK.get(part.stuck_reason, "") if part.is_open else "") or gettext(PART[part.status]),
        "sources": [
            {"name": name_of(citation), "url": address(record, citation), "when": _in_force(citation)}
            for citation in cited
        ],
        "tried": [_look(attempt) for attempt in tried],
    }


def _look(attempt: Mapping[str, Any]) -> dict[str, str]:
    """A look-up of the ledger, which is in English: where, what was sent, and the source where one was found."""
    return {
        "place": gettext(LOOKED_IN.get(attempt["tool"], attempt["tool"])),
        "query": attempt["query"],
        "result": _MEASURE.sub("", attempt["result"]) if attempt["found"] else gettext("nothing on this question"),
    }


def _in_force(citation: Mapping[str, Any]) -> str:
    """Since when a source holds and until when, in the page's language."""
    since, until = (_day(str(citation.get(name) or "")) for name in ("valid_from", "valid_to"))
    dates = [gettext("effective %(day)s") % {"day": since}] if since else []
    return ", ".join(dates + ([gettext("ended %(day)s") % {"day": until}] if until else []))


def _day(iso: str) -> str:
    return date_format(date.fromisoformat(iso), "j F Y") if iso else ""


def _slots(record: Record) -> list[dict[str, Any]]:
    if record.row is None:
        return []
    row = record.row
    quotes = {name: words.get("quote", "") for name, words in row.slot_words.items()}
    return [
        {"name": name, "label": gettext(label), "value": getattr(row, name), "quote": quotes.get(name, "")}
        for name, label in SLOTS.items()
    ]


def _material(thread: Any) -> list[dict[str, Any]]:
    rows = Material.objects.filter(thread=thread).order_by("-created_at", "name")[:_MOST_MATERIAL]
    return [{"row": row, "label": gettext(MATERIAL[row.status])} for row in rows]


def standings(thread_ids: Sequence[UUID]) -> dict[UUID, str]:
    """How the newest question of each conversation stands."""
    newest = MasterObjective.objects.filter(thread__in=thread_ids).order_by("thread_id", "-created_at")
    return {row.thread_id: _standing(row) for row in newest.distinct("thread_id")}


def waiting() -> Exists:
    """Whether the newest question of a thread is open, and so waits for the person."""
    newest = MasterObjective.objects.filter(thread=OuterRef(OuterRef("pk"))).order_by("-created_at").values("pk")[:1]
    is_open = [status for status in MasterObjective.Status if outcome_of(status).objective_status == "need_info"]
    return Exists(MasterObjective.objects.filter(pk=Subquery(newest), status__in=is_open))


def _standing(objective: MasterObjective) -> str:
    status = outcome_of(objective.status).objective_status
    is_open = status == "need_info"
    words = STUCK.get(objective.stuck_reason, OBJECTIVE[status]) if is_open else OBJECTIVE[status]
    return gettext(words).capitalize()


def recents_of(user: Any, *, search: str = "", limit: int, beside: UUID | None = None) -> list[dict[str, Any]]:
    """The person's questions as a page lists them, and whether one may be taken up again: all but a resolved one."""
    return [
        row | {"label": gettext(OBJECTIVE[row["objective_status"]]), "open": row["objective_status"] != "resolved"}
        for row in recents.of_person(user, search=search, limit=limit, beside=beside)
    ]


def command(name: str, thread: Any, user: Any) -> str | None:
    """The person's acts in the terminal: /undo and /retry."""
    by = Actor(user.pk, thread.pk)
    if name not in ("undo", "retry"):
        return None
    try:
        with act_on(actions.open_objective(thread.pk, by)) as record:
            if name == "undo":
                was_ended = record.row is not None and record.row.status == "abandoned"
                undone = undoing.undo(record, by=by)
                return "Your question is open again." if was_ended and record.is_open else f"Taken back: {undone}."
            closing.take_up(record, by=by)
            return "Taken up again. Say “try again” to look for what is open."
    except Refused as refusal:
        return refusal.detail
