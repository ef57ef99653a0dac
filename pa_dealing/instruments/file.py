"""Checks the rows of a CSV of instruments. A bad row becomes a sentence with its line; it never ends the reading."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import partial
from pathlib import Path

from imports import BadRow, read_rows
from pa_dealing.instruments.names import is_isin

COLUMNS = ("symbol", "name", "isin", "inst_type", "currency", "exchange", "country")
_MAX_CHARS = {"symbol": 40, "name": 300, "inst_type": 20, "currency": 10, "exchange": 20, "country": 60}
# Prices in pence, agorot and cents are quoted under codes of their own; upper case alone would make them pounds.
_MINOR_UNITS = {"GBp": "GBX", "ZAc": "ZAC", "ILa": "ILA"}


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

    @property
    def key(self) -> tuple[str, str]:
        return self.symbol, self.inst_type

    @property
    def label(self) -> str:
        return f"{self.symbol!r} ({self.inst_type})"


def read_instruments(path: Path, *, own_columns: bool = False) -> Iterator[InstrumentRow | BadRow]:
    """The rows of FILE.csv or FILE.csv.gz in order. With `own_columns` also `aliases` ("|" between) and `multiplier`.

    Raises:
        RowsFileError: the file is missing, unreadable, has a wrong header, or its compression is broken.
    """
    return read_rows(path, header_fault=_header_fault, checked=partial(_checked, own_columns))


def _header_fault(header: list[str]) -> str:
    if missing := [column for column in COLUMNS if column not in header]:
        return f"The header lacks {', '.join(missing)}. The first line must name these columns: {','.join(COLUMNS)}."
    return ""


def _checked(own_columns: bool, line: int, row: dict[str, str]) -> InstrumentRow | BadRow:
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
