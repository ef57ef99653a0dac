"""The document as DOCX with tracked changes: what goes is a deletion, what comes an insertion, each by the investor."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from docx.document import Document
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.oxml.xmlchemy import BaseOxmlElement

from investor_review.edits import Edit, Part, compared
from investor_review.papers.pdf_layout import PAGE_MARK, is_heading
from pdf import for_xml, new_word_file


def render_docx(title: str, author: str, text: str, edits: Sequence[Edit], made_at: datetime) -> bytes:
    """The text of the source, a line a paragraph, with `edits` as tracked changes of `author`.

    To accept all of them gives the cleaned-up text, to reject all of them the source.
    """
    document = new_word_file(title, author, made_at)
    _foot(document, title)
    body = document.element.body
    writer = _Writer(author, made_at)
    for parts in _lines(parts_of(text, edits)):
        body.insert(len(body) - 1, writer.paragraph(parts))
    held = io.BytesIO()
    document.save(held)
    return held.getvalue()


def parts_of(text: str, edits: Sequence[Edit]) -> Iterator[Part]:
    """The whole text as parts that stay, go and come."""
    at = 0
    for edit in sorted(edits, key=lambda e: (e.start, e.end)):
        yield "same", text[at : edit.start]
        yield from compared(text[edit.start : edit.end], edit.replacement)
        at = edit.end
    yield "same", text[at:]


def _lines(parts: Iterator[Part]) -> Iterator[list[Part]]:
    """The parts of each line. A line break that goes or comes with a change ends a line as well, marked as such."""
    line: list[Part] = []
    for kind, text in parts:
        pieces = text.replace("\r\n", "\n").split("\n")
        for number, piece in enumerate(pieces):
            if number:
                # An empty part tells what becomes of the line's end.
                yield [*line, (kind, "")]
                line = []
            if piece:
                line.append((kind, piece))
    yield [*line, ("same", "")]


def _foot(document: Document, title: str) -> None:
    """Below each page its number and how many there are, as fields that Word counts."""
    paragraph = document.sections[0].footer.paragraphs[0]
    paragraph.add_run(f"{for_xml(' '.join(title.split()))[:80]} · page ")
    for field, behind in (("PAGE", " of "), ("NUMPAGES", "")):
        counted = OxmlElement("w:fldSimple")
        counted.set(qn("w:instr"), field)
        counted.append(paragraph.add_run("1").font.element)
        paragraph.paragraph_format.element.append(counted)
        paragraph.add_run(behind)


class _Writer:
    """Makes the paragraphs of one document; each tracked change has a number of its own."""

    def __init__(self, author: str, made_at: datetime) -> None:
        self.author = for_xml(author)[:255]
        self.date = made_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        self.changes = 0

    def paragraph(self, parts: Sequence[Part]) -> BaseOxmlElement:
        paragraph = OxmlElement("w:p")
        *runs, (end, _) = parts
        if end != "same":
            properties, mark = OxmlElement("w:pPr"), OxmlElement("w:rPr")
            mark.append(self._tracked(end))
            properties.append(mark)
            paragraph.append(properties)
        is_head = is_heading("".join(text for _, text in runs))
        for kind, text in runs:
            run = self._run(text, gone=kind == "del", is_bold=is_head)
            if kind == "same":
                paragraph.append(run)
            else:
                change = self._tracked(kind)
                change.append(run)
                paragraph.append(change)
        return paragraph

    def _tracked(self, kind: str) -> BaseOxmlElement:
        self.changes += 1
        change = OxmlElement(f"w:{kind}")
        change.set(qn("w:id"), str(self.changes))
        change.set(qn("w:author"), self.author)
        change.set(qn("w:date"), self.date)
        return change

    def _run(self, text: str, *, gone: bool, is_bold: bool) -> BaseOxmlElement:
        run = OxmlElement("w:r")
        # A mark of a page stays in the text, which is the source's, and is not shown.
        looks = "w:vanish" if text.strip() == PAGE_MARK else "w:b" if is_bold else ""
        if looks:
            properties = OxmlElement("w:rPr")
            properties.append(OxmlElement(looks))
            run.append(properties)
        for number, piece in enumerate(for_xml(text).split("\t")):
            if number:
                run.append(OxmlElement("w:tab"))
            if piece:
                words = OxmlElement("w:delText" if gone else "w:t")
                words.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
                words.text = piece
                run.append(words)
        return run
