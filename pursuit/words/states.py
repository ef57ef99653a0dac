"""The states that a text names, each with its place. A state's name that is part of a longer name is none. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from pursuit.words.names import DOUBTFUL, OTHER_NAMES, STATES, TOWNS
from wording.phrases import patterns

_PATTERNS = patterns(Path(__file__).parent / "phrases/states_patterns.txt")

# "N. Carolina" and "West-Virginia" are these states, and never what stands in them.
_FIRST = {
    "north": r"n(?:orth|o\.|\.)?", "south": r"s(?:outh|o\.|\.)?", "west": r"w(?:est|\.)?", "new": r"n(?:ew|\.)?",
}  # fmt: skip


def _pattern(name: str) -> str:
    first, *rest = name.lower().split()
    return r"[\s-]+".join([_FIRST.get(first, first) if rest else first, *rest])


_FULL = re.compile(
    # A word that is broken at a line's end ("Ar-", "kansas") is another word.
    r"(?<![\w'’-])(?<!-\n)(?:"
    + "|".join(f"(?P<{code}>{_pattern(name)})" for code, name in sorted(STATES.items(), key=lambda item: -len(item[1])))
    + r")(?![\w-])",
    re.IGNORECASE,
)
_OTHER = [(re.compile(rf"\b(?:{words})(?!\w)", re.IGNORECASE), state) for words, state in OTHER_NAMES.items()]
_SHORT = re.compile(rf"(?<![\w.-])(?:(?P<code>{'|'.join(STATES)})(?![\w-]|\.\w)|{_PATTERNS['dotted'].pattern})")
# "Kansas City", "Virginia Beach", "Texas Medical Center": a town, a street or a house that is called after a state.
_PLACE_AFTER = re.compile(rf"[\s-]+{_PATTERNS['places'].pattern}\b", re.IGNORECASE)
_HOUSE_AFTER = _PATTERNS["house_after"]
_NAME_BEFORE = re.compile(_PATTERNS["name_before"].pattern, re.IGNORECASE)
_PLAN_AFTER = re.compile(r"\s*(?:medicaid|medicare|residents?|members?|state|plans?|chip\b|law)\b", re.IGNORECASE)
_PLACE_BEFORE = re.compile(
    rf"(?:\b(?:in|from|of|within)\s*|[A-Za-z]{{3,}},\s*|\b(?i:{_PATTERNS['places'].pattern})\s+)$"
)
_PLACE_ENDS = re.compile(r"\s*(?:\d{5}|[.?!,;)]|$|(?:and|or|under|with|for|who|is|does)\b)")


@dataclass(frozen=True, slots=True)
class StatePlace:
    """A state that a text names in `text[start:end]`."""

    state: str
    start: int
    end: int


def states_in(text: str) -> list[StatePlace]:
    """The states that a text names. "Kansas City, Missouri" and "Nevada, Missouri" name Missouri alone."""
    named = [(match, state, True) for pattern, state in _OTHER for match in pattern.finditer(text)]
    named += [(match, STATES[str(match.lastgroup)], not _of_longer(text, match)) for match in _FULL.finditer(text)]
    named += [
        (match, STATES[re.sub(r"[.\s]", "", match[0])], match["code"] not in DOUBTFUL or _speaks_of_place(text, match))
        for match in _SHORT.finditer(text)
    ]
    taken, states = 0, []
    # What stands in a longer name, the "Virginia" of "West Virginia", counts no more.
    for match, state, counts in sorted(named, key=lambda name: (name[0].start(), -name[0].end())):
        if match.start() >= taken:
            taken = match.end()
            states += [StatePlace(state, match.start(), match.end())] if counts else []
    return [
        state
        for state, following in zip_longest(states, states[1:])
        # Of "Nevada, Missouri" the state after the comma counts.
        if following is None
        or not re.fullmatch(r"\s*,?\s*", text[state.end : following.start])
        or following.state not in TOWNS.get(state.state, ())
    ]


def _of_longer(text: str, name: re.Match[str]) -> bool:
    """Whether a state's name is part of the name of something else."""
    after = text[name.end() :]
    if _PLACE_AFTER.match(after) or _HOUSE_AFTER.match(after):
        return True
    return bool(_NAME_BEFORE.search(text[: name.start()])) and not _PLAN_AFTER.match(after)


def _speaks_of_place(text: str, name: re.Match[str]) -> bool:
    """Whether two letters stand as the name of a place: after "in", after a town and a comma, as a whole answer."""
    before, after = text[: name.start()], text[name.end() :]
    # A whole answer: "OR", "IN." to the question which state.
    if not re.sub(r"[\s.!,]", "", before + after):
        return True
    place = _PLACE_BEFORE.search(before)
    if _PLAN_AFTER.match(after):
        # "Her MA plan" may be of Medicare Advantage.
        return name[0] != "MA" or bool(place)
    return bool(place and _PLACE_ENDS.match(after))
