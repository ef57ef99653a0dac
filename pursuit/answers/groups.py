"""Whom a question and a statement are about by age: what holds for adults does not answer for a child."""

from __future__ import annotations

import re

from pursuit.answers.kinds import PATTERNS

# A grown-up's age by the policies of health plans is 21; whoever is 18 to 20 may be either.
_GROWN, _GROWING = 21, 18
_OLD = re.compile(r"\b(\d{1,3})[- ]?(?:years?|yrs?)[- ]?old\b|\b(\d{1,2})[- ]?months?[- ]?old\b", re.IGNORECASE)


def of_another_age(asked: str, says: str) -> bool:
    """Whether what is asked is of children and what is said of adults alone, or the other way round."""
    wanted, stated = _ages(asked), _ages(says)
    return len(wanted) == len(stated) == 1 and wanted != stated


def _ages(text: str) -> frozenset[str]:
    """The groups that a text names, of "child" and "adult"."""
    ages = {group for group, form in (("child", "of_children"), ("adult", "of_adults")) if PATTERNS[form].search(text)}
    for years, months in _OLD.findall(text):
        if months or int(years) < _GROWING:
            ages.add("child")
        elif int(years) >= _GROWN:
            ages.add("adult")
    return frozenset(ages)
