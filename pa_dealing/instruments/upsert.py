"""Writes instruments, and keeps the vocabulary of their names and the planner's statistics up to date."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.db import connection, transaction

from imports import BadRow, RowCount, Table, write_rows
from pa_dealing.instruments.file import InstrumentRow
from pa_dealing.instruments.models import derived_columns, fold_aliases

_COLUMNS = (
    "symbol, name, isin, inst_type, trade_currency, exchange, country, aliases, multiplier, keys, words, listing_rank"
)
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


def write_instruments(
    rows: Iterable[InstrumentRow | BadRow],
    *,
    overwrite: bool = True,
    on_batch: Callable[[RowCount], None] = lambda count: None,
) -> RowCount:
    """Insert and update `rows`, then bring the vocabulary and the planner's statistics up to date.

    With `overwrite` a known instrument takes the values of the file; without, only its aliases and multiplier.
    Raises what `imports.write_rows` raises.
    """
    table = Table(
        name="pa_dealing_instrument",
        columns=_COLUMNS,
        key="symbol, inst_type",
        update=_OVERWRITE if overwrite else _COMPLETE,
        what="instruments",
        lock=4_815_162_342,
    )
    return write_rows(table, rows, _columns, after=_refresh, on_batch=on_batch)


def _refresh() -> None:
    refresh_vocabulary()
    _tidy_indexes()


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
