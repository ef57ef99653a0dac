"""What a message asks: something of a policy, perhaps something, nothing of it, or in another language. Pure."""

from __future__ import annotations

import re
from enum import StrEnum

from dialogue import deeds_in
from pursuit.questions.cutter import LISTS, NAMED, SURE, AskedClause, clauses, has_form
from pursuit.words import of_the_trade
from wording.languages import foreign_language
from wording.phrases import lazy_pattern

_SEEKS = lazy_pattern(LISTS["seeks"], re.IGNORECASE)


class Asks(StrEnum):
    """What a message asks."""

    POLICY = "policy"  # Something that a policy may answer.
    UNSURE = "unsure"  # Perhaps. A model may tell.
    TALK = "talk"  # Nothing of a policy: a complaint, small talk, "wait", a person.
    FOREIGN = "foreign"  # It is in another language.


def asks(text: str) -> Asks:
    """What a message asks."""
    if foreign_language(text):
        return Asks.FOREIGN
    if _SEEKS.search(text) and not NAMED.search(text):
        return Asks.TALK
    heard = clauses(text)
    asking = [clause for clause in heard if clause.asks]
    if any(of_the_trade(clause.text) or _is_question(clause) for clause in asking):
        return Asks.POLICY
    return Asks.UNSURE if asking or any(clause.label == "tell" for clause in heard) else Asks.TALK


def _is_question(clause: AskedClause) -> bool:
    """Whether a clause has the form of a question, and is not of the talk: no "does it really matter that much?"."""
    of_the_talk = all(deed.is_stray and deed.margin > clause.margin / 2 for deed in deeds_in(clause.text))
    return has_form(clause.text) and clause.margin >= SURE and not of_the_talk
