"""Reads a document of any kind, told apart by its content, then by its name: its text, or a sentence why not."""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import replace
from pathlib import PurePosixPath

from llm.interface import StopSignal
from llm.text import clean_text
from retrieval.reading.document import DEFAULT, SAVE_AGAIN, Kind, Limits, ReadDocument, Section, Unreadable, too_large
from retrieval.reading.read_text import check_length, decoded, read_markdown, read_plain
from retrieval.reading.sandbox import read_apart
from wording.languages import Language, language_of

__all__ = ["DEFAULT", "Limits", "ReadDocument", "Section", "Unreadable", "read"]

# What is told apart by its first bytes, to name it in the refusal.
_MAGIC = (
    (b"MZ", "a Windows program"),
    (b"\x7fELF", "a program"),
    (b"\x89PNG\r\n", "a picture (PNG)"),
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"GIF8", "a picture (GIF)"),
    (b"II*\0", "a picture (TIFF)"),
    (b"MM\0*", "a picture (TIFF)"),
    (b"BM", "a picture (BMP)"),
    (b"RIFF", "a sound, film or picture"),
    (b"ID3", "a sound (MP3)"),
    (b"OggS", "a sound or film"),
    (b"\x1f\x8b", "an archive (gzip)"),
    (b"7z\xbc\xaf", "an archive (7z)"),
    (b"Rar!", "an archive (RAR)"),
    (b"BZh", "an archive (bzip2)"),
    (b"\xfd7zXZ", "an archive (xz)"),
    (b"{\\rtf", "a rich text file (RTF)"),
    (b"%!PS", "a PostScript file"),
    (b"SQLite format 3", "a database"),
)
# Characters of a text that is read in this process; a longer one may be made to take a minute, as any file.
_READ_HERE = 100_000
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED_STREAM = "EncryptedPackage".encode("utf-16-le")
_PACKED = {
    "xl/workbook.xml": "a spreadsheet (XLSX)",
    "ppt/presentation.xml": "a presentation (PPTX)",
    "META-INF/MANIFEST.MF": "a program (JAR)",
    "META-INF/container.xml": "an e-book (EPUB)",
    "content.xml": "an OpenDocument file",
}
_TAKEN = "Give a PDF, a Word document (DOCX), a web page, Markdown or plain text."
_HTML = re.compile(
    r"\s*(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!--.{0,2000}?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.I | re.S
)
_TAG = re.compile(r"<(?:p|div|h[1-6]|body|html|table|ul|span)\b[^>]*>", re.I)
_HTML_NAMES = {".html", ".htm", ".xhtml", ".php", ".asp", ".aspx", ".jsp"}
_MARKDOWN_NAMES = {".md", ".markdown", ".mdown", ".mkd"}
# The languages of documents (ISO 639-1), told by their small words: so many more of one than of any other.
LANGUAGES: tuple[Language, ...] = ("en", "nl", "de", "fr")
LEAD = 5


def read(
    data: bytes, name: str, *, limits: Limits = DEFAULT, content_type: str = "", stop: StopSignal | None = None
) -> ReadDocument:
    """The text of a document. `name` is a file's name or an address; `content_type` is the server's word, if any.

    PDF, DOCX, HTML, Markdown and plain text are told apart by their content, then by name and content type. Raises
    Unreadable, whose text is a sentence for the person that names the file; Stopped when `stop` is set meanwhile.
    """
    name = _shown(name)
    if not data.strip(b" \t\r\n\f\0\xef\xbb\xbf\xff\xfe"):
        raise Unreadable("empty", f"{name!r} is empty: there is no text in it.")
    if len(data) > limits.file_bytes:
        size, most = len(data) / 1e6, limits.file_bytes / 1e6
        raise too_large(name, f"has {size:,.1f} MB; at most {most:g} MB are read")
    media, _, parameters = content_type.lower().partition(";")
    charset = re.search(r"charset\s*=\s*[\"']?([\w.:-]+)", parameters)
    kind, text = _kind(data, name, media.strip(), charset[1] if charset else "")
    if kind in ("text", "markdown") and len(text) <= _READ_HERE:
        document = (read_plain if kind == "text" else read_markdown)(text, name, limits)
    else:
        check_length(text, name, limits)
        del text
        document = read_apart(kind, data, name, limits, charset=charset[1] if charset else "", stop=stop)
    return (
        document
        if document.language
        else replace(document, language=language_of(document.text, LANGUAGES, lead=LEAD) or "")
    )


def _kind(data: bytes, name: str, media: str, charset: str) -> tuple[Kind, str]:
    """What it is, and its text where it is one. Raises Unreadable for what is not read."""
    if b"%PDF-" in data[:1024]:
        return "pdf", ""
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _kind_of_archive(data, name), ""
    if data.startswith(_OLE):
        if _ENCRYPTED_STREAM in data:
            raise Unreadable(
                "encrypted", f"{name!r} is protected by a password. Save it without one and give it again."
            )
        raise _not_supported(name, "a document of an old Office version")
    for magic, what in _MAGIC:
        if data.startswith(magic) and (len(magic) > 3 or b"\0" in data[:512] or not data[:512].isascii()):
            raise _not_supported(name, what)
    text = decoded(data, name, charset)
    ending = PurePosixPath(name.partition("?")[0].lower()).suffix
    if _HTML.match(text[:5000]) or media in ("text/html", "application/xhtml+xml"):
        return "html", ""
    if ending in _HTML_NAMES and _TAG.search(text[:100_000]):
        return "html", ""
    if re.match(r"\s*<\?xml\b", text[:200]):
        raise _not_supported(name, "an XML file")
    return ("markdown" if ending in _MARKDOWN_NAMES or media == "text/markdown" else "text"), text


def _kind_of_archive(data: bytes, name: str) -> Kind:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = set(archive.namelist())
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, RuntimeError, EOFError):
        raise Unreadable(
            "broken",
            f"{name!r} is damaged: it begins like a Word document or an archive and cannot be opened. {SAVE_AGAIN}",
        ) from None
    if "word/document.xml" in names:
        return "docx"
    raise _not_supported(name, next((what for part, what in _PACKED.items() if part in names), "an archive (ZIP)"))


def _not_supported(name: str, what: str) -> Unreadable:
    return Unreadable("not_supported", f"{name!r} is {what}, which is not read. {_TAKEN}")


def _shown(name: str) -> str:
    """The name as sentences show it: without what cannot be stored, and not endless."""
    name = " ".join(clean_text(name).split()) or "document"
    return name if len(name) <= 200 else f"{name[:150]}…{name[-40:]}"
