"""The names of payers, lines of business and states: which of them are one and the same. Pure.

Names are equal or they are not: their words are the same, or `names.txt` says so. A name that stands in another is
another name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from wording.phrases import patterns

_PATTERNS = patterns(Path(__file__).parent / "phrases/names_patterns.txt", re.I)

_STATE_LINES = [
    line.partition(": ")
    for line in (Path(__file__).parent / "phrases/states.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
]
STATES = {code.rstrip("?"): name for code, _, name in _STATE_LINES if code != "other"}
# States whose two letters mean something else too.
DOUBTFUL = frozenset(code.rstrip("?") for code, _, _ in _STATE_LINES if code.endswith("?"))
# What else says a state, as regular expressions: {"tenncare": "Tennessee"}.
OTHER_NAMES = dict(name.split(" = ") for code, _, name in _STATE_LINES if code == "other")
# The first that fits a place counts, so the longer name stands before the one inside it.
LINES = tuple(
    (name, re.compile(rf"(?<![\w-])(?:{pattern.pattern})(?![\w-])", re.IGNORECASE))
    for name, pattern in patterns(Path(__file__).parent / "phrases/lines_patterns.txt").items()
)
# What the name of a service has, and that of a payer has not: "Behavioral Health", "Home Health".
SERVICE = _PATTERNS["service"]
# What a name may end with and name nobody: the form of the company, the kind of its product.
_NOBODY = re.compile(
    r"\s+(?:inc|llc|llp|ltd|corp|corporation|co|company|companies|plans?|insurance)$"
)  # fmt: skip
TYPES = tuple(
    (name, re.compile(rf"(?<![\w-])(?:{pattern.pattern})(?![\w])", re.IGNORECASE))
    for name, pattern in patterns(Path(__file__).parent / "phrases/types_patterns.txt").items()
    if name.isupper()
)
_TYPE_LAST = re.compile(r"\s+(?P<type>hmo|ppo|pos|epo)$")
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
    for line in (Path(__file__).parent / "phrases/names.txt").read_text("utf-8").splitlines():
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
# A person may name one of these although no policy of it is on file: then it must not be passed over.
LARGE = next(others for kind, _, others in _TABLE if kind == "large")
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
    plan_type: str = ""


@lru_cache(8_192)
def payer_name(name: str) -> PayerName:
    """A payer's name taken apart: a line of business, "of Florida" and "HMO" at its end say no other payer."""
    words, plan, state, kind = normalised(name), "", "", ""
    if ("payer", words) in _SAME:
        return PayerName(_SAME["payer", words])
    for _ in range(3):
        if match := _TYPE_LAST.search(words):
            kind, words = match["type"].upper(), normalised(words[: match.start()])
        if match := _STATE_LAST.search(words):
            state = next(state for state in STATES.values() if state.lower() == match["state"])
            words = words[: match.start()]
        line, place = next(((line, hit) for line, hit in lines_in(words) if hit.end() == len(words)), ("", None))
        if place is not None:
            # Where a line of business is the whole name, it is the payer's as well.
            plan, words = line, words[: place.start()].strip() or words
    return PayerName(key("payer", words), plan, state, kind)


def lines_in(text: str) -> list[tuple[str, re.Match[str]]]:
    """The lines of business that a text names, as (name, place); of two that overlap the longer name."""
    return _named_in(text, LINES)


def types_in(text: str) -> list[tuple[str, re.Match[str]]]:
    """The types of plan that a text names, HMO, PPO, POS and EPO, as (name, place)."""
    return _named_in(text, TYPES)


def _named_in(text: str, names: Sequence[tuple[str, re.Pattern[str]]]) -> list[tuple[str, re.Match[str]]]:
    taken: list[tuple[str, re.Match[str]]] = []
    for name, pattern in names:
        for match in pattern.finditer(text):
            if not any(earlier.start() < match.end() and match.start() < earlier.end() for _, earlier in taken):
                taken.append((name, match))
    return taken


def same_payer(name: str, other: str) -> bool:
    """Whether two names are of one payer."""
    return payer_name(name).payer == payer_name(other).payer
