"""Titles are how people name sources, so no two of a dossier may be the same."""

from __future__ import annotations

from collections.abc import Set

from tax_dossier.patches import NewSource

MAX_TITLE = 200


def distinct(source: NewSource, taken: Set[str]) -> str:
    """The source's title, told apart from those taken: by its day or court, else by its key, else by a number."""
    title = shortened(" ".join(source.title.split()) or source.key)
    if title not in taken:
        return title
    for mark in (*_marks(source), source.key):
        told_apart = f"{shortened(title, MAX_TITLE - len(mark) - 3)} ({mark})"
        if told_apart not in taken:
            return told_apart
    return next(name for n in range(2, 100_000) if (name := f"{title} ({n})") not in taken)


def shortened(title: str, most: int = MAX_TITLE) -> str:
    """At most `most` characters, cut with an ellipsis."""
    return title if len(title) <= most else f"{title[: max(most, 20) - 1].rstrip()}…"


def _marks(source: NewSource) -> list[str]:
    marks = []
    if source.valid_from:
        marks.append(f"geldig vanaf {source.valid_from.isoformat()}")
    if source.valid_to:
        marks.append(f"geldig tot {source.valid_to.isoformat()}")
    about = (source.metadata.get("court"), source.metadata.get("date"), source.metadata.get("law"))
    marks += [str(value)[:80] for value in about if value]
    return marks
