"""What a command says while rows are imported: bad rows by line, how many are done, and why it ended early."""

from __future__ import annotations

import sys
from collections.abc import Callable

from django.core.management.base import BaseCommand, CommandError

from imports.locking import ImportRunningError
from imports.rows import RowsFileError
from imports.table import Report, RowCount

# A file of another kind has a bad row on every line; nobody reads past the first ones.
_NAMED_BAD_ROWS = 100


def run_import(command: BaseCommand, write: Callable[[Report], RowCount]) -> RowCount:
    """What `write(report)` returns, its progress told on the command's standard error. Raises CommandError."""
    named = 0

    def report(count: RowCount) -> None:
        nonlocal named
        for bad in count.bad[named:_NAMED_BAD_ROWS]:
            command.stderr.write(f"Line {bad.line} {bad.reason}; skipped.")
        named = len(count.bad)
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{count.done:,} rows ")
            sys.stderr.flush()

    try:
        count = write(report)
    except (RowsFileError, ImportRunningError) as error:
        raise CommandError(str(error)) from None
    report(count)
    if sys.stderr.isatty():
        sys.stderr.write("\n")
    if len(count.bad) > _NAMED_BAD_ROWS:
        command.stderr.write(f"{len(count.bad) - _NAMED_BAD_ROWS:,} more rows were skipped.")
    return count
