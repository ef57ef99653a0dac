"""Reads and checks a CSV of codes. A bad row becomes a sentence with its line; it never ends the reading."""

from __future__ import annotations

import csv
import gzip
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

# Lists name their columns in their own ways; the first that a file has counts.
DESCRIPTIONS = ("long_desc", "long_description", "description")
SHORT = ("short_desc", "short_description")
_MAX_CHARS = 2_000
_SHAPES = {
    "icd10cm": re.compile(r"[A-Z]\d[0-9A-Z](?:\.?[0-9A-Z]{1,4})?"),
    "hcpcs": re.compile(r"[A-Z]\d{4}|[A-Z0-9]{2}"),
}
_SAID = {
    "icd10cm": "an ICD-10-CM code, such as E11.9",
    "hcpcs": "a HCPCS code, such as E0607, or a modifier of two signs",
}
_YES_NO = {"true": True, "1": True, "yes": True, "y": True, "false": False, "0": False, "no": False, "n": False}
_SURROGATE = re.compile("[\ud800-\udfff]")


class CodeFileError(Exception):
    """The file as a whole cannot be used: it is missing, is not a CSV with the right header, or is cut off."""


@dataclass(frozen=True, slots=True)
class CodeRow:
    """One checked row. `code` is as it is written, with its dot; `billable` is None where the list does not say."""

    line: int
    code: str
    plain: str
    description: str
    short_description: str
    kind: str
    billable: bool | None


@dataclass(frozen=True, slots=True)
class BadRow:
    """A row that is not imported, and why."""

    line: int
    reason: str


def read_codes(path: Path, system: str) -> Iterator[CodeRow | BadRow]:
    """The rows of FILE.csv or FILE.csv.gz in order, as codes of `system` (icd10cm or hcpcs).

    Raises CodeFileError: the file is missing, unreadable, has a wrong header, or its compression is broken.
    """
    try:
        with _open(path) as lines:
            yield from _rows(lines, system)
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError, ValueError):
        raise CodeFileError(f"There is no file {str(path)!r}.") from None
    except EOFError:
        raise CodeFileError(f"{str(path)!r} is cut off: its compressed data ends early.") from None
    except OSError as error:
        raise CodeFileError(f"{str(path)!r} cannot be read: {error.strerror or error}.") from None


def dotted(plain: str, system: str) -> str:
    """A code as it is written: an ICD-10-CM code has a dot after its third sign."""
    return f"{plain[:3]}.{plain[3:]}" if system == "icd10cm" and len(plain) > 3 else plain


def _open(path: Path) -> IO[str]:
    # Bytes that are not UTF-8 become surrogates, so that one bad row is named and the others are read.
    if path.suffix == ".gz":
        return gzip.open(path, "rt", encoding="utf-8-sig", errors="surrogateescape", newline="")
    return path.open(encoding="utf-8-sig", errors="surrogateescape", newline="")


def _rows(lines: IO[str], system: str) -> Iterator[CodeRow | BadRow]:
    reader = csv.reader(lines)
    try:
        header = [column.strip().lower() for column in next(reader, [])]
    except csv.Error:
        header = []
    told = next((name for name in DESCRIPTIONS if name in header), "")
    short = next((name for name in SHORT if name in header), "")
    if "code" not in header or not told:
        raise CodeFileError(
            f"The first line must name the columns code and {' or '.join(DESCRIPTIONS)}; it names "
            f"{', '.join(header)[:200] or 'none'}."
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
        if len(values) != len(header):
            if values:
                yield BadRow(line, f"has {len(values)} columns and the header {len(header)}")
            continue
        row = {column: value.strip() for column, value in zip(header, values, strict=True)}
        yield _checked(line, row, row[told], row.get(short, ""), system)


def _checked(line: int, row: dict[str, str], description: str, short: str, system: str) -> CodeRow | BadRow:
    written = row["code"].upper()
    text = "\n".join(row.values())
    if "\0" in text:
        return BadRow(line, "contains a NUL character")
    if not text.isascii() and _SURROGATE.search(text):
        return BadRow(line, "is not UTF-8")
    if not _SHAPES[system].fullmatch(written):
        return BadRow(line, f"has the code {row['code'][:20]!r}, which is not {_SAID[system]}")
    if not description:
        return BadRow(line, f"has no description for {written!r}")
    if len(description) > _MAX_CHARS or len(short) > _MAX_CHARS:
        return BadRow(line, f"describes {written!r} in more than {_MAX_CHARS:,} characters")
    billable = row.get("billable", "").lower()
    if billable and billable not in _YES_NO:
        return BadRow(line, f"says {row['billable'][:20]!r} under billable; write true or false")
    plain = written.replace(".", "")
    kind = row.get("kind", "")[:40]
    return CodeRow(line, dotted(plain, system), plain, description, short, kind, _YES_NO.get(billable))
