"""The tool calls of one reply: what they prepare with nothing locked, their results under the lock, and what is said of
them where the model says nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any

from django.conf import settings
from django.utils.translation import gettext, gettext_noop as _

from chat.assistants import Assistant, Awaited, ToolContext
from chat.errors import TurnFailed
from chat.guidance import tools_of
from chat.models import ToolCall as ToolCallRow
from chat.turns import rows
from chat.turns.turn import TurnRun
from llm.text import clean_json
from llm.tools import Tool, ToolArgumentError, refusal
from llm.types import ModelRequest, ToolCall, status_of

# Calls of one reply that wait for the network at the same time.
MAX_SIDE_BY_SIDE = 8
# What a person reads where an assistant has no words of its own for its record.
STANDS = _("What was noted stands beside the chat. Say what is missing, and it goes on.")
# What a person reads of a call that no tool could take; the model is told precisely.
NOT_TAKEN = _("That did not reach the record as it should, so nothing has changed.")


def results_of(
    assistant: Assistant,
    context: ToolContext,
    calls: Iterable[tuple[ToolCall, Any]],
    known: Mapping[tuple[str, str], dict[str, Any]],
) -> Iterator[dict[str, Any]]:
    """The result of each call with what it prepared, run in order under the record's lock, but for those `known`."""
    for call, context.prepared in calls:
        result = known.get((call.name, call.arguments))
        yield run_call(assistant, context, call) if result is None else result


def finished(prepared: Sequence[Any]) -> list[Any]:
    """What was prepared, in order; what waits for the network is finished side by side. Raises what that raises."""
    waiting = [call for call in prepared if isinstance(call, Awaited)]
    if not waiting:
        return list(prepared)
    rows.release_connection()
    with ThreadPoolExecutor(min(len(waiting), MAX_SIDE_BY_SIDE)) as pool:
        # Each in a copy of the context, so that what it logs names the turn.
        running = {
            id(call): pool.submit(copy_context().run, rows.with_connection_back, call.finish) for call in waiting
        }
    return [running[id(call)].result() if isinstance(call, Awaited) else call for call in prepared]


def prepare_call(tools: Sequence[Tool], context: ToolContext, call: ToolCall) -> Any:
    """What the tool of a call prepares, with no lock and no transaction; None where it prepares nothing."""
    for tool in tools:
        if tool.name == call.name and tool.prepare is not None:
            try:
                return tool.prepare(context, **tool.check(call))
            except ToolArgumentError:
                return None  # run_call tells the model what is wrong with them.
    return None


def run_call(assistant: Assistant, context: ToolContext, call: ToolCall) -> dict[str, Any]:
    """The result of one call, with the next step. What is wrong with it goes back to the model as precise advice."""
    result = _result_of(tools_of(assistant), context, call)
    return result | {name: value for name, value in assistant.next_step(context.record).items() if name not in result}


def _result_of(tools: Sequence[Tool], context: ToolContext, call: ToolCall) -> dict[str, Any]:
    known = {tool.name: tool for tool in tools}
    if call.name not in known:
        advice = f"There is no tool {call.name!r}. There are: {', '.join(known)}."
        return refusal("unknown_tool", gettext(NOT_TAKEN), advice)
    try:
        arguments = known[call.name].check(call)
    except ToolArgumentError as error:
        return refusal("wrong_arguments", gettext(NOT_TAKEN), str(error))
    return known[call.name].function(context, **arguments)


def row_of(turn: TurnRun, message_id: int, position: int, call: ToolCall, result: dict[str, Any]) -> ToolCallRow:
    """A call with its result, to be saved with its round."""
    return ToolCallRow(
        message_id=message_id,
        turn_id=turn.id,
        position=position,
        call_id=call.id[:200],
        name=call.name[:80],
        arguments=call.arguments,
        result=json.loads(rows.dumps(clean_json(result))),
        extra=clean_json(dict(call.extra)) if call.extra else None,
        by_code=call.id.startswith("words-"),
    )


def standing(turn: TurnRun, request: ModelRequest) -> str:
    """The record in the words of the assistant. Raises TurnFailed where no call of the turn did anything."""
    if all(status_of(call["result"]) == "error" for call in turn.calls):
        raise TurnFailed("too_many_rounds", f"{settings.CHAT_MAX_ROUNDS} rounds")
    talk = turn.assistant.talk(request)
    if talk is None:
        return gettext(STANDS)
    return "\n\n".join(text for text in (talk.summary or gettext(STANDS), talk.question) if text)
