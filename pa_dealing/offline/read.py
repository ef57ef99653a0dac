"""Reads one message of a trade conversation: what its clauses mean becomes the tool calls that a model would make."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from chat.assistants import Said
from dialogue import Act
from pa_dealing import hints
from pa_dealing.offline.amounts import read_quantity, read_value, read_what_it_is, which_of_the_two
from pa_dealing.offline.result import BESIDE, Call, MessageReading
from pa_dealing.offline.securities import keep_to_this_trade, read_security
from pa_dealing.words import (
    A_MATTER,
    AS_OWN,
    FLAG_QUESTIONS,
    MIN_WORDS,
    REASON_QUESTIONS,
    FlagsSaid,
    amount_of,
    as_own,
    claims_own,
    clause_at,
    clauses,
    counts_another_thing,
    denies,
    facts_of,
    flags_told,
    goes_on,
    has_number_of,
    heads_reason,
    names_either,
    no_reason,
    persons_words,
    reason_in,
    relation_told,
    side_named,
    trade_numbers,
    turned_to,
)
from wording.amounts import RoleNumber
from wording.answers import leading_answer, yes_or_no
from wording.attribution import statements
from wording.compliance import flag_answers
from wording.directions import direction, leaning, negated

WHOSE = (
    "that reads as a trade of somebody else. Whose trade is it: is it for your own account, or for theirs? "
    "I take down only your own; if it is yours, tell me what you want to buy or sell."
)
IS_IT_WHY = "is that why you want to make this trade?"
SHORTER = (
    'Of the compliance question I keep only a short answer of your own, such as "no to both", '
    '"I have no inside information" or "I am not a related party".'
)
_OF_WHICH = (
    "If that answers the two compliance questions, I keep it only in full while something else is asked, such as "
    '"no inside information, and not a related party".'
)
_SEPARATELY = "Please answer the two separately, for instance: no inside information, but I am related."
_STANDS = "That is noted already."
_ABOUT_THE_VALUE = re.compile(r"\b(?:value|amount|total|sum|figure|price|right|correct|wrong)\b|\d", re.IGNORECASE)
_OF_QUESTIONS = re.compile(r"\bquestions\b", re.IGNORECASE)
# "He is only selling phones", and "to meet the payment on the purchase of a flat", change no side that is noted.
_SAYS_NO_SIDE = ("others", "owns", "asks", "reason")
# Behind the purchase or the sale that another thing is paid by: "of a flat in Leeds".
_OF_A_THING = BESIDE["of_a_thing"]
# The model tells a side that no word names by more than this, or where looser words lean to it too.
_SIDED = 0.5
# So much of a statement is shown again.
_SHOWN = 300


def read_message(
    text: str,
    state: Mapping[str, Any],
    *,
    questioned: str = "",
    offered: str = "",
    currency: str | None = None,
) -> MessageReading:
    """The reading of the person's newest message in `state` (the contract's state, with "asked" beside it).

    `questioned` is the message before it where that held a number of which the reply asked what it is; `offered` is
    the message before it where the reply asked whether that is the reason; `currency` the one that was named before.
    """
    draft, asked = state["draft"], state.get("asked", "")
    reading = MessageReading()
    if theirs := persons_words(text):
        reading.complaint = f'"{theirs}": {WHOSE}'
        return reading
    if questioned and read_what_it_is(reading, text, questioned):
        return reading
    bare, facts = yes_or_no(text) is not None, facts_of(text, asked)
    # The "fine" before another wish answers nothing.
    besides = bare and state.get("acts", frozenset()) & {Act.ACT_FOR_ME, Act.HELP, Act.HUMAN, Act.COMPLAIN}
    flags = None if besides else _flags(text, draft, asked)
    if not (bare and asked in (*FLAG_QUESTIONS, *REASON_QUESTIONS)):
        _trade(reading, text, facts, state, currency)
    _reason(reading, text, state, offered)
    if flags is not None:
        reading.calls.append(flags)
        reading.complaint = reading.complaint if len(reading.calls) > 1 else ""
    elif not reading.calls and not reading.complaint:
        reading.complaint = _unread(text, asked, draft)
    return reading


def _trade(reading: MessageReading, text: str, facts: str, state: Mapping[str, Any], currency: str | None) -> None:
    """The security, the side, the quantity and the value that a message tells of."""
    draft, asked, numbers = state["draft"], state.get("asked", ""), trade_numbers(text)
    why = reason_in(text, asked) if heads_reason(text) else ""
    # Who gives a reason names securities that are not wanted.
    beside, rest = (part.replace(why or "\0", " ") for part in (text, facts))
    read_security(reading, beside if draft.get("candidates") else rest, draft, asked, beside)
    _direction(reading, text, facts, state)
    if draft.get("security") or not has_number_of(facts, draft.get("candidates", [])):
        read_quantity(reading, text, numbers, draft, asked)
    read_value(reading, text, numbers, draft, asked, currency)
    _confirmation(reading, text, numbers, draft, asked)
    keep_to_this_trade(reading, facts, draft)
    bare = [item for item in numbers if item.role == "bare" and not is_noted(item, draft)]
    left = [item for item in bare if not counts_another_thing(text, item)]
    if left and not reading.calls and not reading.complaint:
        reading.complaint = which_of_the_two(left[0].number.text[:40])


def own_after_all(messages: Sequence[str]) -> str:
    """The message that is to be read: the newest, or the one whose trade it claims from somebody else."""
    newest = messages[-1]
    of_others = [text for text in messages[-AS_OWN - 1 : -1] if persons_words(text)]
    return as_own(of_others[-1]) if of_others and claims_own(newest) else newest


def _flags(text: str, draft: Mapping[str, Any], asked: str) -> Call | None:
    """What the message declares of the two compliance questions; the other answer stays as it is."""
    flags = flags_told(Said(0, text), asked)
    if flags == FlagsSaid():
        early = draft.get("is_related_party") is None and relation_told(Said(0, text), asked)
        return ("set_compliance_flags", {"has_inside_info": None, "is_related_party": True}) if early else None
    inside = draft.get("has_inside_info") if flags.inside is None else flags.inside
    related = draft.get("is_related_party") if flags.related is None else flags.related
    # To the question itself "nobody" may answer both; out of turn only what a clause denies is proposed.
    denied = {clause.meaning for clause in clauses(text, asked) if denies(clause.text)}
    inside = bool(inside) if asked in FLAG_QUESTIONS or "no_inside" in denied else inside
    related = bool(related) if asked in FLAG_QUESTIONS or "not_related" in denied else related
    return "set_compliance_flags", {"has_inside_info": inside, "is_related_party": related}


def _direction(reading: MessageReading, text: str, facts: str, state: Mapping[str, Any]) -> None:
    """The side that the `facts` of a text ask for; what denies it may stand before them: "don't tell me to sell"."""
    draft, asked = state["draft"], state.get("asked", "")
    mention = side_named(facts) or turned_to(text)
    if mention is not None and negated(text, (mention.start, mention.end)):
        return
    if draft.get("direction") and heads_reason(text):
        return
    leans = leaning(facts)
    meant = {
        way
        for clause in clauses(facts, asked)
        if (way := clause.meaning.upper()) in ("BUY", "SELL")
        and (clause.margin > _SIDED or (leans is not None and leans.direction == way))
    }
    if mention is None and draft.get("direction"):
        return
    if mention is not None and draft.get("direction") and side_named(facts):
        clause = clause_at(facts, mention.start, asked)
        if _OF_A_THING.match(facts, mention.end) or (clause is not None and clause.meaning in _SAYS_NO_SIDE):
            return
    side = mention.direction if mention is not None else meant.pop() if len(meant) == 1 else None
    if side is not None and side != draft.get("direction"):
        reading.add("set_direction", direction=side)


def _confirmation(
    reading: MessageReading, text: str, numbers: Sequence[RoleNumber], draft: Mapping[str, Any], asked: str
) -> None:
    if asked != hints.VALUE_CONFIRMATION_REQUIRED or reading.calls or reading.complaint:
        return
    answer = leading_answer(text)
    if answer is None and yes_or_no(text) is None and numbers and all(is_noted(item, draft) for item in numbers):
        # Who says the value again confirms it.
        reading.add("confirm_pending", confirmation_type="value", confirmed=True)
    if answer is None or (yes_or_no(text) is None and not _ABOUT_THE_VALUE.search(text, answer.end)):
        return
    if not answer.value or all(is_noted(item, draft) for item in numbers):
        reading.add("confirm_pending", confirmation_type="value", confirmed=answer.value)


def is_noted(item: RoleNumber, draft: Mapping[str, Any]) -> bool:
    """Whether a number is the quantity or the value that stands already."""
    return amount_of(item) in (Decimal(draft.get("estimated_value") or 0), Decimal(draft.get("quantity") or 0))


def _reason(reading: MessageReading, text: str, state: Mapping[str, Any], offered: str) -> None:
    """A reason that is given as one; what only may be one, in answer to "why?", is asked about."""
    asked, draft = state.get("asked", ""), state["draft"]
    asks_why = asked in REASON_QUESTIONS
    agreed = leading_answer(text) if offered and Act.HELP not in state.get("acts", frozenset()) else None
    meant = _told(offered)
    same = offered.casefold() == text.casefold() and asks_why and not no_reason(meant)
    if meant and (same or (agreed is not None and agreed.value)):
        reading.calls[:] = [("set_justification", {"justification": meant})]
        return
    proceeds = goes_on(text) if asked == hints.COACHING_REQUIRED and not reading.calls else None
    if proceeds is not None:
        reading.add("confirm_pending", confirmation_type="weak_justification", confirmed=proceeds)
        return
    tells_more = any(clause.means("may_be", "inside", "related") for clause in clauses(text, asked))
    # "So many questions for such a small trade" may be of the conversation: it is asked.
    reason = "" if tells_more or _OF_QUESTIONS.search(text) else reason_in(text, asked)
    # "To bits" at the end of a story is no reason.
    short = len(reason.split()) < MIN_WORDS and 2 * len(reason) < len(text)
    # Where nothing of a trade is known yet, nothing is a reason for it: "I'm close to giving up".
    if not (asks_why or reading.calls or draft.get("security") or draft.get("candidates")):
        return
    if reason and not short and (asks_why or len(reason.split()) >= MIN_WORDS) and not no_reason(reason):
        reading.add("set_justification", justification=reason)
        reading.complaint = "" if asks_why else reading.complaint
    elif asks_why and not (reading.calls or reading.complaint):
        reading.complaint = _no_reason_yet(_told(text))
    elif not reading.calls and not reading.complaint and reason and draft.get("justification_quality") != "GOOD":
        reading.complaint = f'"{reason[:_SHOWN]}": {IS_IT_WHY} If so, say yes.'


def _no_reason_yet(statement: str) -> str:
    """What is said of an answer to "why?" that is not surely a reason."""
    plainly = no_reason(statement)
    if plainly == A_MATTER:
        return f"I have not kept that as your reason: it reads as {plainly}."
    refused = (answer := leading_answer(statement)) is not None and not answer.value
    if not plainly and not refused and len(statement.split()) >= MIN_WORDS:
        return f'"{statement[:_SHOWN]}": {IS_IT_WHY} If so, say yes.'
    return ""


def _told(text: str) -> str:
    """A message without the questions in it."""
    return statements(text).strip(" ,;:.\n")


def _unread(text: str, asked: str, draft: Mapping[str, Any]) -> str:
    """What is unclear about a message that was understood in part."""
    denies_both = flag_answers(text).values == (False, False) or any(c.means("neither") for c in clauses(text))
    if asked not in FLAG_QUESTIONS and denies_both and None in (draft["has_inside_info"], draft["is_related_party"]):
        return _OF_WHICH
    if asked in FLAG_QUESTIONS and yes_or_no(text) is True:
        return _SEPARATELY
    if (mention := direction(text)) is not None and mention.direction == draft.get("direction"):
        return _STANDS
    of_compliance = asked in FLAG_QUESTIONS or (yes_or_no(text) is None and names_either(text))
    return SHORTER if of_compliance and leading_answer(text) is not None else ""
