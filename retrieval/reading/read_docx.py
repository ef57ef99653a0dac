"""Reads a Word document: headings make sections, a table is read row by row. Nothing is unpacked unchecked.

Runs in the process of `retrieval.reading.sandbox`, except `check_archive`, which is cheap.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from xml.sax import ContentHandler, SAXException

import defusedxml.sax
import docx
from defusedxml.common import DefusedXmlException
from docx.document import Document
from docx.opc.exceptions import PackageNotFoundError
from docx.oxml.ns import qn
from lxml import etree

from retrieval.reading.document import SAVE_AGAIN, Assembly, Limits, Outline, ReadDocument, Unreadable
from retrieval.reading.docx_numbers import Numbering

_MOST_ENTRIES = 5_000
# Text in XML packs ten to thirty times; what packs much more was made for it.
_RATIO, _RATIO_FROM = 200, 1_000_000
_P, _TBL, _TR, _TC = qn("w:p"), qn("w:tbl"), qn("w:tr"), qn("w:tc")
_TEXT, _TAB, _HYPHEN = qn("w:t"), qn("w:tab"), qn("w:noBreakHyphen")
_BREAKS = {qn("w:br"), qn("w:cr")}
_WITHIN = {qn("w:sdt"), qn("w:sdtContent"), qn("w:ins"), qn("w:customXml"), qn("w:smartTag"), qn("w:moveTo")}
# A second copy for old readers, and what was deleted or moved away.
_NOT_READ = {"{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback", qn("w:del"), qn("w:moveFrom")}
_FOOTNOTES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes"


def check_archive(data: bytes, name: str, limits: Limits) -> zipfile.ZipFile:
    """The archive, when what its directory says of it may be unpacked. Raises Unreadable.

    Reading an entry never gives more bytes than the directory says.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        entries = archive.infolist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, RuntimeError, EOFError):
        raise _broken(name) from None
    if len(entries) > _MOST_ENTRIES:
        raise Unreadable("bomb", f"{name!r} packs {len(entries):,} files; a document has far fewer.")
    total = sum(entry.file_size for entry in entries)
    if total > limits.unpacked_bytes:
        raise Unreadable(
            "bomb", f"{name!r} unpacks to {total / 1e6:,.0f} MB; at most {limits.unpacked_bytes / 1e6:,.0f} are."
        )
    for entry in entries:
        if _is_xml(entry) and entry.file_size > _RATIO_FROM and entry.file_size > _RATIO * max(entry.compress_size, 1):
            raise Unreadable(
                "bomb",
                f"{name!r} packs {entry.filename[:60]!r} more than {_RATIO} times; text does not pack like that.",
            )
        if entry.flag_bits & 1:
            raise Unreadable(
                "encrypted", f"{name!r} is protected by a password. Save it without one and give it again."
            )
    return archive


def read_docx(data: bytes, name: str, limits: Limits) -> ReadDocument:
    """The text with its headings. Raises Unreadable; MemoryError is the caller's."""
    with check_archive(data, name, limits) as archive:
        _check_xml(archive, name)
    try:
        document = docx.Document(io.BytesIO(data))
        return _read(document, name, limits)
    except (
        PackageNotFoundError, etree.LxmlError, zipfile.BadZipFile, KeyError, ValueError, TypeError, AttributeError,
        NotImplementedError, RecursionError, OSError,
    ):  # fmt: skip
        raise _broken(name) from None


def _is_xml(entry: zipfile.ZipInfo) -> bool:
    return entry.filename.lower().endswith((".xml", ".rels"))


def _check_xml(archive: zipfile.ZipFile, name: str) -> None:
    """No part may declare entities or a document type: no word processor writes them. Raises Unreadable."""
    for entry in archive.infolist():
        if not _is_xml(entry):
            continue
        try:
            with archive.open(entry) as part:
                parser = defusedxml.sax.make_parser()
                parser.forbid_dtd = True
                parser.setContentHandler(ContentHandler())
                parser.parse(part)
        except DefusedXmlException:
            raise Unreadable(
                "bomb", f"{name!r} declares XML entities in {entry.filename[:60]!r}, which no word processor writes."
            ) from None
        except (
            SAXException,
            zipfile.BadZipFile,
            OSError,
            ValueError,
            NotImplementedError,
            RuntimeError,
            EOFError,
        ):
            raise _broken(name) from None


