"""The one vocabulary of what happens in a turn: AG-UI events, as JSON-ready dicts. Readers add nothing to it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from ag_ui.core import (
    BaseEvent,
    RunErrorEvent,
    RunFinishedEvent,
    RunStartedEvent,
    StateSnapshotEvent,
    TextMessageContentEvent,
    TextMessageEndEvent,
    TextMessageStartEvent,
    ToolCallArgsEvent,
    ToolCallEndEvent,
    ToolCallResultEvent,
    ToolCallStartEvent,
)

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


def _dict(event: BaseEvent, **more: Any) -> Event:
    return {**event.model_dump(by_alias=True, exclude_none=True, mode="json"), **more}


def run_started(thread_id: UUID, client_id: str, turn_id: UUID) -> Event:
    """`runId` is the client's own id; `turnId` names the row."""
    return _dict(RunStartedEvent(thread_id=str(thread_id), run_id=client_id), turnId=str(turn_id))


def run_finished(thread_id: UUID, client_id: str, turn_id: UUID, result: dict[str, Any]) -> Event:
    event = RunFinishedEvent(thread_id=str(thread_id), run_id=client_id, result=result)
    return _dict(event, turnId=str(turn_id))


def run_error(code: str, sentence: str, client_id: str = "") -> Event:
    return _dict(RunErrorEvent(message=sentence, code=code), **({"runId": client_id} if client_id else {}))


def text_started(message_id: str) -> Event:
    return _dict(TextMessageStartEvent(message_id=message_id, role="assistant"))


def text_delta(message_id: str, delta: str) -> Event:
    return _dict(TextMessageContentEvent(message_id=message_id, delta=delta))


def text_ended(message_id: str) -> Event:
    return _dict(TextMessageEndEvent(message_id=message_id))


def tool_called(call_id: str, name: str, arguments: str, message_id: str) -> list[Event]:
    """Start, arguments and end: a call is known whole before it runs."""
    return [
        _dict(ToolCallStartEvent(tool_call_id=call_id, tool_call_name=name, parent_message_id=message_id)),
        _dict(ToolCallArgsEvent(tool_call_id=call_id, delta=arguments or "{}")),
        _dict(ToolCallEndEvent(tool_call_id=call_id)),
    ]


def tool_result(call_id: str, content: str, message_id: str) -> Event:
    return _dict(ToolCallResultEvent(tool_call_id=call_id, content=content, message_id=message_id, role="tool"))


def state_snapshot(state: dict[str, Any]) -> Event:
    return _dict(StateSnapshotEvent(snapshot=state))


def messages_snapshot(messages: list[dict[str, Any]]) -> Event:
    """`messages` are AG-UI messages: {"id", "role", "content"}."""
    return {"type": "MESSAGES_SNAPSHOT", "messages": messages}


def custom(name: str, value: Any) -> Event:
    """Something for our own pages, such as a block of sanitised HTML."""
    return {"type": "CUSTOM", "name": name, "value": value}
