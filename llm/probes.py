"""Finds a model's card out by some calls: tools, a second round, a forced tool, a form, a long prompt, its pace."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import BaseModel

from llm.cards import Card
from llm.interface import ChatModel, ModelError
from llm.structured import ask
from llm.tokens import tokens_of
from llm.tools import tool
from llm.types import Clocks, Message, ModelRequest, TextDelta, ToolCall, ToolResult, Usage

# The first length at which recall is asked for, in tokens; each next is twice as long.
_FIRST_LENGTH = 1500
_CODE = "4711-BLUE"
_FILLER = "The ledger was closed on that day and nothing was entered that anybody would have to look at again. "
# A prompt that is read faster needs no longer wait; of a measured pace half is counted on.
_FAST = 2000
# What a forced call may be asked for in place of its name, the last first.
_FORMS = ("json_text", "json_schema", "auto_choice")
_ANSWER_TOKENS = 400


@tool
def note_colour(context: object, colour: str) -> dict[str, Any]:
    """Note a colour that the person names.

    - "the sky is blue" -> colour="blue"
    """
    return {"status": "success", "colour": colour}


class Colour(BaseModel):
    """The colour that was asked for."""

    colour: str


@dataclass
class Answered:
    """One answer, and how fast it came, in seconds."""

    text: str = ""
    calls: list[ToolCall] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)
    first_s: float = 0.0
    total_s: float = 0.0


@dataclass
class Findings:
    """What the calls showed: the fields of a card, a line for each probe, and whether turns can work at all."""

    fields: dict[str, Any] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    works: bool = True

    def tell(self, probe: str, outcome: str, *, fine: bool = True) -> None:
        self.lines.append(f"{probe}: {outcome}")
        self.works = self.works and fine


def probe(model: ChatModel, name: str, card: Card, *, most_tokens: int) -> Findings:
    """Call the model about ten times, with prompts of up to `most_tokens`. Raises ModelError where it does not answer.

    `card` is what is thought of it so far; what the calls say otherwise is in the findings' fields.
    """
    asking = _Asking(model, ModelRequest(name, "Follow the instructions exactly.", (), card=card), card)
    findings = Findings()
    called = _tools(asking, findings)
    if called is not None:
        _second_round(asking, findings, called)
        _parallel(asking, findings)
        _forced(asking, findings)
    _structured(asking, findings)
    _learnt(model, name, findings)
    _recall(asking, findings, most_tokens)
    _pace(asking, findings)
    return findings


class _Asking:
    def __init__(self, model: ChatModel, request: ModelRequest, card: Card) -> None:
        self.model, self.request, self.card = model, request, card

    def __call__(self, *messages: Message, **given: Any) -> Answered:
        clocks = Clocks(self.card.first_token_s * 5, self.card.idle_s * 2, self.card.total_s * 2)
        most = min(_ANSWER_TOKENS, self.card.output or _ANSWER_TOKENS)
        request = replace(self.request, messages=messages, clocks=clocks, max_output_tokens=most, **given)
        reply, started = Answered(), time.monotonic()
        for item in self.model.stream(request):
            reply.first_s = reply.first_s or time.monotonic() - started
            if isinstance(item, TextDelta):
                reply.text = item.text if item.takes_back else reply.text + item.text
            elif isinstance(item, ToolCall):
                reply.calls.append(item)
            else:
                reply.usage = item
        reply.total_s = time.monotonic() - started
        return reply


def _tried(ask: Callable[[], Answered]) -> tuple[Answered | None, str]:
    """The answer, or why there was none. A model that is not set up or not there is no finding."""
    try:
        return ask(), ""
    except ModelError as error:
        if error.code in ("unavailable", "rate_limited", "busy"):
            raise
        return None, f"{error.code}, {error.detail[:160]}"


def _tools(asking: _Asking, findings: Findings) -> ToolCall | None:
    words = Message("user", "The colour is green. Note it with the tool note_colour.")
    reply, problem = _tried(lambda: asking(words, tools=(note_colour,)))
    call = next((call for call in reply.calls if call.name == "note_colour"), None) if reply else None
    findings.fields["tools"] = call is not None
    findings.tell("tools", "called" if call else problem or "it answered in words and called none", fine=bool(call))
    return call


def _second_round(asking: _Asking, findings: Findings, call: ToolCall) -> None:
    result = ToolResult(call.id, call.name, f'{{"status": "success", "receipt": "{_CODE}"}}')
    history = (
        Message("user", "Note the colour green, then tell me the receipt that the tool gives."),
        Message("assistant", "", (call,)),
        Message("tool", results=(result,)),
    )
    reply, problem = _tried(lambda: asking(*history, tools=(note_colour,)))
    outcome = "read the result" if reply and _CODE in reply.text else problem or "answered, without the result"
    findings.tell("second round", outcome, fine=reply is not None)


def _parallel(asking: _Asking, findings: Findings) -> None:
    calls = tuple(
        ToolCall(f"probe000{n}", "note_colour", f'{{"colour": "{c}"}}') for n, c in enumerate(("red", "blue"))
    )
    results = tuple(ToolResult(call.id, call.name, '{"status": "success"}') for call in calls)
    history = (Message("user", "Note red and blue."), Message("assistant", "", calls), Message("tool", results=results))
    reply, problem = _tried(lambda: asking(*history, tools=(note_colour,)))
    findings.fields["parallel_calls"] = reply is not None
    findings.tell("two calls in one message", "taken" if reply else problem)


def _forced(asking: _Asking, findings: Findings) -> None:
    words = Message("user", "Good morning! The sky is blue today.")
    called, problem = False, ""
    # A server that overlooks a named tool may know another way, which the adapter tries next.
    for _ in range(2):
        if not called:
            reply, problem = _tried(lambda: asking(words, tools=(note_colour,), tool_choice="note_colour"))
            called = bool(reply and reply.calls)
    findings.fields["forced_choice"] = "named" if called else "auto"
    findings.tell("forced tool", "called" if called else problem or "not called")


def _structured(asking: _Asking, findings: Findings) -> None:
    """Whether an answer comes in the form that is asked for, by a tool, a schema or in the text."""
    words = Message("user", "The sky is blue and the grass is green. Which colour has the grass?")
    try:
        answer = ask(asking.model, replace(asking.request, messages=(words,)), Colour)
    except ModelError as error:
        if error.code in ("unavailable", "rate_limited", "busy"):
            raise
        findings.tell("structured text", f"{error.code}, {error.detail[:160]}")
    else:
        right = "green" in answer.colour.lower()
        findings.tell("structured text", "kept to" if right else f"kept to, with {answer.colour[:40]!r} in it")


def _learnt(model: ChatModel, name: str, findings: Findings) -> None:
    """What the adapter met with on the way: the wishes of a server of Chat Completions."""
    tell = getattr(model, "learnt", None)
    learnt: Set[str] = tell(name) if tell is not None else set()
    findings.fields["streaming_with_tools"] = "no_stream" not in learnt
    if "one_call" in learnt:
        findings.fields["parallel_calls"] = False
    if "nine_letters" in learnt:
        findings.fields["call_ids"] = "nine_letters"
    if "reasoning" in learnt:
        findings.fields["must_come_back"] = ["reasoning_content"]
    if "signature" in learnt:
        findings.fields["must_come_back"] = ["thought_signature"]
    if "thinks_aloud" in learnt:
        findings.fields["thinks_aloud"] = True
    if findings.fields.get("forced_choice") == "named" and learnt & {*_FORMS, "required_choice"}:
        findings.fields["forced_choice"] = next((f.removesuffix("_choice") for f in _FORMS if f in learnt), "required")
    findings.tell("streaming with tools", "refused" if "no_stream" in learnt else "works")


def _lengths(most: int) -> Iterator[int]:
    length = _FIRST_LENGTH
    while length < most:
        yield length
        length *= 2
    yield most


def _recall(asking: _Asking, findings: Findings, most_tokens: int) -> None:
    """How long a prompt may be whose beginning is still known at its end."""
    recalled, problem = 0, ""
    for length in _lengths(most_tokens):
        filler = _FILLER * (length // tokens_of(_FILLER))
        words = f"The code is {_CODE}.\n\n{filler}\n\nWhich code stands at the beginning? Write the code alone."
        reply, problem = _tried(lambda words=words: asking(Message("user", words)))  # type: ignore[misc]
        if reply is None or _CODE not in reply.text:
            problem = problem or f"of {length:,} tokens it said {reply.text[:60] if reply else ''!r}"
            break
        recalled = length
        _reads(reply, length, findings)
    if problem:
        findings.fields["context"] = max(recalled + _ANSWER_TOKENS, 2048)
        findings.tell("recall", f"up to {recalled:,} tokens; then {problem}", fine=recalled > 0)
    else:
        findings.fields["context"] = max(asking.card.context, recalled + _ANSWER_TOKENS)
        findings.tell("recall", f"up to {recalled:,} tokens, which is as far as was asked")


def _reads(reply: Answered, length: int, findings: Findings) -> None:
    """How fast a prompt is read, by the longest so far."""
    pace = (reply.usage.input_tokens or length) / max(reply.first_s, 0.001)
    findings.fields["prompt_tokens_s"] = 0 if pace > _FAST else max(round(pace / 2), 1)


def _pace(asking: _Asking, findings: Findings) -> None:
    reply, problem = _tried(lambda: asking(Message("user", "Count from 1 to 60, in digits, with a comma between.")))
    if reply is None:
        findings.tell("pace", problem, fine=False)
        return
    written = reply.usage.output_tokens or tokens_of(reply.text)
    pace = written / max(reply.total_s - reply.first_s, 0.001)
    findings.tell("pace", f"{pace:,.0f} tokens a second, the first after {reply.first_s:.1f} s")
