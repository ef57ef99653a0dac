"""The tools that go back: the last change, and the whole request."""

from __future__ import annotations

from typing import Any, Literal

from chat.assistants import ToolContext
from llm.tools import tool
from pa_dealing import actions
from pa_dealing.models import DraftRequest
from pa_dealing.tools.results import refusals_as_results
from pa_dealing.words import empties
from wording.quotes import NotInWords


@tool
@refusals_as_results
def undo(context: ToolContext) -> dict[str, Any]:
    """Take back the last change of the request. Call it when the person says so; twice for the one before it too.

    - "undo", "take that back", "oops, not that" -> undo()
    """
    draft: DraftRequest = context.record
    fields = actions.undo_change(draft, by=context.by, words=context.said[-1].whole())
    if not fields:
        raise NotInWords("There is nothing left to take back.", "Tell them so.")
    return {"status": "success", "undone": fields}


@tool
@refusals_as_results
def leave_empty(context: ToolContext, what: Literal["quantity", "value"]) -> dict[str, Any]:
    """Take the quantity or the value away, where the person takes it back and names none in its place.

    - "scrap the 9,900, leave the amount empty" -> leave_empty(what="value")
    """
    draft: DraftRequest = context.record
    field = "quantity" if what == "quantity" else "estimated_value"
    if not empties(context.said[-1].text, what, getattr(draft, field)):
        raise NotInWords(f"The words do not take the {what} away.", "Ask what it shall be instead.")
    actions.forget(draft, field, by=context.by, words=context.said[-1].whole())
    return {"status": "success", "undone": [field]}


@tool
@refusals_as_results
def start_over(context: ToolContext) -> dict[str, Any]:
    """Empty the request, so that nothing of it stays. Call it when the person wants to begin again, or another trade.

    - "forget all that", "let's begin again" -> start_over()
    - "leave it, I'd rather sell 12 Nestlé" -> start_over(), then the calls for the new trade
    """
    if context.record._state.adding:
        return {"status": "success"}
    actions.start_over(context.record, by=context.by, words=context.said[-1].whole())
    return {"status": "success"}
