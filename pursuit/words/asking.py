"""What the words of a clause do, told from closed lists: ask for a thing by its name, or tell something. Pure.

People leave the verb out: "copay for PT", "hcpcs code?", "PA needed". A noun that one can ask for then asks.
"""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

from wording.phrases import patterns

_PATTERNS = patterns(Path(__file__).with_name("asking_patterns.txt"), re.I)

ASKABLE = _PATTERNS["askable"].pattern
_ASKABLE = re.compile(rf"(?<![\w'-]){ASKABLE}(?![\w'-]|\s*\d{{3}})", re.I)
# "PA needed", "telehealth ok", "covered by Molina": what is said of a thing, without the verb.
STATE = _PATTERNS["state"].pattern
_STATE_LAST = _PATTERNS["state_last"]
AUX = _PATTERNS["aux"].pattern
_FINITE = _PATTERNS["finite"]
_SUBJECT = _PATTERNS["subject"]
_WORD = re.compile(r"[\w#][\w'’/&.#-]*")
_GREETING = _PATTERNS["greeting"]
_ONLY_GREETS = _PATTERNS["only_greets"]
_CLOSING = _PATTERNS["closing"]


def names_askable(text: str) -> bool:
    """Whether the words name a thing that one can ask for: a copay, a deadline, a form."""
    return bool(_ASKABLE.search(text))


def tells(text: str) -> bool:
    """Whether the words tell something: a verb stands behind the first of them, not "corrected claims needed"."""
    words = [match[0].replace("’", "'") for match in _WORD.finditer(text[:300])]
    return any(
        _FINITE.fullmatch(word)
        and before.lower() != "to"
        and (not word.lower().endswith("ed") or bool(_SUBJECT.fullmatch(before)))
        for before, word in pairwise(words)
    )


def asks_by_noun(text: str) -> bool:
    """Whether a clause without a question asks by what it names: "visit limits for OT", "PA needed"."""
    bare = text.strip(" ?.!,;:")
    if not bare or len(bare.split()) > 30 or bare[0] in "\"“'‘" or tells(bare):
        return False
    return names_askable(bare) or bool(_STATE_LAST.fullmatch(bare) and len(bare.split()) <= 8)


def _is_closing(text: str) -> bool:
    """Whether a sentence only thanks or takes leave."""
    return bool(_CLOSING.fullmatch(text)) and not text.rstrip().endswith("?") and not names_askable(text)


def without_greeting(text: str) -> str:
    """The sentence without a salutation before it; "" for one that only greets or thanks."""
    rest = text
    if _ONLY_GREETS.fullmatch(rest):
        return ""
    for _ in range(3):
        match = _GREETING.match(rest)
        if match is None or not match.end():
            break
        rest = rest[match.end() :]
    return "" if _is_closing(rest) else rest
