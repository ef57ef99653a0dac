"""Several amounts of one kind in one breath: "my pension is 1,200 and hers 800", "two IRAs, 50k and 120k"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

_SCALE = r"(?:k|m|mm|mil|grand|thousand|million)\b"
_NAME = r"(?!401|403|457|529|1099|1031|1040|(?:19|20)\d\d(?![\d,.]*\d))"
AMOUNT = re.compile(
    rf"\$ ?\d[\d,.]*(?: ?{_SCALE})?|(?<![\w$.,]){_NAME}(?:\d[\d,.]* ?{_SCALE}|\d{{1,3}}(?:,\d{{3}})+(?![\d,]*\d)|"
    r"\d{3,}(?![\d,.]*\d)(?!\w))(?! ?(?:years?|yrs?|months|days|miles|square|sq|acres|lbs|pounds|percent|%))"
)
_JOINER = re.compile(r",? (?:and|plus|&|\+) (?:(?:also|another|then) )?|, ?")
_RANGE = re.compile(r"\b(?:between|from|either)\b[^,;]*$")
_BARE = re.compile(
    r"(?:(?:and )?(?:hers?|his|mine|my (?:wife|husband|spouse|partner)(?:'s)?|the (?:other|second|first)(?: one)?)"
    r"(?: is| are| has| gets| at| with|:)? )?"
    rf"(?:about |around |roughly |maybe |another |one (?:with|of|at) |only )?(?:{AMOUNT.pattern})"
    r"(?: (?:a|per|each|every) (?:month|year|week))?(?: each| or so| total| respectively)?"
)
# "My wife has one of $800": what the part before names.
_REFERS = re.compile(rf"\b(?:one|another|the other) (?:of|with|at|for|worth|is) (?:about )?(?:{AMOUNT.pattern})")
_HERS = re.compile(r"\b(?:hers?|his|wife'?s?|husband'?s?|spouse'?s?|partner'?s?|she|he)\b")
_ABOUT = re.compile(
    r"\b(?:on|in|from|at|with|of|for) (?:the |my |our |her |his |a |an )?"
    r"(?P<name>[a-z][\w()']*(?: (?!is\b|was\b|has\b|at\b|with\b)[\w()']+){0,2})"
)


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
