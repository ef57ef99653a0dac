"""Several amounts of one kind in one breath: "my pension is 1,200 and hers 800", "two IRAs, 50k and 120k"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from wording.phrases import groups

_PATTERNS = groups(Path(__file__).parent / "patterns/amounts.txt")

AMOUNT = re.compile(_PATTERNS["amount"])
_JOINER = re.compile(r",? (?:and|plus|&|\+) (?:(?:also|another|then) )?|, ?")
_RANGE = re.compile(r"\b(?:between|from|either)\b[^,;]*$")
_BARE = re.compile(_PATTERNS["bare"])
# "My wife has one of $800": what the part before names.
_REFERS = re.compile(rf"\b(?:one|another|the other) (?:of|with|at|for|worth|is) (?:about )?(?:{AMOUNT.pattern})")
_HERS = re.compile(r"\b(?:hers?|his|wife'?s?|husband'?s?|spouse'?s?|partner'?s?|she|he)\b")
_ABOUT = re.compile(_PATTERNS["about"])


def cuts_in(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where `text[start:end]` is cut (from, to) so that each piece holds one amount; none for a range."""
    amounts = [match.span() for match in AMOUNT.finditer(text, start, end)]
    for (_, before), (after, _) in pairwise(amounts):
        if _RANGE.search(text, start, before):
            continue
        joiners = list(_JOINER.finditer(text, before, after))
        if joiners:
            yield joiners[-1].span()


def is_bare(text: str) -> bool:
    """Whether a part is an amount and nothing else."""
    return _BARE.fullmatch(text) is not None or refers(text)


def refers(text: str) -> bool:
    """Whether a part names the thing only as "one"."""
    return _REFERS.search(text) is not None


def has_amount(text: str) -> bool:
    """Whether a part holds an amount of money."""
    return AMOUNT.search(text) is not None


def qualifiers(parts: Sequence[str]) -> list[str]:
    """What tells the amounts of several parts apart: whose, on what, or which of them it is."""
    named = [_name(part) for part in parts]
    if len(set(named)) == len(named) and all(named):
        return named
    return [name if name and named.count(name) == 1 else f"{n} of {len(parts)}" for n, name in enumerate(named, 1)]


def _name(part: str) -> str:
    if _HERS.search(part):
        return "partner"
    if re.search(r"\b(?:my|mine|i)\b", part) and not _ABOUT.search(part):
        return "own"
    match = _ABOUT.search(part)
    return match["name"].strip() if match else ""
