"""Documents are read with exact places; what cannot be read is a sentence; nothing takes the server down."""

from __future__ import annotations

import codecs
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from llm.interface import Stopped, StopSignal
from retrieval.reading import readers, sandbox
from retrieval.reading.chunking import pieces
from retrieval.reading.readers import DEFAULT, ReadDocument, Unreadable, read
from retrieval.tests.documents import archive, flate_bomb, locked_pdf, numbered_word, pdf, raw_pdf, repacked, word
from tests.growth import assert_linear

pytestmark = pytest.mark.usefixtures("read_here")

PAGE = """<!doctype html><html lang="nl-NL"><head><title>Toeslagen aanvragen</title><script>var x = "geheim";</script></head>
<body><nav><a href="/">Home</a> <a href="/c">Contact</a></nav><main><article><h1>Toeslagen</h1>
<p>Een toeslag is een bijdrage van de overheid in de kosten van zorg, huur of kinderen, die maandelijks wordt betaald.</p>
<h2>Artikel 4 Voorwaarden</h2><p>U moet in Nederland wonen en uw inkomen mag niet te hoog zijn voor de toeslag.</p>
<table><tr><th>Jaar</th><th>Grens</th></tr><tr><td>2024</td><td>37.496</td></tr></table></article></main>
<footer>Alle rechten voorbehouden</footer></body></html>"""


def refusal(data: bytes, name: str, **more: object) -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        read(data, name, **more)  # type: ignore[arg-type]
    assert repr(name) in str(caught.value)
    assert str(caught.value).endswith((".", "not unpacked")), str(caught.value)
    return caught.value


def paths(document: ReadDocument) -> list[tuple[str, str]]:
    return [(section.heading, section.citation) for section in document.sections]


def check_places(document: ReadDocument) -> None:
    """Every section is where it says, sections follow each other, and no word of the text is outside them."""
    place = 0
    for section in document.sections:
        assert document.text[section.start : section.end] == section.text
        assert section.text.strip() == section.text != ""
        assert not document.text[place : section.start].strip()
        place = section.end
    assert not document.text[place:].strip()


@pytest.mark.apart
def test_a_pdf_is_cited_by_its_pages() -> None:
    document = read(pdf(["The fee is 5 per cent."], ["It is paid", "at once."], title="Fees"), "fees.pdf")
    assert (document.kind, document.title) == ("pdf", "Fees")
    assert paths(document) == [("", "p. 1"), ("", "p. 2")]
    assert document.sections[1].text == "It is paid\nat once."
    check_places(document)


def test_headings_in_a_pdf_make_the_path_to_its_parts() -> None:
    document = read(
        pdf(
            ["ARTICLE 4", "PAYMENT", "4.1 Fees", "The fee is 5 per cent."],
            ["It falls due at once.", "4.2 Interest", "None."],
        ),
        "x.pdf",
    )
    assert paths(document) == [
        ("ARTICLE 4 PAYMENT", "p. 1"),
        ("ARTICLE 4 PAYMENT › 4.1 Fees", "p. 1"),
        ("ARTICLE 4 PAYMENT › 4.1 Fees", "p. 2"),
        ("ARTICLE 4 PAYMENT › 4.2 Interest", "p. 2"),
    ]


def test_a_running_head_is_no_heading_on_its_second_page() -> None:
    document = read(pdf(*[["Chapter 4: Functions", "", f"4.{n} Part", f"Words {n}."] for n in (1, 2, 3)]), "x.pdf")
    assert [heading for heading, _ in paths(document)][-1] == "Chapter 4: Functions › 4.3 Part"
    assert sum(heading == "Chapter 4: Functions" for heading, _ in paths(document)) == 1


def test_the_number_of_a_page_is_no_part_of_a_heading() -> None:
    document = read(pdf(["Chapter 4: Functions 9", "", "Words."], ["Chapter 5", "", "More words."]), "x.pdf")
    assert [heading for heading, _ in paths(document)] == ["Chapter 4: Functions", "Chapter 5"]


def test_a_word_broken_at_the_end_of_a_line_is_whole_again() -> None:
    assert "compensation is due" in read(pdf(["The compen-", "sation is due."]), "x.pdf").text


def test_a_pdf_with_a_password_says_so() -> None:
    assert refusal(locked_pdf("secret", "owner"), "x.pdf").code == "encrypted"
    assert "5 per cent" in read(locked_pdf("", "owner"), "x.pdf").text


