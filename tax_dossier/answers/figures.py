"""Figures of an answer that are no money: each stands in what its sentence cites, or in what was said or found."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from datetime import date
from decimal import Decimal

from django.utils import timezone

from tax_dossier.record import SourceView
from tax_dossier.words import without_citations
from wording.amounts import Stated, measured_in

# The year in the name of an act: "Wet IB 2001", "Wet op de omzetbelasting 1968".
_ACT = re.compile(r"(?<=[A-Z]{2} )(?:19|20)\d\d\b|(?<=belasting )(?:19|20)\d\d\b|(?<=\bAct )(?:19|20)\d\d\b")

# So much of each message is read for figures.
_MOST_CHARS = 4_000


def strange_figure(
    sentence: str,
    sources: Sequence[SourceView],
    texts: Mapping[int, str],
    stated: Sequence[str],
    spoken: Sequence[str],
    worked_out: Set[Decimal],
) -> str:
    """The first figure that neither these sources nor what was `stated` or `spoken` bears out; "" without one."""
    claims = _ACT.sub(" ", without_citations(sentence))
    if claims.rstrip(" *_”\"'").endswith("?") or not measured_in(claims):
        return ""
    lines = [*stated, *(line for source in sources for line in _of_source(source, texts))]
    items = max((source.number for source in sources), default=0)
    strange = Stated.of(lines).missing_from(claims, items=items, known=worked_out)
    # What the person said may be long, and is read only where the sources do not suffice.
    heard = [text[:_MOST_CHARS] for text in spoken]
    return Stated.of(lines, answers=heard).missing_from(claims, items=items, known=worked_out) if strange else ""


def days_stated(day: date) -> list[str]:
    """The day whose law applies, and today."""
    return [day.isoformat(), timezone.localdate().isoformat()]


def _of_source(source: SourceView, texts: Mapping[int, str]) -> Iterator[str]:
    yield from (source.title, *source.citations, *map(str, source.metadata.values()), texts.get(source.id, ""))
    yield from (day.isoformat() for day in (source.valid_from, source.valid_to) if day)
