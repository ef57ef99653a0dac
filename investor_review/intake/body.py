"""Reads the JSON of a start a block at a time: a body of 200 MB never stands in memory, neither as bytes nor as text.

It reads what json.loads reads and refuses it in the same words. No library does that: those that go through JSON item
by item build a string whole, and a document is one string.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from json import JSONDecodeError, JSONDecoder
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any

from rest_framework.utils.json import strict_constant

from investor_review.intake.spool import LongList, LongText, let_go

# Bytes that are read at once.
BLOCK = 1 << 20
# What is not settled so many characters before the end of a block may be so with the next one: an escape, a number.
UNSETTLED = 16
# What the body may hold much of.
TEXTS, LISTS = ("full_document_text",), ("document_chunks", "nitpicks")
# Numbers are as they were written, 72.50 and not 72.5, and none becomes infinite.
_JSON = JSONDecoder(parse_float=Decimal, parse_constant=strict_constant)
_BLANK = re.compile(r"[ \t\n\r]*")
# A string as far as its escapes are whole.
_WHOLE = re.compile(r'[^"\\]*+(?:\\(?:u.{4}|[^u])[^"\\]*+)*+', re.DOTALL)
_HIGH_SURROGATE = re.compile("[\ud800-\udbff]")
_UNENDED = "Unterminated string starting at"


def read_body(read: Callable[[int], bytes], block: int = BLOCK) -> Any:
    """What json.loads makes of the bytes; long fields as LongText and LongList, whose files let_go() closes.

    Raises ValueError, InvalidOperation and RecursionError as json.loads does, and leaves no file then.
    """
    body: dict[str, Any] = {}
    source = _Source(read, block)
    try:
        if source.next() == "\ufeff" and source.behind + source.at == 0:
            raise source.fault("Unexpected UTF-8 BOM (decode using utf-8-sig)")
        if source.next() == "{":
            _members(source, body)
            value: Any = body
        else:
            value = source.value()
        if source.next():
            raise source.fault("Extra data")
    except (ValueError, InvalidOperation, RecursionError):
        let_go(body)
        # Bytes that are no text are told before anything else that is wrong.
        source.drain()
        raise
    return value


def _members(source: _Source, body: dict[str, Any]) -> None:
    """Put the members of the object that begins here into `body`."""
    if source.next(past="{") == "}":
        source.next(past="}")
        return
    while True:
        if source.next() != '"':
            raise source.fault("Expecting property name enclosed in double quotes")
        name = source.value()
        if source.next() != ":":
            raise source.fault("Expecting ':' delimiter")
        source.next(past=":")
        # Of a name that comes twice the last one counts.
        let_go({name: body.pop(name, None)})
        _member(source, body, name)
        if source.is_last(before="}"):
            return


def _member(source: _Source, body: dict[str, Any], name: str) -> None:
    if name in TEXTS and source.next() == '"':
        body[name] = text = LongText()
        source.pieces(text.add)
        if len(text) == 1:
            [body[name]] = text
            text.close()
    elif name in LISTS and source.next() == "[":
        body[name] = items = LongList(_JSON.decode)
        _items(source, items)
    else:
        body[name] = source.value()


def _items(source: _Source, items: LongList) -> None:
    if source.next(past="[") == "]":
        source.next(past="]")
        return
    while True:
        source.next()
        items.add(source.written())
        if source.is_last(before="]"):
            return


class _Source:
    """The body as text. What is behind is forgotten but for its place, which faults are told with."""

    def __init__(self, read: Callable[[int], bytes], block: int) -> None:
        self._read, self._block = read, block
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        # What is read and not yet behind, and where in it we are.
        self.text, self.at, self.ended = "", 0, False
        # Bytes that were decoded; characters and lines that are behind, and characters of the line we are in.
        self._bytes = self.behind = self._lines = self._column = 0
        mark = b""
        while len(mark) < len(codecs.BOM_UTF8) and (more := read(len(codecs.BOM_UTF8) - len(mark))):
            mark += more
        self.text = self._decoded(mark.removeprefix(codecs.BOM_UTF8), final=False)

    def next(self, past: str = "") -> str:
        """The character that comes next, behind `past` and blanks; empty at the end."""
        self.at += len(past)
        while True:
            match = _BLANK.match(self.text, self.at)
            assert match is not None
            self.at = match.end()
            if self.at < len(self.text) or self.ended:
                return self.text[self.at : self.at + 1]
            self._more()

    def is_last(self, before: str) -> bool:
        """Whether `before` closes what this was read of; else go past the comma to the next."""
        mark = self.next()
        if mark not in (before, ","):
            raise self.fault("Expecting ',' delimiter")
        self.next(past=mark)
        return mark == before

    def value(self) -> Any:
        """The value that begins here."""
        value, self.at = self._scanned()
        return value

    def written(self) -> str:
        """The same as it is written."""
        _, end = self._scanned()
        begun, self.at = self.at, end
        return self.text[begun:end]

    def _scanned(self) -> tuple[Any, int]:
        """The value that begins here, and where it ends. What the end of a block may have broken is read again."""
        before = ""
        while True:
            settled = len(self.text) - (0 if self.ended else UNSETTLED)
            try:
                value, end = _JSON.raw_decode(self.text, self.at)
                if end <= settled:
                    return value, end
            except JSONDecodeError as error:
                if self.ended or (error.pos < settled and error.msg != _UNENDED):
                    raise self.fault(error.msg, error.pos) from None
            except ValueError as error:
                # Of a number with too many digits, which are counted.
                if self.ended or str(error) == before:
                    raise
                before = str(error)
            self._more()

    def pieces(self, add: Callable[[str], None]) -> None:
        """Give the string that begins here to `add`, in at least one piece."""
        begun = self._place(self.at)
        self.at += 1
        while True:
            match = _WHOLE.match(self.text, self.at)
            assert match is not None
            try:
                if self.ended or self.text[match.end() : match.end() + 1] == '"':
                    text, self.at = scanstring(self.text, self.at, True)
                    add(text)
                    return
                piece, length = self._piece()
            except JSONDecodeError as error:
                raise self.fault(error.msg, error.pos, begun if error.msg == _UNENDED else None) from None
            if piece:
                add(piece)
            self.at += length
            self._more()

    def _piece(self) -> tuple[str, int]:
        """What is settled of the string that goes on here, and how long it is as it is written."""
        match = _WHOLE.match(self.text, self.at, max(self.at, len(self.text) - UNSETTLED))
        assert match is not None
        try:
            piece, _ = scanstring(f'{match[0]}"', 0, True)
        except JSONDecodeError as error:
            raise JSONDecodeError(error.msg, self.text, self.at + error.pos) from None
        # Its other half may come next, and both are one character.
        halves = 1 if _HIGH_SURROGATE.match(piece[-1:]) else 0
        return piece[: len(piece) - halves], len(match[0]) - 6 * halves

    def fault(self, sentence: str, at: int | None = None, place: tuple[int, int, int] | None = None) -> ValueError:
        """What is wrong here, or at `at` of the text, or at a place that is behind, as json.loads says it."""
        behind, lines, column = place or self._place(self.at if at is None else at)
        return ValueError(f"{sentence}: line {lines + 1} column {column + 1} (char {behind})")

    def drain(self) -> None:
        """Read to the end and keep nothing. Raises ValueError for bytes that are no text."""
        while not self.ended:
            self.text, self.at = "", 0
            self._more()

    def _place(self, at: int) -> tuple[int, int, int]:
        """How many characters and lines come before `at`, and how many characters of its line."""
        breaks = self.text.count("\n", 0, at)
        column = at - self.text.rindex("\n", 0, at) - 1 if breaks else self._column + at
        return self.behind + at, self._lines + breaks, column

    def _more(self) -> None:
        """Read on: a block, or as much as is waited with, so that a long value is not gone through too often."""
        self.behind, self._lines, self._column = self._place(self.at)
        rest, self.at = self.text[self.at :], 0
        data = self._read(max(self._block, len(rest)))
        self.ended = not data
        self.text = rest + self._decoded(data, final=self.ended)

    def _decoded(self, data: bytes, *, final: bool) -> str:
        pending = len(self._decoder.getstate()[0])
        try:
            text = self._decoder.decode(data, final)
        except UnicodeDecodeError as error:
            self.ended = True
            first, last = (self._bytes - pending + place for place in (error.start, error.end - 1))
            where = f"byte 0x{error.object[error.start]:02x} in position {first}"
            where = where if first == last else f"bytes in position {first}-{last}"
            raise ValueError(f"'utf-8' codec can't decode {where}: {error.reason}") from None
        self._bytes += len(data)
        return text
