"""What a person says about the question itself: leave a part, another question instead. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pursuit.talk.endings import abandons
from pursuit.words import holds, terms_of
from wording.amounts import ORDINALS
from wording.phrases import patterns

_PATTERNS = patterns(Path(__file__).with_name("asides_patterns.txt"), re.I)

_ANEW = _PATTERNS["anew"]
_LEAVES = _PATTERNS["leaves"]
_NUMBERED = re.compile(
    r"^(?:the\s+)?(?:part|number|no\.?|question|nr\.?|item|#|sq)?\s*#?(?P<number>\d{1,2})(?:st|nd|rd|th)?$",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"\?|^(?:what|which|who|when|where|why|how|is|are|do|does|did|can|could|will|would|should|has|have|may|must)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Anew:
    """Another question in place of the open one, which is given up in so many words or set aside."""

    question: str
    gives_up: bool


def asks_anew(text: str) -> Anew | None:
    """The question that takes the place of the open one: "New question: …", "Never mind that. Does …?"; else None."""
    words = text.strip()
    if (match := _ANEW.match(words)) and (rest := words[match.end() :].strip()):
        return Anew(rest, False)
    first = re.match(r"[^.!;,:?\n]{3,60}(?:[.!;,:\n]|\s-\s)\s*", words)
    if first and abandons(first[0]):
        rest = re.sub(r"^(?:but|and|so|instead)[, ]+", "", words[first.end() :].strip(), flags=re.I)
        if _ASKS.search(rest):
            return Anew(rest, True)
    return None


def leaves_part(text: str, parts: Sequence[tuple[str, str]]) -> str:
    """The key of the part that the person no longer wants; "" where they name none or may mean several.

    `parts` are (key, text) of those that are there, in their order; a number is the number in the key.
    """
    match = _LEAVES.match(text.strip())
    if match is None or "?" in text:
        return ""
    what = re.sub(r"^(?:the|that|this)\s+", "", match["what"].strip(" .,!\"'“”"), flags=re.I)
    if number := _number(what):
        return next((key for key, _ in parts if key == f"sq{number}"), "")
    if what.lower() == "last":
        return parts[-1][0] if parts else ""
    terms = [term for term in terms_of(what) if term.lower() not in ("part", "question", "one", "thing")]
    named = [key for key, of in parts if terms and all(holds(of, term) for term in terms)]
    return named[0] if len(named) == 1 else ""


def _number(what: str) -> int:
    if match := _NUMBERED.match(what):
        return int(match["number"])
    words = what.lower().split()
    return ORDINALS.get(words[0], 0) if words and len(words) <= 2 else 0
