"""What every tool of PA dealing gives back: a status, the next step, the next question; a refusal as an error."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from chat.assistants import Said, ToolContext
from pa_dealing import actions, hints
from pa_dealing.conversation import questions
from pa_dealing.models import DraftRequest
from wording.quotes import NotInWords

Function = Callable[..., dict[str, Any]]


def answered(function: Function) -> Function:
    """Give every result its status and hint, and turn a refusal into an error that the model can act on."""

    @wraps(function)
    def run(context: ToolContext, **arguments: Any) -> dict[str, Any]:
        draft: DraftRequest = context.record
        context.said = _of_this_request(context)
        try:
            result = function(context, **arguments)
        except NotInWords as refusal:
            result = {"status": "error", "error": str(refusal)}
        except actions.ActionRefused as refusal:
            result = {"status": "error", "error": refusal.detail, "code": refusal.code}
        if draft.is_open:
            result.setdefault("instructional_hint", hints.determine_instructional_hint(draft))
            result.setdefault("ask", questions.question_for(draft))
        return result

    return run


def _of_this_request(context: ToolContext) -> list[Said]:
    """The person's messages since the request was begun: what was said about an earlier one is no word for this."""
    begun = context.record.evidence.get("begun", {}).get("message_id")
    return [said for said in context.said if begun is None or said.message_id >= begun]
