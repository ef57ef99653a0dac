"""What the states of the assistants hold, as far as a case is graded or printed by it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from wording.phrases import patterns

State = dict[str, Any]

PA_FIELDS = (
    *("direction", "quantity", "estimated_value", "estimated_currency", "justification"),
    *("has_inside_info", "is_related_party", "user_confirmed_weak_justification"),
)
# A "no" to these two is an answer; of the others False says nothing.
_DECLARATIONS = ("has_inside_info", "is_related_party")
_VOLATILE = {"updated_at", "created_at", "last_user_ask"}
PHRASES = patterns(Path(__file__).with_name("phrases.txt"), re.IGNORECASE | re.MULTILINE)


def claims(reply: str) -> bool:
    """Whether a reply says that something was noted or changed. Of a quoted source the words are not its own."""
    own = "\n".join(line for line in reply.splitlines() if not line.lstrip().startswith(">"))
    return bool(PHRASES["claim"].search(PHRASES["no_claim"].sub("", own)))


def stable(value: Any) -> Any:
    """A state without what changes with every message."""
    if isinstance(value, dict):
        return {name: stable(part) for name, part in value.items() if name not in _VOLATILE}
    if isinstance(value, list):
        return [stable(part) for part in value]
    return value


def gist(assistant: str, state: State) -> Any:
    """A few values to read a conversation by."""
    if assistant == "pa_dealing":
        return _gist_of_draft(state)
    if assistant == "retirement":
        return [f"{fact['topic']}: {fact['value']}" for fact in facts(state).values()]
    if assistant == "investor_review":
        return {"session": state["status"], **statuses(state)}
    if assistant == "pursuit":
        objective = state["master_objective"]
        return objective and {
            "status": state["objective_status"],
            "attempts": objective["attempts"],
            "parts": [f"{part['status']}: {part['text']}" for part in objective["sub_objectives"]],
        }
    return sources(state)


def _gist_of_draft(state: State) -> dict[str, Any]:
    draft = state["draft"]
    return {
        "hint": state["instructional_hint"],
        "security": symbol(draft),
        "candidates": candidates(draft)[:5],
        "status": draft["status"],
        **{
            field: draft.get(field)
            for field in PA_FIELDS
            if draft.get(field) not in (None, "", False) or (field in _DECLARATIONS and draft.get(field) is False)
        },
    }


def symbol(draft: dict[str, Any]) -> str | None:
    return draft["security"] and draft["security"]["symbol"]


def candidates(draft: dict[str, Any]) -> list[str]:
    return [candidate["symbol"] for candidate in draft.get("candidates") or []]


def facts(state: State) -> dict[Any, dict[str, Any]]:
    """The facts of a retirement thread by their ids."""
    return {fact["id"]: fact for topic in state["topics"] for fact in topic["facts"]}


def statuses(state: State) -> dict[str, str]:
    """The status of each issue of a review, with the accepted instructions."""
    accepted = {
        nitpick["issue_id"]: f" / {instructions}"
        if (instructions := nitpick.get("accepted_change_instructions"))
        else ""
        for nitpick in state["nitpicks"]
    }
    return {n["issue_id"]: n["status"] + accepted[n["issue_id"]] for n in state["nitpicks"]}


def parts(state: State) -> tuple[list[str], int]:
    """The parts of a pursuit's objective, and how often it was tried."""
    objective = state["master_objective"]
    if objective is None:
        return [], 0
    return [part["text"] for part in objective["sub_objectives"]], objective["attempts"]


def sources(state: State) -> list[str]:
    """The titles that a tax dossier holds."""
    return sorted(source["title"] for source in [*state["legislation"], *state["case_law"]])
