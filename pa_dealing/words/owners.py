"""Tells a number of this trade from one of something else: a holding, the past, a denial, another person, a thing.

The one rule: the clause around a number says whose it is; what plainly belongs elsewhere is no quantity and no value.
Pure functions.
"""

from __future__ import annotations

import re
from typing import Literal

from pa_dealing.words import belonging_words as phrases
from pa_dealing.words.clauses import NumberClause, clause_at, clause_before, source_of, stands_for_itself
from pa_dealing.words.trade_number_words import VERB
from wording.directions import direction, negated

# A verb of trading that tells no side: "flogging my 40".
_TRADES_MY = re.compile(rf"\b{VERB}\s+(?:my|our|mijn|onze)\s+$")

Owner = Literal["this", "denied", "other_person", "report", "past", "holding", "condition", "thing", "bound"]


def owner_of(text: str, start: int, end: int, *, unit: bool) -> Owner:
    """Whose the number at `text[start:end]` is. `unit` says that a unit of trading is counted by it."""
    clause = clause_at(text, start, end)
    owner = _owner(text, clause, end, unit=unit)
    if owner == "this" and clause.start and not stands_for_itself(clause):
        earlier = clause_before(text, clause)
        inherited = _owner(text, earlier, clause.start, unit=unit) if earlier else "this"
        if inherited in ("past", "holding", "other_person", "condition"):
            return inherited
        if inherited == "denied" and phrases.CONTINUES.match(source_of(text)[clause.start : start]):
            return inherited
    return owner


def _owner(text: str, clause: NumberClause, end: int, *, unit: bool) -> Owner:
    before, after = clause.before, clause.after
    rest = source_of(text)[end : end + 120]
    if _is_denied(before, rest):
        return "denied"
    if _is_of_another(before, after):
        return "other_person"
    if phrases.REPORT.search(before) or phrases.WHY.match(before):
        return "report"
    if phrases.BOUND.search(before):
        return "bound"
    asks_now = _asks_now(before)
    if _is_past(before, after, asks_now=asks_now):
        return "past"
    if _is_held(before, rest, asks_now=asks_now):
        return "holding"
    if _is_where_it_ends(before, unit=unit):
        return "this" if phrases.REQUEST_GOES.search(before) else "holding"
    if phrases.CONDITION.search(before):
        return "condition"
    if phrases.LABEL_AFTER.match(rest) or (phrases.NO_TRADE_SUBJECT.search(before) and not asks_now):
        return "thing"
    return "thing" if _is_of_a_thing(before, asks_now=asks_now, unit=unit) else "this"


def _asks_now(before: str) -> bool:
    """Whether a verb of buying or selling that is meant now stands before the number."""
    return direction(before) is not None


def _is_denied(before: str, rest: str) -> bool:
    clear = phrases.POLITE_NOT.sub(" ", before)
    if phrases.NOT_BEFORE.search(clear) or phrases.TAKEN_BACK.search(before) or phrases.NOT_AFTER.match(rest):
        return True
    return bool(phrases.FROM.search(before) and phrases.TO_ANOTHER.match(rest))


def _is_of_another(before: str, after: str) -> bool:
    if phrases.ON_BEHALF.search(before) or phrases.ON_BEHALF.search(after) or phrases.IS_WHAT_OTHERS.match(after):
        return True
    acts = phrases.POSSESSED_ACTS.match(before)
    if acts and direction(before) is not None and not phrases.OWN_NOUN.search(acts["noun"]):
        return True
    first_person = max((match.end() for match in phrases.FIRST_PERSON.finditer(before)), default=0)
    tail = before[first_person:]
    if phrases.OTHER_SUBJECT.search(tail) or phrases.PERSON_SUBJECT.search(tail):
        return not phrases.MY_PERSONS_REASON.search(tail)
    return bool(phrases.THIRD_PERSON.search(tail)) and not first_person and not phrases.OWN_NOUN.match(before.strip())


def _is_past(before: str, after: str, *, asks_now: bool) -> bool:
    if phrases.PAST_TIME.search(before):
        return True
    if not asks_now and phrases.PAST_TIME.search(after):
        return True
    clear = phrases.STILL_A_WISH.sub(" ", before)
    last = max((match.end() for match in phrases.PAST_VERB.finditer(clear)), default=-1)
    return last >= 0 and direction(clear[last:]) is None and not re.search(r"\bto (?:be )?$", clear[:last])


def _is_held(before: str, rest: str, *, asks_now: bool) -> bool:
    if phrases.OF_A_WHOLE.search(before) or phrases.KEPT.search(before):
        return bool(phrases.KEPT.search(before) or not phrases.GIVEN_AWAY.search(before))
    if (
        phrases.MY_POSITION.search(before)
        and not phrases.BY.search(before)
        and (not asks_now or re.search(r"\bto\s+\S*\s*$", before))
    ):
        return True
    if asks_now:
        return False
    if phrases.HOLDS.search(before) or (phrases.MY_NUMBER.search(before) and not _TRADES_MY.search(before)):
        return not phrases.TO_SELL.match(rest)
    return bool(phrases.HELD_AFTER.match(rest)) and not re.search(r"\ball(?: of)?(?: the| my)? $", before)


def _is_where_it_ends(before: str, *, unit: bool) -> bool:
    """Whether a number is that of a holding after the trade: "from 300 to 700", "sell down to 50 shares"."""
    ends = phrases.WHERE_IT_ENDS.search(before)
    if ends is None:
        return False
    return bool(phrases.FROM_A_NUMBER.search(before)) or (unit and ends["range"] is None)


def _is_of_a_thing(before: str, *, asks_now: bool, unit: bool) -> bool:
    if not unit and (phrases.LABEL.search(before) or phrases.NUMBER_OF.search(before) or phrases.AGE.search(before)):
        return True
    if (labelled := phrases.LABELLED_OF.search(before)) and not unit and not phrases.OF_THIS.match(labelled["noun"]):
        return True
    if asks_now:
        return False
    if phrases.OTHER_VERB.search(before):
        return True
    if (possessed := phrases.POSSESSED.match(before)) and not phrases.OWN_NOUN.search(
        possessed["noun"].replace("phone number", "")
    ):
        return True
    subject = phrases.SUBJECT.match(before)
    if subject is None or not (words := subject["subject"].strip()):
        return False
    if not (words := phrases.AUXILIARY.sub(" ", words).strip()) or words in ("the", "a", "my"):
        return False
    # In "high-value limit" the value only says which limit it is.
    words = phrases.COMPOUND.sub(" ", words)
    thing = phrases.OF_SOMETHING.search(words)
    return not phrases.OWN_NOUN.search(words) or (thing is not None and not phrases.OWN_NOUN.search(thing["thing"]))


def persons_words(text: str) -> str:
    """The words that make a wish to trade somebody else's: "My wife wants to buy"; "" when it is the person's own."""
    mention = direction(text)
    if mention is None:
        return ""
    clause = clause_at(text, mention.start, mention.end)
    if not _is_of_another(clause.before, clause.after) or negated(text, (mention.start, mention.end)):
        return ""
    return text[clause.start : clause.end].strip()[:80]
