"""Reads whether a person's words name an option, a future or another derivative. Pure functions.

The one rule: what was named as a derivative is never taken for the share in silence.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pa_dealing.instruments import DERIVATIVE_TYPES, name_tokens
from pa_dealing.words.owners import owner_of
from wording.amounts import lower, plain

Kind = Literal["option", "future", "warrant", "cfd", "derivative"]

_COUNT = r"(?:\d[\d,.]*|an?|one|two|three|four|five|ten|some|another|my|the|een|twee|drie|vier|vijf|tien)"
_NOUNS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    (
        "option",
        re.compile(
            r"\b(?:calls?|puts?)[ -]?(?:options?|opties?)\b|\b(?:call|put)?opties?\b|\bstock options?\b|"
            r"\b(?<!my )(?<!other )(?<!which )(?<!what )(?<!the )(?<!best )(?<!any )options?\b"
            r"(?!\s+(?:\d|[a-e]\b|number|do\b|are\b|is\b|to\b|would\b))|\boptions? on\b|"
            r"(?<!he )(?<!it )(?<!who )(?<!that )(?<!phone )(?<!broker )(?<!margin )(?<!earnings )(?<!conference )"
            r"\b(?:calls|puts)\b(?!\s+(?:me|us|it|him|her|them|off|up|in)\b|\s+for\b(?!\s+(?:\w+\s+){0,3}[$€£]?\d))|"
            rf"\b{_COUNT}\s+(?:calls?|puts?)\s+(?:on|op)\b(?! (?:\w+day|the phone|my|your|\d))|"
            r"\b\d[\d.,]*\s*-?\s*strike\b|\bstrike(?:\s+(?:price|of|at|is))*\s*[$€£]?\d|\buitoefenprijs\b|"
            r"\brights? to (?:buy|sell|purchase)\b|"
            rf"\b{_COUNT}\s+(?!quick\b|phone\b|short\b|video\b|brief\b|zoom\b)(?:[\w.&'-]+\s+){{1,3}}?(?:call|put)\b"
            r"(?!\s+(?:me|us|in|into|for|with|centre|center|it)\b)|"
            r"\b(?:buy|buying|sell|selling|trade|long|short)\s+(?:an?|one|\d+)\s+(?:call|put)\b|"
            r"\b(?!i\b|to\b|will\b|would\b|please\b|and\b|want\b|can\b|me\b|could\b|it\b|we\b|you\b|i'll\b|i'd\b)"
            r"[a-z][\w.&'-]+\s+(?:call|put)\s+(?:strike|\d|@)"
        ),
    ),
    (
        "future",
        re.compile(
            r"\bfutures\b(?! (?:of|generations?)\b)|\bfuts?\b|\btermijncontract(?:en)?\b|"
            r"\b(?!the\b|my\b|our\b|near\b|its\b|their\b|his\b|her\b|your\b|no\b|bright\b|great\b|for\b|a\b|in\b|"
            r"foreseeable\b|company's\b|about\b|any\b)[\w&.'-]+\s+future\b(?!\s+(?:growth|plans?|of|income|needs?)\b)"
        ),
    ),
    (
        "warrant",
        re.compile(r"\bwarrants?\b(?!\s+(?:an?|the|that|it)\b)|\b(?:turbos?|speeders?|sprinters?|knock-?outs?)\b"),
    ),
    ("cfd", re.compile(r"\bcfd'?s?\b|\bcontracts? for differences?\b")),
    ("derivative", re.compile(r"\b(?:derivatives?|swaptions?|swaps|leaps|structured (?:note|product)s?)\b")),
)
_DENIED = re.compile(r"\b(?:no|not|never|geen|niet|rather than|instead of|without|nor|n't)\s+(?:[\w'-]+\s+){0,3}$")
_SHARE = re.compile(
    r"\b(?:shares?|stocks?|equity|equities|ordinary|aandelen|aandeel|underlying)\b(?!\s+(?:options?|futures?|"
    r"warrants?))"
)
_PUT, _CALL = re.compile(r"\bput"), re.compile(r"\bcall")


@dataclass(frozen=True, slots=True)
class Wanted:
    """A derivative as a person named it; `side` is "call" or "put" where an option's was said."""

    kind: Kind
    words: str
    side: str = ""

    @property
    def noun(self) -> str:
        return f"{self.side} option" if self.side else self.kind


def derivative_said(text: str) -> Wanted | None:
    """The derivative that a message names for this trade; a denied one, or one of somebody else, is none."""
    source = lower(plain(text[:2_000]))
    for kind, nouns in _NOUNS:
        for match in nouns.finditer(source):
            before = source[max(0, match.start() - 40) : match.start()]
            if _DENIED.search(before) or owner_of(text, *match.span(), unit=True) in ("denied", "past", "other_person"):
                continue
            put, call = _PUT.search(match.group()), _CALL.search(match.group())
            return Wanted(kind, text[match.start() : match.end()], "put" if put else "call" if call else "")
    return None


def derivative_wanted(messages: Sequence[str]) -> Wanted | None:
    """The derivative that the messages of a request name; the newest message that names a kind of security decides."""
    for text in reversed(messages):
        if wanted := derivative_said(text):
            return wanted
        if _SHARE.search(lower(plain(text[:2_000]))):
            return None
    return None


def share_said(text: str) -> bool:
    """Whether a message names the share itself and no derivative."""
    return derivative_said(text) is None and bool(_SHARE.search(lower(plain(text[:2_000]))))


def fits(security: Mapping[str, Any], wanted: Wanted) -> bool:
    """Whether a search result is the kind of derivative that was named, and of the same side."""
    kind = security["inst_type"]
    if kind not in DERIVATIVE_TYPES or (wanted.kind != "derivative" and kind != wanted.kind):
        return False
    sides = {"call", "put"} & set(name_tokens(security["name"]))
    return not wanted.side or not sides or wanted.side in sides
