"""Where a person names the security that is proposed, and which search result they mean by their literal words.

A typo of theirs may be mended.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from rapidfuzz.distance import OSA

from chat.assistants import Said
from dialogue import everyday_words
from pa_dealing import hints
from pa_dealing.instruments import (
    LEGAL_FORMS,
    name_tokens,
    names_in,
    search_instruments,
    symbol_key,
    telling_tokens,
    without_place,
)
from pa_dealing.words.meaning import clauses
from pa_dealing.words.sentence_words import NAMES, STOPS
from wording.amounts import lower, words
from wording.answers import choice, leading_answer, yes_or_no
from wording.quotes import NotInWords, Quote, find_quote

LEFT_ASIDE = NAMES["left_aside"]
# Beyond this many characters a name is looked for letter by letter only.
_MAX_FUZZY = 20_000
# The words of a name may stand in the last few messages together.
_TOGETHER = 6
# Words that describe a result are short.
_LONGEST = 200
# "Not Siemens Energy" holds a name and does not choose it.
_REFUSAL = re.compile(r"\b(?:no|nope|nah|not|none|never|neither|niet|geen|nee|\w+n't)\b", re.IGNORECASE)
_SMALL = words("the a an one ones please pls i mean meant it is take want would like that this of shares share")
# "That is the one" takes what was shown.
_POINTS = re.compile(r"\W*(?:(?:that|this|it|dat)(?:'?s| is) )?(?:the |that )?(?:right )?(?:one|it)\W*", re.I)
_POINTS_IN_DUTCH = re.compile(
    r"\W*(?:(?:ja|klopt)\W+)?(?:die|dat|deze)(?: bedoel(?:de)? ik| is (?:het|hem|'m)| moet ik hebben)\W*", re.I
)
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
    return yes_or_no(text) is True or bool(_POINTS.fullmatch(text) or _POINTS_IN_DUTCH.fullmatch(text))


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


def others_named(text: str, known: Sequence[Mapping[str, Any]], term: str = "") -> list[str]:
    """The securities on file that words name and that are none of the `known` ones, each by one of its names.

    `term` is what the known were searched by, and names them too. What is left aside, as "not ING", is not named.
    """
    others: dict[str, str] = {}
    for name in names_in(LEFT_ASIDE.sub(" ", text), is_common):
        if not is_named(name, known, term):
            others.setdefault(_first_found(name), name)
    return list(others.values())


def refuses(text: str, candidates: Sequence[Mapping[str, Any]]) -> bool:
    """Whether words are a no to the match that was shown: "no", "no, not Siemens Energy" of that one."""
    answer = leading_answer(text)
    if answer is None or answer.value or yes_or_no(text) is False:
        return yes_or_no(text) is False
    denied = LEFT_ASIDE.fullmatch(text[answer.end :].strip(" ,.!;:-"))
    return denied is not None and is_named(denied[0].partition(" ")[2], candidates[:1])


def is_named(name: str, known: Sequence[Mapping[str, Any]], term: str = "") -> bool:
    """Whether a name is of one of the known securities, or of what was searched, and not rather of another on file.

    "Siemens Energy" has a word of Siemens and is another; "Ferrari SpA" is Ferrari N.V.
    """
    names = " ".join(f"{each['name']} {each['symbol']} {each.get('isin') or ''}" for each in known) + f" {term}"
    shared = [word in names.casefold() for word in name.casefold().split()]
    return all(shared) or (any(shared) and _first_found(name) in (name, *(each["symbol"] for each in known)))


def _first_found(name: str) -> str:
    """The symbol of what a name finds first; the name itself where it finds nothing."""
    return next((match.symbol for match in search_instruments(name, limit=1)), name)


def is_common(word: str) -> bool:
    return word in STOPS or word in everyday_words()


def only_describes(text: str, candidate: dict[str, Any]) -> bool:
    """Whether the text says nothing but what this result is: its name, symbol or class, and where it trades."""
    answer = leading_answer(text)
    rest = text[answer.end :] if answer is not None and answer.value else text
    if _REFUSAL.search(rest) or len(rest) > _LONGEST:
        return False
    parts = [without_place(f" {part.strip(' .!?')}")[0] for part in re.split(r"[,;]", rest)]
    named = {token for part in parts for token in name_tokens(part) if token not in _SMALL}
    own = _tokens(candidate) | set(name_tokens(candidate["isin"] or ""))
    return named <= own and (bool(named) or rest.strip(" .!") != "")


def takes_up(text: str, candidate: dict[str, Any]) -> bool:
    """Whether a word of the text is of the name of this result."""
    return bool({token for token in name_tokens(text) if token not in _SMALL} & _tokens(candidate))


def has_number_of(text: str, candidates: Sequence[dict[str, Any]]) -> bool:
    """Whether a number of the text is a strike or a year of a result, so that it counts nothing."""
    numbers = {token for token in name_tokens(text) if token.isdecimal()}
    return any(numbers & set(name_tokens(_shown(candidate))) for candidate in candidates)


def chosen(text: str, candidates: Sequence[dict[str, Any]]) -> int | None:
    """The same, and a part that only one result has ("class c"), but for a typo; None when none or several fit.

    Numbers, single letters, months, call and put must be those of the result, letter by letter.
    """
    if (index := certain_choice(text, candidates)) is not None:
        return index
    wanted = text.strip().casefold()
    if not wanted or len(wanted) > _LONGEST or _REFUSAL.search(wanted):
        return None
    telling = telling_tokens(_without_small(wanted))
    fitting = [n for n, candidate in enumerate(candidates) if telling <= telling_tokens(_shown(candidate))]
    tokens = {token for token in name_tokens(wanted) if token not in _SMALL}
    having = [n for n in fitting if tokens and all(_is_of(word, candidates[n]) for word in tokens)]
    return having[0] if len(having) == 1 else None


def _shown(candidate: dict[str, Any]) -> str:
    return f"{candidate['name']} {candidate['symbol']}"


def _tokens(candidate: dict[str, Any]) -> set[str]:
    return {*name_tokens(_shown(candidate)), *telling_tokens(_shown(candidate))}


def _is_of(word: str, candidate: dict[str, Any]) -> bool:
    """Whether a word is of a result; of its name but for a typo, of its symbol letter by letter."""
    return word in _tokens(candidate) or any(alike(word, own) for own in name_tokens(candidate["name"]))


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


def term_in_words(messages: Sequence[Said], term: str) -> Quote:
    """Where the person named the security `term`; a typo of theirs may be mended. Raises NotInWords.

    Words are compared whole: "apple" does not stand in "pineapple". Spaces and a legal form count for nothing.
    """
    wanted = _words_of(term)
    wanted = [word for word in wanted if word not in LEGAL_FORMS] or wanted
    for message in reversed(messages if wanted else []):
        if quote := find_quote(term, message.text, message.message_id):
            return quote
        said_words = _words_of(message.text[:_MAX_FUZZY])
        if all(any(alike(word, other) for other in said_words) for word in wanted):
            return message.whole()
    # A name in one message and its exchange in a later one: "Unilever", then "the Amsterdam one".
    spoken = [word for message in messages[-_TOGETHER:] for word in _words_of(message.text[:_MAX_FUZZY])]
    if wanted and all(any(alike(word, other) for other in spoken) for word in wanted):
        return messages[-1].whole()
    raise NotInWords(f'You did not write "{term[:80]}".', "Search for the name or symbol in the person's own words.")


def _words_of(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", lower(text))


def alike(word: str, other: str) -> bool:
    """Whether two words are the same but for a typo; short ones, and those with digits, letter by letter."""
    if word == other or len(word) < 4 or not word.isalpha():
        return word == other
    limit = 2 if len(word) >= 8 else 1
    return OSA.distance(word, other, score_cutoff=limit) <= limit
