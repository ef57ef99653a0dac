"""Titles are how people name sources, so no two of a dossier may be the same."""

from __future__ import annotations

import itertools
from collections.abc import Set

from tax_dossier.patches import NewSource

MAX_TITLE = 200


def distinct(source: NewSource, taken: Set[str]) -> str:
    """The source's title, told apart from those taken: by its day or court, else by its key, else by a number."""
    title = shortened(" ".join(source.title.split()) or source.key)
    days = (("geldig vanaf", source.valid_from), ("geldig tot", source.valid_to))
    about = (str(source.metadata.get(name) or "")[:80] for name in ("court", "date", "law"))
    marks = [*(f"{word} {day.isoformat()}" for word, day in days if day), *filter(None, about), source.key]
    told_apart = (f"{shortened(title, MAX_TITLE - len(mark) - 3)} ({mark})" for mark in marks)
    numbered = (f"{title} ({n})" for n in itertools.count(2))
    return next(name for name in itertools.chain([title], told_apart, numbered) if name not in taken)


def shortened(title: str, most: int = MAX_TITLE) -> str:
    """At most `most` characters, cut with an ellipsis."""
    return title if len(title) <= most else f"{title[: max(most, 20) - 1].rstrip()}…"
