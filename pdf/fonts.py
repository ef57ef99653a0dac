"""Which font draws which character, by the fonts' own tables; what none can draw gets a visible substitute."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.conf import settings

TEXT, BOLD, MONO, CJK = "DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSansMono.ttf", "WenQuanYiMicroHei.ttf"
# Fonts of the system, looked at only for characters that our own cannot draw. Environment: none; the usual places.
SYSTEM_FOLDERS = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "/Library/Fonts",
    "/System/Library/Fonts",
    "C:/Windows/Fonts",
)
# A file whose name holds one of these is a face of a family, and not its regular one.
_NOT_REGULAR = re.compile(
    r"bold|italic|oblique|light|thin|black|condensed|mono|semi|medium|narrow|extra", re.IGNORECASE
)
# Joiners, marks of direction, variation selectors, soft hyphens: they have no picture of their own.
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
# Scripts whose letters change with their neighbours in ways that only a shaping engine knows; Arabic is joined here.
_NEEDS_SHAPING = re.compile("[\u0900-\u0dff\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u1a20-\u1aaf\u1b00-\u1b7f]")


@dataclass(frozen=True, slots=True)
class Face:
    """A font file that can be embedded, and the name under which the page's style sheet knows it."""

    family: str
    path: Path
    bold: Path | None = None


@dataclass(frozen=True, slots=True)
class FontProblem:
    """A character that could not be drawn as it is: its code point, what stands in its place, where it stood first."""

    character: str
    shown: str
    count: int
    first_line: int
    reason: str

    def sentence(self) -> str:
        name = unicodedata.name(self.character, "no name")
        times = "once" if self.count == 1 else f"{self.count} times"
        return f"U+{ord(self.character):04X} ({name}), {times}, first in line {self.first_line}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Drawable:
    """How a text is drawn: what stands in the place of characters, the faces that it needs, and what was found."""

    table: dict[int, str]
    faces: tuple[Face, ...]
    problems: tuple[FontProblem, ...]

    def translated(self, text: str) -> str:
        """The text with what stands in the place of characters that cannot be drawn."""
        return text.translate(self.table) if self.table else text


def drawable(lines: list[str]) -> Drawable:
    """A substitute such as [U+10331] for every character of the lines that no font can draw.

    A character without a picture (a joiner, a mark of direction) is left out; both are named in `problems`.
    """
    wanted = {character for line in lines for character in line}
    faces, undrawable = _faces_for(wanted)
    shown = {c: "" if _INVISIBLE.match(c) else f"[U+{ord(c):04X}]" for c in undrawable}
    shown |= {c: "" for c in wanted if _INVISIBLE.match(c)}
    if not shown and not any(_NEEDS_SHAPING.search(line) for line in lines):
        return Drawable({}, faces, ())
    problems = tuple(_problems(lines, shown))
    return Drawable({ord(c): new for c, new in shown.items()}, faces, problems)


def spread(html: str) -> str:
    """HTML for which the text face is enough, but for a `<span style="font-family: cjk">` around other letters.

    What neither face can draw gets a substitute, as in `drawable`.
    """
    text, _, cjk = own_faces()
    left = {c for c in set(html) if ord(c) > 126 and ord(c) not in coverage(text.path)}
    if not left:
        return html
    asian = {c for c in left if ord(c) in coverage(cjk.path)}
    shown = {ord(c): "" if _INVISIBLE.match(c) else f"[U+{ord(c):04X}]" for c in left - asian}
    runs = re.compile(f"[{re.escape(''.join(sorted(asian)))}]+") if asian else None
    html = html.translate(shown)
    return runs.sub(r'<span style="font-family: cjk">\g<0></span>', html) if runs else html


def coverage(path: Path) -> frozenset[int]:
    """The code points that the font file has a glyph for; none when it is no TrueType font that can be embedded."""
    return _coverage(path, path.stat().st_mtime_ns)


@cache
def _coverage(path: Path, _changed: int) -> frozenset[int]:
    from reportlab.pdfbase.ttfonts import TTFError, TTFontFile

    try:
        return frozenset(TTFontFile(str(path), charInfo=1).charToGlyph)
    except (TTFError, OSError, KeyError, ValueError, IndexError):
        return frozenset()


def own_faces() -> tuple[Face, ...]:
    """The faces that the project ships: text, text in columns, Chinese, Japanese and Korean."""
    folder = settings.FONTS_DIR
    return (Face("text", folder / TEXT, folder / BOLD), Face("mono", folder / MONO), Face("cjk", folder / CJK))


def _faces_for(wanted: set[str]) -> tuple[tuple[Face, ...], set[str]]:
    """The faces that together draw the characters, our own first, and the characters that are left."""
    text, mono, cjk = own_faces()
    left = {c for c in wanted if not c.isspace() and ord(c) not in coverage(text.path)}
    faces = [text, mono]
    if any(ord(c) not in coverage(text.bold or text.path) for c in wanted - left if not c.isspace()):
        # The bold face has fewer letters; in a heading the others are drawn by the regular one.
        faces.append(Face("plain", text.path))
    # Most documents need no further font, and a font of 30,000 characters is not read for them.
    if left and left & (drawn := {c for c in left if ord(c) in coverage(cjk.path)}):
        faces.append(cjk)
        left -= drawn
    left_visible = {
        c for c in left if not _INVISIBLE.match(c) and unicodedata.category(c) not in ("Cc", "Cn", "Co", "Cs")
    }
    for path in _system_fonts() if left_visible else ():
        drawn = {c for c in left_visible if ord(c) in coverage(path)}
        if drawn:
            faces.append(Face(f"system{len(faces)}", path))
            left_visible -= drawn
            left -= drawn
        if not left_visible:
            break
    return tuple(faces), left


def _system_fonts() -> Iterator[Path]:
    """The regular faces of the fonts that are installed. ReportLab embeds TrueType outlines, and no others."""
    for folder in SYSTEM_FOLDERS:
        for root, _, names in os.walk(folder):
            for name in sorted(names):
                if name.lower().endswith(".ttf") and not _NOT_REGULAR.search(name):
                    yield Path(root) / name


def _problems(lines: list[str], shown: dict[str, str]) -> Iterator[FontProblem]:
    first: dict[str, int] = {}
    counts: dict[str, int] = {}
    sought = re.compile(f"[{re.escape(''.join(shown))}]") if shown else None
    for number, line in enumerate(lines, 1):
        for character in sought.findall(line) if sought else ():
            first.setdefault(character, number)
            counts[character] = counts.get(character, 0) + 1
        if (match := _NEEDS_SHAPING.search(line)) and match[0] not in shown:
            script = unicodedata.name(match[0], "?").split()[0]
            first.setdefault(f"\ue000{script}{match[0]}", number)
    for character, number in first.items():
        if character[0] == "\ue000" and len(character) > 1:
            script, letter = character[1:-1], character[-1]
            yield FontProblem(
                letter, letter, 1, number, f"the letters of {script.title()} are drawn one by one, not joined"
            )
        else:
            reason = (
                f"no font draws it; {shown[character]} stands in its place" if shown[character] else "it has no picture"
            )
            yield FontProblem(character, shown[character], counts[character], number, reason)
