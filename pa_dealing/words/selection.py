"""Reads which search result a person means, from their literal words: a number, yes, a symbol, a name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from rapidfuzz import fuzz

from pa_dealing import hints
from pa_dealing.instruments import name_tokens, symbol_key, telling_tokens
from pa_dealing.words.meaning import clauses
from wording.amounts import words
from wording.answers import choice, yes_or_no

# What a name must reach to count as one of the results, and how far ahead of the next it must be.
_NAME_SCORE, _LEAD = 85, 5
# Shorter words are symbols, or too like others for a typo to be read.
_LEAST_LETTERS = 5
# "Not Siemens Energy" holds a name and does not choose it.
_REFUSAL = re.compile(r"\b(?:no|nope|nah|not|none|never|neither|niet|geen|nee|\w+n't)\b", re.IGNORECASE)
_SMALL = words("the a an one ones please pls i mean meant it is take want would like that this of shares share")
# "That is the one" takes what was shown.
_POINTS = re.compile(r"\W*(?:(?:that|this|it|dat)(?:'?s| is) )?(?:the |that )?(?:right )?(?:one|it)\W*", re.I)
# "1 share" counts and points at nothing.
_COUNTED = re.compile(r"\b(?:shares?|units?|lots?|contracts?|pieces?|stuks|aandelen|minutes?|moment)\b", re.IGNORECASE)


def certain_choice(text: str, candidates: Sequence[dict[str, Any]]) -> int | None:
    """The index of the result that the whole utterance names beyond doubt: "1", "yes", "the first one", a symbol."""
    if (index := choice(text, len(candidates))) is not None and not _COUNTED.search(text):
        return index
    if takes_the_shown(text):
        return 0
    return _by_symbol(text, candidates)


def takes_the_shown(text: str) -> bool:
    """Whether the text takes the one match that was shown: "yes", "that is the one"."""
    return yes_or_no(text) is True or bool(_POINTS.fullmatch(text))


def names_another(text: str, candidates: Sequence[dict[str, Any]]) -> bool:
    """Whether the text has a number, month, call or put of another result that the first has not: "the 250 call"."""
    telling = telling_tokens(_without_small(text.casefold()))
    first, *others = (telling_tokens(_shown(candidate)) for candidate in candidates)
    return not telling <= first and any(telling <= other for other in others)


def names_other(text: str, candidates: Sequence[dict[str, Any]], index: int) -> bool:
    """Whether the text plainly names another security than this result: a number or month it has not, another name."""
    telling = telling_tokens(_without_small(text.casefold()))
    if not telling <= telling_tokens(_shown(candidates[index])):
        return True
    if any(clause.means("change_of_security") for clause in clauses(text, hints.SECURITY_SELECTION_REQUIRED)):
        return not takes_up(text, candidates[index])
    named = {token for token in name_tokens(text) if token not in _SMALL}
    others = [_tokens(candidate) for n, candidate in enumerate(candidates) if n != index]
    return any(named & (other - _tokens(candidates[index])) for other in others)


def takes_up(text: str, candidate: dict[str, Any]) -> bool:
    """Whether a word of the text is of the name of this result."""
    return bool({token for token in name_tokens(text) if token not in _SMALL} & _tokens(candidate))


def has_number_of(text: str, candidates: Sequence[dict[str, Any]]) -> bool:
    """Whether a number of the text is a strike or a year of a result, so that it counts nothing."""
    numbers = {token for token in name_tokens(text) if token.isdecimal()}
    return any(numbers & set(name_tokens(_shown(candidate))) for candidate in candidates)


def chosen(text: str, candidates: Sequence[dict[str, Any]]) -> int | None:
    """The same, a part that only one result has ("class c"), and a name with typos; None when none or several fit.

    Numbers, single letters, months, call and put must be those of the result, letter by letter.
    """
    if (index := certain_choice(text, candidates)) is not None:
        return index
    wanted = text.strip().casefold()
    if not wanted or len(wanted) > 200 or _REFUSAL.search(wanted):
        return None
    telling = telling_tokens(_without_small(wanted))
    fitting = [n for n, candidate in enumerate(candidates) if telling <= telling_tokens(_shown(candidate))]
    tokens = {token for token in name_tokens(wanted) if token not in _SMALL}
    having = [n for n in fitting if tokens and tokens <= _tokens(candidates[n])]
    if len(having) == 1:
        return having[0]
    return _by_name(wanted, candidates, fitting)


def _by_name(wanted: str, candidates: Sequence[dict[str, Any]], fitting: Sequence[int]) -> int | None:
    if sum(character.isalpha() for character in wanted) < _LEAST_LETTERS:
        return None
    scores = {n: fuzz.WRatio(wanted, candidates[n]["name"].casefold()) for n in fitting}
    ranked = sorted(scores, key=lambda n: -scores[n])
    if not ranked or scores[ranked[0]] < _NAME_SCORE:
        return None
    if len(ranked) > 1 and scores[ranked[0]] - scores[ranked[1]] < _LEAD:
        return None
    return ranked[0]


def _shown(candidate: dict[str, Any]) -> str:
    return f"{candidate['name']} {candidate['symbol']}"


def _tokens(candidate: dict[str, Any]) -> set[str]:
    return {*name_tokens(_shown(candidate)), *telling_tokens(_shown(candidate))}


def _without_small(text: str) -> str:
    return " ".join(word for word in re.findall(r"[^\s,;:!?()]+", text) if word.strip(".") not in _SMALL)


def _by_symbol(text: str, candidates: Sequence[dict[str, Any]]) -> int | None:
    wanted = text.strip().strip(".!").casefold()
    full = [
        n
        for n, candidate in enumerate(candidates)
        if symbol_key(wanted) == symbol_key(candidate["symbol"]) or wanted == (candidate["isin"] or "-").casefold()
    ]
    if full:
        return full[0] if len(full) == 1 else None
    bare = [n for n, candidate in enumerate(candidates) if wanted == candidate["symbol"].casefold().split(".")[0]]
    return bare[0] if len(bare) == 1 else None
