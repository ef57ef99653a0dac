"""The DOCX: opened again, its tracked changes are the edits, and the rest is the source."""

from __future__ import annotations

import io
import zipfile
from datetime import UTC, datetime

import docx
import pytest
from docx.document import Document
from docx.oxml.ns import qn

from investor_review.edits import Change, apply_edits, plan_edits, propose_by_rule
from investor_review.papers.docx import render_docx

TEXT = "1. Fee\tdue\n\nThe fee is EUR 5,000,000 & <more>.\r\nReports are annual.\n\n2. End\n\nIt ends.\n"
MADE = datetime(2026, 11, 23, 4, 5, 6, tzinfo=UTC)
WORDS = {
    "replace": "EUR 3m",
    "delete": "delete 'Reports are annual.'",
    "insert": "add: Notices are in writing",
    "all": 'replace "annual" with "quarterly"',
}


def made(words: str) -> tuple[Document, str]:
    cited = ("The fee is EUR 5,000,000 & <more>.\r\nReports are annual.",)
    plan = plan_edits(TEXT, [Change("i1", "Fee", words, cited)], propose_by_rule)
    assert plan.edits
    data = render_docx("Fee letter", "Ines \x00Berg", TEXT, plan.edits, MADE)
    return docx.Document(io.BytesIO(data)), apply_edits(TEXT, plan.edits)


def text_with(document: Document, taken: str, left: str) -> str:
    """The text with all changes of the kind `taken` made, and those of the kind `left` not."""
    out = ""
    for paragraph in document.element.body.iter(qn("w:p")):
        for run in paragraph.iter(qn("w:r")):
            if run.getparent().tag == qn(f"w:{left}"):
                continue
            names = {qn("w:t"), qn("w:delText")}
            out += "".join("\t" if e.tag == qn("w:tab") else e.text for e in run if e.tag in names | {qn("w:tab")})
        ends = paragraph.find(f"{qn('w:pPr')}/{qn('w:rPr')}/{qn(f'w:{left}')}")
        out += "" if ends is not None else "\n"
    return out


@pytest.mark.parametrize("words", WORDS.values(), ids=list(WORDS))
def test_accepting_gives_the_cleaned_up_text_and_rejecting_the_source(words: str) -> None:
    document, cleaned = made(words)
    assert text_with(document, "ins", "del") == cleaned.replace("\r\n", "\n") + "\n"
    assert text_with(document, "del", "ins") == TEXT.replace("\r\n", "\n") + "\n"


def test_each_change_names_who_made_it_and_when() -> None:
    document, _ = made(WORDS["replace"])
    changes = [e for e in document.element.body.iter() if e.tag in (qn("w:ins"), qn("w:del"))]
    assert len(changes) == 2
    assert {e.get(qn("w:author")) for e in changes} == {"Ines Berg"}
    assert {e.get(qn("w:date")) for e in changes} == {"2026-11-23T04:05:06Z"}
    assert len({e.get(qn("w:id")) for e in changes}) == 2


def test_headings_are_bold_and_each_page_says_which_of_how_many_it_is() -> None:
    document = docx.Document(
        io.BytesIO(render_docx("Fee letter", "Ines", "2. Law and disputes\n\nIt ends.\n", [], MADE))
    )
    bold = [p.text for p in document.paragraphs if any(run.bold for run in p.runs)]
    assert bold == ["2. Law and disputes"]
    footer = document.sections[0].footer._element
    assert [e.get(qn("w:instr")) for e in footer.iter(qn("w:fldSimple"))] == ["PAGE", "NUMPAGES"]
    assert "".join(e.text or "" for e in footer.iter(qn("w:t"))) == "Fee letter · page 1 of 1"


def test_its_properties_say_what_it_is_and_whose_and_name_no_library() -> None:
    data = render_docx("Fee letter", "Ines \x00Berg", TEXT, [], MADE)
    known = docx.Document(io.BytesIO(data)).core_properties
    assert (known.title, known.author, known.last_modified_by) == ("Fee letter", "Ines Berg", "Ines Berg")
    assert (known.comments, known.created) == ("", MADE)
    parts = zipfile.ZipFile(io.BytesIO(data))
    assert not [name for name in parts.namelist() if b"python" in parts.read(name)]
