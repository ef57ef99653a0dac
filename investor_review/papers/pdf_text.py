"""The text of a PDF as it stands on the pages: pieces with their place, width and size, from the drawing operators."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream, TextStringObject

Matrix = tuple[float, float, float, float, float, float]
_IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)
_PAIRS = re.compile(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>")
_RANGES = re.compile(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*(?:<([0-9A-Fa-f]+)>|\[([^\]]*)\])")
_SECTION = re.compile(rb"begin(bfchar|bfrange)(.*?)end\1", re.DOTALL)


@dataclass(frozen=True, slots=True)
class DrawnText:
    """A run of text on a page, in points from the lower left corner. `size` is the height of its font as drawn."""

    text: str
    left: float
    right: float
    base: float
    size: float


@dataclass(slots=True)
class _Font:
    characters: dict[int, str]
    widths: dict[int, float]
    name: str
    embedded: bool

    def read(self, codes: bytes) -> str:
        return "".join(self.characters.get(code, "\ufffd") for code in codes)

    def width(self, codes: bytes) -> float:
        """In thousandths of the size."""
        return sum(self.widths.get(code, 0.0) for code in codes)


@dataclass(slots=True)
class _State:
    matrix: Matrix = _IDENTITY
    text: Matrix = _IDENTITY
    line: Matrix = _IDENTITY
    font: _Font | None = None
    size: float = 0.0
    leading: float = 0.0
    spacing: float = 0.0
    word_spacing: float = 0.0
    scale: float = 1.0
    rise: float = 0.0


class PageText:
    """Reads pages of one file; a font is read once. Fonts are the simple ones (one byte a character) that we write.

    `not_embedded` grows with the names of fonts that a page lists and the file does not hold.
    """

    def __init__(self, reader: PdfReader) -> None:
        self.reader = reader
        self._fonts: dict[Any, _Font] = {}
        self.not_embedded: set[str] = set()

    def drawn(self, page: PageObject) -> Iterator[DrawnText]:
        """Every run of text on the page, in the order in which it is drawn."""
        contents = page.get_contents()
        if contents is None:
            return
        resources: Any = page["/Resources"].get_object()
        fonts = resources.get("/Font", {})
        self.not_embedded |= {font.name for name in fonts if not (font := self._font(name, fonts)).embedded}
        state, stack = _State(), []
        for operands, operator in ContentStream(contents, self.reader).operations:
            if operator == b"q":
                stack.append((state.matrix, state.font, state.size, state.leading))
            elif operator == b"Q":
                state.matrix, state.font, state.size, state.leading = stack.pop()
            elif operator == b"cm":
                state.matrix = _times(_matrix(operands), state.matrix)
            elif operator == b"Tf":
                state.font, state.size = self._font(operands[0], fonts), float(operands[1])
            elif operator in (b"Tj", b"TJ", b"'", b'"'):
                if operator in (b"'", b'"'):
                    _next_line(state)
                yield from _shown(state, operands[-1] if operator == b"TJ" else [operands[-1]])
            else:
                _move(state, operator, operands)

    def _font(self, name: Any, fonts: Any) -> _Font:
        reference = fonts.raw_get(name)
        key = getattr(reference, "idnum", id(reference))
        if key not in self._fonts:
            self._fonts[key] = self._read_font(fonts[name])
        return self._fonts[key]

    def _read_font(self, font: Any) -> _Font:
        descriptor = font.get("/FontDescriptor", {})
        embedded = any(f"/FontFile{suffix}" in descriptor for suffix in ("", "2", "3"))
        first = int(font.get("/FirstChar", 0))
        widths = {first + n: float(width) for n, width in enumerate(font.get("/Widths", []))}
        return _Font(
            _to_unicode(font["/ToUnicode"].get_data() if "/ToUnicode" in font else b""),
            widths,
            str(font.get("/BaseFont", "?")),
            embedded,
        )


def _shown(state: _State, pieces: Any) -> Iterator[DrawnText]:
    """The pieces of one operator; the text's place moves on behind each."""
    font = state.font
    if font is None:
        return
    for piece in pieces:
        if not isinstance(piece, str | bytes):
            state.text = _times((1, 0, 0, 1, -float(piece) / 1000 * state.size * state.scale, 0), state.text)
            continue
        codes = piece.original_bytes if isinstance(piece, TextStringObject) else bytes(piece)  # type: ignore[arg-type]
        spaces = codes.count(b" ")
        advance = font.width(codes) / 1000 * state.size + state.spacing * len(codes) + state.word_spacing * spaces
        whole = _times(state.text, state.matrix)
        scale = (whole[2] ** 2 + whole[3] ** 2) ** 0.5
        text = font.read(codes)
        inked = text.rstrip()
        trailing = font.width(codes[len(inked) :]) / 1000 * state.size
        left = whole[4]
        right = left + (advance - trailing) * state.scale * whole[0]
        yield DrawnText(text, min(left, right), max(left, right), whole[5] + state.rise * scale, state.size * scale)
        state.text = _times((1, 0, 0, 1, advance * state.scale, 0), state.text)


def _move(state: _State, operator: bytes, operands: Any) -> None:
    match operator:
        case b"BT":
            state.text = state.line = _IDENTITY
        case b"Tm":
            state.text = state.line = _matrix(operands)
        case b"Td" | b"TD":
            if operator == b"TD":
                state.leading = -float(operands[1])
            state.line = _times((1, 0, 0, 1, float(operands[0]), float(operands[1])), state.line)
            state.text = state.line
        case b"T*":
            _next_line(state)
        case b"TL":
            state.leading = float(operands[0])
        case b"Tc":
            state.spacing = float(operands[0])
        case b"Tw":
            state.word_spacing = float(operands[0])
        case b"Tz":
            state.scale = float(operands[0]) / 100
        case b"Ts":
            state.rise = float(operands[0])


def _next_line(state: _State) -> None:
    state.line = _times((1, 0, 0, 1, 0, -state.leading), state.line)
    state.text = state.line


def _times(a: Matrix, b: Matrix) -> Matrix:
    return (
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4],
        a[4] * b[1] + a[5] * b[3] + b[5],
    )


def _matrix(operands: Any) -> Matrix:
    a, b, c, d, e, f = (float(value) for value in operands)
    return (a, b, c, d, e, f)


def _to_unicode(data: bytes) -> dict[int, str]:
    """The characters that the codes of a font stand for (ISO 32000-1, 9.10.3)."""
    characters: dict[int, str] = {}
    for section in _SECTION.finditer(data):
        if section[1] == b"bfchar":
            for code, text in _PAIRS.findall(section[2]):
                characters[int(code, 16)] = _utf16(text)
            continue
        for low, high, start, listed in _RANGES.findall(section[2]):
            codes = range(int(low, 16), int(high, 16) + 1)
            if listed:
                texts = [_utf16(text) for text in re.findall(rb"<([0-9A-Fa-f]+)>", listed)]
            else:
                texts = [_utf16(b"%0*X" % (len(start), int(start, 16) + n)) for n in range(len(codes))]
            characters.update(zip(codes, texts, strict=False))
    return characters


def _utf16(digits: bytes) -> str:
    if len(digits) % 4:
        # ReportLab writes a character beyond the first 65,536 as its plain code point, in five digits.
        return chr(int(digits, 16))
    return bytes.fromhex(digits.decode()).decode("utf-16-be", "replace")
