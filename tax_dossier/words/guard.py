"""Whether words about sources plainly say something else than a model read in them: another place, or the opposite."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from pathlib import Path

from tax_dossier.record import SourceView
from tax_dossier.words.choice import named, names_a_place, without_exception, without_the_rest, without_what_stays
from wording.phrases import patterns

_SAYS = patterns(Path(__file__).parent / "phrases/guard.txt", re.IGNORECASE)
_PARTS = re.compile(r"[;.!]|,\s|\s(?:en|and|maar|but)\s", re.IGNORECASE)


def speaks_against(
    words: str, removed: Collection[SourceView], restored: Collection[SourceView], sources: Sequence[SourceView]
) -> bool:
    """Whether words plainly do not remove or put back these: they ask, want the opposite, or name other places."""
    words = without_what_stays(words)
    if words.rstrip().endswith("?") and not _SAYS["asked_to"].search(words):
        return True
    # "Laat alleen 13bis staan, de rest mag weg" takes the others out.
    keeps = _SAYS["keeps"].search(words) or without_the_rest(words)
    if _SAYS["stays"].search(words) and removed and not restored and not keeps:
        return True
    removes, restores = bool(_SAYS["removes"].search(words)), bool(_SAYS["restores"].search(words))
    if removes and restores:
        return any(_is_elsewhere(part, removed, restored, sources) for part in _PARTS.split(words))
    if _SAYS["keeps"].search(words):
        return False
    if (restores and removed) or (removes and restored):
        return True
    return not _are_named(words, {*_ids(removed), *_ids(restored)}, sources)


def _is_elsewhere(
    part: str, removed: Collection[SourceView], restored: Collection[SourceView], sources: Sequence[SourceView]
) -> bool:
    """Whether a part that only removes, or only puts back, names by its place what the other was done to."""
    removes, restores = bool(_SAYS["removes"].search(part)), bool(_SAYS["restores"].search(part))
    if removes is restores or not names_a_place(part):
        return False
    meant = {*_ids(named(part, sources, dict, restore=restores).meant)}
    return bool(meant & {*_ids(restored if removes else removed)})


def _are_named(words: str, chosen: set[int], sources: Sequence[SourceView]) -> bool:
    """Whether words that name sources by their places, and nothing but these, name what was chosen."""
    if not names_a_place(words) or without_exception(words)[1] or without_the_rest(words):
        return True
    reading = named(words, sources, dict)
    both = {*_ids(reading.meant), *_ids(named(words, sources, dict, restore=True).meant), *_ids(reading.candidates)}
    return not both or chosen <= both


def _ids(sources: Collection[SourceView]) -> list[int]:
    return [source.id for source in sources]
