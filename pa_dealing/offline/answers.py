"""Reads answers by rules: to the compliance question, to why, to a value that is questioned. Else nothing stays."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from chat.assistants import Said
from dialogue import Act, deeds_in
from pa_dealing import hints
from pa_dealing.offline.result import MessageReading, amount_of
from pa_dealing.rules import states_an_aim
from pa_dealing.words import (
    A_MATTER,
    DO,
    MIN_WORDS,
    QUESTIONS,
    SHORT,
    UNCLEAR,
    FlagsSaid,
    asks,
    denies,
    flags_declared,
    goes_on,
    no_reason,
    points_here,
    reason_in,
    security_named,
    speaks_of_either,
    trade_numbers,
    without_questions,
)
from wording.amounts import RoleNumber
from wording.answers import leading_answer, yes_or_no
from wording.compliance_topics import may_be_related, names_inside, names_related
from wording.directions import direction

_ABOUT_THE_VALUE = re.compile(r"\b(?:value|amount|total|sum|figure|price|right|correct|wrong)\b|\d", re.IGNORECASE)
_CLAUSE = re.compile(r"[,;:.!\n]+|\b(?:but|and|although|though|however)\b", re.IGNORECASE)
# How an answer begins that denies without naming what: "nothing of the kind". "No comment" denies nothing.
_DENIAL = re.compile(
    r"\W*(?:nothing|none|neither|nobody|no ?one|never|i'm not|i am not|(?:i )?(?:don't|do not|haven't)\b)", re.I
)
# A statement is kept as a reason without asking where it tells by so much.
_SURE = 0.4
_TELLING = {Act.CONTENT, Act.YES, Act.NO}
_ONE_OF_TWO = re.compile(r"\b(?:first|second|former|latter|depends)\b", re.IGNORECASE)
IS_IT_WHY = "is that why you want to make this trade?"
# So much of a statement is shown again.
SHOWN = 300
SHORTER = (
    'Of the compliance question I keep only a short answer of your own, such as "no to both", '
    '"I have no inside information" or "I am not a related party".'
)


def read_confirmation(
    reading: MessageReading, text: str, numbers: list[RoleNumber], draft: Mapping[str, Any], asked: str
) -> None:
    if asked != hints.VALUE_CONFIRMATION_REQUIRED or reading.calls or reading.complaint:
        return
    answer = leading_answer(text)
    if answer is None or (yes_or_no(text) is None and not _ABOUT_THE_VALUE.search(text, answer.end)):
        return
    known = {Decimal(draft.get("estimated_value") or 0), Decimal(draft.get("quantity") or 0)}
    if answer.value and any(amount_of(item) not in known for item in numbers):
        return
    reading.add("confirm_pending", confirmation_type="value", confirmed=answer.value)


def keep_to_this_trade(reading: MessageReading, text: str, draft: Mapping[str, Any]) -> None:
    """ "Sell 5 BASF", said of a request for Siemens, is another trade: it changes nothing of this one."""
    security = draft.get("security")
    if not security or reading.has("set_security") or not reading.has("set_direction", "set_quantity"):
        return
    named = security_named(text, expected=False)
    if _counts_something_else(reading, text, named):
        return
    known = f"{security['name']} {security['symbol']} {security.get('isin') or ''} {draft.get('security_search_term')}"
    if not named or any(word in known.casefold() for word in named.casefold().split()):
        return
    reading.calls.clear()
    reading.complaint = (
        f'"{named}" is another security, and this request is for {security["name"]}, so I changed nothing. '
        f'Say "change it to {named}", or "start over" for a new request.'
    )


def _counts_something_else(reading: MessageReading, text: str, named: str) -> bool:
    """Whether the number before a name is not the quantity that was read: "two fixes: it is 80 shares"."""
    place = text.find(named)
    before = [item.number.value for item in trade_numbers(text) if text[item.end : place].isspace()]
    quantities = [arguments["quantity"] for name, arguments in reading.calls if name == "set_quantity"]
    return bool(before and quantities) and before[-1] not in quantities


def read_reason(reading: MessageReading, text: str, draft: Mapping[str, Any]) -> None:
    """A reason that is given as one; while none stands, also a message with an aim that nothing else explains."""
    reason = reason_in(text)
    if not reason and not (reading.calls or reading.complaint) and draft.get("justification_quality") != "GOOD":
        statement = without_questions(text).strip(" ,;:.")
        reason = statement if states_an_aim(statement) and len(statement.split()) >= MIN_WORDS else ""
    if reason and not no_reason(reason):
        reading.add("set_justification", justification=reason)


def read_answer_to_why(reading: MessageReading, text: str, state: Mapping[str, Any], offered: str) -> bool:
    """Whether the message answers the question for the reason; what plainly is something else is read on.

    What may be something else is asked about; a yes to that keeps `offered`, the message before.
    """
    asked, acts = state["asked"], state.get("acts", frozenset())
    if offered and offered.casefold() == text.casefold():
        reading.add("set_justification", justification=_as_a_reason(text))
        return True
    # The "okay" before a question agrees to nothing.
    agreed = leading_answer(text) if offered and Act.HELP not in acts else None
    if agreed is not None and (agreed.value or yes_or_no(text) is not None):
        if agreed.value:
            reading.add("set_justification", justification=_as_a_reason(offered))
        return True
    if asked == hints.COACHING_REQUIRED and (proceeds := goes_on(text)) is not None:
        reading.add("confirm_pending", confirmation_type="weak_justification", confirmed=proceeds)
        return True
    answer = leading_answer(text)
    refused = asked == hints.COACHING_REQUIRED and answer is not None and not answer.value
    reason = _as_a_reason(text[answer.end :] if refused and answer is not None else text)
    why = no_reason(reason)
    if not why or (why == UNCLEAR and acts <= _TELLING and _only_tells(reason)):
        reading.add("set_justification", justification=reason)
    elif why == DO:
        reading.complaint = "You submit, withdraw or change the request yourself, with the buttons beside the chat."
    elif why == UNCLEAR:
        reading.complaint = f'"{reason[:SHOWN]}": {IS_IT_WHY} If so, say yes.'
    elif why in (SHORT, A_MATTER):
        reading.complaint = f"I have not kept that as your reason: it reads as {why}."
    return bool(reading.calls or reading.complaint)


def _only_tells(text: str) -> bool:
    """Whether a passage surely tells, and not of what is going on here."""
    tells = all(deed.act is Act.CONTENT and deed.margin >= _SURE for deed in deeds_in(text))
    return tells and not points_here(text) and direction(text) is None


def _as_a_reason(text: str) -> str:
    return without_questions(text).strip(" ,;:.")


def read_declaration(reading: MessageReading, text: str, draft: Mapping[str, Any], asked: str) -> bool:
    """Whether the message declares an answer to the compliance question, and nothing else."""
    flags = flags_declared(Said(0, text), asked)
    if flags != FlagsSaid():
        inside = draft.get("has_inside_info") if flags.inside is None else flags.inside
        related = draft.get("is_related_party") if flags.related is None else flags.related
        reading.add("set_compliance_flags", has_inside_info=bool(inside), is_related_party=bool(related))
        return True
    return False


def read_ordinary_answer(reading: MessageReading, text: str, draft: Mapping[str, Any], asked: str) -> bool:
    """Whether the message answers the compliance question on the screen in words of its own; the tool judges them.

    "No, I only know what is in the papers" denies, "my brother works there" tells of a relation. A yes that does not
    say to which of the two is left.
    """
    if asked not in QUESTIONS or asks(text):
        return False
    answer = leading_answer(text)
    affirmed = answer is not None and answer.value
    relating = [clause for clause in _CLAUSE.split(text) if may_be_related(clause, widely=True) and not denies(clause)]
    related = bool(relating) or (affirmed and asked == hints.MISSING_IS_RELATED_PARTY)
    inside = affirmed and (asked == hints.ONLY_INSIDE_INFO or names_inside(text))
    denied = denies(text) and (
        (answer is not None and not answer.value) or _DENIAL.match(text) or speaks_of_either(text)
    )
    if not (related or inside or denied) or _ONE_OF_TWO.search(text):
        return False
    reading.add("set_compliance_flags", has_inside_info=inside, is_related_party=related)
    return True


def speaks_of_compliance(text: str) -> bool:
    """Whether a yes or no that begins the message belongs to the compliance question, whatever else is asked."""
    return yes_or_no(text) is None and leading_answer(text) is not None and (names_inside(text) or names_related(text))
