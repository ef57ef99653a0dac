"""A citation: which passage, from where to where, so that code finds the words again."""

from __future__ import annotations

from typing import Any

from pursuit.answers.statements import MOST, Statement, statements
from pursuit.words import SCOPE, value_of
from retrieval.search import Passage


def cite(passage: Passage, statement: Statement, *, leans: bool) -> dict[str, Any]:
    """A statement as a citation that code can find again, with what it hangs on where it `leans` or that is near."""
    start, end = statement.start, statement.end
    if 0 <= statement.whole < start and end - statement.whole <= MOST:
        start = statement.whole
    elif leans or statement.self_text.split()[0].lower().strip("*_") in _POINTS:
        # "It is granted for 12 months" needs the sentence before it.
        start = _sentence_before(statement, passage)
    return citation(passage, start, min(end, start + 2 * MOST))


_POINTS = frozenset(
    ("it", "they", "this", "these", "those", "such", "he", "she", "its", "their", "no", "yes", "otherwise", "further")
)


def _sentence_before(statement: Statement, passage: Passage) -> int:
    earlier = [
        other for other in statements(passage.text) if other.end <= statement.start and statement.start - other.end < 4
    ]
    before = earlier[-1].start if earlier and statement.before else statement.start
    return before if statement.end - before <= MOST else statement.start


def citation(passage: Passage, start: int, end: int) -> dict[str, Any]:
    """A citation of `passage.text[start:end]`."""
    return {
        "document": str(passage.document_id),
        "chunk": passage.chunk_id,
        "chunk_key": passage.chunk_key,
        "start": start,
        "end": end,
        "quote": passage.text[start:end],
        "title": passage.title,
        "heading": passage.heading,
        "source": passage.source,
        "valid_from": passage.valid_from.isoformat() if passage.valid_from else "",
        "valid_to": passage.valid_to.isoformat() if passage.valid_to else "",
        **{name: value_of(passage.metadata, name) for name in SCOPE},
    }
