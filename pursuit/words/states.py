"""The states that a text names, each with its place. A state's name that is part of a longer name is none. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from pursuit.words.names import DOUBTFUL, PROGRAMMES, STATES, TOWNS
from wording.phrases import patterns

_PATTERNS = patterns(Path(__file__).parent / "phrases/states_patterns.txt")

_PLAN_AFTER = re.compile(r"\s*(?:medicaid|medicare|residents?|members?|state|plans?|chip\b|law)\b", re.IGNORECASE)
# "N. Carolina" and "West-Virginia" are these states, and never what stands in them.
_FIRST = {
    "north": r"n(?:orth|o\.|\.)?", "south": r"s(?:outh|o\.|\.)?", "west": r"w(?:est|\.)?", "new": r"n(?:ew|\.)?",
}  # fmt: skip


def _pattern(name: str) -> str:
    first, *rest = name.lower().split()
    return r"[\s-]+".join([_FIRST.get(first, first) if rest else first, *rest])


_NAMES = re.compile(
    # A word that is broken at a line's end ("Ar-", "kansas") is another word.
    r"(?<![\w'’-])(?<!-\n)(?:"
    + "|".join(f"(?P<{code}>{_pattern(name)})" for code, name in sorted(STATES.items(), key=lambda item: -len(item[1])))
    + r")(?![\w-])",
    re.IGNORECASE,
)
_WEST_VIRGINIA = re.compile(r"\bW\.?\s?Va\b\.?", re.IGNORECASE)
_ABBREVIATION = re.compile(r"(?<![\w.-])(?:" + "|".join(STATES) + r")(?![\w-]|\.\w)")
_DOTTED = re.compile(r"(?<![\w.])(?:N\.\s?(?:Y|J|C|M|H|D)\.|\bS\.\s?[CD]\.|\bD\.\s?C\.|\bR\.\s?I\.)")
_WASHINGTON_DC = re.compile(r"\bwash(?:ington|\.)?[,\s]*\s(?:d\.?\s?c\b\.?|district\s+of\s+columbia)", re.IGNORECASE)
# "Kansas City", "Virginia Beach", "Washington County": a town, a street or a school that is called after a state.
_PLACES = _PATTERNS["places"].pattern
_PLACE_AFTER = re.compile(rf"[\s-]+{_PLACES}\b", re.IGNORECASE)
# "Texas Medical Center", and not "Texas Hospital Services": the last word of the name says what it is.
_HOUSE_AFTER = _PATTERNS["house_after"]
_NAME_BEFORE = re.compile(_PATTERNS["name_before"].pattern, re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class StatePlace:
    """A state that a text names in `text[start:end]`."""

    state: str
    start: int
    end: int


def states_in(text: str) -> list[StatePlace]:
    """The states that a text names. "Kansas City, Missouri" and "Nevada, Missouri" name Missouri alone."""
    taken = [(match.start(), match.end(), "District of Columbia") for match in _WASHINGTON_DC.finditer(text)]
    taken += [(match.start(), match.end(), "West Virginia") for match in _WEST_VIRGINIA.finditer(text)]
    named = [
        (match.start(), match.end(), STATES[str(match.lastgroup)])
        for match in _NAMES.finditer(text)
        if not _inside(match.start(), taken)
    ]
    taken += [place for place in named if not _of_longer(text, place[0], place[1])]
    taken += [
        (match.start(), match.end(), STATES[re.sub(r"[.\s]", "", match[0])])
        for match in _DOTTED.finditer(text)
        if not _inside(match.start(), taken)
    ]
    taken += [
        (match.start(), match.end(), STATES[match[0]])
        for match in _ABBREVIATION.finditer(text)
        if not _inside(match.start(), [*taken, *named])
        and (match[0] not in DOUBTFUL or _speaks_of_place(text, match.start(), match.end()))
    ]
    states = [StatePlace(state, start, end) for start, end, state in sorted(taken)]
    return [*_without_towns(text, states), *_programmes(text, states)]


def _inside(place: int, taken: list[tuple[int, int, str]]) -> bool:
    return any(start <= place < end for start, end, _ in taken)


def _of_longer(text: str, start: int, end: int) -> bool:
    """Whether a state's name is part of the name of something else."""
    after = text[end:]
    if _PLACE_AFTER.match(after) or _HOUSE_AFTER.match(after):
        return True
    return bool(_NAME_BEFORE.search(text[:start])) and not _PLAN_AFTER.match(after)


def _without_towns(text: str, states: list[StatePlace]) -> Iterator[StatePlace]:
    """States without the towns that are called as one is: of "Nevada, Missouri" the state after the comma counts."""
    for state, following in zip_longest(states, states[1:]):
        between = text[state.end : following.start] if following is not None else "."
        if (
            following is None
            or not re.fullmatch(r"\s*,?\s*", between)
            or following.state not in TOWNS.get(state.state, ())
        ):
            yield state


def _programmes(text: str, states: list[StatePlace]) -> Iterator[StatePlace]:
    for programme, state in PROGRAMMES.items():
        for match in re.finditer(rf"\b{re.escape(programme)}\b", text, re.IGNORECASE):
            if all(known.state != state for known in states):
                yield StatePlace(state, match.start(), match.end())


def _speaks_of_place(text: str, start: int, end: int) -> bool:
    """Whether two letters stand as the name of a place: after "in", after a town and a comma, as a whole answer."""
    before, after, word = text[:start], text[end:], text[start:end]
    # A whole answer: "OR", "IN." to the question which state.
    if not re.sub(r"[\s.!,]", "", before + after):
        return True
    letters = [mark for mark in before + after if mark.isalpha()]
    if letters and sum(mark.isupper() for mark in letters) > 0.7 * len(letters):
        # Somebody writes in capitals: "IN OR OUT".
        ends = re.match(r"\s*(?:\d{5}|[.?!,]|$)", after)
        return bool(re.search(r"[A-Za-z],\s*$", before) and ends) and word not in ("OR", "IN", "ME", "OK", "HI")
    place = re.search(
        rf"(?:\b(?:in|from|lives?\s+in|state\s+of|resident\s+of|within)\s*|[A-Za-z]{{3,}},\s*|\b{_PLACES}\s+)$",
        before,
        re.I,
    )
    if _PLAN_AFTER.match(after):
        # "Her MA plan" may be of Medicare Advantage.
        return word != "MA" or bool(place)
    if word == "PA" and re.match(r"\s+(?:for|required|needed|request|criteria|form)\b", after, re.I):
        return False
    return bool(place and re.match(r"\s*(?:\d{5}|[.?!,;)]|$|and\b|or\b|under\b|with\b|for\b|who\b|is\b|does\b)", after))
