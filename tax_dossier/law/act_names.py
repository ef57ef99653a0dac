"""What acts are called for short. Lawyers cite by these names, and so do people who ask."""

from __future__ import annotations

import re

from tax_dossier.law.tables import table

ABBREVIATIONS = table("abbreviations.txt")
_IN_BRACKETS = re.compile(r"\(([A-Z][\w.-]{1,11}(?: \d{4})?)\)\s*$")
_BY_FOLDED = {title.casefold().replace("’", "'"): short for title, short in ABBREVIATIONS.items()}


def abbreviation_of(title: str, given: str = "") -> str:
    """The abbreviation of the act with this citation title: the file's own, the usual one, or an empty text."""
    if given:
        return given
    known = _BY_FOLDED.get(title.strip().casefold().replace("’", "'"), "")
    if known:
        return known
    bracketed = _IN_BRACKETS.search(title)
    return bracketed[1] if bracketed else ""