def test_a_pdf_of_pictures_says_what_to_do() -> None:
    error = refusal(raw_pdf(b"q 100 0 0 100 0 0 cm Q"), "scan.pdf")
    assert error.code == "no_text"
    assert "OCR" in str(error)


@pytest.mark.parametrize(
    "data",
    [pdf(["Words."])[:400], b"%PDF-1.7\n" + random.Random(1).randbytes(50_000), b"%PDF-1.4"],
    ids=["cut", "noise", "mark"],
)
@pytest.mark.apart
def test_a_broken_pdf_is_named(data: bytes) -> None:
    assert refusal(data, "x.pdf").code == "broken"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (partial(flate_bomb, 400), "bomb"),
        (partial(raw_pdf, b"BT (x) Tj ET", kids=1_000_000), "bomb"),
        (partial(raw_pdf, b"BT /F1 12 Tf (word) Tj ET", kids=4000), "too_large"),
    ],
    ids=["stream", "page tree", "pages"],
)
@pytest.mark.apart
def test_a_pdf_bomb_is_refused_quickly(data: Callable[[], bytes], code: str) -> None:
    bomb, started = data(), time.monotonic()
    assert refusal(bomb, "x.pdf").code == code
    assert time.monotonic() - started < 20


@pytest.mark.apart
def test_reading_ends_when_its_time_is_up() -> None:
    slow = raw_pdf(b"BT /F1 12 Tf " + b"(word) Tj T* " * 20_000 + b"ET", kids=500)
    started = time.monotonic()
    error = refusal(slow, "slow.pdf", limits=replace(DEFAULT, seconds=1.0))
    assert error.code == "too_large"
    assert "1 seconds" in str(error)
    assert time.monotonic() - started < 5


@pytest.mark.apart
def test_reading_ends_when_its_memory_is_up() -> None:
    data = raw_pdf(b"BT /F1 12 Tf " + b"(word) Tj " * 900_000 + b"ET")
    assert refusal(data, "x.pdf", limits=replace(DEFAULT, memory_bytes=150_000_000)).code == "bomb"


@pytest.mark.apart
def test_stop_ends_reading_at_once() -> None:
    slow = raw_pdf(b"BT /F1 12 Tf " + b"(word) Tj T* " * 20_000 + b"ET", kids=500)
    stop = StopSignal()
    timer = threading.Timer(0.5, stop.set)
    timer.start()
    started = time.monotonic()
    with pytest.raises(Stopped):
        read(slow, "slow.pdf", stop=stop)
    assert time.monotonic() - started < 3
    timer.join()


@pytest.mark.apart
def test_a_server_that_can_start_no_process_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> object:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(subprocess, "Popen", full)
    assert "Try again later" in str(refusal(pdf(["Words."]), "x.pdf"))


@pytest.mark.apart
def test_only_a_few_are_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    at_once: list[int] = []
    running = threading.Semaphore(0)

    def counting(*_: object) -> ReadDocument:
        running.release()
        at_once.append(running._value)
        time.sleep(0.05)
        running.acquire()
        return ReadDocument("", "words", (), "en", "pdf")

    monkeypatch.setattr(sandbox, "_read_in_slot", counting)
    with ThreadPoolExecutor(12) as pool:
        assert len(list(pool.map(lambda _: read(b"%PDF-1.4", "x.pdf"), range(12)))) == 12
    assert max(at_once) <= 4


