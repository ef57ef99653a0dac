"""Writes rows in batches by COPY and one upsert. A batch is one transaction: a run that is cut off goes on."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from django.db import connection, transaction

from imports.locking import only_one
from imports.rows import BadRow

BATCH_ROWS = 10_000
_CREATE = "CREATE TEMP TABLE incoming ON COMMIT DROP AS SELECT {columns} FROM {name} WITH NO DATA"
_UPSERT = """
WITH written AS (
    INSERT INTO {name} AS known ({columns}) SELECT {columns} FROM incoming
    ON CONFLICT ({key}) DO UPDATE SET {update}
    RETURNING (xmax = 0) AS is_new
)
SELECT count(*) FILTER (WHERE is_new), count(*) FILTER (WHERE NOT is_new) FROM written
"""


class KeyedRow(Protocol):
    """A checked row: where it stands, what the table holds once, and how a sentence names it."""

    @property
    def line(self) -> int: ...
    @property
    def key(self) -> Hashable: ...
    @property
    def label(self) -> str: ...


Keyed = TypeVar("Keyed", bound=KeyedRow)


@dataclass(frozen=True, slots=True)
class Table:
    """Where rows go. All but `what` and `lock` is SQL of our own: names of columns, and what follows DO UPDATE SET.

    `update` knows the row of the table as `known` and the file's as `EXCLUDED`.
    """

    name: str
    columns: str
    key: str
    update: str
    what: str
    lock: int

    def statement(self, template: str) -> str:
        """The template with this table's names in it."""
        return template.format(name=self.name, columns=self.columns, key=self.key, update=self.update)


@dataclass
class RowCount:
    """What an import did, in rows of the file; `bad` are the rows that were left out."""

    new: int = 0
    changed: int = 0
    unchanged: int = 0
    bad: list[BadRow] = field(default_factory=list)

    @property
    def done(self) -> int:
        return self.new + self.changed + self.unchanged + len(self.bad)

    def __str__(self) -> str:
        return f"{self.new:,} new, {self.changed:,} changed, {self.unchanged:,} unchanged"


Report = Callable[[RowCount], None]


def write_rows(
    table: Table,
    rows: Iterable[Keyed | BadRow],
    columns_of: Callable[[Keyed], tuple[Any, ...]],
    *,
    after: Callable[[], None],
    on_batch: Report = lambda count: None,
) -> RowCount:
    """Insert and update `rows`; the same again changes nothing. `after` runs once when anything was written.

    Every batch commits, so what was read before an error stays. `columns_of` runs in a thread of its own and must not
    ask the database.

    Raises:
        ImportRunningError: another import runs.
        RowsFileError: from the reader; the batches before it are kept.
    """
    count = RowCount()
    with only_one(table.lock, table.what):
        try:
            good = _unrepeated(rows, count)
            # The next batch is made while the server writes this one, which takes as long.
            with ThreadPoolExecutor(max_workers=1) as reader:
                ahead = reader.submit(_next_batch, good, columns_of)
                while batch := ahead.result():
                    ahead = reader.submit(_next_batch, good, columns_of)
                    _write_batch(table, batch, count)
                    on_batch(count)
        finally:
            if count.new or count.changed:
                after()
    return count


def _unrepeated(rows: Iterable[Keyed | BadRow], count: RowCount) -> Iterator[Keyed]:
    # The first row of a key counts. Otherwise two that differ would change each other on every run.
    first_lines: dict[Hashable, int] = {}
    for row in rows:
        if isinstance(row, BadRow):
            count.bad.append(row)
            continue
        first = first_lines.setdefault(row.key, row.line)
        if first != row.line:
            count.bad.append(BadRow(row.line, f"repeats {row.label} of line {first}"))
            continue
        yield row


def _next_batch(good: Iterator[Keyed], columns_of: Callable[[Keyed], tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return [columns_of(row) for row in itertools.islice(good, BATCH_ROWS)]


def _write_batch(table: Table, batch: list[tuple[Any, ...]], count: RowCount) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        # New index entries wait in one list that is merged at once, not in 4 MB steps.
        cursor.execute("SET LOCAL gin_pending_list_limit = '256MB'")
        # Inside a caller's transaction the table of the batch before is still there.
        cursor.execute("DROP TABLE IF EXISTS pg_temp.incoming")
        cursor.execute(table.statement(_CREATE))
        # Django's cursor has no COPY; the one of psycopg beneath it has.
        with cursor.cursor.copy(table.statement("COPY incoming ({columns}) FROM STDIN")) as copy:
            for row in batch:
                copy.write_row(row)
        cursor.execute(table.statement(_UPSERT))
        new, changed = cursor.fetchone()
    count.new += new
    count.changed += changed
    count.unchanged += len(batch) - new - changed
