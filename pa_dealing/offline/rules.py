"""How the assistant behaves with no model: it reads a message by rules, calls the same tools, and asks what is next."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

from dialogue import Act, deeds_in, without
from llm.types import ModelRequest, StreamItem, TextDelta, ToolCall
from pa_dealing import hints
from pa_dealing.conversation import claims, fresh_start, questions
from pa_dealing.offline.amounts import HOW_MUCH, UNITS_OR_VALUE
from pa_dealing.offline.conversation import OWN, named
from pa_dealing.offline.read import IS_IT_WHY, is_noted, own_after_all, read_message
from pa_dealing.offline.result import MessageReading
from pa_dealing.offline.securities import is_of_this_trade, names_one_on_file, turns_to
from pa_dealing.words import DO, Emptied, asks, currency_before, empties, no_reason, trade_numbers
from wording.answers import is_cancel
from wording.attribution import statements
from wording.directions import direction

# As if nothing had been said yet.
_NOTHING: dict[str, Any] = {"draft": {}, "asked": "", "missing": ["security"]}
# Acts that take something away are surer than the rest.
_SURE_STEER = 0.3
_LEAST = {Act.UNDO: _SURE_STEER, Act.RESTART: _SURE_STEER, Act.CANCEL: 0.06}
_FIRST_CLAUSE = re.compile(r"[,.;:!–-]| and ")
_INSTEAD = re.compile(r"\binstead\b(?! of)|\brather\b(?! than)|\bin plaats daarvan\b", re.IGNORECASE)
_DENIED = re.compile(r"\W*(?:please |but )?(?:don'?t|do not|not|niet)\b", re.IGNORECASE)
_LEFT = "Nothing is submitted. What you have told me stays here until you delete the chat; to go on:"
_ESCALATED = "This request is with compliance, who will be in touch."
_NO_ADVICE = "I give no advice: whether you trade is your own decision."
_STANDS = "Nothing is taken back: that is how it stands."
_KEPT = "No problem; what you told me is kept."
_LATER = "No problem: a rough figure will do, or look it up and come back; what you told me is kept."
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
    state, acts = request.state, request.state.get("acts", frozenset())
    if state["draft"]["status"] not in ("draft", "previewed"):
        yield from _of_a_closed_one(request)
        return
    reading = _steered(newest.text, state) or read_message(
        own_after_all([message.text for message in request.messages if message.role == "user"]),
        state,
        questioned=_before(request, UNITS_OR_VALUE),
        offered=_before(request, IS_IT_WHY),
        currency=currency_before([message.text for message in request.messages if message.role == "user"][:-1]),
    )
    if emptied := _emptied(newest.text, state["draft"], reading):
        reading = MessageReading(calls=[("leave_empty", {"what": emptied})])
    if reading.calls:
        yield from _call(reading)
    elif reading.complaint:
        # One question at a time.
        asks_already = any(question in reading.complaint for question in (UNITS_OR_VALUE, HOW_MUCH, IS_IT_WHY))
        yield TextDelta(reading.complaint if asks_already else f"{reading.complaint} {state['ask']}")
    elif state["instructional_hint"] == hints.DRAFT_COMPLETE and not (
        acts == {Act.QUESTION} and state["draft"]["status"] == "previewed"
    ):
        welcome = "You're welcome. " if Act.THANKS in acts else ""
        opening = welcome if welcome or state["draft"]["status"] == "previewed" else f"{_UNREAD} "
        yield TextDelta(f"{opening}{state['ask']}")
    elif Act.HELP not in acts and direction(newest.text) is not None and asks(newest.text):
        yield TextDelta(f"{_NO_ADVICE} {state['ask']}")
    elif Act.UNSURE in acts:
        of_a_figure = state["asked"] in (hints.MISSING_QUANTITY, hints.MISSING_ESTIMATED_VALUE)
        yield TextDelta(f"{_LATER if of_a_figure else _KEPT} {state['ask']}")


def _of_a_closed_one(request: ModelRequest) -> Iterator[StreamItem]:
    """A request that is no draft any more stays as it is; naming a security begins the next."""
    draft, text = request.state["draft"], request.messages[-1].text
    reading = read_message(text, {**request.state, **_NOTHING})
    if draft["has_inside_info"]:
        yield TextDelta(_ESCALATED)
    elif no_reason(text) == DO:
        yield TextDelta("You withdraw or submit a request yourself, with the buttons under “Trade request”.")
    elif reading.has("set_security"):
        yield from _call(reading)
    else:
        withdraw = " You can withdraw it under “Trade request”." if draft["status"] == "submitted" else ""
        yield TextDelta(f"{claims.TRUTH[draft['status']]}{withdraw} To begin another one, name a security.")


def _steered(text: str, state: Mapping[str, Any]) -> MessageReading | None:
    """What undoes the last change, or leaves this trade for another; None where the message does neither."""
    own = (deed for deed in deeds_in(text) if deed.act in OWN and deed.margin >= _LEAST[deed.act])
    deeds = [deed for deed in own if not _DENIED.match(text, deed.start)]
    acts = {deed.act for deed in deeds}
    if not acts and not is_cancel(_FIRST_CLAUSE.split(text, maxsplit=1)[0]) and not _INSTEAD.search(text):
        return None
    if acts == {Act.UNDO}:
        if turned := turns_to(text, state["draft"]):
            # "Undo that, adidas after all": what it shall be says what is taken back.
            return MessageReading(calls=[("set_security", {"search_term": turned})])
        bare = [item for item in trade_numbers(text) if item.role == "bare"]
        text = without(text, deeds).strip(" ,;.!")
        if any(is_noted(item, state["draft"]) for item in bare):
            # "Undo that last one, 40 was fine", where the 60 was asked about and never noted.
            return MessageReading(complaint=_STANDS)
        # Who says how it was before says nothing new: "undo that, 40 was fine".
        reading = read_message(text, state) if text and not bare else MessageReading()
        if reading.has("set_security") and state["draft"].get("candidates"):
            # So does what stands in the place of a match that was shown: "scrap that, Shell instead".
            return reading
        return replace(reading, calls=[("undo", {}), *reading.calls], complaint="")
    # A question whether something else would do, or take as long, asks for nothing of it.
    other = read_message(text if acts else statements(text), {**state, **_NOTHING})
    begins = other.has("set_security") and other.has("set_direction") and (bool(acts) or names_one_on_file(other))
    sure = max((deed.margin for deed in deeds), default=0) >= _SURE_STEER
    if Act.RESTART in acts or (begins and not is_of_this_trade(other, state["draft"])):
        # A request that compliance was told of stays, so nothing of another is put into it.
        follows = other.calls if begins and not state["draft"]["has_inside_info"] else []
        return replace(other, calls=[("start_over", {}), *follows], complaint="")
    return MessageReading(complaint=_LEFT) if sure and not read_message(text, state).calls else None


def _emptied(text: str, draft: Mapping[str, Any], reading: MessageReading) -> Emptied | None:
    """Which number of the request a message takes away, with none in its place; what else it calls for goes first.

    To take all or the last thing away was read in such words, unless they say that for certain: "start over".
    """
    certain = any(deed.act in OWN and deed.margin == 1.0 for deed in deeds_in(text))
    if certain or not {name for name, _ in reading.calls} <= {"undo", "start_over"}:
        return None
    noted: dict[Emptied, Any] = {"value": draft["estimated_value"], "quantity": draft["quantity"]}
    return next((field for field, number in noted.items() if empties(text, field, number)), None)


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
        yield ToolCall(f"rule-{number}-{name}", name, json.dumps(arguments))


def _after(results: list[tuple[str, dict[str, Any]]]) -> Iterator[StreamItem]:
    last = results[-1][1]
    parts = _told(results)
    failed = any(result["status"] == "error" for _, result in results)
    # What could not be done leaves open what the person means, so nothing is made ready to submit.
    if last.get("instructional_hint") == hints.DRAFT_COMPLETE and "show_preview" not in dict(results) and not failed:
        if parts:
            yield TextDelta("\n\n".join(parts))
        yield ToolCall("rule-preview", "show_preview", "{}")
        return
    if ask := last.get("ask"):
        parts.append(ask)
    yield TextDelta("\n\n".join(parts) or "Thank you.")


def _told(results: list[tuple[str, dict[str, Any]]]) -> list[str]:
    """What became of the calls, in sentences."""
    parts = []
    for name, result in results:
        if name in ("undo", "leave_empty") and result["status"] == "success":
            parts.append(f"Taken back: {named(result['undone']) or 'the last change'}.")
        if name == "start_over" and result["status"] == "success":
            parts.append(fresh_start.EMPTIED)
    if noted := [text for name, result in results if (text := _noted(name, result))]:
        parts.append(f"Noted: {', '.join(noted)}.")
    parts += dict.fromkeys(result["error"] for _, result in results if result["status"] == "error")
    if doubtful := [result["words"] for _, result in results if result.get("taken_back")]:
        parts.append(f'You wrote "{doubtful[0]}". {questions.TAKEN_BACK}')
    return parts


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
    if name in ("confirm_selection", "set_security") and result.get("security"):
        return f"{result['security']['name']} ({result['security']['symbol']})"
    if result.get("told"):
        return f'what you tell of "{result["told"]}", which I ask about when that question comes'
    if name == "set_compliance_flags" and not result.get("taken_back"):
        return "your compliance answers" if result["status"] == "success" else "your answer"
    return ""
