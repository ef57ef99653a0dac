"""A correction in a few words: the newest message puts another number, unit or name into an earlier fact."""

from __future__ import annotations

import difflib
import re

from chat.assistants import Said
from retirement.reading import ASKED, CONDITION, QUOTED, SUPPOSED, passage
from wording.quotes import Quote, find_quote

_WORD = re.compile(r"\$?\d+(?:[.,]\d+)*\w*|[^\s,;]+")
_DENIES = re.compile(r"n't$|^(?:no|not|never|none|without)$", re.I)
_DENIED = re.compile(r"(?:\b(?:not|never|no longer)|n't)\s+(?:\w+\s+)?\$?\Z", re.I)
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
        put = " ".join(new[first:last]).rstrip(".")
        if old[low].startswith("$"):
            # The currency is that of the number in whose place it stands.
            put = put.removeprefix("$")
        place = find_quote(put, message.text, message.message_id)
        if place is None or any(map(_DENIES.search, old[low:high] + new[first:last])) or not _is_told(place, message):
            return None
        places.append(place)
    return message.quote(min(place.start for place in places), max(place.end for place in places))


def _is_told(place: Quote, message: Said) -> bool:
    """Whether the message tells these words and does not deny, ask or suppose them."""
    if _DENIED.search(message.text, 0, place.start):
        return False
    tokens = [token for token in passage(message.text).tokens if place.start <= token.start < place.end]
    return bool(tokens) and not any(token.mode in _UNSAID for token in tokens)
