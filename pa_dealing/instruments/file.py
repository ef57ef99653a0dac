"""Reads and checks a CSV of instruments. A bad row becomes a sentence with its line; it never ends the reading."""

from __future__ import annotations

import csv
import gzip
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import IO

from pa_dealing.instruments.names import is_isin

COLUMNS = ("symbol", "name", "isin", "inst_type", "currency", "exchange", "country")
_MAX_CHARS = {"symbol": 40, "name": 300, "inst_type": 20, "currency": 10, "exchange": 20, "country": 60}
# Prices in pence, agorot and cents are quoted under codes of their own; upper case alone would make them pounds.
_MINOR_UNITS = {"GBp": "GBX", "ZAc": "ZAC", "ILa": "ILA"}
_SURROGATE = re.compile("[\ud800-\udfff]")


class InstrumentFileError(Exception):
    """The file as a whole cannot be used: it is missing, is not a CSV with the right header, or is cut off."""


@dataclass(frozen=True, slots=True)
class InstrumentRow:
    """One checked row. Empty optional values are ""; `aliases` and `multiplier` only the sample file has."""

    line: int
    symbol: str
    name: str
    isin: str
    inst_type: str
    trade_currency: str
    exchange: str
    country: str
    aliases: tuple[str, ...] = ()
    multiplier: Decimal | None = None


@dataclass(frozen=True, slots=True)
class BadRow:
    """A row that is not imported, and why."""

    line: int
    reason: str


def read_instruments(path: Path, *, own_columns: bool = False) -> Iterator[InstrumentRow | BadRow]:
    """The rows of FILE.csv or FILE.csv.gz in order. With `own_columns` also `aliases` ("|" between) and `multiplier`.

    Raises:
        InstrumentFileError: the file is missing, unreadable, has a wrong header, or its compression is broken.
    """
    try:
        with _open(path) as lines:
            yield from _rows(lines, own_columns)
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError, ValueError):
        raise InstrumentFileError(f"There is no file {str(path)!r}.") from None
    except EOFError:
        raise InstrumentFileError(f"{str(path)!r} is cut off: its compressed data ends early.") from None
    except OSError as error:
        raise InstrumentFileError(f"{str(path)!r} cannot be read: {error.strerror or error}.") from None


def _open(path: Path) -> IO[str]:
    # Bytes that are not UTF-8 become surrogates, so that one bad row is named and the others are read.
    if path.suffix == ".gz":
        return gzip.open(path, "rt", encoding="utf-8-sig", errors="surrogateescape", newline="")
    return path.open(encoding="utf-8-sig", errors="surrogateescape", newline="")


def _rows(lines: IO[str], own_columns: bool) -> Iterator[InstrumentRow | BadRow]:
    reader = csv.reader(lines)
    try:
        header = [column.strip().lower() for column in next(reader, [])]
    except csv.Error:
        header = []
    if missing := [column for column in COLUMNS if column not in header]:
        raise InstrumentFileError(
            f"The header lacks {', '.join(missing)}. The first line must name these columns: {','.join(COLUMNS)}."
        )
    while True:
        line = reader.line_num + 1
        try:
            values = next(reader, None)
        except csv.Error as error:
            yield BadRow(line, f"is not CSV ({error})")
            continue
        if values is None:
            return
        if values:
            yield _checked(line, header, values, own_columns)


def _checked(line: int, header: list[str], values: list[str], own_columns: bool) -> InstrumentRow | BadRow:
    if len(values) != len(header):
        return BadRow(line, f"has {len(values)} columns and the header {len(header)}")
    text = "\n".join(values)
    if "\0" in text:
        return BadRow(line, "contains a NUL character")
    if not text.isascii() and _SURROGATE.search(text):
        return BadRow(line, "is not UTF-8")
    row = {column: value.strip() for column, value in zip(header, values, strict=True)}
    row["inst_type"] = row["inst_type"].lower()
    row["currency"] = _MINOR_UNITS.get(row["currency"], row["currency"].upper())
    row["isin"] = row["isin"].replace(" ", "").upper()
    if reason := _fault(row):
        return BadRow(line, reason)
    own: tuple[tuple[str, ...], Decimal | None] = ((), None)
    if own_columns:
        try:
            own = _own_values(row)
        except InvalidOperation:
            return BadRow(line, f"multiplier {row['multiplier']!r} is not a number")
    return InstrumentRow(
        line,
        row["symbol"],
        row["name"],
        row["isin"],
        row["inst_type"],
        row["currency"],
        row["exchange"],
        row["country"],
        *own,
    )


def _own_values(row: dict[str, str]) -> tuple[tuple[str, ...], Decimal | None]:
    multiplier = row.get("multiplier", "")
    return tuple(row.get("aliases", "").split("|")), Decimal(multiplier) if multiplier else None


def _fault(row: dict[str, str]) -> str:
    for column in ("symbol", "name", "inst_type"):
        if not row[column]:
            return f"has no {column}"
    for column, limit in _MAX_CHARS.items():
        if len(row[column]) > limit:
            return f"{column} has {len(row[column])} characters, more than {limit}"
    currency, isin = row["currency"], row["isin"]
    # A crypto pair may be priced in another token (ETH, USDT); everything else in a currency of three letters.
    letters = r"[A-Z0-9]{2,10}" if row["inst_type"] == "crypto" else r"[A-Z]{3}"
    if currency and not re.fullmatch(letters, currency, re.ASCII):
        return f"currency {currency[:20]!r} is not three letters"
    # Another security may have the mistyped number, so the row is left out rather than kept without it.
    if isin and not is_isin(isin):
        return f"ISIN {isin[:20]!r} is not valid (twelve characters, the last one a check digit)"
    return ""
