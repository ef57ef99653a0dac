"""The numbers that Word shows and does not write: "4.2", "(a)", "Article 4", counted from its numbering definitions.

Source of the rules: ECMA-376 part 1, 17.9 (numbering).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from docx.document import Document
from docx.oxml.ns import qn

_LEVELS = 9
_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"))
_ROMAN_SMALL = ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
_PLACE = re.compile(r"%([1-9])")
_MOST = 10_000


@dataclass(frozen=True, slots=True)
class _Level:
    """One level of a list: where it begins, how it counts, and the text around its number, as "%1.%2"."""

    start: int
    form: str
    text: str
    legal: bool


class Numbering:
    """Counts the numbered paragraphs of one document, asked for in their order."""

    def __init__(self, document: Document) -> None:
        self._lists: dict[str, str] = {}
        self._levels: dict[str, dict[int, _Level]] = {}
        self._counts: dict[str, list[int | None]] = {}
        self._restarts: dict[tuple[str, int], int] = {}
        self._styles: dict[str, tuple[str, int]] = {}
        part = next((r.target_part for r in document.part.rels.values() if r.reltype.endswith("/numbering")), None)
        # A part of a wrong type has no tree; then the document is read without its numbers.
        tree = getattr(part, "element", None)
        if tree is None:
            return
        self._read(tree)
        self._read_styles(document.styles.element)

    def label(self, paragraph: Any) -> str:
        """The number of the paragraph as Word shows it, "- " for a bullet; "" for one without. Counts it."""
        numbered = self._place(paragraph)
        if numbered is None:
            return ""
        list_id, depth = numbered
        abstract = self._lists.get(list_id, "")
        levels = self._levels.get(abstract, {})
        level = levels.get(depth)
        if level is None:
            return ""
        counts = self._counts.setdefault(abstract, [None] * _LEVELS)
        restart = self._restarts.pop((list_id, depth), None)
        before = counts[depth]
        counts[depth] = restart if restart is not None else level.start if before is None else before + 1
        counts[depth + 1 :] = [None] * (_LEVELS - depth - 1)
        if level.form == "bullet":
            return "-"

        def number(place: re.Match[str]) -> str:
            wanted = int(place[1]) - 1
            its = levels.get(wanted, level)
            value = counts[wanted]
            return _formed(its.start if value is None else value, "decimal" if level.legal else its.form)

        return _PLACE.sub(number, level.text).strip()

    def _place(self, paragraph: Any) -> tuple[str, int] | None:
        """The list and the depth of a paragraph, its own or its style's."""
        properties = paragraph.find(qn("w:pPr"))
        if properties is None:
            return None
        style = properties.find(qn("w:pStyle"))
        inherited = self._styles.get(style.get(qn("w:val")) or "") if style is not None else None
        own = properties.find(qn("w:numPr"))
        if own is None:
            return inherited
        list_id, depth = _value(own, "w:numId"), _value(own, "w:ilvl")
        if list_id == "0":
            return None  # It says that it has no number, whatever its style says.
        if not list_id:
            list_id = inherited[0] if inherited else ""
        if not depth.isdigit():
            depth = str(inherited[1]) if inherited else "0"
        return (list_id, min(int(depth), _LEVELS - 1)) if list_id else None

    def _read(self, numbering: Any) -> None:
        for abstract in numbering.iterchildren(qn("w:abstractNum")):
            key = abstract.get(qn("w:abstractNumId")) or ""
            self._levels[key] = dict(_levels(abstract))
        for num in numbering.iterchildren(qn("w:num")):
            key = num.get(qn("w:numId")) or ""
            self._lists[key] = _value(num, "w:abstractNumId")
            for override in num.iterchildren(qn("w:lvlOverride")):
                depth, start = override.get(qn("w:ilvl")) or "", _value(override, "w:startOverride")
                if depth.isdigit() and start.isdigit():
                    self._restarts[key, int(depth)] = min(int(start), _MOST)

    def _read_styles(self, styles: Any) -> None:
        own: dict[str, tuple[str, str]] = {}
        bases: dict[str, str] = {}
        for style in styles.iter(qn("w:style")):
            key = style.get(qn("w:styleId")) or ""
            bases[key] = _value(style, "w:basedOn")
            numbering = style.find(f"{qn('w:pPr')}/{qn('w:numPr')}")
            if numbering is not None:
                own[key] = (_value(numbering, "w:numId"), _value(numbering, "w:ilvl"))
        for key in bases:
            list_id, depth, here, seen = "", "", key, set[str]()
            while here and here not in seen and not (list_id and depth):
                seen.add(here)
                given = own.get(here, ("", ""))
                list_id, depth = list_id or given[0], depth or given[1]
                here = bases.get(here, "")
            if list_id and list_id != "0":
                self._styles[key] = (list_id, min(int(depth), _LEVELS - 1) if depth.isdigit() else 0)


def _levels(abstract: Any) -> Iterator[tuple[int, _Level]]:
    for level in abstract.iterchildren(qn("w:lvl")):
        depth = level.get(qn("w:ilvl")) or ""
        start, form = _value(level, "w:start"), _value(level, "w:numFmt") or "decimal"
        if depth.isdigit() and int(depth) < _LEVELS:
            text = "" if form == "none" else _value(level, "w:lvlText")[:100]
            legal = level.find(qn("w:isLgl")) is not None
            yield int(depth), _Level(min(int(start), _MOST) if start.isdigit() else 1, form, text, legal)


def _value(parent: Any, name: str) -> str:
    child = parent.find(qn(name))
    return (child.get(qn("w:val")) or "") if child is not None else ""


def _formed(value: int, form: str) -> str:
    if form in ("lowerLetter", "upperLetter"):
        # After z come aa, bb, cc.
        letter = chr(ord("a") + (value - 1) % 26) * ((value - 1) // 26 + 1) if value > 0 else ""
        return letter.upper() if form == "upperLetter" else letter
    if form in ("lowerRoman", "upperRoman"):
        roman, rest = "", min(value, 3999)
        for worth, sign in (*_ROMAN, *_ROMAN_SMALL):
            roman += sign * (rest // worth)
            rest %= worth
        return roman.upper() if form == "upperRoman" else roman
    return f"{value:02d}" if form == "decimalZero" else str(value)
