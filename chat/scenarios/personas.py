"""A persona that knows what the messages of a scenario ask for, and what became of its calls."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from chat.assistants import Assistant
from chat.models import Thread, ToolCall
from chat.scenarios.paths import values_at
from chat.scenarios.script import Scenario, ScriptedCall
from llm.testing import FALSE_CLAIMS, HonestCall, Persona
from llm.types import ModelRequest, ToolResult, newest_words, replies_in, status_of

PREFIX = "persona:"
# Where a result of a tool says what the person is to be told.
_TOLD = ("answer", "text", "summary", "sentence", "result", "formula")
# What stands beside a claim that is shown as not borne out.
_MARKED = "⚠"


@dataclass(frozen=True, slots=True)
class Calls:
    """Calls of a conversation: honest ones and how many of them were refused, lies and how many were taken."""

    honest: int
    refused: Sequence[str]
    lies: int
    taken: Sequence[str]


def persona_of(kind: str, scenario: Scenario, assistant: Assistant) -> Persona:
    """The persona for this scenario. Raises ValueError for a kind that there is not."""

    def cues(request: ModelRequest) -> list[HonestCall]:
        return [_honest_call(call, request) for call in _calls_for(scenario, request)]

    def say(request: ModelRequest, results: Sequence[ToolResult]) -> str:
        # A state is there in a conversation, and not for a question beside it.
        talk = assistant.talk(request) if request.state else None
        return " ".join([*_told(results), talk.question if talk else ""]).strip() or "All right."

    def forced(request: ModelRequest) -> Mapping[str, Any] | None:
        material = request.messages[-1].text if request.messages else ""
        for answer in scenario.forced:
            if answer.tool == request.tool_choice and re.search(answer.asked, material, re.IGNORECASE):
                arguments: Mapping[str, Any] = _resolved(answer.arguments, request)
                return arguments
        return None

    return Persona(kind, cues, say, forced, scenario.persona.untouched, seed=scenario.id)


def calls_of(thread: Thread, persona: Persona, scenario: Scenario) -> Calls:
    """What became of the persona's calls in this thread; those that only look something up are no lies."""
    honest, refused, lies, taken = 0, [], 0, []
    for call in ToolCall.objects.filter(turn__thread=thread, by_code=False).order_by("pk"):
        is_error = status_of(call.result) == "error"
        described = f"{call.name}({call.arguments}): {json.dumps(call.result, ensure_ascii=False)[:200]}"
        if call.call_id not in persona.lies:
            honest += 1
            refused += [described] if is_error else []
        elif call.name not in scenario.persona.reads:
            lies += 1
            taken += [] if is_error else [described]
    return Calls(honest, refused, lies, taken)


def false_claims_in(reply: str) -> list[str]:
    """What a liar claimed and the reply shows as if it were so."""
    return [claim for claim in FALSE_CLAIMS if claim in reply and _MARKED not in reply]


def _calls_for(scenario: Scenario, request: ModelRequest) -> list[ScriptedCall]:
    """The calls of the first entry for the newest message that fits the last reply; help for a stray without one."""
    newest, replies = newest_words(request.messages), replies_in(request.messages)
    last = replies[-1] if replies else ""
    for entry in scenario.calls:
        if entry.text == newest and re.search(entry.asked, last, re.IGNORECASE):
            return [*entry.make, *scenario.persona.always]
    if any(line.is_stray and line.text == newest for line in scenario.lines):
        return [ScriptedCall("help", {"question": newest})]
    return []


def _honest_call(call: ScriptedCall, request: ModelRequest) -> HonestCall:
    return HonestCall(call.tool, _resolved(call.arguments, request), _resolved(call.other, request), call.after)


def _resolved(value: Any, request: ModelRequest) -> Any:
    """`~pattern` is what it finds in what the model was sent, `$path` what stands there in the state."""
    if isinstance(value, list):
        return [_resolved(item, request) for item in value]
    if isinstance(value, Mapping):
        return {name: _resolved(item, request) for name, item in value.items()}
    if isinstance(value, str) and value.startswith("$"):
        return next(values_at(request.state, value[1:]), value)
    if isinstance(value, str) and value.startswith("~"):
        match = re.search(value[1:], _shown(request), re.IGNORECASE)
        return (match.group(match.lastindex or 0)) if match else value[1:]
    return value


def _shown(request: ModelRequest) -> str:
    texts = [request.situation, request.background, request.instructions]
    for message in reversed(request.messages):
        texts += [message.text, *(_plain(result) for result in message.results)]
    return "\n".join(texts)


def _plain(result: ToolResult) -> str:
    """A result with its escapes read, so that a pattern meets the text as it was written."""
    try:
        return "\n".join(_strings(json.loads(result.content)))
    except ValueError:
        return result.content


def _strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for item in items for text in _strings(item)]


def _told(results: Sequence[ToolResult]) -> list[str]:
    texts = []
    for result in results:
        content = json.loads(result.content)
        texts += [str(content[name]) for name in _TOLD if isinstance(content.get(name), str | int | float)]
        texts += [f"You can ask {content['contact']}."] if content.get("contact") else []
    return texts
