"""Is what a reply quotes in the document? Each quote is matched exactly, then normalised, then fuzzily. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rapidfuzz import fuzz

Verdict = Literal["verified", "repaired", "unverified"]
# Below this likeness (0–100) a quote is somebody else's text; above it, the document's own words replace it.
FLOOR = 88.0
# A quotation of fewer words is emphasis or a term, and proves nothing.
LEAST_WORDS = 3
_QUOTES = re.compile(
    r"\"([^\"\n]{4,2000})\"|“([^”\n]{4,2000})”|«([^»\n]{4,2000})»|„([^“”\n]{4,2000})[“”]|‘([^’\n]{12,2000})’(?!\w)"
)
_SAME = str.maketrans(
    {"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "‑": "-", "\u00a0": " ", "\u00ad": None}
)
_ELLIPSIS = re.compile(r"\s*(?:\.\.\.|…|\[\.\.\.\]|\[…\])\s*")


@dataclass(frozen=True, slots=True)
class Evidence:
    """A chunk as quotes are looked for in it."""

    chunk_key: str
    text: str


@dataclass(frozen=True, slots=True)
class Quote:
    """A quoted passage of a reply, at `start`–`end` of it, and what was found of it in the document.

    `text` is what the person may be shown: the document's own words, or, unverified, the quote as it was written.
    `chunk_key`, `chunk_start` and `chunk_end` say where the words stand; they are empty where they do not.
    """

    verdict: Verdict
    text: str
    start: int
    end: int
    chunk_key: str = ""
    chunk_start: int = 0
    chunk_end: int = 0
    likeness: float = 0.0


def check_quotes(reply: str, evidence: Sequence[Evidence]) -> list[Quote]:
    """Every quoted passage of a reply that has three words or more, each with its verdict."""
    return [_check(match, evidence) for match in _QUOTES.finditer(reply) if len(_inside(match).split()) >= LEAST_WORDS]


def _inside(match: re.Match[str]) -> str:
    return next(group for group in match.groups() if group is not None)


def _check(match: re.Match[str], evidence: Sequence[Evidence]) -> Quote:
    group = next(n for n in range(1, 6) if match[n] is not None)
    said, start, end = match[group], match.start(group), match.end(group)
    for source in evidence:
        if (at := source.text.find(said)) >= 0:
            return Quote("verified", said, start, end, source.chunk_key, at, at + len(said), 100.0)
    parts = [part for part in _ELLIPSIS.split(said.strip(" .,;…")) if part]
    for source in evidence:
        if place := _place_of_parts(parts, source.text):
            return Quote("verified", said, start, end, source.chunk_key, *place, 100.0)
    return _nearest(said, start, end, evidence)


def normalised_place(quote: str, text: str) -> tuple[int, int] | None:
    """Where `quote` stands in `text`, exactly or but for case, spacing and kinds of marks; None when it does not."""
    at = text.find(quote)
    return (at, at + len(quote)) if at >= 0 else _place_of_parts([quote], text)


def _place_of_parts(parts: Sequence[str], text: str) -> tuple[int, int] | None:
    """Where the parts stand in order, without regard to case, spacing, kinds of quotes and dashes, and ligatures."""
    plain, places = _plain(text)
    at, first, last = 0, -1, 0
    for part in parts:
        wanted = _plain(part)[0].strip(" .,;:")
        found = plain.find(wanted, at) if wanted else -1
        if found < 0:
            return None
        first = found if first < 0 else first
        at = last = found + len(wanted)
    return (places[first], places[last - 1] + 1) if parts and first >= 0 else None


def _plain(text: str) -> tuple[str, list[int]]:
    """The text as it is compared, and for each of its characters the place in the text that it came from."""
    letters: list[str] = []
    places: list[int] = []
    for place, char in enumerate(text):
        for one in unicodedata.normalize("NFKC", char).translate(_SAME).casefold():
            if one.isspace():
                if letters and letters[-1] != " ":
                    letters.append(" ")
                    places.append(place)
            else:
                letters.append(one)
                places.append(place)
    return "".join(letters), places


def _nearest(said: str, start: int, end: int, evidence: Sequence[Evidence]) -> Quote:
    """The most alike passage of the evidence, whole words of it, where it is alike enough and no number differs."""
    wanted = _plain(said)[0].strip(" .,;:")
    best = Quote("unverified", said, start, end)
    for source in evidence:
        plain, places = _plain(source.text)
        if len(wanted) < 12 or len(plain) < len(wanted) // 2:
            continue
        found = fuzz.partial_ratio_alignment(wanted, plain, score_cutoff=FLOOR)
        if found is None or found.score <= best.likeness:
            continue
        low, high = _whole_words(plain, found.dest_start, found.dest_end)
        if _numbers(plain[low:high]) != _numbers(wanted):
            continue
        first, last = places[low], places[high - 1] + 1
        best = Quote(
            "repaired", source.text[first:last], start, end, source.chunk_key, first, last, round(found.score, 1)
        )
    return best


def _whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    while start > 0 and text[start - 1].isalnum() and text[start].isalnum():
        start -= 1
    while end < len(text) and text[end - 1].isalnum() and text[end].isalnum():
        end += 1
    while start < end and not text[start].isalnum():
        start += 1
    return start, max(end, start + 1)


def _numbers(text: str) -> list[str]:
    return re.findall(r"\d+(?:[.,]\d+)*", text)
