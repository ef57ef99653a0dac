"""Documents for the tests, made on the spot: PDF by hand and by reportlab, Word by python-docx."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Callable, Sequence

import docx
import pypdf
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

FONT = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"


def pdf(*pages: Sequence[str], title: str = "") -> bytes:
    """A PDF whose pages have these lines."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)
    if title:
        canvas.setTitle(title)
    for lines in pages:
        text = canvas.beginText(50, 780)
        for line in lines:
            text.textLine(line)
        canvas.drawText(text)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def locked_pdf(user_password: str, owner_password: str) -> bytes:
    """A PDF under passwords; an empty user password lets everyone read it."""
    writer = pypdf.PdfWriter()
    writer.append(io.BytesIO(pdf(["The fee is 5 per cent."])))
    writer.encrypt(user_password, owner_password, algorithm="RC4-128")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def raw_pdf(content: bytes, *, kids: int = 1, packed: bytes | None = None) -> bytes:
    """A PDF of one page object, listed `kids` times, with this content stream (or these packed bytes of it)."""
    body = zlib.compress(content, 9) if packed is None else packed
    pages = b"<</Type/Pages/Kids[%s]/Count %d>>" % (b" ".join([b"3 0 R"] * kids), kids)
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>"
    stream = b"<</Length %d/Filter/FlateDecode>>stream\n" % len(body) + body + b"\nendstream"
    out, places = b"%PDF-1.5\n", []
    for number, given in enumerate([b"<</Type/Catalog/Pages 2 0 R>>", pages, page, stream, FONT], 1):
        places.append(len(out))
        out += b"%d 0 obj\n" % number + given + b"\nendobj\n"
    table = b"0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(places) + 1
    return out + b"xref\n0 %d\n%strailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (
        size,
        table,
        size,
        len(out),
    )


def flate_bomb(megabytes: int) -> bytes:
    """A PDF whose one page unpacks to so many megabytes of one letter, of which one is packed and repeated."""
    head, megabyte, tail = b"BT /F1 12 Tf (", b"a" * 1_000_000, b") Tj ET"
    packer = zlib.compressobj(9)
    # After a full flush nothing points back at what came before it.
    begun = packer.compress(head) + packer.flush(zlib.Z_FULL_FLUSH)
    repeated = packer.compress(megabyte) + packer.flush(zlib.Z_FULL_FLUSH)
    # The end without the checksum, which is that of all of it.
    ended = (packer.compress(tail) + packer.flush())[:-4]
    checksum = zlib.adler32(head)
    for part in (*[megabyte] * megabytes, tail):
        checksum = zlib.adler32(part, checksum)
    return raw_pdf(b"", packed=begun + repeated * megabytes + ended + checksum.to_bytes(4, "big"))


def word(change: Callable[[str, bytes], bytes] | None = None, **parts: bytes) -> bytes:
    """A Word document with headings and a table; `change(name, data)` rewrites its parts, `parts` are added."""
    document = docx.Document()
    document.add_heading("Supply agreement", 0)
    document.add_paragraph("Between the parties.")
    document.add_heading("Definitions", 1)
    document.add_paragraph("Words have meanings.")
    document.add_heading("4.2 Payment", 2)
    table = document.add_table(2, 2)
    for row, cells in zip(table.rows, [("Fee", "5 per cent"), ("Term", "2 years")], strict=True):
        for cell, text in zip(row.cells, cells, strict=True):
            cell.text = text
    document.add_paragraph("Paid at once.")
    document.add_heading("Law", 1)
    document.add_paragraph("Dutch law.")
    out = io.BytesIO()
    document.save(out)
    return repacked(out.getvalue(), change, **parts) if change or parts else out.getvalue()


def numbered_word(paragraphs: Sequence[tuple[int, str]], *levels: tuple[str, str]) -> bytes:
    """A Word document of paragraphs (depth, text) that Word numbers; each level is (form, text), as "decimal", "%1."."""
    document = docx.Document()
    for depth, text in paragraphs:
        properties = document.add_paragraph(text)._p.get_or_add_pPr()
        if depth >= 0:
            number = properties.get_or_add_numPr()
            number.get_or_add_ilvl().val = depth
            number.get_or_add_numId().val = 77
    given = "".join(
        f'<w:lvl w:ilvl="{depth}"><w:start w:val="1"/><w:numFmt w:val="{form}"/><w:lvlText w:val="{text}"/></w:lvl>'
        for depth, (form, text) in enumerate(levels)
    )
    list_of = f'<w:abstractNum w:abstractNumId="99">{given}</w:abstractNum>'
    out = io.BytesIO()
    document.save(out)

    def change(name: str, data: bytes) -> bytes:
        if name != "word/numbering.xml":
            return data
        data = data.replace(b"<w:num ", list_of.encode() + b"<w:num ", 1)
        return data.replace(
            b"</w:numbering>", b'<w:num w:numId="77"><w:abstractNumId w:val="99"/></w:num></w:numbering>'
        )

    return repacked(out.getvalue(), change)


def repacked(data: bytes, change: Callable[[str, bytes], bytes] | None = None, **parts: bytes) -> bytes:
    """The archive with its parts rewritten and others added."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, change(name, old.read(name)) if change else old.read(name))
        for name, part in parts.items():
            new.writestr(name, part)
    return out.getvalue()


def archive(**parts: bytes) -> bytes:
    """A ZIP of these parts; `__` in a name stands for a slash, `_dot_` for a dot."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as new:
        for name, part in parts.items():
            new.writestr(name.replace("__", "/").replace("_dot_", "."), part)
    return out.getvalue()
