"""The words by which inside information and a relation to a company are spoken of, and what may be either of them.

What only may be one of them makes a person be asked again; nothing is ever kept by it.
"""

import re

from wording.amounts import lower, plain
from wording.phrases import groups

_LISTS = groups("compliance.txt")
_CLOSE_TO, _ROLE, _WORKS_THERE = (_LISTS[name] for name in ("close_to", "role", "works_there"))
_INSIDE = re.compile(rf"\b(?:{_LISTS['inside']})\b")
# "This is related to my pension" speaks of the trade, not of the person.
_ABOUT_A_THING = re.compile(_LISTS["about_a_thing"])
_RELATED = re.compile(rf"\b(?:{_LISTS['names_related']})\b")
_HOLDS_OFFICE = rf"{_CLOSE_TO}\b.{{0,60}}?\b(?:(?:{_ROLE})|{_WORKS_THERE})"
_OFFICE = re.compile(rf"\b(?:{_HOLDS_OFFICE}|i(?:'m| am)? (?:an? |the )?(?:{_ROLE}))\b")
# Somebody passed on, or the person came to know, what others do not know.
_PASSED_ON = re.compile(rf"\b(?:{_LISTS['passed_on']})\b")
_SOURCE = re.compile(rf"\b(?:{_LISTS['source']})\b[^.;!?\n]{{0,60}}\b(?:{_LISTS['source_says']})\b")
_WORKS_AT = re.compile(_LISTS["works_at"])
_EVENT = re.compile(rf"\b(?:{_LISTS['event']})\b")
_OWN = re.compile(_LISTS["own"])
_WORKS_IN_IT = rf"\b(?:{_LISTS['somebody_near']})\b[^.;!?\n]{{0,40}}\b(?:{_LISTS['works_in_it']})\b"
_KIN_WORKS = re.compile(rf"{_WORKS_IN_IT}|\bi {_WORKS_THERE}\b")
_KIN = re.compile(rf"\b(?:{_LISTS['near']})\b")


def names_inside(text: str) -> bool:
    """Whether the text speaks of inside information by name."""
    return bool(_INSIDE.search(lower(plain(text))))


def names_related(text: str) -> bool:
    """Whether the text speaks of a related party by name, or of an office that makes one."""
    source = lower(plain(text))
    return bool(_OFFICE.search(source) or (_RELATED.search(source) and not _ABOUT_A_THING.search(source)))


def may_be_inside(text: str, *, widely: bool = False) -> bool:
    """Whether the text may tell of inside information; `widely` also by naming an event such as a merger."""
    source = lower(plain(text[:2000]))
    return bool(
        _INSIDE.search(source)
        or _PASSED_ON.search(source)
        or _SOURCE.search(source)
        or (widely and _EVENT.search(source))
    )


def may_be_related(text: str, *, widely: bool = False) -> bool:
    """Whether the text may tell of a relation to the company; `widely` also by naming somebody close."""
    source = lower(plain(text[:2000]))
    if _OFFICE.search(source) or _OWN.search(source) or _KIN_WORKS.search(source):
        return True
    return widely and bool(_WORKS_AT.search(source) or _KIN.search(source) or _RELATED.search(source))
