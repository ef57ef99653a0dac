"""Writes instruments in batches by COPY and one upsert. A batch is one transaction: a run that is cut off goes on."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.db import connection, transaction

from pa_dealing.instruments.file import BadRow, InstrumentRow
from pa_dealing.instruments.models import derived_columns, fold_aliases

BATCH_ROWS = 10_000
# One import at a time: two of the same file would take each other's row locks in a different order.
_LOCK = 4_815_162_342

_TARGET = (
    "symbol, name, isin, inst_type, trade_currency, exchange, country, aliases, multiplier, keys, words, listing_rank"
)
_CREATE = f"CREATE TEMP TABLE incoming ON COMMIT DROP AS SELECT {_TARGET} FROM pa_dealing_instrument WITH NO DATA"  # noqa: S608
_COPY = f"COPY incoming ({_TARGET}) FROM STDIN"
# An empty cell of the file keeps what is known, so a master without ISINs does not erase them.
_OVERWRITE = """
        name = EXCLUDED.name,
        isin = COALESCE(NULLIF(EXCLUDED.isin, ''), known.isin),
        trade_currency = COALESCE(NULLIF(EXCLUDED.trade_currency, ''), known.trade_currency),
        exchange = COALESCE(NULLIF(EXCLUDED.exchange, ''), known.exchange),
        country = COALESCE(NULLIF(EXCLUDED.country, ''), known.country),
        keys = EXCLUDED.keys, words = EXCLUDED.words, listing_rank = EXCLUDED.listing_rank
    WHERE (known.name, known.keys, known.words, known.listing_rank)
            IS DISTINCT FROM (EXCLUDED.name, EXCLUDED.keys, EXCLUDED.words, EXCLUDED.listing_rank)
        OR (EXCLUDED.isin <> '' AND known.isin <> EXCLUDED.isin)
        OR (EXCLUDED.trade_currency <> '' AND known.trade_currency <> EXCLUDED.trade_currency)
        OR (EXCLUDED.exchange <> '' AND known.exchange <> EXCLUDED.exchange)
        OR (EXCLUDED.country <> '' AND known.country <> EXCLUDED.country)
"""
# The sample gives an imported row its aliases and nothing else, so the order of the two does not matter.
_COMPLETE = """
        aliases = EXCLUDED.aliases, multiplier = EXCLUDED.multiplier
    WHERE (known.aliases, known.multiplier) IS DISTINCT FROM (EXCLUDED.aliases, EXCLUDED.multiplier)
