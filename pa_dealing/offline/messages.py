"""Reads one message of a trade conversation by rules: which tools it calls for, and what cannot be taken as it is."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from dialogue import Act, deeds_in
from pa_dealing import hints
from pa_dealing.instruments import names_a_place, without_place
from pa_dealing.offline.amounts import ODD, read_quantity, read_value, read_what_it_is, which_of_the_two
from pa_dealing.offline.answers import (
    SHORTER,
    keep_to_this_trade,
    read_answer_to_why,
    read_confirmation,
    read_declaration,
    read_ordinary_answer,
    read_reason,
    speaks_of_compliance,
)
from pa_dealing.offline.result import MessageReading
from pa_dealing.words import (
    AS_OWN,
    QUESTIONS,
    REASON_QUESTIONS,
    as_own,
    asks,
    certain_choice,
    chosen,
    claims_own,
    has_number_of,
    is_correction,
    names_another,
    persons_words,
    reason_in,
    security_named,
    share_said,
    takes_the_shown,
    trade_numbers,
    without_advice_asked,
    without_reason,
)
from wording.amounts import RoleNumber
from wording.answers import leading_answer, yes_or_no
from wording.compliance_topics import may_be_inside, may_be_related
from wording.directions import direction
from wording.phrases import patterns

_ASKS = re.compile(r"\s*(?:what|how|when|why|where|who|which|do i|does|is it|is there)\b[^.!]*\?\s*$", re.IGNORECASE)
_CHANGE = patterns(Path(__file__).with_name("changes.txt"), re.IGNORECASE)["change"]
_INSTEAD = re.compile(r"\s+(?:instead|rather)\b", re.IGNORECASE)
_CLASS = re.compile(r"\b(?:class|series) [a-z]\b", re.IGNORECASE)
WHOSE = (
    "that reads as a trade of somebody else. Whose trade is it: is it for your own account, or for theirs? "
    "I take down only your own; if it is yours, tell me what you want to buy or sell."
)
_SHORT = 6
_SELECTING = (hints.SECURITY_SELECTION_REQUIRED, "SELECTION_LIST")


def read_message(text: str, state: Mapping[str, Any], *, questioned: str = "", offered: str = "") -> MessageReading:
    """The reading of the person's newest message in `state` (the contract's state, with "asked" beside it).

    `questioned` is the message before it where that held a number of which the reply asked what it is; `offered` is
    the message before it where the reply asked whether that is the reason.
    """
    draft, asked, text = state["draft"], state.get("asked", ""), without_advice_asked(text)
    reading = MessageReading()
    if not text.strip():
        return reading
    if read_declaration(reading, text, draft, asked) or read_ordinary_answer(reading, text, draft, asked):
        return reading
    if asked in REASON_QUESTIONS and not _corrects(text) and read_answer_to_why(reading, text, state, offered):
        return reading
    if somebody_else := persons_words(text):
        reading.complaint = f'"{somebody_else}": {WHOSE}'
        return reading
    if questioned and read_what_it_is(reading, text, questioned):
        return reading
    facts = without_reason(text)
    numbers = trade_numbers(facts)
    elsewhere = speaks_of_compliance(text)
    if elsewhere:
        reading.complaint = SHORTER
    if not (elsewhere and draft.get("candidates")):
        _security(reading, facts, numbers, draft, asked)
    _direction(reading, facts, numbers, draft)
    if draft.get("security") or not has_number_of(facts, draft.get("candidates", [])):
        read_quantity(reading, facts, numbers, draft, asked)
    read_value(reading, facts, numbers, draft, asked)
    read_confirmation(reading, text, numbers, draft, asked)
    keep_to_this_trade(reading, facts, draft)
    if not (asked in REASON_QUESTIONS and asks(text)):
        read_reason(reading, text, draft)
    if not reading.calls and not reading.complaint:
        _unread(reading, text, numbers, asked)
    return reading


def own_after_all(messages: Sequence[str]) -> str:
    """The message that is to be read: the newest, or the one whose trade it claims from somebody else."""
    newest = messages[-1]
    of_others = [text for text in messages[-AS_OWN - 1 : -1] if persons_words(text)]
    return as_own(of_others[-1]) if of_others and claims_own(newest) else newest


def _corrects(text: str) -> bool:
    """Whether a message mends what was said before, and gives no reason."""
    surely = any(deed.act is Act.CHANGE and deed.is_sure for deed in deeds_in(text))
    matter = may_be_inside(text) or may_be_related(text)
    return is_correction(text) or (surely and not matter and not reason_in(text))


def _changed_to(text: str) -> str:
    """The other security that a message turns to: "make it ABN AMRO instead of ING"; "" when it turns to none."""
    change = _CHANGE.search(text)
    return security_named(f"buy {_INSTEAD.split(change['term'])[0]}") if change else ""


def is_of_this_trade(reading: MessageReading, draft: Mapping[str, Any]) -> bool:
    """Whether the security that a message names is the one that the draft has or waits for, or there is none yet."""
    searched = [str(call[1]["search_term"]).casefold() for call in reading.calls if call[0] == "set_security"]
    known = [security for security in (draft.get("security"), *draft.get("candidates", [])[:1]) if security]
    names = " ".join(f"{each['name']} {each['symbol']}" for each in known) + f" {draft.get('security_search_term')}"
    return not known or any(word in names.casefold() for term in searched for word in term.split())


def _direction(reading: MessageReading, text: str, numbers: list[RoleNumber], draft: Mapping[str, Any]) -> None:
    mention = direction(text)
    if mention is None or mention.direction == draft.get("direction"):
        return
    # "How do I sell shares?" asks something and wants nothing yet.
    if not (_ASKS.match(text) and not numbers and not reading.has("set_security", "confirm_selection")):
        reading.add("set_direction", direction=mention.direction)


def _security(
    reading: MessageReading, text: str, numbers: list[RoleNumber], draft: Mapping[str, Any], asked: str
) -> None:
    if draft.get("security"):
        if asked not in QUESTIONS and (term := _changed_to(text)):
            reading.add("set_security", search_term=term)
        return
    if again := _searched_again(text, draft, asked):
        reading.add("set_security", search_term=again)
        return
    if draft.get("candidates"):
        _selection(reading, text, draft["candidates"], asked)
        return
    term = security_named(text, expected=asked in (hints.MISSING_SECURITY, ""))
    if not term and not numbers:
        term = _changed_to(text)
    if not term and asked == hints.MISSING_SECURITY and _may_be_a_name(text, numbers):
        term = text.strip(" .,!?\n\t\"'")
    if term:
        reading.add("set_security", search_term=term)


def _searched_again(text: str, draft: Mapping[str, Any], asked: str) -> str:
    """What was searched before, in the place, class or kind that a short message asks for: "the Amsterdam one"."""
    known = str(draft.get("security_search_term") or "")
    if not known or asked not in (hints.MISSING_SECURITY, *_SELECTING) or len(text.split()) > _SHORT:
        return ""
    base = _CLASS.sub("", without_place(known)[0]).strip()
    if share_said(text) and not draft.get("candidates") and not security_named(text, expected=False):
        return base
    if names_a_place(text.strip(" .!?")):
        rest, place = without_place(f" {text.strip(' .!?')}")
        return f"{base} {place.name}" if place and not security_named(rest) else ""
    named = _CLASS.search(text)
    return f"{base} {named.group()}" if named and not security_named(text.replace(named.group(), " ")) else ""


def _may_be_a_name(text: str, numbers: list[RoleNumber]) -> bool:
    """Whether a short answer to "which security?" can only be a name, though it is made of common words ("Next")."""
    words = text.split()
    # "Next" is written as a name, "the option" and "withdraw" are not.
    short = 0 < len(words) <= 3 and all(word[:1].isupper() or word[:1].isdigit() for word in words)
    return short and not numbers and direction(text) is None and yes_or_no(text) is None and "?" not in text


def _selection(reading: MessageReading, text: str, candidates: list[dict[str, Any]], asked: str) -> None:
    """A result of the search is named, refused, or another security is."""
    answer = leading_answer(text)
    refused = answer is not None and not answer.value
    if answer is not None and answer.value and asked != hints.SECURITY_SELECTION_REQUIRED:
        # A yes takes the one match that was shown; in a list it points at nothing.
        return
    if takes_the_shown(text) and asked != hints.SECURITY_SELECTION_REQUIRED:
        return
    if not refused and (certain_choice(text, candidates) is not None or chosen(text, candidates) is not None):
        reading.add("confirm_selection", response=text)
        return
    if answer is not None and answer.value:
        if names_another(text[answer.end :], candidates):
            reading.complaint = "More than one match fits that."
            return
        reading.add("confirm_selection", response=text[answer.start : answer.end])
        return
    rest = text[answer.end :].strip(" ,.!;:-") if answer is not None else text
    if (term := _changed_to(rest)) or (
        term := security_named(f"buy {rest}" if refused else rest, expected=asked != hints.MISSING_QUANTITY)
    ):
        reading.add("set_security", search_term=term)
    elif refused:
        reading.add("confirm_selection", response=text)


def _unread(reading: MessageReading, text: str, numbers: list[RoleNumber], asked: str) -> None:
    """Say what is unclear about a message that was understood in part."""
    if asked in QUESTIONS and yes_or_no(text) is True:
        reading.complaint = "Please answer the two separately, for instance: no inside information, but I am related."
    elif asked in QUESTIONS and leading_answer(text) is not None:
        reading.complaint = SHORTER
    elif asked == hints.CURRENCY_CONFIRMATION_REQUIRED and yes_or_no(text) is False:
        reading.complaint = "Then name the currency by its code, such as EUR, GBP or CHF."
    elif asked in (hints.MISSING_QUANTITY, hints.MISSING_ESTIMATED_VALUE) and (odd := ODD.search(text)):
        reading.complaint = f'"{odd.group()[:40]}" is out of range. Write a plain number.'
    elif bare := [item for item in numbers if item.role == "bare"]:
        reading.complaint = which_of_the_two(bare[0].number.text[:40])
