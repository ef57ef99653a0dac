"""Reads a CSV with a header. A bad row becomes a sentence with its line; it never ends the reading."""

from __future__ import annotations

import csv
import gzip
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TypeVar

_SURROGATE = re.compile("[\ud800-\udfff]")

Row = TypeVar("Row")


class RowsFileError(Exception):
    """The file as a whole cannot be used: it is missing, is not a CSV with the right header, or is cut off."""


@dataclass(frozen=True, slots=True)
class BadRow:
    """A row that is not imported, and why. The reason goes on after "Line 7 "."""

    line: int
    reason: str


def read_rows(
    path: Path,
    *,
    header_fault: Callable[[list[str]], str],
    checked: Callable[[int, dict[str, str]], Row | BadRow],
) -> Iterator[Row | BadRow]:
    """The rows of FILE.csv or FILE.csv.gz in order, each as `checked(line, values)` makes it of its stripped values.

    The keys of the values are the columns' names in lower case. `header_fault` says what is wrong with those names,
    "" when nothing is.

    Raises:
        RowsFileError: the file is missing, unreadable, has a wrong header, or its compression is broken.
    """
    try:
        with _open(path) as lines:
            yield from _rows(lines, header_fault, checked)
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError, ValueError):
        raise RowsFileError(f"There is no file {str(path)!r}.") from None
    except EOFError:
        raise RowsFileError(f"{str(path)!r} is cut off: its compressed data ends early.") from None
    except OSError as error:
        raise RowsFileError(f"{str(path)!r} cannot be read: {error.strerror or error}.") from None


def _open(path: Path) -> IO[str]:
    # Bytes that are not UTF-8 become surrogates, so that one bad row is named and the others are read.
    if path.suffix == ".gz":
        return gzip.open(path, "rt", encoding="utf-8-sig", errors="surrogateescape", newline="")
    return path.open(encoding="utf-8-sig", errors="surrogateescape", newline="")


def _rows(
    lines: IO[str],
    header_fault: Callable[[list[str]], str],
    checked: Callable[[int, dict[str, str]], Row | BadRow],
) -> Iterator[Row | BadRow]:
    reader = csv.reader(lines)
    try:
        header = [column.strip().lower() for column in next(reader, [])]
    except csv.Error:
        header = []
    if fault := header_fault(header):
        raise RowsFileError(fault)
    while True:
        line = reader.line_num + 1
        try:
            values = next(reader, None)
        except csv.Error as error:
            yield BadRow(line, f"is not CSV ({error})")
            continue
        if values is None:
            return
        if not values:
            continue
        if fault := _fault_of(values, len(header)):
            yield BadRow(line, fault)
        else:
            yield checked(line, {column: value.strip() for column, value in zip(header, values, strict=True)})


def _fault_of(values: list[str], columns: int) -> str:
    if len(values) != columns:
        return f"has {len(values)} columns and the header {columns}"
    text = "\n".join(values)
    if "\0" in text:
        return "contains a NUL character"
    return "is not UTF-8" if not text.isascii() and _SURROGATE.search(text) else ""
