"""A thread as it stands in its rows: for the API, for a page that reconnects, and for an export."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from chat import assistants
from chat.live import runs
from chat.models import Message, Thread, Turn
from chat.turns import interrupt, lease_s

PAGE = 200


def state_of(thread: Thread) -> dict[str, Any]:
    """The assistant's state of this thread, in the shape of the contract."""
    assistant = assistants.get(thread.assistant)
    return assistant.state(assistant.load(thread.id))


def messages_of(thread: Thread, before: int | None = None) -> list[dict[str, Any]]:
    """The newest 200 messages that hold text, oldest first; older ones than message `before` where it is given."""
    messages = Message.objects.filter(thread=thread, discarded=False).exclude(content="")
    if before is not None:
        messages = messages.filter(id__lt=before)
    fields = ("id", "role", "content", "created_at", "turn_id")
    newest = list(messages.order_by("-id").values_list(*fields)[:PAGE])
    return [
        {"id": pk, "role": role, "content": content, "created_at": at, "turn": turn}
        for pk, role, content, at, turn in reversed(newest)
    ]


def running_turn(thread_id: UUID) -> Turn | None:
    """The thread's running turn. One whose worker went away is marked interrupted first."""
    turn = Turn.objects.filter(thread_id=thread_id, status=Turn.Status.RUNNING).first()
    if turn is not None and runs.running(thread_id) is None and interrupt(lease_s(), thread_id):
        return None
    return turn


def agui_messages(
    thread: Thread, shared: dict[str, Any] | None = None, streamed: UUID | None = None
) -> list[dict[str, Any]]:
    """The messages as AG-UI has them, with what a turn in another process has said so far (`shared`).

    Of the turn `streamed` only the person's words: its events tell the rest.
    """
    names = {"user": "user", "assistant": "assistant", "notice": "system"}
    messages = [
        {"id": str(m["id"]), "role": names[m["role"]], "content": m["content"]}
        for m in messages_of(thread)
        if streamed is None or m["turn"] != streamed or m["role"] == "user"
    ]
    if shared and shared.get("text"):
        messages.append({"id": str(shared["turn"]), "role": "assistant", "content": str(shared["text"])})
    return messages
