"""Splits Dutch and English text into sentences, without tripping over "art. 3.16", "nr." or "i.c."."""

from __future__ import annotations

import re
from collections.abc import Iterator

from wording.amounts import words

_ABBREVIATIONS = words(
    """
    art artt nr nrs no nos bijv bv resp jo juncto o.g.v i.c m.b.t d.w.z t.a.v e.v ev ca blz p pp r.o ro stb stcrt st mr
    drs dr prof ir e.g i.e vs cf incl excl evt m.n o.a a.u.b i.v.m t/m n.v b.v jl zgn plm vgl lid sub par sec hfst afd
    zaaknr rb
    """
)
_END = re.compile(r"[.!?]+[\"'”’)\]*_]*(?=\s+|$)")
_LAST_WORD = re.compile(r"([^\s(“\"]+)[.!?]+[\"'”’)\]*_]*$")


def sentence_spans(text: str) -> Iterator[tuple[int, int]]:
    """The places of the sentences of `text`. A line end always ends one; blank ones are left out."""
    offset = 0
    for line in text.splitlines(keepends=True):
        yield from _in_line(line.rstrip("\r\n"), offset)
        offset += len(line)


def _in_line(line: str, offset: int) -> Iterator[tuple[int, int]]:
    start = 0
    for match in _END.finditer(line):
        if match.end() < len(line) and not _ends(line, match):
            continue
        if line[start : match.end()].strip():
            yield _stripped(line, start, match.end(), offset)
        start = match.end()
    if line[start:].strip():
        yield _stripped(line, start, len(line), offset)


def _stripped(line: str, start: int, end: int, offset: int) -> tuple[int, int]:
    piece = line[start:end]
    return offset + start + len(piece) - len(piece.lstrip()), offset + end - (len(piece) - len(piece.rstrip()))


def _ends(line: str, match: re.Match[str]) -> bool:
    """Whether a full stop in the middle of a line ends a sentence."""
    following = line[match.end() :].lstrip()[:1]
    if following.islower():
        return False
    if "." not in match[0]:
        return True
    word = _LAST_WORD.search(line[: match.end()])
    said = word[1].lower().rstrip(".") if word else ""
    # "1." at the start of a line counts what follows; a single letter is an initial or a part of a list.
    numbering = line[: match.end()].strip()
    if re.fullmatch(r"(?:\d{1,3}|[a-z]{1,2}|[-*•]\s*\d{1,3})[.)]", numbering, re.I):
        return False
    return said not in _ABBREVIATIONS and not (len(said) == 1 and said.isalpha())


def sentences(text: str) -> list[str]:
    """The sentences of `text`."""
    return [text[start:end] for start, end in sentence_spans(text)]
