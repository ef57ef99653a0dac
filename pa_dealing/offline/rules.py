"""How the assistant behaves with no model: it reads a message by rules, calls the same tools, and asks what is next."""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from llm.types import ModelRequest, StreamItem, TextDelta, ToolCall
from pa_dealing import hints
from pa_dealing.conversation import questions
from pa_dealing.offline.amounts import UNITS_OR_VALUE
from pa_dealing.offline.answers import IS_IT_WHY
from pa_dealing.offline.messages import read_message
from pa_dealing.offline.result import MessageReading
from pa_dealing.words import DO, no_reason

_CLOSED = {
    "submitted": "Your request has been submitted and waits for compliance. To begin another one, name a security.",
    "approved": "This request is approved. To begin another one, name a security.",
    "declined": "This request was declined. To begin another one, name a security.",
    "expired": "This approval has expired. To begin another one, name a security.",
    "withdrawn": "This request was withdrawn. To begin another one, name a security.",
}
_ESCALATED = "This request is with compliance, who will be in touch."
# Of a complete request whose preview later words made void.
_UNREAD = (
    "I could not read that, and nothing of your request has changed. If something of it is different, say what, "
    'such as "200 shares", "I sell" or "I am a related party".'
)


def answer(request: ModelRequest) -> Iterator[StreamItem]:
    """The calls that the newest message asks for, or, once they have run, what to tell the person."""
    newest = request.messages[-1]
    if newest.role == "tool":
        results = [(result.name, json.loads(result.content)) for result in newest.results]
        yield from _after(results)
        return
    if newest.role != "user":
        yield TextDelta("What would you like to trade?")
        return
    state = request.state
    if state["draft"]["status"] not in ("draft", "previewed"):
        if state["draft"]["has_inside_info"]:
            yield TextDelta(_ESCALATED)
            return
        state = {**state, "draft": {}, "asked": "", "missing": ["security"], "closed": True}
    reading = read_message(
        newest.text, state, questioned=_before(request, UNITS_OR_VALUE), offered=_before(request, IS_IT_WHY)
    )
    if state.get("closed") and no_reason(newest.text) == DO:
        yield TextDelta("You withdraw or submit a request yourself, with the buttons beside the chat.")
        return
    if state.get("closed") and "set_security" not in {name for name, _ in reading.calls}:
        yield TextDelta(_CLOSED[request.state["draft"]["status"]])
    elif reading.calls:
        yield from _call(reading)
    else:
        yield TextDelta(_nothing_read(reading, request))


def _before(request: ModelRequest, question: str) -> str:
    """The person's message before the newest, where the reply to it put this question about it; else ""."""
    messages = [message.text for message in request.messages if message.role == "user"]
    replies = [message.text for message in request.messages if message.role == "assistant"]
    asked = len(messages) > 1 and replies and question in replies[-1]
    return messages[-2] if asked else ""


def _call(reading: MessageReading) -> Iterator[StreamItem]:
    if reading.complaint:
        yield TextDelta(reading.complaint + "\n\n")
    for number, (name, arguments) in enumerate(reading.calls):
        yield ToolCall(f"rule-{number}-{name}", name, json.dumps(arguments, default=_number))


def _number(value: object) -> int | float:
    """A Decimal as the shortest JSON number; the tools read it back as a Decimal."""
    assert isinstance(value, Decimal)
    return int(value) if value == value.to_integral_value() else float(value)


def _nothing_read(reading: MessageReading, request: ModelRequest) -> str:
    question = str(request.state["ask"])
    if reading.complaint:
        return f"{reading.complaint} {question}"
    if reading.is_greeting:
        return f"Hello. I help you put a personal trade request together. {question}"
    if reading.is_cancel:
        return "Nothing is submitted. What you have told me stays here; go on whenever you like, or delete the chat."
    if request.state["instructional_hint"] == hints.DRAFT_COMPLETE:
        return question if request.state["draft"]["status"] == "previewed" else f"{_UNREAD} {question}"
    return f"I could not read an answer in that. {question}"


def _after(results: list[tuple[str, dict[str, Any]]]) -> Iterator[StreamItem]:
    last = results[-1][1]
    failed = any(result["status"] == "error" for _, result in results)
    # What could not be done leaves open what the person means, so nothing is made ready to submit.
    if last.get("instructional_hint") == hints.DRAFT_COMPLETE and "show_preview" not in dict(results) and not failed:
        yield ToolCall("rule-preview", "show_preview", "{}")
        return
    noted = [text for name, result in results if (text := _noted(name, result))]
    problems = [result["error"] for _, result in results if result["status"] == "error"]
    preview = dict(results).get("show_preview", {}).get("preview")
    parts = []
    if noted:
        parts.append(f"Noted: {', '.join(noted)}.")
    parts += dict.fromkeys(problems)
    if any(result.get("taken_back") for _, result in results):
        parts.append(questions.TAKEN_BACK)
    if preview:
        lines = [f"- **{label}:** {value}" for label, value in preview.items()]
        parts.append("\n".join(["This is your request:", "", *lines]))
    if ask := last.get("ask"):
        parts.append(ask)
    yield TextDelta("\n\n".join(parts) or "Thank you.")


def _noted(name: str, result: dict[str, Any]) -> str:
    if result["status"] == "error":
        return ""
    if name == "set_direction":
        return "buy" if result["direction"] == "BUY" else "sell"
    if name == "set_quantity":
        return f"{result['quantity']:,} units"
    if name in ("set_trade_value", "set_value_pending_currency"):
        return f"{result.get('currency', '')} {Decimal(result['amount']).normalize():,f}".strip()
    if name == "set_justification":
        return f'your reason ("{result["justification"]}")'
    if name == "confirm_selection" and result.get("security"):
        return f"{result['security']['name']} ({result['security']['symbol']})"
    if name == "set_compliance_flags" and not result.get("taken_back"):
        return "your compliance answers" if result["status"] == "success" else "your answer"
    return ""
