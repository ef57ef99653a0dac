"""The names of payers, lines of business and states: which of them are one and the same. Pure.

Names are equal or they are not: their words are the same, or `names.txt` says so. A name that stands in another is
another name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from wording.phrases import patterns

_PATTERNS = patterns(Path(__file__).with_name("names_patterns.txt"), re.I)

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
# The first that fits a place counts, so the longer name stands before the one inside it.
LINES = tuple(
    (name, re.compile(rf"(?<![\w-])(?:{pattern})(?![\w-])", re.IGNORECASE))
    for name, pattern in (
        ("Medicare Advantage", r"medicare[\s-]+adv(?:antage|\.)?|medicare[\s-]+(?:part[\s-]+c|replacement)|MA-?PD"),
        ("Medicare Part D", r"(?:medicare[\s-]+)?part[\s-]+d"),
        ("Medicare Part A", r"medicare[\s-]+part[\s-]+a"),
        ("Medicare Part B", r"medicare[\s-]+part[\s-]+b"),
        ("Medicare Supplement", r"medicare[\s-]+supplement(?:al|s)?|medigap"),
        ("Medicare Savings Program", r"medicare[\s-]+savings?(?:[\s-]+programs?)?"),
        ("Medicare Cost", r"medicare[\s-]+cost(?=[\s-]+plan)"),
        ("Medicaid", _PATTERNS["medicaid"].pattern),
        ("Medicare", r"(?:(?:original|traditional)[\s-]+)?medicare|CMS[\s-]+fee[- ]for[- ]service"),
        ("CHIP", _PATTERNS["chip"].pattern),
        ("Marketplace", r"(?:aca\s+|health\s+insurance\s+)?marketplace|obamacare|exchange\s+plan|aca\s+plans?"),
        ("Dual eligible", r"d-?snp|dual[- ]eligibles?|dual\s+special\s+needs"),
        ("TRICARE", r"tricare"),
        ("Veterans Affairs", r"(?:the\s+)?(?-i:VA)\s+(?:benefits|health\s+care|hospital)|veterans\s+affairs"),
        ("Commercial", r"commercial(?:\s+(?:insurance|plans?|coverage))?|employer[- ](?:sponsored|based)(?:\s+plan)?"),
        ("Long-term care", r"LTC\s+plan|long[- ]term\s+care\s+(?:plan|program)|MLTSS"),
    )
)  # fmt: skip
# What the name of a service has, and that of a payer has not: "Behavioral Health", "Home Health".
SERVICE = _PATTERNS["service"]
# What a name may end with and name nobody: the form of the company, the kind of its product.
_NOBODY = re.compile(
    r"\s+(?:inc|llc|llp|ltd|corp|corporation|co|company|companies|plans?|insurance|hmo|ppo|pos|epo)$"
)  # fmt: skip
_STATE_LAST = re.compile(
    r"\s+of\s+(?:the\s+)?(?:state\s+of\s+)?(?P<state>" + "|".join(name.lower() for name in STATES.values()) + r")$"
)


def normalised(name: str) -> str:
    """A name as two are compared: its words in lower case, without marks, and without what names nobody at its end."""
    words = unicodedata.normalize("NFKC", name).casefold().replace("’", "'").replace("&", " and ")
    words = " ".join(re.sub(r"[^\w']+", " ", words.replace(".", "")).split())
    words = words.removeprefix("the ")
    while (cut := _NOBODY.sub("", words)) != words:
        words = cut
    return words


def _table() -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Each line of names.txt as (kind, name, other names)."""
    for line in (Path(__file__).parent / "names.txt").read_text("utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            kind, _, rest = line.partition(":")
            name, _, others = rest.partition("=")
            yield kind.strip(), name.strip(), tuple(other.strip() for other in others.split(","))


_TABLE = tuple(_table())
_SAME: Mapping[tuple[str, str], str] = {
    (kind, normalised(other)): normalised(name)
    for kind, name, others in _TABLE
    for other in others
    if kind in ("payer", "plan")
}
_OTHERS = {(kind, normalised(name)): others for kind, name, others in _TABLE if kind == "payer"}
# {a state's name: the states that have a town of that name}
TOWNS = {name: frozenset(others) for kind, name, others in _TABLE if kind == "town"}


def key(kind: str, name: str) -> str:
    """What every name of one and the same thing has in common; equal exactly where two names are of one thing."""
    words = normalised(name)
    return _SAME.get((kind, words), words)


def other_names(payer: str) -> tuple[str, ...]:
    """What a payer is called too."""
    return _OTHERS.get(("payer", normalised(payer)), ())


@dataclass(frozen=True, slots=True)
class PayerName:
    """What a payer's name says: "Molina Healthcare of Florida" is Molina Healthcare, in Florida."""

    payer: str
    plan: str = ""
    state: str = ""


@lru_cache(8_192)
def payer_name(name: str) -> PayerName:
    """A payer's name taken apart: a line of business and "of Florida" at its end say no other payer."""
    words, plan, state = normalised(name), "", ""
    if ("payer", words) in _SAME:
        return PayerName(_SAME["payer", words])
    for _ in range(2):
        if match := _STATE_LAST.search(words):
            state = next(state for state in STATES.values() if state.lower() == match["state"])
            words = words[: match.start()]
        line, place = next(((line, hit) for line, hit in _lines(words) if hit.end() == len(words)), ("", None))
        if place is not None:
            # Where a line of business is the whole name, it is the payer's as well.
            plan, words = line, words[: place.start()].strip() or words
    return PayerName(key("payer", words), plan, state)


def _lines(text: str) -> Iterator[tuple[str, re.Match[str]]]:
    for name, pattern in LINES:
        for match in pattern.finditer(text):
            yield name, match


def lines_in(text: str) -> list[tuple[str, re.Match[str]]]:
    """The lines of business that a text names, as (name, place); of two that overlap the longer name."""
    taken: list[tuple[str, re.Match[str]]] = []
    for name, match in _lines(text):
        if not any(earlier.start() < match.end() and match.start() < earlier.end() for _, earlier in taken):
            taken.append((name, match))
    return taken


def same_payer(name: str, other: str) -> bool:
    """Whether two names are of one payer."""
    return payer_name(name).payer == payer_name(other).payer
