"""Checks the fields of a payload one by one. Each fault is a sentence with the place, the value and what it must be."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from investor_review.intake.spool import LongList, LongText
from llm.text import clean_text

# Characters that an id or a line of text cannot hold: C0 and C1 controls, line and paragraph separators.
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_FIELDS = {
    "": {
        *("session_id", "company_name", "doc_id", "doc_title", "full_document_text", "green_score"),
        *("document_chunks", "nitpicks", "force"),
    },
    "document_chunks": {"chunk_id", "text", "source_name", "citations"},
    "nitpicks": {"issue_id", "title", "severity", "status", "summary", "citations", "suggested_changes"},
}
# Faults that one answer lists, and things that one warning names; the count is always told.
LISTED = 20


@dataclass(slots=True)
class Checker:
    """Collects the faults of one payload, and the names of fields that it should not have."""

    errors: dict[str, list[str]] = field(default_factory=dict)
    count: int = 0
    unknown: dict[str, None] = field(default_factory=dict)

    def fault(self, where: str, sentence: str) -> None:
        self.count += 1
        if self.count <= LISTED:
            self.errors.setdefault(where, []).append(sentence)

    def fields(self, given: Mapping[str, Any], kind: str, where: str) -> None:
        for name in given.keys() - _FIELDS[kind]:
            self.unknown[f"{where}{clean_text(str(name))[:80]}"] = None

    def text(self, given: Mapping[str, Any], name: str, where: str, *, blank: bool = False) -> str:
        """A text of any length; a missing one is a fault, unless it may be blank."""
        if name not in given:
            if not blank:
                self.fault(where, f"{where} is missing.")
            return ""
        value = given[name]
        if not isinstance(value, str):
            self.fault(where, f"{where} is {shown(value)}; it must be a text.")
            return ""
        value = clean_text(value)
        if not blank and not value.strip():
            self.fault(where, f"{where} is empty.")
        return value

    def long_text(self, given: Mapping[str, Any], name: str, where: str) -> str | LongText:
        """The same of a text that may have come in pieces, which are not cleaned."""
        value = given.get(name)
        if not isinstance(value, LongText):
            return self.text(given, name, where)
        if not any(piece.strip() for piece in value):
            self.fault(where, f"{where} is empty.")
        return value

    def line(self, given: Mapping[str, Any], name: str, where: str, limit: int, *, blank: bool = False) -> str:
        """A text that is shown on one line: control characters become spaces."""
        value = _CONTROL.sub(" ", self.text(given, name, where, blank=blank)).strip()
        if len(value) > limit:
            self.fault(where, f"{where} has {len(value):,} characters; {limit} are allowed.")
        return value[:limit]

    def identifier(self, given: Mapping[str, Any], name: str, where: str, limit: int) -> str:
        """An id of the sender's, which must match exactly: it is refused and never mended."""
        value = self.text(given, name, where)
        if _CONTROL.search(value) or "\ufffd" in value:
            self.fault(where, f"{where} is {shown(value)}; an id holds no control characters.")
        elif value != value.strip():
            self.fault(where, f"{where} is {shown(value)}; an id neither begins nor ends with a space.")
        elif len(value) > limit:
            self.fault(where, f"{where} has {len(value):,} characters; an id has at most {limit}.")
        return value

    def choice(self, given: Mapping[str, Any], name: str, where: str, allowed: Sequence[str], default: str = "") -> str:
        if name not in given and default:
            return default
        value = given.get(name)
        if value not in allowed or not isinstance(value, str):
            fault = f"is {shown(value)}" if name in given else "is missing"
            self.fault(where, f"{where} {fault}; it must be {', '.join(allowed[:-1])} or {allowed[-1]}.")
            return allowed[0]
        return value

    def texts(self, given: Mapping[str, Any], name: str, where: str) -> tuple[str, ...]:
        """A list of texts; none is an empty list."""
        value = given.get(name, [])
        if not isinstance(value, list):
            self.fault(where, f"{where} is {shown(value)}; it must be a list of texts.")
            return ()
        for number, item in enumerate(value):
            if not isinstance(item, str):
                self.fault(f"{where}[{number}]", f"{where}[{number}] is {shown(item)}; it must be a text.")
        return tuple(clean_text(item) for item in value if isinstance(item, str))

    def objects(self, given: Mapping[str, Any], name: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """A list of objects as (where it stands, the object)."""
        if name not in given:
            self.fault(name, f"{name} is missing; send an empty list for none.")
            return
        value = given[name]
        if not isinstance(value, list | LongList):
            self.fault(name, f"{name} is {shown(value)}; it must be a list of objects.")
            return
        for number, item in enumerate(value):
            if not isinstance(item, dict):
                self.fault(f"{name}[{number}]", f"{name}[{number}] is {shown(item)}; it must be an object.")
        for number, item in enumerate(value):
            if isinstance(item, dict):
                yield f"{name}[{number}]", item

    def no_twins(self, name: str, key: str, values: Iterable[str]) -> None:
        seen: dict[str, int] = {}
        for number, value in enumerate(values):
            if value and value in seen:
                where = f"{name}[{number}].{key}"
                self.fault(where, f"{where} is {shown(value)}, as {name}[{seen[value]}] has it already.")
            seen.setdefault(value, number)


def shown(value: object) -> str:
    """A value as a sentence quotes it, cut to a readable length."""
    if isinstance(value, Decimal):
        value = float(value)
    text = clean_text(value if isinstance(value, str) else json.dumps(value, default=str)[:200])
    text = text if len(text) <= 80 else f"{text[:79]}…"
    return repr(text) if isinstance(value, str) else text