@pytest.mark.parametrize("name", ["long.txt", "long.md"])
@pytest.mark.apart
def test_a_long_text_is_read_and_cut_in_a_process_of_its_own_with_the_same_chunks(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    text = "".join(f"# Part {n}\n\nThe fee is {n} dollars. It is reviewed each year.\n\n" for n in range(3000))
    read_apart, apart = readers.read_apart, []

    def counting(kind: str, *given: Any, **more: Any) -> ReadDocument:
        apart.append(kind)
        return read_apart(kind, *given, **more)

    monkeypatch.setattr(readers, "read_apart", counting)
    document = read(text.encode(), name)
    assert apart == ["markdown" if name.endswith("md") else "text"]
    assert document.cut
    assert pieces(document) == pieces(replace(document, cut=()))
    assert len(pieces(document, size=100)) > len(pieces(document))
    read(text[:5000].encode(), name)
    assert len(apart) == 1


def test_a_text_whose_every_line_looks_like_a_heading_has_none() -> None:
    document = read(b"1.1 Heading\n" * 30_000, "headings.txt")
    assert len(document.sections) == 1
    assert len(pieces(document)) < 500


@pytest.mark.apart
def test_a_reader_knows_none_of_our_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[dict[str, str]] = []
    start = subprocess.Popen

    def spying(*args: object, **more: object) -> object:
        seen.append(more["env"])  # type: ignore[arg-type]
        return start(*args, **more)  # type: ignore[call-overload]

    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    monkeypatch.setattr(subprocess, "Popen", spying)
    read(pdf(["Words."]), "x.pdf")
    assert len(seen) == 1
    assert not {"OPENAI_API_KEY", "SECRET_KEY", "DATABASE_URL"} & set(seen[0])


@pytest.mark.apart
def test_headings_of_word_make_sections_and_tables_rows() -> None:
    document = read(word(), "supply.docx")
    assert (document.kind, document.title) == ("docx", "Supply agreement")
    assert paths(document) == [
        ("", ""),
        ("Definitions", "Definitions"),
        ("Definitions › 4.2 Payment", "§ 4.2"),
        ("Law", "Law"),
    ]
    assert "Fee | 5 per cent\nTerm | 2 years\n\nPaid at once." in document.sections[2].text
    check_places(document)


def test_a_heading_style_in_another_language_is_known_by_its_level() -> None:
    dutch = word(lambda name, data: data.replace(b'w:val="heading 1"', b'w:val="kop 1"'))
    assert ("Definitions", "Definitions") in paths(read(dutch, "x.docx"))


def test_the_numbers_that_word_shows_are_read() -> None:
    clauses = [(0, "Definitions"), (1, "Words have meanings."), (2, "some"), (2, "others"), (1, "So have numbers."),
               (-1, "Not numbered."), (0, "Payment"), (1, "Paid at once."), (3, "item")]  # fmt: skip
    levels = [("upperRoman", "Article %1"), ("decimal", "%1.%2"), ("lowerLetter", "(%3)"), ("bullet", "•")]
    document = read(numbered_word(clauses, *levels), "x.docx")
    assert document.text.split("\n\n") == [
        "Article I Definitions", "I.1 Words have meanings.", "(a) some", "(b) others", "I.2 So have numbers.",
        "Not numbered.", "Article II Payment", "II.1 Paid at once.", "- item",
    ]  # fmt: skip


def test_a_contract_without_heading_styles_has_the_sections_of_its_numbers() -> None:
    clauses = [(0, "PAYMENT"), (1, "The fee is 5 per cent."), (1, "It is paid at once.")]
    document = read(numbered_word(clauses, ("decimal", "ARTICLE %1"), ("decimal", "%1.%2")), "x.docx")
    assert [citation for _, citation in paths(document)] == ["art. 1", "§ 1.1", "§ 1.2"]
    check_places(document)


def test_letters_go_on_after_z() -> None:
    text = read(numbered_word([(0, "x")] * 28, ("lowerLetter", "%1)")), "x.docx").text
    assert text.split("\n\n")[25:] == ["z) x", "aa) x", "bb) x"]


def test_deleted_text_is_not_read_and_inserted_text_is() -> None:
    def change(name: str, data: bytes) -> bytes:
        old = b"<w:r><w:t>Dutch law.</w:t></w:r>"
        new = (
            b"<w:ins><w:r><w:t>Belgian law.</w:t></w:r></w:ins><w:del><w:r><w:delText>Dutch.</w:delText></w:r></w:del>"
        )
        return data.replace(old, new)

    text = read(word(change), "x.docx").text
    assert "Belgian law." in text
    assert "Dutch" not in text


def test_a_word_document_with_entities_is_refused() -> None:
    bomb = b'<!DOCTYPE d [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><w:document'

    def change(name: str, data: bytes) -> bytes:
        return data.replace(b"<w:document", bomb, 1) if name == "word/document.xml" else data

    error = refusal(word(change), "x.docx")
    assert error.code == "bomb"
    assert "entities" in str(error)


def test_a_part_that_packs_like_no_text_is_refused_unread() -> None:
    assert refusal(repacked(word(), None, **{"word/x.xml": b" " * 30_000_000}), "x.docx").code == "bomb"
    assert refusal(repacked(word(), None, **{"word/x.bin": b"\0" * 110_000_000}), "x.docx").code == "bomb"


def test_a_large_empty_picture_is_no_bomb() -> None:
    assert read(repacked(word(), None, **{"word/media/x.bmp": b"\0" * 20_000_000}), "x.docx").kind == "docx"


def test_thousands_of_files_in_one_document_are_refused() -> None:
    assert refusal(repacked(word(), None, **{f"x{n}": b"" for n in range(5001)}), "x.docx").code == "bomb"


@pytest.mark.parametrize("length", [100, 9000, 30_000])
def test_a_cut_word_document_is_broken(length: int) -> None:
    assert refusal(word()[:length], "x.docx").code == "broken"


def test_a_word_document_without_words_has_no_text() -> None:
    empty = Path(sys.modules["docx"].__file__ or "").parent / "templates" / "default.docx"
    assert refusal(empty.read_bytes(), "x.docx").code == "no_text"


@pytest.mark.apart
def test_the_main_text_of_a_page_is_read_with_its_headings() -> None:
    document = read(PAGE.encode(), "https://example.nl/toeslagen")
    assert (document.kind, document.title, document.language) == ("html", "Toeslagen aanvragen", "nl")
    assert ("Toeslagen › Artikel 4 Voorwaarden", "art. 4") in paths(document)
    assert "2024 | 37.496" in document.text
    for unseen in ("geheim", "Contact", "Alle rechten"):
        assert unseen not in document.text
    check_places(document)


@pytest.mark.parametrize("charset", ["utf-8", "windows-1252", "iso-8859-15", "utf-16"])
def test_a_page_is_decoded_as_it_says(charset: str) -> None:
    page = f'<html><head><meta charset="{charset}"></head><body><p>Coûte 5 € à présent, café compris.</p></body></html>'
    assert "Coûte" in read(page.encode(charset), "x.html").text
    assert (
        "café"
        in read(page.replace(charset, "x").encode(charset), "x", content_type=f"text/html; charset={charset}").text
    )


@pytest.mark.parametrize("charset", ["utf-16", "iso-8859-1", "utf-7", "rot13", "base64", "no-such-thing"])
def test_a_page_that_names_a_wrong_charset_is_still_read(charset: str) -> None:
    page = f'<html><meta charset="{charset}"><p>Coûte 5 € à présent.</p></html>'.encode()
    for content_type in ("", f"text/html; charset={charset}"):
        assert "Coûte 5 €" in read(page, "x.html", content_type=content_type).text


def test_a_page_in_japanese_is_decoded_as_it_says() -> None:
    for charset in ("iso-2022-jp", "shift_jis", "euc-jp"):
        page = f'<html><meta charset="{charset}"><p>所得税法の税率</p></html>'.encode(charset)
        assert "所得税法" in read(page, "x.html").text


def test_a_page_without_markup_for_its_text_is_read_whole() -> None:
    page = "<html><body><form><div>Fee</div><div>5 per cent</div><br>Paid at once</form></body></html>"
    assert read(page.encode(), "x.html").text == "Fee\n\n5 per cent\n\nPaid at once"


def test_a_long_page_keeps_its_headings() -> None:
    parts = (
        f"<h2>Artikel {n} Naam</h2><p>Het bedrag van nummer {n} wordt door de bank betaald.</p>" for n in range(3000)
    )
    document = read(f"<html><body>{''.join(parts)}</body></html>".encode(), "wet.html")
    assert len(document.sections) == 3000
    assert paths(document)[16] == ("Artikel 16 Naam", "art. 16")


def test_a_page_made_by_a_script_has_no_text() -> None:
    assert refusal(b"<html><body><div id=app></div><script>render()</script></body></html>", "x.html").code == "no_text"


@pytest.mark.parametrize(
    "page",
    [
        b"<html>" + b"<div>" * 200_000,
        b"<html>" + b"<" * 500_000,
        b"<html><p " + b"a=1 " * 300_000,
        b"<html>\0\xff<p>\x80",
    ],
    ids=["deep", "open", "attributes", "bytes"],
)
@pytest.mark.apart
@pytest.mark.dear
def test_a_hostile_page_ends_in_text_or_a_sentence(page: bytes) -> None:
    with suppress(Unreadable):
        check_places(read(page, "x.html"))


MARKDOWN = """---
title: "Home oxygen"
effective_date: 2025-03-01
Payer: Acme Health
---
# Policy 12

Preface.

## 4.2 Coverage
Covered when **needed**.

```
# not a heading
```

Under lined
-----------
(a) and so on
"""


def test_markdown_has_the_sections_of_its_headings_and_the_values_of_its_front_matter() -> None:
    document = read(MARKDOWN.encode(), "policy.md")
    assert (document.kind, document.title) == ("markdown", "Home oxygen")
    assert document.metadata == {"title": "Home oxygen", "effective_date": "2025-03-01", "payer": "Acme Health"}
    assert paths(document) == [
        ("Policy 12", "Policy 12"),
        ("Policy 12 › 4.2 Coverage", "§ 4.2"),
        ("Policy 12 › Under lined", "Under lined"),
    ]
    assert "# not a heading" in document.sections[1].text
    assert "effective_date" not in document.text
    check_places(document)


def test_a_list_in_the_front_matter_is_one_value() -> None:
    text = "---\nstates:\n  - TX\n  - 'CA'\npayer: Acme\n---\nWords.\n"
    assert read(text.encode(), "x.md").metadata == {"states": "TX, CA", "payer": "Acme"}


def test_two_rules_around_a_paragraph_are_no_front_matter() -> None:
    text = "---\nJust a paragraph\n---\nMore\n"
    assert "Just a paragraph" in read(text.encode(), "x.md").text


CONTRACT = """LOAN AGREEMENT

TABLE OF CONTENTS

Section 2.1  Loans.........................................6
Section 2.2  Notes                                         7

ARTICLE II

THE LOANS

Section 2.1. Loans. The bank lends under
Section 4.2 of the Act, and 5.2 million
4.5 of the banks agree.

2.2 Notes

The notes are kept. See § 12.

§ 12 Law
Dutch law.
"""


def test_plain_text_has_the_sections_of_its_numbered_headings() -> None:
    document = read(CONTRACT.encode(), "loan.txt")
    assert (document.kind, document.title) == ("text", "loan")
    assert paths(document)[2:] == [
        ("ARTICLE II THE LOANS", "art. II"),
        ("ARTICLE II THE LOANS › Section 2.1 Loans", "§ 2.1"),
        ("ARTICLE II THE LOANS › 2.2 Notes", "§ 2.2"),
        ("ARTICLE II THE LOANS › § 12 Law", "§ 12"),
    ]
    check_places(document)


@pytest.mark.parametrize(
    ("title", "citation"),
    [
        ("# 42 U.S.C. § 1396r. Requirements", "42 U.S.C. § 1396r"),
        ("# Artikel 3.111 Eigen woning", "art. 3.111"),
        ("# 3. Fees", "§ 3"),
        ("# Annex II", "Annex II"),
        ("# Fees", "Fees"),
        ("# § 9\n## (b) Sales", "§ 9(b)"),
    ],
)
def test_a_heading_is_cited_by_its_number(title: str, citation: str) -> None:
    assert read(f"{title}\n\nWords.".encode(), "x.md").sections[-1].citation == citation


@pytest.mark.parametrize(
    "data",
    [
        "Coûte 5 €".encode(),
        codecs.BOM_UTF8 + "Coûte 5 €".encode(),
        "Coûte 5 €".encode("utf-16"),
        codecs.BOM_UTF16_BE + "Coûte 5 €".encode("utf-16-be"),
        "Coûte 5 €".encode("utf-32"),
        "Coûte 5 €".encode("utf-16-le"),
        "Coûte 5 €".encode("cp1252"),
    ],
    ids=["utf-8", "bom", "utf-16", "utf-16-be", "utf-32", "utf-16 without mark", "cp1252"],
)
def test_a_text_is_read_in_its_encoding(data: bytes) -> None:
    assert read(data, "x.txt").text == "Coûte 5 €"


def test_what_cannot_be_stored_or_seen_is_gone() -> None:
    text = read(b"a\r\nb\rc\x07d\x1b\xed\xa0\x80", "x.txt").text
    assert text.startswith("a\nb\ncd")
    assert not any(0xD800 <= ord(sign) < 0xE000 or sign == "\0" for sign in text)


def test_a_stray_zero_does_not_make_a_text_a_program() -> None:
    assert read(b"The fee\0 is due. " * 2, "x.txt").text == "The fee\ufffd is due. The fee\ufffd is due. "
    assert "fee" in read(b"<html><p>The \0fee</p></html>", "x.html").text


@pytest.mark.parametrize("data", [b"", b"  \n\t ", codecs.BOM_UTF8, codecs.BOM_UTF16_LE])
def test_an_empty_document_is_refused(data: bytes) -> None:
    assert refusal(data, "x.txt").code == "empty"


def test_a_document_over_the_limit_is_refused_with_its_size() -> None:
    error = refusal(b"a" * 10_100_000, "x.txt")
    assert error.code == "too_large"
    assert "10.1 MB; at most 10 MB" in str(error)


@pytest.mark.parametrize(
    ("data", "name", "what"),
    [
        (b"MZ\x90\0\x03" + bytes(100), "policy.pdf", "a Windows program"),
        (b"\x7fELF\x02", "x.txt", "a program"),
        (b"\x89PNG\r\n\x1a\n" + bytes(50), "x.docx", "a picture (PNG)"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "x", "a picture (JPEG)"),
        (b"{\\rtf1\\ansi hello}", "x.doc", "a rich text file (RTF)"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "x.doc", "a document of an old Office version"),
        (archive(xl__workbook_dot_xml=b"<x/>"), "x.xlsx", "a spreadsheet (XLSX)"),
        (archive(readme_dot_txt=b"hello"), "x.docx", "an archive (ZIP)"),
        (b"<?xml version='1.0'?><wet/>", "x.xml", "an XML file"),
    ],
)
def test_another_kind_of_file_is_named_for_what_it_is(data: bytes, name: str, what: str) -> None:
    error = refusal(data, name)
    assert error.code == "not_supported"
    assert f"is {what}, which is not read. Give a PDF" in str(error)


def test_bytes_that_are_no_text_are_refused() -> None:
    assert refusal(random.Random(2).randbytes(5000), "x.txt").code == "not_supported"


def test_the_content_tells_the_kind_and_not_the_name() -> None:
    assert read(pdf(["Words."]), "x.txt").kind == "pdf"
    assert read(word(), "x.pdf").kind == "docx"
    assert read(PAGE.encode(), "x.txt").kind == "html"
    assert read(b"MZ is how the note begins.", "x.txt").kind == "text"
    assert read(b"BM and II* and more", "x.txt").kind == "text"


def test_an_office_document_with_a_password_is_told_apart() -> None:
    data = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500) + "EncryptedPackage".encode("utf-16-le")
    assert refusal(data, "x.docx").code == "encrypted"


