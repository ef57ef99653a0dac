"""import_case_law: rulings by ECLI with court, day, case numbers, relations and sections that can be cited."""

from __future__ import annotations

from datetime import date
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.core.management import CommandError, call_command

from retrieval.models import Chunk, Document
from tax_dossier.law.ruling_import import import_rulings, ruling_document
from tax_dossier.law.ruling_xml import read_ruling
from tax_dossier.law.source_xml import UnusableFile
from tax_dossier.tests.law_files import REAL_LAW, act, article, ruling, write

REAL_RULINGS = sorted((REAL_LAW / "rechtspraak").glob("*.xml"))
needs_real_rulings = pytest.mark.skipif(not REAL_RULINGS, reason=f"no rulings in {REAL_LAW / 'rechtspraak'}")
MODERN = (
    "<uitspraak.info><para>Zitting 3 maart 2099</para></uitspraak.info>"
    '<section role="procesverloop"><title><nr>1</nr>Procesverloop</title><para>Eiser heeft beroep ingesteld.</para></section>'
    '<section role="overwegingen"><title><nr>2</nr>Beoordeling</title><paragroup><nr>2.1.</nr><para>De feiten.</para></paragroup>'
    "<paragroup><nr>2.2</nr><parablock><para>De werkruimte.</para><para>Zie bijlage.<footnote label='1'><para>Noot.</para></footnote>"
    "</para></parablock></paragroup><informaltable><tgroup><tbody><row><entry><para>jaar</para></entry><entry><para>€ 10</para></entry>"
    "</row></tbody></tgroup></informaltable><mediaobject><imageobject><imagedata fileref='plaat.png'/></imageobject></mediaobject></section>"
)


def letters(text: str) -> str:
    return "".join(letter for letter in text if letter.isalnum())


@needs_real_rulings
@pytest.mark.parametrize("path", REAL_RULINGS, ids=lambda path: path.stem)
def test_every_letter_of_a_real_ruling_arrives_in_its_order(path: Path) -> None:
    read = read_ruling(path)
    body = next(
        element for element in ElementTree.parse(path).iter() if element.tag.endswith(("}uitspraak", "}conclusie"))
    )
    assert letters(" ".join(section.text for section in read.sections)) == letters("".join(body.itertext()))
    assert path.stem == read.ecli.replace(":", ".")
    assert read.day is not None
    assert read.case_numbers
    assert read.subjects


@needs_real_rulings
def test_a_real_ruling_is_cited_by_its_place_in_a_journal_too() -> None:
    path = next(path for path in REAL_RULINGS if "AA2974" in path.name)
    [first, *rest] = ruling_document(read_ruling(path)).pieces or ()
    journals = {"RSV 1995, 87", "BNB 1995/23", "WFR 1994/1817", "FED 1995/299", "V-N 1994/3987, 39", "FED 1994/752"}
    assert journals <= set(first.citations)
    assert all(not journals & set(piece.citations) for piece in rest)


@needs_real_rulings
@pytest.mark.django_db
def test_all_real_rulings_are_in_the_collection_and_a_second_run_changes_nothing() -> None:
    out = StringIO()
    call_command("import_case_law", str(REAL_LAW / "rechtspraak"), stdout=out)
    stored = Document.objects.filter(collection__name="case_law")
    assert {row.key for row in stored} == {path.stem.replace(".", ":") for path in REAL_RULINGS}
    assert stored.get(key="ECLI:NL:HR:1994:AA2974").title == "Hoge Raad 23 november 1994, ECLI:NL:HR:1994:AA2974"
    chunks = set(Chunk.objects.values_list("pk", flat=True))
    call_command("import_case_law", str(REAL_LAW / "rechtspraak"), stdout=out)
    assert f"0 new, 0 changed, {len(REAL_RULINGS)} unchanged" in out.getvalue()
    assert set(Chunk.objects.values_list("pk", flat=True)) == chunks


def test_what_a_ruling_says_of_itself_is_kept(tmp_path: Path) -> None:
    document = ruling_document(read_ruling(write(tmp_path, "r.xml", ruling())))
    about = document.metadata
    assert (document.key, document.title) == ("ECLI:NL:HR:2099:101", "Hoge Raad 3 maart 2099, ECLI:NL:HR:2099:101")
    assert (about["court"], about["date"], about["kind"]) == ("Hoge Raad", "2099-03-03", "uitspraak")
    assert (about["case_number"], about["procedure"]) == ("99/123, 99/124", "Cassatie")
    assert about["subject"] == "Bestuursrecht; Belastingrecht"
    assert about["summary"] == "Werkruimte thuis."
    assert about["relations"] == [
        {
            "ecli": "ECLI:NL:PHR:2099:7",
            "label": "Conclusie: ECLI:NL:PHR:2099:7",
            "type": "conclusie",
            "instance": "eerdereAanleg",
        }
    ]
    assert about["laws"][0]["label"] == "Wet op de proef 2001 3"
    assert document.text.startswith("Werkruimte thuis.\n\n1. Geding.")


