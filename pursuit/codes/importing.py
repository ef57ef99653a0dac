"""Writes codes in batches by COPY and one upsert. A batch is one transaction: a run that is cut off goes on."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db import connection, transaction

from pursuit.codes.file import BadRow, CodeRow
from pursuit.codes.words import words_of

BATCH_ROWS = 10_000
# One import at a time: two of the same list would take each other's row locks in a different order.
_LOCK = 7_302_915_441
_COLUMNS = "system, edition, code, plain, description, short_description, kind, billable, valid_from, valid_to, words"
_CREATE = f"CREATE TEMP TABLE incoming_codes ON COMMIT DROP AS SELECT {_COLUMNS} FROM pursuit_code WITH NO DATA"  # noqa: S608
_VALUES = "description, short_description, kind, billable, valid_from, valid_to, words"
_UPSERT = f"""
WITH written AS (
    INSERT INTO pursuit_code AS known ({_COLUMNS}) SELECT {_COLUMNS} FROM incoming_codes
    ON CONFLICT (system, edition, plain) DO UPDATE SET code = EXCLUDED.code,
        {", ".join(f"{name.strip()} = EXCLUDED.{name.strip()}" for name in _VALUES.split(","))}
    WHERE (known.description, known.short_description, known.kind, known.billable, known.valid_from, known.valid_to,
           known.words) IS DISTINCT FROM (EXCLUDED.description, EXCLUDED.short_description, EXCLUDED.kind,
           EXCLUDED.billable, EXCLUDED.valid_from, EXCLUDED.valid_to, EXCLUDED.words)
    RETURNING (xmax = 0) AS is_new
)
SELECT count(*) FILTER (WHERE is_new), count(*) FILTER (WHERE NOT is_new) FROM written
"""  # noqa: S608
_COUNT_WORDS = """
DELETE FROM pursuit_codeword;
INSERT INTO pursuit_codeword (word, frequency)
SELECT word, count(*) FROM pursuit_code, unnest(words) AS word GROUP BY 1;
ANALYZE pursuit_code;
ANALYZE pursuit_codeword
"""


class ImportRunningError(Exception):
    """Another process is importing codes into this database. Wait until it has ended."""


@dataclass
class ImportCount:
    """What an import did, in rows of the file; `bad` are the rows that were left out."""

    new: int = 0
    changed: int = 0
    unchanged: int = 0
    bad: list[BadRow] = field(default_factory=list)

    @property
    def done(self) -> int:
        return self.new + self.changed + self.unchanged + len(self.bad)


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
    on_batch: Callable[[ImportCount], None] = lambda count: None,
) -> ImportCount:
    """Insert and update the codes of one edition, then count the words anew. The same file again changes nothing.

    Every batch commits, so what was read before an error stays. Raises ImportRunningError, and CodeFileError from the
    reader.
    """
    count = ImportCount()
    beside = (system, edition, *validity_of(system, edition))
    with _only_import():
        try:
            good = _unrepeated(rows, count)
            while batch := [_columns(row, beside) for row in itertools.islice(good, BATCH_ROWS)]:
                _write_batch(batch, count)
                on_batch(count)
        finally:
            if count.new or count.changed:
                with transaction.atomic(), connection.cursor() as cursor:
                    for statement in _COUNT_WORDS.split(";"):
                        cursor.execute(statement)
    return count


def _unrepeated(rows: Iterable[CodeRow | BadRow], count: ImportCount) -> Iterator[CodeRow]:
    # The first row of a code counts. Otherwise two that differ would change each other on every run.
    first_lines: dict[str, int] = {}
    for row in rows:
        if isinstance(row, BadRow):
            count.bad.append(row)
            continue
        first = first_lines.setdefault(row.plain, row.line)
        if first != row.line:
            count.bad.append(BadRow(row.line, f"repeats {row.code!r} of line {first}"))
            continue
        yield row


def _columns(row: CodeRow, beside: tuple[str, str, date | None, date | None]) -> tuple[Any, ...]:
    system, edition, valid_from, valid_to = beside
    words = sorted({*words_of(row.description), *words_of(row.short_description)})
    return (
        *(system, edition, row.code, row.plain, row.description, row.short_description, row.kind, row.billable),
        *(valid_from, valid_to, words),
    )


def _write_batch(batch: list[tuple[Any, ...]], count: ImportCount) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL gin_pending_list_limit = '256MB'")
        # Inside a caller's transaction the table of the batch before is still there.
        cursor.execute("DROP TABLE IF EXISTS pg_temp.incoming_codes")
        cursor.execute(_CREATE)
        # Django's cursor has no COPY; the one of psycopg beneath it has.
        with cursor.cursor.copy(f"COPY incoming_codes ({_COLUMNS}) FROM STDIN") as copy:
            for row in batch:
                copy.write_row(row)
        cursor.execute(_UPSERT)
        new, changed = cursor.fetchone()
    count.new += new
    count.changed += changed
    count.unchanged += len(batch) - new - changed


@contextmanager
def _only_import() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [_LOCK])
        if not cursor.fetchone()[0]:
            raise ImportRunningError("Another import of codes is running. Start this one when it has ended.")
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [_LOCK])
