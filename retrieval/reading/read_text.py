"""Reads plain text and Markdown: finds the encoding, and the sections by their headings."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from contextlib import suppress

from retrieval.reading.document import Limits, ReadDocument, Unreadable, sections_at, sections_of, stem, tidy, too_large
from retrieval.reading.headings import Heading, citation_of

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SAMPLE = 4096
_ATX = re.compile(r" {0,3}(#{1,6})[ \t]+(?=\S)")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_UNDERLINE = re.compile(r" {0,3}(=+|-+)[ \t]*\n?$")
_FRONT_MATTER = re.compile(r"---[ \t]*\n(.{0,20000}?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)", re.DOTALL)
_FRONT_LINE = re.compile(r"([A-Za-z_][\w .-]{0,60}?)[ \t]*:[ \t]*(.*?)[ \t]*$")
_FRONT_ITEM = re.compile(r"[ \t]*-[ \t]+(\S.*?)[ \t]*$")
_LANGUAGE = re.compile(r"([a-z]{2})(?:[-_][a-z]{2})?")
_MARKUP = re.compile(r"[*_`]+|\[([^\]]*)\]\([^)]*\)")


def decoded(data: bytes, name: str, charset: str = "") -> str:
    """The bytes as text: by their mark, as UTF-8, in `charset` where one is named, else as Windows-1252.

    Raises Unreadable for bytes that are no text.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return tidy(data[len(mark) :].decode(encoding, "replace"))
    sample = data[:_SAMPLE]
    # A stray zero is a slip; UTF-16 and programs are full of them.
    if sample.count(0) > 2 + len(sample) // 1000:
        # Without a mark, every second byte of a Western text in UTF-16 is a zero.
        for encoding, zeros in (("utf-16-le", sample[1::2]), ("utf-16-be", sample[::2])):
            if zeros.count(0) > len(zeros) * 0.4:
                return tidy(data.decode(encoding, "replace"))
        raise Unreadable("not_supported", f"{name!r} is not a text: it has bytes that no text has.")
    if sum(byte < 32 and byte not in b"\t\n\r\f\x1b" for byte in sample) > 2 + len(sample) * 0.05:
        raise Unreadable("not_supported", f"{name!r} is not a text: it has bytes that no text has.")
    # What is valid UTF-8 is UTF-8, whatever a server says, except where a charset writes all in ASCII.
    charset = "" if charset.lower().startswith(("utf-7", "utf-16", "utf-32")) else charset
    for encoding in (charset, "utf-8") if charset.lower().startswith("iso-2022") else ("utf-8", charset):
        # The codecs of Python that are none of text raise LookupError; what they are given is not trusted.
        with suppress(UnicodeError, LookupError, ValueError):
            if encoding:
                return tidy(data.decode(encoding))
    return tidy(data.decode("cp1252", "replace"))


def read_plain(text: str, name: str, limits: Limits) -> ReadDocument:
    """A plain text, with the sections that its headings make."""
    _check(text, name, limits)
    return ReadDocument(stem(name), text, sections_of(text), "", "text")


def read_markdown(text: str, name: str, limits: Limits) -> ReadDocument:
    """A Markdown text as it is written, without its front matter, which becomes the metadata."""
    metadata, text = front_matter(text)
    _check(text, name, limits)
    headings = list(_markdown_headings(text))
    first = next((heading.title for heading in headings if heading.level == 1), "")
    code = _LANGUAGE.fullmatch((metadata.get("language") or metadata.get("lang") or "").lower())
    title = metadata.get("title") or first or (headings[0].title if headings else "") or stem(name)
    return ReadDocument(title[:500], text, sections_at(text, headings), code[1] if code else "", "markdown", metadata)


def front_matter(text: str) -> tuple[dict[str, str], str]:
    """The `key: value` lines between two lines of `---` at the beginning, keys in lower case, and the rest.

    The items of a list are joined by commas; of anything deeper only its `key: value` lines are read.
    """
    match = _FRONT_MATTER.match(text)
    if not match:
        return {}, text
    values: dict[str, str] = {}
    key = ""
    for line in match[1].splitlines():
        pair, item = _FRONT_LINE.match(line), _FRONT_ITEM.match(line)
        if pair:
            key = pair[1].strip().lower().replace(" ", "_").replace("-", "_")
            if pair[2]:
                values[key] = _unquoted(pair[2])
        elif item and key:
            # A list below its key.
            values[key] = ", ".join(filter(None, (values.get(key), _unquoted(item[1]))))
    # Two rules with a paragraph between them are no front matter.
    return (values, text[match.end() :]) if values else ({}, text)


def _unquoted(value: str) -> str:
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'" else value


def _markdown_headings(text: str) -> Iterator[Heading]:
    """The headings outside code: `# Title`, and a line underlined by = or -."""
    fence, before, before_start, start = "", "", 0, 0
    for line in text.splitlines(keepends=True):
        mark = _FENCE.match(line)
        heading = None
        if mark and (not fence or mark[1].startswith(fence)):
            fence = "" if fence else mark[1]
        elif not fence:
            atx, under = _ATX.match(line), _UNDERLINE.match(line)
            if atx and line[atx.end() :].strip("# \t\n"):
                heading = _heading(start, len(atx[1]), line[atx.end() :].rstrip("# \t\n"))
            elif under and before.strip() and not before.lstrip().startswith(("#", ">", "-", "*", "+", "|", "`", "~")):
                heading = _heading(before_start, 1 if under[1][0] == "=" else 2, before)
        if heading is not None:
            yield heading
        # What is a heading, or stands in code, is not underlined.
        before, before_start = "" if heading or fence else line, start
        start += len(line)


def _heading(start: int, level: int, written: str) -> Heading:
    title = " ".join(_MARKUP.sub(lambda match: match[1] or "", written).split())
    return Heading(start, level, title, citation_of(title))


def check_length(text: str, name: str, limits: Limits) -> None:
    """Raises Unreadable for a text over the limit."""
    if len(text) > limits.characters:
        raise too_large(name, f"has more than {limits.characters:,} characters of text")


def _check(text: str, name: str, limits: Limits) -> None:
    check_length(text, name, limits)
    if not text.strip():
        raise Unreadable("empty", f"{name!r} is empty: there is no text in it.")
