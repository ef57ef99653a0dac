"""Finds the name of a security that is proposed in the person's own words; a typo of theirs may be mended."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rapidfuzz.distance import OSA

from chat.assistants import Said
from pa_dealing.instruments import LEGAL_FORMS
from wording.amounts import lower
from wording.quotes import NotInWords, Quote, find_quote

# Beyond this many characters a name is looked for letter by letter only.
_MAX_FUZZY = 20_000
# The words of a name may stand in the last few messages together.
_TOGETHER = 6


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
        if _stands_joined("".join(wanted), said_words):
            return message.whole()
    # A name in one message and its exchange in a later one: "Unilever", then "the Amsterdam one".
    spoken = [word for message in messages[-_TOGETHER:] for word in _words_of(message.text[:_MAX_FUZZY])]
    if wanted and all(any(alike(word, other) for other in spoken) for word in wanted):
        return messages[-1].whole()
    raise NotInWords(f'You did not write "{term[:80]}".', "Search for the name or symbol in the person's own words.")


def _words_of(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", lower(text))


def _stands_joined(joined: str, said_words: list[str]) -> bool:
    """Whether words that follow each other make up `joined`: "DE 0007 236101" is an ISIN."""
    for start in range(min(len(said_words), 500)):
        built = ""
        for word in said_words[start : start + 6]:
            built += word
            if built == joined:
                return True
    return False


def alike(word: str, other: str) -> bool:
    """Whether two words are the same but for a typo; short ones, and those with digits, letter by letter."""
    if word == other or len(word) < 4 or not word.isalpha():
        return word == other
    limit = 2 if len(word) >= 8 else 1
    return OSA.distance(word, other, score_cutoff=limit) <= limit