def _read(document: Document, name: str, limits: Limits) -> ReadDocument:
    assembly, outline, levels = Assembly(name, limits), Outline(), _levels(document)
    title, blocks = "", list[str]()
    path = citation = ""
    for level, text in _blocks(document.element.body, levels, Numbering(document)):
        if level == 0 and not title:
            title = text
        if level > 0:
            assembly.add("\n\n".join(blocks), path, citation)
            outline.enter(level, text)
            path, citation, blocks = outline.path, outline.citation, []
        blocks.append(text)
    assembly.add("\n\n".join(blocks), path, citation)
    notes = _footnotes(document)
    if notes:
        assembly.add("\n\n".join(notes), "Footnotes", "Footnotes")
    if assembly.is_empty:
        raise Unreadable("no_text", f"{name!r} has no text, only pictures or nothing at all.")
    language = (document.core_properties.language or "")[:2].lower()
    return assembly.document(document.core_properties.title or title, "docx", language if language.isalpha() else "")


def _levels(document: Document) -> dict[str, int]:
    """The level of each paragraph style by its id: 1 to 9 for a heading, 0 for the title; others are not in it.

    The outline level says it in every language of Word; a style without one inherits it.
    """
    levels: dict[str, int] = {}
    own: dict[str, int] = {}
    bases: dict[str, str] = {}
    for style in document.styles.element.iter(qn("w:style")):
        key, name, base = style.get(qn("w:styleId")) or "", style.find(qn("w:name")), style.find(qn("w:basedOn"))
        outline = style.find(f"{qn('w:pPr')}/{qn('w:outlineLvl')}")
        called = (name.get(qn("w:val")) or "").lower() if name is not None else ""
        if called == "title":
            own[key] = 0
        elif outline is not None and (outline.get(qn("w:val")) or "").isdigit():
            level = int(outline.get(qn("w:val"))) + 1
            if level <= 9:
                own[key] = level
        elif called.startswith("heading ") and called[8:].isdigit():
            own[key] = int(called[8:])
        if base is not None:
            bases[key] = base.get(qn("w:val")) or ""
    for key in {*own, *bases}:
        seen, here = set[str](), key
        while here not in own and here in bases and here not in seen:
            seen.add(here)
            here = bases[here]
        if here in own:
            levels[key] = own[here]
    return levels


def _blocks(parent: etree._Element, levels: dict[str, int], numbers: Numbering) -> Iterator[tuple[int, str]]:
    """Each paragraph and table in order: (level of a heading, 0 for the title, -1 for text; the text)."""
    for element in parent:
        if element.tag == _P:
            text = _text(element).strip()
            if text:
                level = _level(element, levels)
                text = f"{numbers.label(element)} {text}".lstrip()
                yield level, " ".join(text.split()) if level >= 0 else text
        elif element.tag == _TBL:
            text = "\n".join(filter(None, map(_row, element.iter(_TR))))
            if text:
                yield -1, text
        elif element.tag in _WITHIN:
            yield from _blocks(element, levels, numbers)


def _level(paragraph: etree._Element, levels: dict[str, int]) -> int:
    own = paragraph.find(f"{qn('w:pPr')}/{qn('w:outlineLvl')}")
    if own is not None and (own.get(qn("w:val")) or "").isdigit():
        level = int(own.get(qn("w:val"))) + 1
        return level if level <= 9 else -1
    style = paragraph.find(f"{qn('w:pPr')}/{qn('w:pStyle')}")
    return levels.get(style.get(qn("w:val")) or "", -1) if style is not None else -1


def _row(row: etree._Element) -> str:
    cells = (" ".join(" ".join(_text(p).split()) for p in cell.iter(_P)).strip() for cell in row.iterchildren(_TC))
    return " | ".join(filter(None, cells))


def _text(element: etree._Element) -> str:
    """The words of a paragraph, text boxes and inserted text included."""
    parts: list[str] = []
    walk = etree.iterwalk(element, events=("start",))
    for _, node in walk:
        if node.tag in _NOT_READ:
            walk.skip_subtree()
        elif node.tag == _TEXT:
            parts.append(node.text or "")
        elif node.tag == _TAB:
            parts.append("\t")
        elif node.tag in _BREAKS:
            parts.append("\n")
        elif node.tag == _HYPHEN:
            parts.append("-")
        elif node.tag == _P and node is not element:
            parts.append("\n")
    return "".join(parts)


def _footnotes(document: Document) -> list[str]:
    for relation in document.part.rels.values():
        if relation.reltype == _FOOTNOTES and not relation.is_external:
            # `_check_xml` has refused entities; they are not resolved here either.
            parser = etree.XMLParser(resolve_entities=False, no_network=True)
            notes = etree.fromstring(relation.target_part.blob, parser)
            texts = (" ".join(_text(note).split()) for note in notes.iter(qn("w:footnote")))
            return [text for text in texts if text]
    return []


def _broken(name: str) -> Unreadable:
    return Unreadable("broken", f"{name!r} is damaged or no Word document. {SAVE_AGAIN}")
