"""Rates a justification WEAK or GOOD by rules, with the reason, so that the person and compliance see the same."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from django.utils.translation import gettext_noop as _

from pa_dealing.models import DraftRequest
from wording.phrases import patterns

# The aims, needs and views that compliance can weigh, by what each is called.
_AIMS = patterns(Path(__file__).with_name("aims.txt"))
_EMPTY = patterns(Path(__file__).with_name("praise.txt"))["empty"]
_TIP = re.compile(
    r"\b(?:tip(?:ped)?|rumou?rs?|heard (?:that|from|it)|friend|colleague|told me|inside|someone at|going to go up)\b"
)
MIN_WORDS = 6


@dataclass(frozen=True, slots=True)
class Rating:
    """WEAK or GOOD, and a sentence that says why."""

    quality: str
    reason: str


def rate_justification(text: str) -> Rating:
    """The rating of `text`. GOOD needs a stated aim and enough words; a tip or a rumour is never one."""
    lowered = text.casefold()
    words = re.findall(r"[^\W\d_]{2,}", lowered)
    weak, good = DraftRequest.Quality.WEAK, DraftRequest.Quality.GOOD
    if _TIP.search(lowered):
        return Rating(weak, _("It leans on what someone said; compliance needs your own reasoning."))
    if len(words) < MIN_WORDS:
        return Rating(weak, _("It is a few words only; say in a sentence what the trade is for."))
    kinds = [kind for kind, pattern in _AIMS.items() if pattern.search(lowered)]
    if kinds:
        return Rating(good, f"It states an aim: {', '.join(kinds[:3])}.")
    if _EMPTY.search(lowered):
        return Rating(weak, _("It says that the trade is good, not what it is for."))
    if len(set(words)) >= 15:
        return Rating(good, "It explains the reasoning in detail.")
    return Rating(weak, _("It names no aim, such as diversification, income, liquidity or a view on the company."))
