"""The parts of a message by a model, held against the person's words: what they did not ask is no part.

The rules plan first. A model's part stands where it rests on words of the message; what the rules found and no such
part covers is added, so that a model can leave out nothing that was asked.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from chat.assistants import ToolContext
from llm.text import clean_text, fenced
from pursuit.questions import plan
from pursuit.questions.asking import Asks, asks
from pursuit.questions.parts import QuestionPart, finished, part_of
from pursuit.questions.plan import MessagePlan, of_another
from pursuit.record import Record
from pursuit.schemas import PlannedPart, QuestionPlan, propose
from pursuit.words import (
    SlotName,
    holds,
    known_payers,
    mentions,
    points_at_nothing,
    sha,
    terms_of,
    values,
    without_slots,
)
from wording.quotes import find_quote

# Share of a part's words that the person has said, and of a rule's part that a model's covers.
_IN_WORDS, _COVERED = 0.6, 0.7
_MOST_QUERIES, _QUERY_CHARS = 3, 200
_NUMBERS = re.compile(r"\d+(?:[.,]\d+)*")


def plan_in_words(context: ToolContext, question: str, follow_up: bool) -> MessagePlan:
    """The plan of a message: the rules', bettered by the assistant's model where its parts stand in the words.

    Raises ModelError when the model cannot be reached, and Stopped.
    """
    record: Record = context.record
    payers = known_payers()
    if follow_up and (
        others := of_another(question, [part.text for part in record.parts if part.kind != "code"], payers)
    ):
        # "What about Georgia?" is the whole question again, of Georgia.
        return plan.plan_of([part_of(text, payers) for text in others])
    # "What does she need before the operation?" is of what was spoken of, also where that was done with.
    goes_on = follow_up or points_at_nothing(question)
    earlier = [part.text for part in record.parts] if goes_on else []
    asked = asks(question)
    by_rules = plan.plan(question, payers, earlier) if asked is Asks.POLICY else plan.plan_of([])
    if not by_rules.parts and asked not in (Asks.UNSURE, Asks.FOREIGN):
        return by_rules
    values = {
        "question": fenced("message", question),
        "earlier": fenced("earlier", "\n".join(earlier)) if earlier else "",
    }
    proposed = propose(context, QuestionPlan, "plan", values, {"parts": [part.text for part in by_rules.parts]})
    if proposed is None:
        return by_rules
    if asked is Asks.FOREIGN:
        return _in_their_language(proposed, question, payers)
    return checked_plan(proposed, by_rules, question, earlier, payers)


def _in_their_language(proposed: QuestionPlan, question: str, payers: tuple[str, ...]) -> MessagePlan:
    """The parts of a message in another language in its own words; what a model makes of them is only looked for."""
    parts: dict[str, QuestionPart] = {}
    for asked in proposed.parts:
        if quote := find_quote(clean_text(asked.words), question):
            searches = asked.model_copy(update={"queries": [asked.text, *asked.queries]})
            part = part_of(finished(quote.text), payers)
            parts.setdefault(sha(part.text), replace(part, queries=_queries(searches)))
    return plan.plan_of(list(parts.values()))


def checked_plan(
    proposed: QuestionPlan, by_rules: MessagePlan, question: str, earlier: Sequence[str], payers: tuple[str, ...]
) -> MessagePlan:
    """The parts that the person asked: the model's that stand in the words, then the rules' that none covers."""
    texts = [part.text for part in by_rules.parts]
    accepted: dict[str, QuestionPart] = {}
    for asked in proposed.parts:
        text = finished(clean_text(asked.text))
        if text and (text in texts or _was_asked(text, asked.words, question, earlier, payers)):
            accepted.setdefault(sha(text), replace(part_of(text, payers), queries=_queries(asked)))
    if not accepted:
        return by_rules
    places = [values(part.text, payers) for part in by_rules.parts]
    shared = dict(set.intersection(*(set(place.items()) for place in places))) if places else {}
    left = [
        part
        for part, place in zip(by_rules.parts, places, strict=True)
        if not any(
            _is_of(values(other.text, payers), place, shared) and _covers(other.text, without_slots(part.text, payers))
            for other in accepted.values()
        )
    ]
    return plan.plan_of([*accepted.values(), *left], by_rules.left_out)


def _was_asked(text: str, words: str, question: str, earlier: Sequence[str], payers: tuple[str, ...]) -> bool:
    """Whether the person said so: the copied words stand there, and no number, payer or state is the model's own."""
    if find_quote(clean_text(words), question) is None:
        return False
    words_of_all = "\n".join([question, *earlier])
    if not set(_NUMBERS.findall(text)) <= set(_NUMBERS.findall(words_of_all)):
        return False
    named = {(mention.slot, mention.value) for mention in mentions(words_of_all, payers)}
    if any((mention.slot, mention.value) not in named for mention in mentions(text, payers)):
        return False
    terms = terms_of(text)
    return bool(terms) and sum(holds(words_of_all, term) for term in terms) >= _IN_WORDS * len(terms)


def _is_of(named: Mapping[SlotName, str], wanted: Mapping[SlotName, str], shared: Mapping[SlotName, str]) -> bool:
    """Whether a part is of the payer, plan and state of another: what all parts share need not be said."""
    return all(named.get(slot, value if slot in shared else "") == value for slot, value in wanted.items())


def _covers(text: str, other: str) -> bool:
    terms = terms_of(other)
    return sum(holds(text, term) for term in terms) >= _COVERED * len(terms)


def _queries(asked: PlannedPart) -> tuple[str, ...]:
    """The searches that a model proposes for a part: words to look for, which say nothing by themselves."""
    made = (" ".join(clean_text(query).split())[:_QUERY_CHARS] for query in asked.queries)
    return tuple(dict.fromkeys(query for query in made if terms_of(query)))[:_MOST_QUERIES]
