"""What a turn of the conversation has done to the review: what it cites, and which nitpicks it changed."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any
from uuid import UUID

from chat.models import Message, ToolCall
from investor_review.models import NitpickChange

# A reply names chunks in square brackets, [doc_001:c001], or several with commas; shown, they are the titles of links:
# [clause 4.3](… "doc_001:c001"). The view conversation_turns reads the same marks.
_MARK = re.compile(r"\[([^\[\]]+)\]|\s\"([^\"]+)\"\)")
# Messages of the investor, and drafts, that may be quoted.
LATELY = 40
_BETWEEN = re.compile(r"\s*[,;]\s*")


def bracketed(text: str) -> list[str]:
    """What stands in square brackets and in titles of links in `text`, each once: the candidates for ids of chunks."""
    return list(
        dict.fromkeys(
            name
            for inside, title in _MARK.findall(text)
            for name in ([title] if title else _BETWEEN.split(inside.strip()))
            if name
        )
    )


def cited(text: str, known: Collection[str]) -> list[str]:
    """The ids of chunks that `text` names, in its order; what is not in `known` is no citation."""
    return [name for name in bracketed(text) if name in known]


def last_reply(thread_id: UUID, turn_id: UUID | None) -> str:
    """What the assistant said last on the screen, before this turn."""
    replies = (
        Message.objects.filter(thread_id=thread_id, role="assistant")
        .exclude(content="")
        .exclude(turn_id=turn_id or UUID(int=0))
    )
    return replies.order_by("-id").values_list("content", flat=True).first() or ""


def spoken(thread_id: UUID) -> list[str]:
    """What the investor has said lately, and what was drafted for them: words that a reply may quote."""
    messages = Message.objects.filter(thread_id=thread_id, role=Message.Role.USER).order_by("-id")
    drafts = ToolCall.objects.filter(message__thread_id=thread_id, name="draft_wording").order_by("-id")
    return [
        *messages.values_list("content", flat=True)[:LATELY],
        *drafts.values_list("result__draft__instruction", flat=True).exclude(result__draft=None)[:LATELY],
    ]


def changed_in(turn_id: UUID) -> list[dict[str, Any]]:
    """The nitpicks that a turn has changed: each once, from what it was before the turn to what it is after it."""
    changes = NitpickChange.objects.filter(turn_id=turn_id).select_related("nitpick").order_by("at", "number")
    by_issue: dict[str, dict[str, Any]] = {}
    for change in changes:
        first = by_issue.get(change.nitpick.issue_id)
        by_issue[change.nitpick.issue_id] = {
            "issue_id": change.nitpick.issue_id,
            "previous_status": first["previous_status"] if first else change.from_status,
            "status": change.to_status,
            "accepted_change_instructions": change.instructions_after,
        }
    return list(by_issue.values())
