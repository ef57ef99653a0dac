"""What the panel's "That's wrong" begins and the person ends."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from retirement.facts import FactView, current
from retirement.offline.corrections import MAX_NUMBER_WORDS, Correction, in_words, put_number
from retirement.reading import measures_in
from wording.phrases import groups

_PATTERNS = groups(Path(__file__).parent / "patterns/panel_sentence.txt")
_NUMBER, _PANEL_SENTENCE = _PATTERNS["number"], re.compile(_PATTERNS["panel_sentence"], re.IGNORECASE)


def panel_correction(text: str, facts: Sequence[FactView]) -> Correction | None:
    """What the panel's "That's wrong" begins and the person ends: the fact that it quotes, as they say it is."""
    match = _PANEL_SENTENCE.match(text.replace("’", "'"))
    if match is None or not (meant := match["said"].strip().rstrip(".")):
        return None
    quoted = match["quoted"].removesuffix("…").strip()
    fact = next((candidate for candidate in reversed(current(facts)) if candidate.value.startswith(quoted)), None)
    if fact is None:
        return None
    number, held = re.match(rf"(?:about |roughly |around )?({_NUMBER})", meant, re.I), measures_in(fact.value)
    if number and len(held) == 1 and len(meant.split()) <= MAX_NUMBER_WORDS:
        return Correction(fact, put_number(fact.value, held[0], number[1].rstrip(".,")))
    return Correction(fact, in_words(fact, meant))


def is_panel_sentence(text: str) -> bool:
    """Whether the panel's "That's wrong" began it."""
    return _PANEL_SENTENCE.match(text.replace("’", "'")) is not None
