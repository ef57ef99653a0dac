"""Payer, line of business and state in a person's own words, each with its place. Nothing is taken for granted."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

SlotName = Literal["payer", "plan", "state"]

STATES = {
    "AL": "Alabama", "AK": "Alaska", "AZ": "Arizona", "AR": "Arkansas", "CA": "California", "CO": "Colorado",
    "CT": "Connecticut", "DE": "Delaware", "DC": "District of Columbia", "FL": "Florida", "GA": "Georgia",
    "HI": "Hawaii", "ID": "Idaho", "IL": "Illinois", "IN": "Indiana", "IA": "Iowa", "KS": "Kansas",
    "KY": "Kentucky", "LA": "Louisiana", "ME": "Maine", "MD": "Maryland", "MA": "Massachusetts", "MI": "Michigan",
    "MN": "Minnesota", "MS": "Mississippi", "MO": "Missouri", "MT": "Montana", "NE": "Nebraska", "NV": "Nevada",
    "NH": "New Hampshire", "NJ": "New Jersey", "NM": "New Mexico", "NY": "New York", "NC": "North Carolina",
    "ND": "North Dakota", "OH": "Ohio", "OK": "Oklahoma", "OR": "Oregon", "PA": "Pennsylvania",
    "PR": "Puerto Rico", "RI": "Rhode Island", "SC": "South Carolina", "SD": "South Dakota", "TN": "Tennessee",
    "TX": "Texas", "UT": "Utah", "VT": "Vermont", "VA": "Virginia", "WA": "Washington", "WV": "West Virginia",
    "WI": "Wisconsin", "WY": "Wyoming",
}  # fmt: skip
# Two capital letters that mean something else in talk of health plans (PA is prior authorisation, MS multiple
# sclerosis) or that are words where somebody writes in capitals: a state only where the words around say so.
_DOUBTFUL = frozenset(
    [
        "AL",
        "AR",
        "CO",
        "CT",
        "DC",
        "DE",
        "HI",
        "IA",
        "ID",
        "IL",
        "IN",
        "KS",
        "LA",
        "MA",
        "MD",
        "ME",
        "MI",
        "MO",
        "MS",
        "MT",
        "NC",
        "ND",
        "NE",
        "OH",
        "OK",
        "OR",
        "PA",
        "PR",
        "RI",
        "SC",
        "SD",
        "VA",
        "WA",
    ]
)
_LINES = (
    ("Medicare Advantage", r"medicare\s+advantage|medicare\s+part\s+c\b|\bMA-PD\b"),
    ("Medicare Part D", r"medicare\s+part\s+d\b|\bpart\s+d\b"),
    ("Medicare Part A", r"medicare\s+part\s+a\b"),
    ("Medicare Part B", r"medicare\s+part\s+b\b"),
    ("Medicaid", r"medicaid|medi-?cal|tenncare|masshealth|badgercare(?:\s+plus)?|soonercare|husky\s+health|ahcccs"),
    ("Medicare", r"(?:original\s+)?medicare|\bCMS\s+fee[- ]for[- ]service"),
    ("CHIP", r"(?-i:\bCHIP\b)|children'?s\s+health\s+insurance(?:\s+program)?|florida\s+kidcare|healthy\s+kids"),
    ("Marketplace", r"(?:aca\s+|health\s+insurance\s+)?marketplace|obamacare|exchange\s+plan|aca\s+plans?"),
    ("Dual eligible", r"d-?snp|dual[- ]eligibles?|dual\s+special\s+needs"),
    ("TRICARE", r"tricare"),
    ("Veterans Affairs", r"(?:the\s+)?(?-i:\bVA)\s+(?:benefits|health\s+care|hospital)|veterans\s+affairs"),
    ("Commercial", r"commercial(?:\s+(?:insurance|plans?|coverage))?|employer[- ](?:sponsored|based)(?:\s+plan)?"),
    ("Long-term care", r"\bLTC\s+plan|long[- ]term\s+care\s+(?:plan|program)|\bMLTSS\b"),
)
# A programme that one state alone has says the state as well.
_PROGRAMMES = {
    "medi-cal": "California", "medical": "", "tenncare": "Tennessee", "masshealth": "Massachusetts",
    "badgercare": "Wisconsin", "soonercare": "Oklahoma", "husky health": "Connecticut", "ahcccs": "Arizona",
    "florida kidcare": "Florida",
}  # fmt: skip
_PLAN_BEFORE = r"(?:in|from|of|under|lives?\s+in|for|state\s+of|resident\s+of|to|is|it's|within|[,(])\s*$"
_PLAN_AFTER = r"^\s*(?:medicaid|medicare|residents?|members?|state|plans?|chip\b|law)\b"
_STATE_NAMES = re.compile(
    r"\b(?:" + "|".join(sorted((re.escape(name) for name in STATES.values()), key=len, reverse=True)) + r")\b", re.I
)
_ABBREVIATION = re.compile(r"(?<![\w.-])(?:" + "|".join(STATES) + r")(?![\w-]|\.\w)")
_DOTTED = re.compile(r"(?<![\w.])(?:N\.\s?(?:Y|J|C|M|H|D)\.|\bS\.\s?[CD]\.|\bD\.\s?C\.|\bR\.\s?I\.)")
_WASHINGTON_DC = re.compile(r"\bwashington,?\s+d\.?\s?c\b\.?", re.I)
_OTHER_PLACES = re.compile(r"(?:new mexico city|kansas city|oklahoma city|new york city|virginia beach)", re.I)
# The last words of a payer's name that people leave out; those of the second pattern where two words are left.
_LEFT_OUT = re.compile(
    r"\s+(?:health\s*plans?|health\s*care|healthcare|health|plans?|insurance|inc\.?|llc|of\s+[A-Z][\w ]+|company|group|"
    r"corporation|medicaid|medicare)$",
    re.I,
)
_LEFT_OUT_OF_TWO = re.compile(
    r"(?<=\w\s)(?P<rest>\S+)\s+(?:community|advantage|mutual|partners|alliance|network|assurance|cooperative|choice)$",
    re.I,
)
_TOO_COMMON = frozenset(
    [
        "a",
        "an",
        "the",
        "health",
        "plan",
        "plans",
        "care",
        "united",
        "state",
        "community",
        "group",
        "first",
        "national",
        "american",
        "blue",
        "simple",
        "simply",
        "family",
        "better",
        "general",
        "medical",
        "policy",
        "sample",
    ]
)
_TAKEN_BACK = re.compile(r"\b(?:not|instead of|rather than)\s+(?:in\s+|with\s+|for\s+)?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Mention:
    """A slot that the words name: `text[start:end]` says it, `value` is its one canonical form."""

    slot: SlotName
    value: str
    start: int
    end: int
    words: str


def mentions(text: str, payers: Iterable[str] = ()) -> list[Mention]:
    """Every payer, line of business and state that `text` names, in order of place. Never a default.

    `payers` are the names that the collection's documents carry; a short form of one counts where it is no common
    word. Abbreviations of states count in capitals only, and those that are also words ("OR", "IN", "ME", "PA") only
    where the words around them speak of a place.
    """
    found = [*_states(text), *_lines(text), *_payers(text, tuple(dict.fromkeys(payers)))]
    return sorted(found, key=lambda one: (one.start, -one.end))


def meant(text: str, payers: Iterable[str] = ()) -> list[Mention]:
    """What `text` names, without what it takes back: "Texas, not Florida" means Texas."""
    return [one for one in mentions(text, payers) if not _TAKEN_BACK.search(text[: one.start])]


def values(text: str, payers: Iterable[str] = ()) -> dict[SlotName, str]:
    """The slots that `text` gives without doubt: of a slot with two values nothing is taken."""
    said: dict[SlotName, set[str]] = {}
    for one in meant(text, payers):
        said.setdefault(one.slot, set()).add(one.value)
    return {slot: next(iter(of)) for slot, of in said.items() if len(of) == 1}


def _states(text: str) -> list[Mention]:
    found: list[Mention] = []
    capital = [(m.start(), m.end()) for m in _WASHINGTON_DC.finditer(text)]
    found += [Mention("state", "District of Columbia", s, e, text[s:e]) for s, e in capital]
    for match in _STATE_NAMES.finditer(text):
        if any(s <= match.start() < e for s, e in capital):
            continue
        name = next(full for full in STATES.values() if full.lower() == match[0].lower())
        found.append(Mention("state", name, match.start(), match.end(), match[0]))
    for match in _DOTTED.finditer(text):
        found.append(Mention("state", STATES[re.sub(r"[.\s]", "", match[0])], match.start(), match.end(), match[0]))
    for match in _ABBREVIATION.finditer(text):
        if any(one.start <= match.start() < one.end for one in found):
            continue
        if match[0] not in _DOUBTFUL or _speaks_of_place(text, match.start(), match.end()):
            found.append(Mention("state", STATES[match[0]], match.start(), match.end(), match[0]))
    for programme, state in _PROGRAMMES.items():
        for match in re.finditer(rf"\b{re.escape(programme)}\b", text, re.I) if state else ():
            if not any(one.value == state for one in found):
                found.append(Mention("state", state, match.start(), match.end(), match[0]))
    return found


def _speaks_of_place(text: str, start: int, end: int) -> bool:
    before, after = text[:start], text[end:]
    word = text[start:end]
    # A whole answer: "OR", "IN." to the question which state.
    if not re.sub(r"[\s.!,]", "", before + after):
        return True
    letters = [c for c in before + after if c.isalpha()]
    if letters and sum(c.isupper() for c in letters) > 0.7 * len(letters):
        # Somebody writes in capitals: "IN OR OUT".
        return bool(re.search(r"[A-Za-z],\s*$", before) and re.match(r"\s*(?:\d{5}|[.?!,]|$)", after)) and word not in (
            "OR", "IN", "ME", "OK", "HI")  # fmt: skip
    if re.match(_PLAN_AFTER, after, re.I):
        return True
    if word == "PA" and re.match(r"\s+(?:for|required|needed|request|criteria|form)\b", after, re.I):
        return False
    place = re.search(
        r"(?:\b(?:in|from|lives?\s+in|state\s+of|resident\s+of|within)\s*|[A-Za-z]{3,},\s*)$", before, re.I
    )
    return bool(place and re.match(r"\s*(?:\d{5}|[.?!,;)]|$|and\b|or\b|under\b|with\b|for\b|who\b|is\b|does\b)", after))


def _lines(text: str) -> list[Mention]:
    found: list[Mention] = []
    for name, pattern in _LINES:
        for match in re.finditer(rf"(?<!\w)(?:{pattern})(?!\w)", text, re.I):
            if not any(one.start < match.end() and match.start() < one.end for one in found):
                found.append(Mention("plan", name, match.start(), match.end(), match[0]))
    return found


def _payers(text: str, payers: tuple[str, ...]) -> list[Mention]:
    found: list[Mention] = []
    for pattern, name in _patterns(payers):
        for match in pattern.finditer(text):
            if not any(one.start < match.end() and match.start() < one.end for one in found):
                found.append(Mention("payer", name, match.start(), match.end(), match[0]))
    return found


@lru_cache(64)
def _patterns(payers: tuple[str, ...]) -> list[tuple[re.Pattern[str], str]]:
    """What finds each name, the longest first. A short form that two payers share finds neither."""
    forms: dict[str, set[str]] = {}
    for payer in payers:
        for form in _forms(payer):
            forms.setdefault(form.lower(), set()).add(payer)
    named = [
        (re.compile(rf"(?<!\w){re.escape(form)}(?!\w)".replace(r"\ ", r"[\s-]+"), re.I), shortest)
        for form, of in sorted(forms.items(), key=lambda item: -len(item[0]))
        # One payer that documents name in several ways goes by the shortest of its names.
        if all((shortest := min(sorted(of), key=len)).lower() in payer.lower() for payer in of)
    ]
    return named + [
        # With its capital, and before no other name: "Peachtree", and not "Peachtree Street".
        (re.compile(rf"(?<!\w){re.escape(word)}(?![\w'’-]|\s+[A-Z][a-z])"), next(iter(of)))
        for word, of in _first_words(payers).items()
        if len(of) == 1 and word.lower() not in forms
    ]


def _first_words(payers: Iterable[str]) -> dict[str, set[str]]:
    """The first words of names that have several, where such a word is a name by itself: who is called so."""
    found: dict[str, set[str]] = {}
    states = {word for state in STATES.values() for word in state.split()}
    for payer in payers:
        word, _, rest = payer.partition(" ")
        if rest and re.fullmatch(r"[A-Z][a-z]{4,}", word) and word.lower() not in _TOO_COMMON and word not in states:
            found.setdefault(word, set()).add(payer)
    return found


def _forms(payer: str) -> list[str]:
    name = " ".join(payer.split())
    if not name:
        return []
    forms, short = [name], name
    while True:
        shorter = _LEFT_OUT_OF_TWO.sub(r"\g<rest>", _LEFT_OUT.sub("", short).strip())
        if shorter == short or not shorter:
            break
        short = shorter
        if short.lower() not in _TOO_COMMON and len(short) > 3 and short not in STATES.values():
            forms.append(short)
    return forms


def replaced(text: str, slot: SlotName, old: str, new: str, payers: Iterable[str] = ()) -> str:
    """`text` with every name of `old` for this slot said as `new`."""
    for one in reversed(mentions(text, payers)):
        if one.slot == slot and one.value == old:
            text = text[: one.start] + new + text[one.end :]
    return text