def test_the_language_is_told_by_the_small_words() -> None:
    english = "The fee that is set in this schedule shall be paid by the borrower to the bank. " * 3
    dutch = "Het bedrag dat in deze regeling is genoemd wordt door de bank betaald aan een ander. " * 3
    languages = [read(text.encode(), "x.txt").language for text in (english, dutch, "Tax 5 7 9")]
    assert languages == ["en", "nl", ""]


def random_text(seed: int) -> str:
    chance = random.Random(seed)
    words = [
        "fee",
        "Tax.",
        "§ 4.2",
        "ARTICLE 5",
        "\n",
        "\n\n",
        "4.2 Title",
        "x" * 50,
        "税。",
        "# H",
        "---",
        "```",
        "\t",
        "Art. 3.",
        "é",
        "(a)",
    ]
    return " ".join(chance.choice(words) for _ in range(chance.randrange(1, 300)))


@pytest.mark.parametrize("seed", range(60))
def test_places_are_exact_in_any_text(seed: int) -> None:
    text = random_text(seed)
    for name in ("x.txt", "x.md"):
        check_places(read(f"a {text}".encode(), name))


@pytest.mark.parametrize(
    "data",
    [
        b"\n" * 2_000_000 + b"x",
        b"a" + b" " * 2_000_000 + b"x",
        b"# x" + b" #" * 900_000 + b"x",
        b"[a" * 900_000,
        b"---\n" * 400_000,
    ],
)
@pytest.mark.dear
def test_hostile_texts_are_read_in_linear_time(data: bytes) -> None:
    for name in ("x.txt", "x.md"):
        assert_linear(lambda size, name=name: check_places(read(data[-size:], name)), len(data) // 4)


@pytest.mark.long
def test_ten_megabytes_are_read_in_bounded_memory() -> None:
    """The server's process keeps a small multiple of the document, whatever its kind; the reader has its own limit."""
    line = b"4.2 Heading\n\n" + b"Some words about a tax. And the end of 3.5 per cent, under art. 3.111.\n" * 20 + b"\n"
    code = (
        "import resource, sys; from retrieval.reading.readers import read; from retrieval.reading.chunking import pieces\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "made = pieces(read(sys.stdin.buffer.read(), 'x.txt'))\n"
        "print(len(made), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=line * (9_900_000 // len(line)), capture_output=True, env=dict(os.environ)
    )
    count, kilobytes = map(int, done.stdout.split())
    assert count > 8000
    assert kilobytes < 250_000
