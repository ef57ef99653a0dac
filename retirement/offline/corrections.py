"""Reads what takes an earlier fact back or puts another number in its place: "actually 67, not 65"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from retirement.coverage import base_type
from retirement.facts import FactView, current
from retirement.reading import label_of
from wording.phrases import groups

_PATTERNS = groups(Path(__file__).parent / "patterns/corrections.txt")

_NUMBER = _PATTERNS["number"]
_SWAP = (
    re.compile(rf"(?P<new>{_NUMBER})\b[\s,;]*(?:and |but )?(?:not|instead of|rather than) (?P<old>{_NUMBER})", re.I),
    re.compile(
        rf"\bnot (?P<old>{_NUMBER})[\s,;.]*(?:it'?s|but|rather|make it|i meant|more like)? ?(?P<new>{_NUMBER})", re.I
    ),
    re.compile(rf"\bfrom (?P<old>{_NUMBER}) to (?P<new>{_NUMBER})", re.I),
)
_NEW = re.compile(
    _PATTERNS["new"],
    re.I,
)

_PANEL_SENTENCE = re.compile(
    r"\s*That's wrong: [“\"](?P<quoted>.+?)[”\"]\.?\s*(?:It(?:'s| is| was)\b)?(?P<said>.*)\Z", re.I | re.DOTALL
)
# A number and its unit, as in "$6,400 a month": of a longer answer the number alone would lose the rest.
MAX_NUMBER_WORDS = 4
# A correction is short; a longer message is read for facts of its own.
MAX_CORRECTION = 300


@dataclass(frozen=True, slots=True)
class Correction:
    """An earlier fact with the person's new number in the place of the old one."""

    fact: FactView
    value: str


def read_correction(text: str, facts: Sequence[FactView]) -> Correction | None:
    """The correction of a number that an earlier fact holds, or None when it is not certain which."""
    if len(text) > MAX_CORRECTION:
        return None
    known = current(facts)
    for pattern in _SWAP:
        if match := pattern.search(text):
            old, new = match["old"].rstrip(".,"), match["new"].rstrip(".,")
            holding = [fact for fact in known if _place(old, fact.value)]
            if holding and old != new:
                fact = max(holding, key=lambda candidate: candidate.created_at)
                return Correction(fact, _swapped(fact.value, old, new))
    changed = _NEW.search(text)
    newest = max(known, key=lambda candidate: candidate.created_at, default=None)
    if changed and newest and len(text.split()) <= 8:
        held = re.findall(_NUMBER, newest.value)
        if len(held) == 1:
            return Correction(newest, _swapped(newest.value, held[0].rstrip(".,"), changed["new"].rstrip(".,")))
    return None


def read_panel_correction(text: str, facts: Sequence[FactView]) -> Correction | None:
    """What the panel's "That's wrong" begins and the person ends: the fact that it quotes, as they say it is."""
    match = _PANEL_SENTENCE.match(text.replace("’", "'"))
    if match is None or not (meant := match["said"].strip().rstrip(".")):
        return None
    quoted = match["quoted"].removesuffix("…").strip()
    fact = next((candidate for candidate in reversed(current(facts)) if candidate.value.startswith(quoted)), None)
    if fact is None:
        return None
    number, held = re.match(rf"(?:about |roughly |around )?({_NUMBER})", meant, re.I), re.findall(_NUMBER, fact.value)
    if number and len(held) == 1 and len(meant.split()) <= MAX_NUMBER_WORDS:
        return Correction(fact, _swapped(fact.value, held[0].rstrip(".,"), number[1].rstrip(".,")))
    label = label_of(base_type(fact.fact_type or "")) or fact.topic.short_label
    return Correction(fact, f"{label[:1].upper()}{label[1:]}: {meant}")


def is_unfinished_correction(text: str) -> bool:
    """Whether it is the panel's sentence, sent without its end."""
    match = _PANEL_SENTENCE.match(text.replace("’", "'"))
    return match is not None and not match["said"].strip(" .…")


def _place(number: str, value: str) -> re.Match[str] | None:
    return re.search(rf"(?<![\d.,]){re.escape(number)}(?!\d|[.,]\d)", value)


def _swapped(value: str, old: str, new: str) -> str:
    place = _place(old, value)
    assert place is not None
    return value[: place.start()] + new + value[place.end() :]
