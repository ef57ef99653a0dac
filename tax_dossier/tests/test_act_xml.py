"""Reading acts: each article under its path, every word of it, and a sentence for what is no act."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from tax_dossier.law.act_documents import cut, provisions
from tax_dossier.law.act_header import read_header
from tax_dossier.law.act_xml import ActUnit, read_units
from tax_dossier.law.source_xml import UnusableFile
from tax_dossier.tests.law_files import REAL_LAW, act, article, ruling, write

REAL_ACTS = sorted((REAL_LAW / "bwb").rglob("*.xml"))
needs_real_acts = pytest.mark.skipif(not REAL_ACTS, reason=f"no acts in {REAL_LAW / 'bwb'}")


def units(folder: Path, xml: str) -> list[ActUnit]:
    return list(read_units(write(folder, "act.xml", xml)))


def articles(folder: Path, *parts: str, after: str = "") -> list[ActUnit]:
    return [unit for unit in units(folder, act(*parts, after=after)) if unit.kind == "artikel"]


def letters(text: str) -> str:
    return "".join(letter for letter in text if letter.isalnum())


def without_metadata(element: ElementTree.Element) -> None:
    for child in element:
        if child.tag == "meta-data":
            tail = child.tail
            child.clear()
            child.tail = tail
        else:
            without_metadata(child)


@needs_real_acts
@pytest.mark.parametrize("path", REAL_ACTS, ids=lambda path: path.stem)
def test_every_article_of_a_real_act_arrives(path: Path) -> None:
    counted = ElementTree.parse(path).getroot().iter("artikel")
    numbers = ["".join(element.find("kop/nr").itertext()).strip() for element in counted]  # type: ignore[union-attr]
    read = [unit for unit in read_units(path) if unit.kind == "artikel"]
    assert [unit.number for unit in read] == numbers
    assert all(unit.leden for unit in read)
    assert read_header(path).units == len(numbers)


@needs_real_acts
@pytest.mark.parametrize("path", REAL_ACTS, ids=lambda path: path.stem)
def test_every_letter_of_a_real_act_arrives_in_its_order(path: Path) -> None:
    root = ElementTree.parse(path).getroot()
    without_metadata(root)
    read = [unit for unit in read_units(path) if unit.path or unit.kind != "tekst"]
    texts = [" ".join((unit.label, unit.number, unit.title, *(lid.text for lid in unit.leden))) for unit in read]
    printed = ["".join(element.itertext()) for element in root.iter() if element.tag in ("artikel", "bijlage")]
    assert [letters(text) for text in texts] == [letters(text) for text in printed]
    steps = {unit.path[: n + 1] for unit in read for n in range(len(unit.path))}
    chapters = [
        "".join(element.find("kop").itertext())  # type: ignore[union-attr]
        for element in root.iter()
        if element.tag in ("hoofdstuk", "afdeling", "paragraaf")
    ]
    assert sorted(letters(step[-1]) for step in steps) == sorted(letters(chapter) for chapter in chapters)
    rest = letters(" ".join(lid.text for unit in read_units(path) for lid in unit.leden))
    for name in ("aanhef", "wetsluiting", "intitule", "citeertitel"):
        assert all(letters("".join(element.itertext())) in rest for element in root.iter(name))


def test_an_article_stands_under_its_path_with_its_leden(tmp_path: Path) -> None:
    unit = articles(tmp_path, article("3.111", "1. De regel.\n2. De uitzondering.", title="Eigen woning"))[0]
    assert (unit.name, unit.title, unit.path) == ("artikel 3.111", "Eigen woning", ("Hoofdstuk 2 Heffing",))
    assert [(lid.number, lid.text) for lid in unit.leden] == [("1", "1. De regel."), ("2", "2. De uitzondering.")]


def test_lists_tables_notes_and_pictures_keep_their_place(tmp_path: Path) -> None:
    body = (
        "<al>Aanhef met <nadruk>klem</nadruk>:<lijst><li><li.nr>a.</li.nr><al>eerste;</al><lijst><li><li.nr>1°.</li.nr>"
        "<al>dieper</al></li></lijst></li><li><li.nr>b.</li.nr><al>tweede.</al></li></lijst>Slot.</al>"
        '<table><title>Tarief</title><tgroup cols="2"><thead><row><entry><al>van</al></entry><entry><al>tot</al></entry></row>'
        "</thead><tbody><row><entry><al>€ 0</al></entry><entry><al>8,17%</al></entry></row></tbody></tgroup></table>"
        '<al>Zie<noot type="voet"><noot.nr>1</noot.nr><noot.al>De noot.</noot.al></noot> de formule m<sup>2</sup>.</al>'
        '<plaatje><illustratie naam="formule-7.png"/></plaatje><vreemd><onbekend>Ook dit blijft.</onbekend></vreemd>'
    )
    unit = articles(tmp_path, f"<artikel><kop><label>Artikel</label><nr>1</nr></kop>{body}</artikel>")[0]
    assert unit.leden[0].text.split("\n") == [
        "Aanhef met klem:",
        "a. eerste;",
        "  1°. dieper",
        "b. tweede.",
        "Slot.",
        "Tarief",
        "| van | tot |",
        "| € 0 | 8,17% |",
        "Zie [noot 1: De noot.] de formule m^2.",
        "[afbeelding: formule-7.png]",
        "Ook dit blijft.",
    ]


def test_text_outside_of_the_leden_and_a_heading_inside_an_article_stay(tmp_path: Path) -> None:
    body = "<al>Vooraf.</al><lid><lidnr>1</lidnr><al>Een.</al></lid><al>Tussen.</al><deel2><kop><titel>Kopje</titel></kop><al>Erin.</al></deel2>"
    unit = articles(tmp_path, f"<artikel><kop><nr>1</nr></kop>{body}</artikel>")[0]
    assert [lid.text for lid in unit.leden] == ["Vooraf.", "1. Een.", "Tussen.\nKopje\nErin."]


def test_a_chapter_of_which_only_the_heading_is_left_is_kept(tmp_path: Path) -> None:
    read = units(
        tmp_path, act("<afdeling><kop><label>Afdeling</label><nr>7</nr><titel>Vervallen</titel></kop></afdeling>")
    )
    assert ("Afdeling 7", "Vervallen", ("Hoofdstuk 2 Heffing",)) in [
        (unit.name, unit.title, unit.path) for unit in read
    ]


def test_annexes_and_articles_inside_them_are_units_of_their_own(tmp_path: Path) -> None:
    annex = (
        "<bijlage><kop><label>Bijlage</label><nr>I</nr></kop><al>Bij deze wet.</al>"
        f"<groep>{article('1', '1. In de bijlage.')}</groep></bijlage>"
    )
    read = units(tmp_path, act(article("1", "1. In de wet."), after=annex))
    assert [(unit.kind, unit.name, unit.path) for unit in read if unit.kind != "tekst"] == [
        ("artikel", "artikel 1", ("Hoofdstuk 2 Heffing",)),
        ("bijlage", "Bijlage I", ()),
        ("artikel", "artikel 1", ("Bijlage I",)),
    ]
    header = read_header(tmp_path / "act.xml")
    keys = [provision.document.key for provision in provisions(header, read)]
    assert len(set(keys)) == len(keys)
    titles = [provision.document.title for provision in provisions(header, read)]
    assert "Wet op de proef 2001, artikel 1 (Bijlage I)" in titles


def test_an_article_without_a_number_and_one_without_text_are_kept(tmp_path: Path) -> None:
    provided = articles(
        tmp_path,
        '<artikel label="Enig artikel"><al>Alles.</al></artikel>',
        "<artikel><kop><label>Artikel</label><nr>4</nr></kop></artikel>",
    )
    assert [(unit.label, unit.number) for unit in provided] == [("Enig", "artikel"), ("Artikel", "4")]
    documents = [provision.document for provision in provisions(read_header(tmp_path / "act.xml"), provided)]
    assert all(document.pieces for document in documents)


def test_an_expired_article_and_one_not_yet_in_force_say_so_in_their_title(tmp_path: Path) -> None:
    provided = articles(
        tmp_path,
        article("5", "<redactie>Vervallen</redactie>", status="vervallen"),
        article("6", "<redactie>Nog niet in werking</redactie>", status="nogniet", since=""),
    )
    expired, not_yet = [provision.document for provision in provisions(read_header(tmp_path / "act.xml"), provided)]
    assert expired.title == "Wet op de proef 2001, artikel 5 (vervallen)"
    assert not_yet.title == "Wet op de proef 2001, artikel 6 (nog niet in werking)"
    assert expired.text == "Artikel 5\n[Vervallen]"
    assert not_yet.valid_from is not None
    assert not_yet.valid_from.year == 9999


def test_a_document_is_cited_by_lid_and_onderdeel_and_its_pieces_lie_in_its_text(tmp_path: Path) -> None:
    body = "<lid><lidnr>1</lidnr><al>Vrij zijn:</al><lijst>" + "".join(
        f"<li><li.nr>{letter}.</li.nr><al>{'woorden ' * 150}</al></li>" for letter in "abcd"
    )
    read = articles(tmp_path, f"<artikel><kop><label>Artikel</label><nr>9</nr></kop>{body}</lijst></lid></artikel>")
    xml_header = read_header(tmp_path / "act.xml")
    document = next(iter(provisions(xml_header, read))).document
    pieces = list(document.pieces or ())
    assert len(pieces) > 1
    assert all(document.text[piece.start : piece.end] == piece.text for piece in pieces)
    assert pieces[0].citations[0] == "artikel 9, lid 1, Wet op de proef 2001"
    assert "artikel 9, lid 1, onderdeel d, Wet op de proef 2001" in pieces[-1].citations
    assert pieces[0].heading == "Hoofdstuk 2 Heffing › Artikel 9 › lid 1"


def test_a_known_act_is_cited_by_its_abbreviation(tmp_path: Path) -> None:
    path = write(tmp_path, "act.xml", act(article("3.111", "1. Regel."), title="Wet inkomstenbelasting 2001"))
    document = next(p.document for p in provisions(read_header(path), read_units(path)) if "3.111" in p.document.key)
    assert document.title == "Wet inkomstenbelasting 2001, artikel 3.111"
    assert next(iter(document.pieces or ())).citations == ("artikel 3.111, lid 1, Wet IB 2001",)
    assert document.metadata["abbr"] == "Wet IB 2001"
    assert document.metadata["path"] == ["Wet inkomstenbelasting 2001", "Hoofdstuk 2 Heffing", "Artikel 3.111"]


def test_a_long_lid_is_cut_and_loses_nothing() -> None:
    text = "1. " + "Een zin zonder einde " * 900 + "\na. onderdeel\n" + "x" * 9000
    parts = [part.text for part in cut(text)]
    assert max(map(len, parts)) <= 3000
    assert "".join(parts).replace("\n", "") == text.replace("\n", "")


@pytest.mark.parametrize(
    ("xml", "reason"),
    [
        (ruling(), "import_case_law"),
        ("<work/>", "manifest"),
        ("<html/>", "web page"),
        ("<ander/>", "begins with <ander>"),
        (act(article("1", "1. x"), bwb_id="R12"), "BWB number 'R12'"),
        (act(article("1", "1. x"), on="gisteren"), "'gisteren', which is no date"),
        (act(article("1", "1. x"))[:-40], "not well-formed"),
        ("", "is empty"),
        ("<toestand bwb-id='BWBR0000001' inwerkingtreding='2015-01-01'/>", "names no act"),
    ],
)
def test_a_file_that_is_no_act_is_named_with_the_reason(tmp_path: Path, xml: str, reason: str) -> None:
    path = write(tmp_path, "act.xml", xml)
    with pytest.raises(UnusableFile, match=reason):
        read_header(path)
