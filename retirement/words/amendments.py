"""A correction in a few words: the newest message puts another number, unit or name into an earlier fact."""

from __future__ import annotations

import difflib
import re

from chat.assistants import Said
from retirement.reading import ASKED, CONDITION, QUOTED, SUPPOSED, passage
from wording.quotes import Quote, find_quote

_WORD = re.compile(r"[^\s,;]+")
_DENIES = re.compile(r"n't$|^(?:no|not|never|none|without)$", re.I)
_UNSAID = {ASKED, CONDITION, QUOTED, SUPPOSED}
# More words than these are another fact.
MOST_PUT = 4


def amended_place(value: str, before: str, message: Said) -> Quote | None:
    """Where `message` says what `value` has in place of words of `before`; None where `value` differs otherwise."""
    old, new = [_WORD.findall(text.rstrip(" .")) for text in (before, value)]
    changes = [op for op in difflib.SequenceMatcher(None, old, new).get_opcodes() if op[0] != "equal"]
    if not changes or any(kind != "replace" or last - first > MOST_PUT for kind, _, _, first, last in changes):
        return None
    places = []
    for _, low, high, first, last in changes:
        place = find_quote(" ".join(new[first:last]).rstrip("."), message.text, message.message_id)
        if place is None or any(map(_DENIES.search, old[low:high] + new[first:last])) or not _is_told(place, message):
            return None
        places.append(place)
    return message.quote(min(place.start for place in places), max(place.end for place in places))


def _is_told(place: Quote, message: Said) -> bool:
    """Whether the message tells these words somewhere and does not only deny, ask or suppose them."""
    words = {word.lower() for word in re.findall(r"\w+", place.text)}
    read = passage(message.text)
    told = [token.word for token in read.tokens if token.sign > 0 and token.mode not in _UNSAID]
    return words <= {part for word in told for part in re.findall(r"\w+", word.lower())}
