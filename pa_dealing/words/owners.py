"""Tells a number of this trade from one of something else: a holding, the past, a denial, another person, a thing.

The one rule: the clause around a number says whose it is; what plainly belongs elsewhere is no quantity and no value.
Pure functions.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

from pa_dealing.words.clauses import NumberClause, clause_at, clause_before, source_of, stands_for_itself
from pa_dealing.words.trade_number_words import BESIDE
from wording.directions import direction, negated
from wording.phrases import patterns

_PHRASES = patterns(Path(__file__).parent / "phrases/owners.txt")


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
        if inherited == "denied" and _PHRASES["continues"].match(source_of(text)[clause.start : start]):
            return inherited
    return owner


def _owner(text: str, clause: NumberClause, end: int, *, unit: bool) -> Owner:
    before, after = clause.before, clause.after
    rest = source_of(text)[end : end + 120]
    if _is_denied(before, rest):
        return "denied"
    if _is_of_another(before, after):
        return "other_person"
    if _PHRASES["report"].search(before) or _PHRASES["why"].match(before):
        return "report"
    if _PHRASES["bound"].search(before):
        return "bound"
    asks_now = _asks_now(before)
    if _is_past(before, after, asks_now=asks_now):
        return "past"
    if _is_held(before, rest, asks_now=asks_now):
        return "holding"
    if _is_where_it_ends(before, unit=unit):
        return "this" if _PHRASES["request_goes"].search(before) else "holding"
    if _PHRASES["condition"].search(before):
        return "condition"
    if _PHRASES["label_after"].match(rest) or (_PHRASES["no_trade_subject"].search(before) and not asks_now):
        return "thing"
    return "thing" if _is_of_a_thing(before, asks_now=asks_now, unit=unit) else "this"


def _asks_now(before: str) -> bool:
    """Whether a verb of buying or selling that is meant now stands before the number."""
    return direction(before) is not None


def _is_denied(before: str, rest: str) -> bool:
    clear = _PHRASES["polite_not"].sub(" ", before)
    if (
        _PHRASES["not_before"].search(clear)
        or _PHRASES["taken_back"].search(before)
        or _PHRASES["not_after"].match(rest)
    ):
        return True
    return bool(_PHRASES["from"].search(before) and _PHRASES["to_another"].match(rest))


def _is_of_another(before: str, after: str) -> bool:
    if (
        _PHRASES["on_behalf"].search(before)
        or _PHRASES["on_behalf"].search(after)
        or _PHRASES["is_what_others"].match(after)
    ):
        return True
    acts = _PHRASES["possessed_acts"].match(before)
    if acts and direction(before) is not None and not _PHRASES["own_noun"].search(acts["noun"]):
        return True
    first_person = max((match.end() for match in _PHRASES["first_person"].finditer(before)), default=0)
    tail = before[first_person:]
    if _PHRASES["other_subject"].search(tail) or _PHRASES["person_subject"].search(tail):
        return not _PHRASES["my_persons_reason"].search(tail)
    return (
        bool(_PHRASES["third_person"].search(tail))
        and not first_person
        and not _PHRASES["own_noun"].match(before.strip())
    )


def _is_past(before: str, after: str, *, asks_now: bool) -> bool:
    if _PHRASES["past_time"].search(before):
        return True
    if not asks_now and _PHRASES["past_time"].search(after):
        return True
    clear = _PHRASES["still_a_wish"].sub(" ", before)
    last = max((match.end() for match in _PHRASES["past_verb"].finditer(clear)), default=-1)
    return last >= 0 and direction(clear[last:]) is None and not re.search(r"\bto (?:be )?$", clear[:last])


def _is_held(before: str, rest: str, *, asks_now: bool) -> bool:
    if _PHRASES["of_a_whole"].search(before) or _PHRASES["kept"].search(before):
        return bool(_PHRASES["kept"].search(before) or not _PHRASES["given_away"].search(before))
    if (
        _PHRASES["my_position"].search(before)
        and not _PHRASES["by"].search(before)
        and (not asks_now or re.search(r"\bto\s+\S*\s*$", before))
    ):
        return True
    if asks_now:
        return False
    if _PHRASES["holds"].search(before) or (
        _PHRASES["my_number"].search(before) and not BESIDE["trades_my"].search(before)
    ):
        return not _PHRASES["to_sell"].match(rest)
    return bool(_PHRASES["held_after"].match(rest)) and not re.search(r"\ball(?: of)?(?: the| my)? $", before)


def _is_where_it_ends(before: str, *, unit: bool) -> bool:
    """Whether a number is that of a holding after the trade: "from 300 to 700", "sell down to 50 shares"."""
    ends = _PHRASES["where_it_ends"].search(before)
    if ends is None:
        return False
    return bool(_PHRASES["from_a_number"].search(before)) or (unit and ends["range"] is None)


def _is_of_a_thing(before: str, *, asks_now: bool, unit: bool) -> bool:
    if not unit and (
        _PHRASES["label"].search(before) or _PHRASES["number_of"].search(before) or _PHRASES["age"].search(before)
    ):
        return True
    if (
        (labelled := _PHRASES["labelled_of"].search(before))
        and not unit
        and not _PHRASES["of_this"].match(labelled["noun"])
    ):
        return True
    if asks_now:
        return False
    if _PHRASES["other_verb"].search(before):
        return True
    if (possessed := _PHRASES["possessed"].match(before)) and not _PHRASES["own_noun"].search(
        possessed["noun"].replace("phone number", "")
    ):
        return True
    subject = _PHRASES["subject"].match(before)
    if subject is None or not (words := subject["subject"].strip()):
        return False
    if not (words := _PHRASES["auxiliary"].sub(" ", words).strip()) or words in ("the", "a", "my"):
        return False
    # In "high-value limit" the value only says which limit it is.
    words = _PHRASES["compound"].sub(" ", words)
    thing = _PHRASES["of_something"].search(words)
    return not _PHRASES["own_noun"].search(words) or (
        thing is not None and not _PHRASES["own_noun"].search(thing["thing"])
    )


def persons_words(text: str) -> str:
    """The words that make a wish to trade somebody else's: "My wife wants to buy"; "" when it is the person's own."""
    mention = direction(text)
    if mention is None:
        return ""
    clause = clause_at(text, mention.start, mention.end)
    if not _is_of_another(clause.before, clause.after) or negated(text, (mention.start, mention.end)):
        return ""
    return text[clause.start : clause.end].strip()[:80]