"""
_UPSERT = f"""
WITH written AS (
    INSERT INTO pa_dealing_instrument AS known ({_TARGET}) SELECT {_TARGET} FROM incoming
    ON CONFLICT (symbol, inst_type) DO UPDATE SET %s
    RETURNING (xmax = 0) AS is_new
)
SELECT count(*) FILTER (WHERE is_new), count(*) FILTER (WHERE NOT is_new) FROM written
"""  # noqa: S608
# Counted once: the upsert and the deletion below both read it.
_COUNT_WORDS = """
CREATE TEMP TABLE counted ON COMMIT DROP AS
SELECT word COLLATE "C" AS word, count(*) AS frequency
FROM pa_dealing_instrument, unnest(words) AS word GROUP BY 1
"""
# The same forms as `instrument.word_edits`, for words that are new or have another count.
_VOCABULARY = """
INSERT INTO pa_dealing_instrumentword (word, frequency, edits)
SELECT word, counted.frequency, ARRAY(
    SELECT word UNION
    SELECT left(word, at - 1) || substr(word, at + 1) FROM generate_series(1, length(word)) AS at
    WHERE length(word) >= 4 UNION
    SELECT unnest(ARRAY['^' || left(word, 4), right(word, 4) || '$']) WHERE length(word) >= 8
) FROM counted LEFT JOIN pa_dealing_instrumentword AS known USING (word)
WHERE known.frequency IS DISTINCT FROM counted.frequency
ON CONFLICT (word) DO UPDATE SET frequency = EXCLUDED.frequency
"""
_FORGET = """
DELETE FROM pa_dealing_instrumentword AS known
WHERE NOT EXISTS (SELECT 1 FROM counted WHERE counted.word = known.word)
"""


class ImportRunningError(Exception):
    """Another process is importing instruments into this database. Wait until it has ended."""


@dataclass
class ImportCount:
    """What an import did, in rows of the file; `bad` are the rows that were left out."""

    new: int = 0
    changed: int = 0
    unchanged: int = 0
    bad: list[BadRow] = field(default_factory=list)


def write_instruments(
    rows: Iterable[InstrumentRow | BadRow],
    *,
    overwrite: bool = True,
    on_batch: Callable[[ImportCount], None] = lambda count: None,
) -> ImportCount:
    """Insert and update `rows`, then bring the vocabulary and the planner's statistics up to date.

    With `overwrite` a known instrument takes the values of the file; without, only its aliases and multiplier.
    Every batch commits, so what was read before an error stays; the same file again changes nothing.

    Raises:
        ImportRunningError: another import runs.
        InstrumentFileError: from the reader; the batches before it are kept.
    """
    count = ImportCount()
    with _only_import():
        try:
            good = _unrepeated(rows, count)
            upsert = _UPSERT % (_OVERWRITE if overwrite else _COMPLETE)
            # Names are folded for the next batch while the server writes this one, which takes as long.
            with ThreadPoolExecutor(max_workers=1) as reader:
                ahead = reader.submit(_next_batch, good)
                while batch := ahead.result():
                    ahead = reader.submit(_next_batch, good)
                    _write_batch(batch, count, upsert)
                    on_batch(count)
        finally:
            if count.new or count.changed:
                refresh_vocabulary()
                _tidy_indexes()
    return count


def _unrepeated(rows: Iterable[InstrumentRow | BadRow], count: ImportCount) -> Iterator[InstrumentRow]:
    # The first row of a symbol and type counts. Otherwise two that differ would change each other on every run.
    first_lines: dict[tuple[str, str], int] = {}
    for row in rows:
        if isinstance(row, BadRow):
            count.bad.append(row)
            continue
        first = first_lines.setdefault((row.symbol, row.inst_type), row.line)
        if first != row.line:
            count.bad.append(BadRow(row.line, f"repeats {row.symbol!r} ({row.inst_type}) of line {first}"))
            continue
        yield row


def _next_batch(good: Iterator[InstrumentRow]) -> list[tuple[Any, ...]]:
    return [_columns(row) for row in itertools.islice(good, BATCH_ROWS)]


def _write_batch(batch: list[tuple[Any, ...]], count: ImportCount, upsert: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        # New index entries wait in one list that is merged at once, not in 4 MB steps.
        cursor.execute("SET LOCAL gin_pending_list_limit = '256MB'")
        # Inside a caller's transaction the table of the batch before is still there.
        cursor.execute("DROP TABLE IF EXISTS pg_temp.incoming")
        cursor.execute(_CREATE)
        # Django's cursor has no COPY; the one of psycopg beneath it has.
        with cursor.cursor.copy(_COPY) as copy:
            for row in batch:
                copy.write_row(row)
        cursor.execute(upsert)
        new, changed = cursor.fetchone()
    count.new += new
    count.changed += changed
    count.unchanged += len(batch) - new - changed


def _columns(row: InstrumentRow) -> tuple[Any, ...]:
    derived = derived_columns(row.symbol, row.name, row.inst_type, row.exchange, row.country, row.isin)
    plain = (row.symbol, row.name, row.isin, row.inst_type, row.trade_currency, row.exchange, row.country)
    return (*plain, fold_aliases(list(row.aliases)), row.multiplier, *derived)


def refresh_vocabulary() -> None:
    """Count the words of all names again, add the new ones and forget those that no instrument has."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS pg_temp.counted")
        cursor.execute(_COUNT_WORDS)
        # A new temporary table has no statistics, and without them the joins below take minutes.
        cursor.execute("ANALYZE counted")
        cursor.execute(_VOCABULARY)
        cursor.execute(_FORGET)


def _tidy_indexes() -> None:
    """Merge what waits beside the GIN indexes, and give the planner new statistics."""
    with connection.cursor() as cursor:
        for table in ("pa_dealing_instrument", "pa_dealing_instrumentword"):
            cursor.execute(
                "SELECT gin_clean_pending_list(indexrelid) FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid"
                " JOIN pg_am ON pg_am.oid = relam WHERE indrelid = %s::regclass AND amname = 'gin'",
                [table],
            )
            cursor.execute(f"ANALYZE {table}")


@contextmanager
def _only_import() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [_LOCK])
        if not cursor.fetchone()[0]:
            raise ImportRunningError("Another import of instruments is running. Start this one when it has ended.")
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [_LOCK])
