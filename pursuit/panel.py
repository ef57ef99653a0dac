"""What stands beside the chat: the objective, its parts, what was tried, the ask, slots, material, undo, recents."""

from __future__ import annotations

from typing import Any

from audit.trail import Actor
from pursuit import actions, closing, recents, record
from pursuit.models import Material
from pursuit.outcomes import outcome_of
from pursuit.record import Part, Record
from pursuit.replies import address, in_force, name_of

_MOST_MATERIAL = 50
# How a part's status and an objective's are told.
_PART = {
    "pending": "to do", "answered": "answered", "partial": "partly", "failed": "not found", "blocked": "waits for you",
}  # fmt: skip
_OBJECTIVE = {
    "resolved": "resolved", "need_info": "open", "unable": "unable", "user_ended": "ended", "incomplete": "incomplete",
}  # fmt: skip


def context_of(thread: Any, error: str = "") -> dict[str, Any]:
    """The context of pursuit/panel.html."""
    found = record.load(thread.pk)
    row = found.row
    outcome = outcome_of(row.status) if row is not None else None
    asked = next((one for one in reversed(found.asks) if one.get("text")), None)
    return {
        "thread": thread,
        "record": found,
        "status": _OBJECTIVE[outcome.objective_status] if outcome else "",
        "objective_status": outcome.objective_status if outcome else "",
        "closure": outcome.closure_message if outcome else None,
        "parts": [_part(found, one) for one in found.parts],
        "answered": len(found.answered),
        "ask": asked["text"] if asked and found.open_parts and row is not None and row.status == "active" else "",
        "slots": _slots(found),
        "material": list(Material.objects.filter(thread=thread).order_by("-created_at")[:_MOST_MATERIAL]),
        "can_undo": row is not None and row.status == "abandoned",
        "can_retry": row is not None and bool(found.open_parts),
        "recents": recents.of_person(thread.owner, limit=6, beside=row.pk if row is not None else None),
        "error": error,
    }


def _part(found: Record, part: Part) -> dict[str, Any]:
    cited = [*part.citations, *part.conflicts]
    tried = [one for one in found.tried if one["sub_objective_id"] == part.id]
    return {
        "part": part,
        "told": _PART[part.status],
        "sources": [{"name": name_of(one), "url": address(found, one), "when": in_force(one)} for one in cited],
        "tried": tried,
    }


def _slots(found: Record) -> list[dict[str, Any]]:
    if found.row is None:
        return []
    words = found.row.slot_words
    labels = {"payer": "Payer", "plan": "Line of business", "state": "State"}
    return [
        {"label": label, "value": getattr(found.row, name), "quote": words.get(name, {}).get("quote", "")}
        for name, label in labels.items()
    ]


def command(name: str, thread: Any, user: Any) -> str | None:
    """The person's acts in the terminal: /undo and /retry."""
    by = Actor(user.pk, thread.pk)
    if name not in ("undo", "retry"):
        return None
    try:
        with actions.act_on(thread.pk, by) as found:
            if name == "undo":
                closing.undo_abandon(found, by=by)
                return "Your question is open again."
            closing.take_up(found, by=by)
            return "Taken up again. Say “try again” to look for what is open."
    except actions.PursuitRefused as refusal:
        return str(refusal)
