"""Writes the codes of one edition, and counts the words of all codes anew."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import date
from typing import Any

from django.db import connection, transaction

from imports import BadRow, RowCount, Table, write_rows
from pursuit.codes.file import CodeRow
from pursuit.codes.words import words_of

_VALUES = ("description", "short_description", "kind", "billable", "valid_from", "valid_to", "words")
_TABLE = Table(
    name="pursuit_code",
    columns=f"system, edition, code, plain, {', '.join(_VALUES)}",
    key="system, edition, plain",
    update=f"""
        code = EXCLUDED.code, {", ".join(f"{name} = EXCLUDED.{name}" for name in _VALUES)}
        WHERE ({", ".join(f"known.{name}" for name in _VALUES)})
            IS DISTINCT FROM ({", ".join(f"EXCLUDED.{name}" for name in _VALUES)})
    """,
    what="codes",
    lock=7_302_915_441,
)
_COUNT_WORDS = """
DELETE FROM pursuit_codeword;
INSERT INTO pursuit_codeword (word, frequency)
SELECT word, count(*) FROM pursuit_code, unnest(words) AS word GROUP BY 1;
ANALYZE pursuit_code;
ANALYZE pursuit_codeword
"""


def validity_of(system: str, edition: str) -> tuple[date | None, date | None]:
    """From which day an edition holds, and the first day on which it no longer does; None where it is no year.

    ICD-10-CM is of the federal fiscal year, which begins on 1 October of the year before; HCPCS is of the calendar's.
    """
    if not re.fullmatch(r"(?:19|20)\d\d", edition):
        return None, None
    year = int(edition)
    if system == "icd10cm":
        return date(year - 1, 10, 1), date(year, 10, 1)
    return date(year, 1, 1), date(year + 1, 1, 1)


def write_codes(
    rows: Iterable[CodeRow | BadRow],
    system: str,
    edition: str,
    *,
    on_batch: Callable[[RowCount], None] = lambda count: None,
) -> RowCount:
    """Insert and update the codes of one edition, then count the words anew. The same file again changes nothing.

    Raises what `imports.write_rows` raises.
    """
    beside = (system, edition, *validity_of(system, edition))
    return write_rows(_TABLE, rows, lambda row: _columns(row, beside), after=_count_words, on_batch=on_batch)


def _count_words() -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        for statement in _COUNT_WORDS.split(";"):
            cursor.execute(statement)


def _columns(row: CodeRow, beside: tuple[str, str, date | None, date | None]) -> tuple[Any, ...]:
    system, edition, valid_from, valid_to = beside
    words = sorted({*words_of(row.description), *words_of(row.short_description)})
    return (
        *(system, edition, row.code, row.plain, row.description, row.short_description, row.kind, row.billable),
        *(valid_from, valid_to, words),
    )
