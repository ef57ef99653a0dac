"""Rows from a file into a table: opening, bad rows by line, batches by COPY, counts, progress. Knows no domain."""

from __future__ import annotations

from imports.locking import ImportRunningError, only_one
from imports.progress import run_import
from imports.rows import BadRow, RowsFileError, read_rows
from imports.table import RowCount, Table, write_rows

__all__ = [
    "BadRow",
    "ImportRunningError",
    "RowCount",
    "RowsFileError",
    "Table",
    "only_one",
    "read_rows",
    "run_import",
    "write_rows",
]
