"""Whether words that no reader of ours knows may carry what a model reads in them. Pure functions.

The one rule: only what plainly is something else refuses them: a question, another's trade, another time, a name alone.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path

from pa_dealing.words.assent import points_elsewhere
from pa_dealing.words.meaning import OF_THE_TRADE, SURE, clauses
from pa_dealing.words.sentence_words import STOPS
from pa_dealing.words.whole_units import is_untaught
from wording.answers import leading_answer, puts_off, yes_or_no
from wording.attribution import QUOTED, is_of_another, not_in_earnest
from wording.phrases import patterns

_PHRASES = patterns(Path(__file__).parent / "phrases/proposed.txt", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
# A reason that is told by so much is no wish to trade.
_A_REASON = 0.7


def may_say_a_side(text: str, names: Collection[str] = ()) -> bool:
    """Whether words may say that somebody buys or sells, in a way of their own: "50 ING erbij", "a punt on Rio Tinto".

    `names` are words of the security, in small letters.
    """
    if not text.strip() or asked_or_denied(text) or theirs_elsewhere(text):
        return False
    if yes_or_no(text) is not None or puts_off(text) or not _says_more(text, names):
        return False
    spoken = _PHRASES["polite"].sub(lambda polite: " " * len(polite[0]), text)
    doubt = not_in_earnest(spoken, (0, len(spoken)))
    if is_untaught(text):
        return doubt != QUOTED
    return not (doubt or is_of_another(spoken)) and not any(
        clause.margin >= (_A_REASON if clause.meaning == "reason" else SURE)
        and clause.meaning not in OF_THE_TRADE | {"yes", "mine", "unknown"}
        for clause in clauses(text)
    )


def asked_or_denied(text: str) -> bool:
    """Whether words ask, other than somebody to do it, or take a wish back as no reader of ours reads it."""
    return ("?" in text and not _PHRASES["asks_you"].match(text)) or _PHRASES["denies"].search(text) is not None


def theirs_elsewhere(text: str) -> str:
    """The words that name somebody else in a language without examples: "mein Bruder"; "" where none do."""
    theirs = _PHRASES["theirs"].search(text) if is_untaught(text) else None
    return theirs[0] if theirs else ""


def _says_more(text: str, names: Collection[str]) -> bool:
    """Whether words hold more than numbers, units and names."""
    return any(
        word.casefold() not in STOPS and word.casefold() not in names and (not start or word.islower())
        for start, word in ((match.start(), match[0]) for match in _WORD.finditer(text))
    )


def may_agree(text: str) -> bool:
    """Whether words that are no yes of ours may be one: nothing in them is somebody else's, or puts it off."""
    if points_elsewhere(text) or puts_off(text) or theirs_elsewhere(text):
        return False
    return leading_answer(text) is not None or not is_of_another(text)


def another_amount(text: str) -> bool:
    """Whether words make another amount of the one that is shown: "half of that"."""
    return _PHRASES["another_amount"].search(text) is not None