def test_sections_are_cited_by_their_number_and_a_conclusion_by_its_part(tmp_path: Path) -> None:
    document = ruling_document(read_ruling(write(tmp_path, "r.xml", ruling(body=MODERN))))
    assert [piece.citations[0] for piece in document.pieces or ()] == [
        "ECLI:NL:HR:2099:101",
        "ECLI:NL:HR:2099:101",
        "ECLI:NL:HR:2099:101, r.o. 1",
        "ECLI:NL:HR:2099:101, r.o. 2",
        "ECLI:NL:HR:2099:101, r.o. 2.1",
        "ECLI:NL:HR:2099:101, r.o. 2.2",
    ]
    assert all(document.text[piece.start : piece.end] == piece.text for piece in document.pieces or ())
    last = [*(document.pieces or ())][-1]
    assert last.heading == "Beoordeling"
    assert "Zie bijlage. [noot: Noot.]" in last.text
    assert "| jaar | € 10 |" in last.text
    assert "[afbeelding: plaat.png]" in last.text
    conclusion = ruling_document(read_ruling(write(tmp_path, "c.xml", ruling(kind="conclusie"))))
    assert list(conclusion.pieces or ())[-1].citations[0] == "ECLI:NL:HR:2099:101, onderdeel 2"


def test_a_number_in_a_quotation_and_after_the_decision_is_no_section(tmp_path: Path) -> None:
    body = "".join(
        f"<para>{text}</para>"
        for text in (
            "Inleiding zonder nummer.",
            "1. Geding.",
            "1994 was een ander jaar.",
            "10. This paragraph is quoted.",
            "2. Beslissing. Het beroep is ongegrond.",
            "3. Conclusie van de advocaat-generaal.",
        )
    )
    read = read_ruling(write(tmp_path, "r.xml", ruling(body=body)))
    assert [section.number for section in read.sections] == ["", "1", "2"]
    assert read.sections[-1].text.endswith("3. Conclusie van de advocaat-generaal.")


def test_a_ruling_without_court_or_day_is_named_by_its_ecli(tmp_path: Path) -> None:
    read = read_ruling(write(tmp_path, "r.xml", ruling("ECLI:NL:RBZWB:2099:1", court="", day="")))
    assert ruling_document(read).title == "Rechtbank Zeeland-West-Brabant, ECLI:NL:RBZWB:2099:1"
    assert read.day is None


@pytest.mark.parametrize(
    ("xml", "reason"),
    [
        (act(article("1", "1. x")), "import_legislation"),
        (ruling("LJN AB1234"), "names itself 'LJN AB1234', which is no ECLI"),
        (ruling("ECLI:NL:HR:19:1"), "which is no ECLI"),
        (ruling(body="", summary="-"), "none of its text"),
        ("<feed/>", "lists rulings"),
        (ruling()[:300], "not well-formed"),
    ],
)
def test_a_file_that_is_no_ruling_is_named_with_the_reason(tmp_path: Path, xml: str, reason: str) -> None:
    with pytest.raises(UnusableFile, match=reason):
        read_ruling(write(tmp_path, "r.xml", xml))


@pytest.mark.django_db
def test_one_bad_file_does_not_stop_the_others_and_a_second_file_of_one_ruling_is_named(tmp_path: Path) -> None:
    write(tmp_path, "a.xml", ruling("ECLI:NL:HR:2099:1"))
    write(tmp_path, "b.xml", ruling("ECLI:NL:HR:2099:1"))
    write(tmp_path, "c.xml", "<open-rechtspraak>")
    write(tmp_path, "d.xml", ruling("ECLI:EU:C:2099:12"))
    out, err = StringIO(), StringIO()
    call_command("import_case_law", str(tmp_path), stdout=out, stderr=err)
    assert "b.xml holds ECLI:NL:HR:2099:1, which a.xml has given already." in err.getvalue()
    assert "c.xml is not well-formed XML" in err.getvalue()
    assert "Rulings: 2 new, 0 changed, 0 unchanged. Files: 4, 2 skipped." in out.getvalue()


@pytest.mark.django_db
def test_a_ruling_that_was_published_again_replaces_its_text(tmp_path: Path) -> None:
    import_rulings(write(tmp_path, "a.xml", ruling()))
    first = Document.objects.get()
    count = import_rulings(write(tmp_path, "a.xml", ruling(body="<para>1. Verbeterd.</para>")))
    assert (count.added, count.replaced) == (0, 1)
    again = Document.objects.get()
    assert (again.pk, "Verbeterd" in again.text) == (first.pk, True)


@pytest.mark.django_db
def test_an_empty_folder_ends_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"no \.xml file"):
        call_command("import_case_law", str(tmp_path))


def test_dates_are_written_in_dutch(tmp_path: Path) -> None:
    read = read_ruling(write(tmp_path, "r.xml", ruling(day="2099-08-31")))
    assert read.day == date(2099, 8, 31)
    assert ruling_document(read).title.startswith("Hoge Raad 31 augustus 2099")
