"""Reads a PDF page by page; a section is a page, or the part of a page under one heading, cited as "p. 12".

Runs in the process of `retrieval.reading.sandbox`.
"""

from __future__ import annotations

import io
import logging
import re
from itertools import pairwise

import pypdf
from pypdf.errors import DependencyError, FileNotDecryptedError, LimitReachedError, PyPdfError

from retrieval.reading.document import SAVE_AGAIN, Assembly, Limits, Outline, ReadDocument, Unreadable, tidy, too_large
from retrieval.reading.headings import find_headings

# What a broken file makes the library raise beside its own errors.
_BROKEN = (
    PyPdfError, AttributeError, KeyError, IndexError, TypeError, ValueError, AssertionError, ArithmeticError,
    NotImplementedError, RecursionError, OSError,
)  # fmt: skip
_LIGATURES = str.maketrans(
    {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st", "\u00ad": None, "\u00a0": " "}
)
_BROKEN_WORD = re.compile(r"(?<=[a-zà-ÿ])-\n(?=[a-zà-ÿ])")
# After words of its own, so that the number of "Chapter 4" stays.
_PAGE_NUMBER = re.compile(r"^(.*\d\W.*[A-Za-z]{3})\s+\d{1,4}$")
_DIGITS = re.compile(r"\d+")
_SENTENCE_END = re.compile(r"[.!?:;。！？][\"'”’)\]]*$")

logging.getLogger("pypdf").setLevel(logging.CRITICAL)


def read_pdf(data: bytes, name: str, limits: Limits) -> ReadDocument:
    """The text of every page. Raises Unreadable; MemoryError is the caller's."""
    reader = _opened(data, name)
    try:
        count = len(reader.pages)
    except LimitReachedError as error:
        raise _bomb(name, error) from None
    except _BROKEN:
        raise _broken(name) from None
    if count > limits.pages:
        raise too_large(name, f"has {count:,} pages, and {limits.pages:,} are read")
    assembly, outline, before = Assembly(name, limits), Outline(), ("", "")
    has_failed = False
    for number in range(count):
        try:
            text = _page_text(reader, number)
        except LimitReachedError as error:
            raise _bomb(name, error) from None
        except _BROKEN:
            # One page that cannot be read does not lose the others.
            has_failed = True
            continue
        _add_page(assembly, outline, text, number + 1, running=set(before))
        before = _edges(text)
    if assembly.is_empty and has_failed:
        raise _broken(name)
    if assembly.is_empty:
        raise Unreadable(
            "no_text", f"{name!r} has no text, only pictures of pages. Run text recognition (OCR) on it first."
        )
    return assembly.document(_title(reader), "pdf")


def _opened(data: bytes, name: str) -> pypdf.PdfReader:
    try:
        reader = pypdf.PdfReader(io.BytesIO(data), strict=False)
        # A file with an owner's password alone opens with an empty one, as in every viewer.
        if reader.is_encrypted and not reader.decrypt(""):
            raise _encrypted(name)
    except LimitReachedError as error:
        raise _bomb(name, error) from None
    except (FileNotDecryptedError, DependencyError):
        raise _encrypted(name) from None
    except _BROKEN:
        raise _broken(name) from None
    return reader


def _page_text(reader: pypdf.PdfReader, number: int) -> str:
    text = tidy(reader.pages[number].extract_text()).translate(_LIGATURES)
    return _BROKEN_WORD.sub("", "\n".join(line.rstrip() for line in text.splitlines())).strip()


def _edges(text: str) -> tuple[str, str]:
    """The first and the last line of a page, whatever numbers they carry: a running head is the same on the next."""
    lines = [_DIGITS.sub("#", line.strip()) for line in text.splitlines() if line.strip()] or [""]
    return lines[0], lines[-1]


def _line(text: str, start: int) -> str:
    return text[start:].partition("\n")[0].strip()


def _add_page(assembly: Assembly, outline: Outline, text: str, number: int, running: set[str]) -> None:
    """The page's text, cut where a heading begins. A sentence that runs over a page is not cut into two paragraphs."""
    lined = ((heading, _DIGITS.sub("#", _line(text, heading.start))) for heading in find_headings(text))
    headings = [heading for heading, line in lined if line not in running]
    edges = _edges(text)
    starts = [0, *(heading.start for heading in headings), len(text)]
    for place, (start, end) in enumerate(pairwise(starts)):
        if place:
            title = headings[place - 1].title
            if _DIGITS.sub("#", _line(text, start)) in edges:
                # A running head carries the number of its page.
                title = _PAGE_NUMBER.sub(r"\1", title)
            outline.enter(headings[place - 1].level, title)
        begins = place or _SENTENCE_END.search(assembly.end)
        assembly.add(text[start:end], outline.path, f"p. {number}", between="\n\n" if begins else "\n")


def _title(reader: pypdf.PdfReader) -> str:
    try:
        title = reader.metadata.title if reader.metadata else None
    except _BROKEN:
        return ""
    # Word processors write the name of the file, or of a template, where nobody gave a title.
    return (
        "" if not title or re.match(r"microsoft word - |untitled|.{0,200}\.(docx?|pdf|indd)$", title, re.I) else title
    )


def _encrypted(name: str) -> Unreadable:
    return Unreadable("encrypted", f"{name!r} is protected by a password. Save it without one and give it again.")


def _broken(name: str) -> Unreadable:
    return Unreadable("broken", f"{name!r} is damaged, so that no page can be read. {SAVE_AGAIN}")


def _bomb(name: str, error: Exception) -> Unreadable:
    return Unreadable("bomb", f"{name!r} unpacks to more than a document can mean: {str(error)[:120]}")
