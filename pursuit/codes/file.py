"""Checks the rows of a CSV of codes. A bad row becomes a sentence with its line; it never ends the reading."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from imports import BadRow, read_rows

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

    @property
    def key(self) -> str:
        return self.plain

    @property
    def label(self) -> str:
        return repr(self.code)


def read_codes(path: Path, system: str) -> Iterator[CodeRow | BadRow]:
    """The rows of FILE.csv or FILE.csv.gz in order, as codes of `system` (icd10cm or hcpcs).

    Raises RowsFileError: the file is missing, unreadable, has a wrong header, or its compression is broken.
    """
    return read_rows(path, header_fault=_header_fault, checked=partial(_checked, system))


def dotted(plain: str, system: str) -> str:
    """A code as it is written: an ICD-10-CM code has a dot after its third sign."""
    return f"{plain[:3]}.{plain[3:]}" if system == "icd10cm" and len(plain) > 3 else plain


def _header_fault(header: list[str]) -> str:
    if "code" in header and any(name in header for name in DESCRIPTIONS):
        return ""
    return (
        f"The first line must name the columns code and {' or '.join(DESCRIPTIONS)}; it names "
        f"{', '.join(header)[:200] or 'none'}."
    )


def _checked(system: str, line: int, row: dict[str, str]) -> CodeRow | BadRow:
    written = row["code"].upper()
    description = next(row[name] for name in DESCRIPTIONS if name in row)
    short = next((row[name] for name in SHORT if name in row), "")
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
