"""The one vocabulary of what happens in a turn: AG-UI events, as JSON-ready dicts. Readers add nothing to it.

The tests check them against `ag_ui.core`, whose models would cost more here than the rest of an event.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

Event = dict[str, Any]

RUN_STARTED = "RUN_STARTED"
RUN_FINISHED = "RUN_FINISHED"
RUN_ERROR = "RUN_ERROR"
TEXT_CONTENT = "TEXT_MESSAGE_CONTENT"
TEXT_START = "TEXT_MESSAGE_START"
TEXT_END = "TEXT_MESSAGE_END"
STATE_SNAPSHOT = "STATE_SNAPSHOT"
TOOL_CALL_START = "TOOL_CALL_START"
LAST = (RUN_FINISHED, RUN_ERROR)


class Encoded(dict[str, Any]):
    """A JSON object that knows its own text, where most of it stands from the last time. `text` makes it."""

    def __init__(self, value: Mapping[str, Any], text: Callable[[], str]) -> None:
        super().__init__(value)
        self.text = text


def run_started(thread_id: UUID, client_id: str, turn_id: UUID, said_before: list[str] | None = None) -> Event:
    """`runId` is the client's own id; `turnId` names the row. A retry tells what its saved rounds have said."""
    event = {"type": RUN_STARTED, "threadId": str(thread_id), "runId": client_id, "turnId": str(turn_id)}
    return {**event, "saidBefore": said_before} if said_before else event


def run_finished(thread_id: UUID, client_id: str, turn_id: UUID, result: dict[str, Any]) -> Event:
    ids = {"threadId": str(thread_id), "runId": client_id, "turnId": str(turn_id)}
    return {"type": RUN_FINISHED, **ids, "result": result}


def run_error(code: str, sentence: str, client_id: str = "") -> Event:
    return {"type": RUN_ERROR, "message": sentence, "code": code, **({"runId": client_id} if client_id else {})}


def text_started(message_id: str) -> Event:
    return {"type": TEXT_START, "messageId": message_id, "role": "assistant"}


def text_delta(message_id: str, delta: str) -> Event:
    return {"type": TEXT_CONTENT, "messageId": message_id, "delta": delta}


def text_ended(message_id: str) -> Event:
    return {"type": TEXT_END, "messageId": message_id}


def tool_called(call_id: str, name: str, arguments: str, message_id: str) -> list[Event]:
    """Start, arguments and end: a call is known whole before it runs."""
    return [
        {"type": TOOL_CALL_START, "toolCallId": call_id, "toolCallName": name, "parentMessageId": message_id},
        {"type": "TOOL_CALL_ARGS", "toolCallId": call_id, "delta": arguments or "{}"},
        {"type": "TOOL_CALL_END", "toolCallId": call_id},
    ]


def tool_result(call_id: str, content: str, message_id: str) -> Event:
    event = {"type": "TOOL_CALL_RESULT", "toolCallId": call_id, "messageId": message_id}
    return {**event, "content": content, "role": "tool"}


def state_snapshot(state: dict[str, Any]) -> Event:
    return {"type": STATE_SNAPSHOT, "snapshot": state}


def messages_snapshot(messages: list[dict[str, Any]]) -> Event:
    """`messages` are AG-UI messages: {"id", "role", "content"}."""
    return {"type": "MESSAGES_SNAPSHOT", "messages": messages}


def custom(name: str, value: Any) -> Event:
    """Something for our own pages, such as a block of sanitised HTML."""
    return {"type": "CUSTOM", "name": name, "value": value}


def waiting(place: int, reading_s: float = 0.0) -> Event:
    """What a turn waits for: its place in line for the model, 1 for the next; 0 when the model is asked.

    `reading_s` are the seconds that a slow model is given to read before its first word.
    """
    return custom("waiting", {"place": place, "reading_s": round(reading_s)})


def asking(schema: str) -> Event:
    """A tool asks the model for one structured answer, by the name of its schema; nothing streams until it is there."""
    return custom("asking", schema)
