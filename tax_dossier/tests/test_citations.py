"""References to law and rulings, as people and models write them, and the sources that they name."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from tax_dossier.record import SourceView
from tax_dossier.tests.shared import view
from tax_dossier.words.citations import article_of, find_citations, law_key, laws_of, resolve

READ = [
    ("artikel 3.111", [("3.111", (), "")]),
    ("Op grond van art. 3.17 lid 1 Wet IB 2001 geldt dit.", [("3.17", ("1",), "ib")]),
    ("3.111 IB", [("3.111", (), "ib")]),
    ("artikel 3.111, eerste lid, onderdeel a, van de Wet inkomstenbelasting 2001", [("3.111", ("1",), "ib")]),
    ("de artikelen 3.16 en 3.17 Wet IB 2001", [("3.16", (), "ib"), ("3.17", (), "ib")]),
    ("artikelen 3.111, 3.112 en 3.113", [("3.111", (), ""), ("3.112", (), ""), ("3.113", (), "")]),
    ("artikel 12a Wet LB 1964", [("12a", (), "lb")]),
    ("artikel 6:7 Awb", [("6:7", (), "awb")]),
    ("article 3.16(1) of the Income Tax Act 2001", [("3.16", ("1",), "ib")]),
    ("Article 3.16, second paragraph, says so", [("3.16", ("2",), "")]),
    ("lid 2 van artikel 3.16 Wet IB 2001", [("3.16", ("2",), "ib")]),
    ("het eerste lid van artikel 3.16", [("3.16", ("1",), "")]),
    ("art. 10bis.2 lid 3.", [("10bis.2", ("3",), "")]),
    ("art. 3.16, lid 1 en 3, Wet IB 2001", [("3.16", ("1", "3"), "ib")]),
    ("artikel 7, tweede lid, van de Wet op de omzetbelasting 1968", [("7", ("2",), "ob")]),
    ("artikel 5 Uitvoeringsbesluit loonbelasting 1965", [("5", (), "uitvoeringsbesluit loonbelasting 1965")]),
    ("67f AWR", [("67f", (), "awr")]),
    ("artikel 3.16 lid 1 en artikel 3.17", [("3.16", ("1",), ""), ("3.17", (), "")]),
    ("Volgens artikel 3.16 is 21% belast", [("3.16", (), "")]),
    ("artikel 3.16 en 30% van de kosten", [("3.16", (), "")]),
    ("het tarief is 3.16% van 3.500 euro in 2019 onder de Wet IB 2001", []),
    ("artikel 9.99. De kosten", [("9.99", (), "")]),
]


@pytest.mark.parametrize(("text", "expected"), READ, ids=[text for text, _ in READ])
def test_an_article_is_read_with_its_paragraphs_and_its_law(text: str, expected: list[Any]) -> None:
    assert [(citation.article, citation.lids, citation.law) for citation in find_citations(text)] == expected


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Zie ECLI:NL:HR:1994:AA2974.", "ECLI:NL:HR:1994:AA2974"),
        ("ecli:nl:phr:1996:aa1856 zegt", "ECLI:NL:PHR:1996:AA1856"),
        ("(ECLI:EU:C:2013:720)", "ECLI:EU:C:2013:720"),
        ("ECLI: NL: HR: 1994: AA2974", "ECLI:NL:HR:1994:AA2974"),
    ],
)
def test_an_ecli_is_read_whole_without_the_full_stop(text: str, code: str) -> None:
    assert [citation.ecli for citation in find_citations(text)] == [code]


def test_a_ruling_may_be_named_by_its_journal_or_its_day() -> None:
    citations = find_citations("HR 23 november 1994, BNB 1995/23 en V-N 1994/3987")
    assert [source.other for source in citations] == ["HR 23 november 1994", "BNB 1995/23", "V-N 1994/3987"]


def test_the_place_of_a_reference_is_that_of_its_words() -> None:
    text = "Daarom geldt artikel 3.16, lid 1, Wet IB 2001 hier."
    [citation] = find_citations(text)
    assert text[citation.start : citation.end] == citation.text == "artikel 3.16, lid 1, Wet IB 2001"


@pytest.mark.parametrize(
    "names",
    [
        ("Wet IB 2001", "IB", "Wet inkomstenbelasting 2001", "Income Tax Act 2001", "wet op de inkomstenbelasting"),
        ("Wet OB 1968", "Wet op de omzetbelasting 1968", "VAT Act", "OB"),
        ("AWR", "Algemene wet inzake rijksbelastingen"),
        ("Zorgverzekeringswet", "zorgverzekeringswet"),
    ],
)
def test_a_law_has_one_key_however_it_is_written(names: tuple[str, ...]) -> None:
    assert len({law_key(name) for name in names}) == 1


OLD = view(1, valid_to=date(2015, 1, 1))
NEW = view(2, key="BWBR0011353:3.16:2015-01-01", valid_from=date(2015, 1, 1), labels=("1", "2"))
VAT = view(3, number="7", law="Wet op de omzetbelasting 1968", abbr="Wet OB 1968", labels=())
AWR = view(4, number="7", law="Algemene wet inzake rijksbelastingen", abbr="AWR", labels=())
CASE = view(5, ecli="ECLI:NL:HR:1994:AA2974")


def named(text: str, sources: list[SourceView], day: date | None = None) -> int | None:
    [citation] = find_citations(text)
    source = resolve(citation, sources, day)
    return source.id if source else None


def test_a_reference_names_the_version_of_the_day() -> None:
    assert named("artikel 3.16 Wet IB 2001", [OLD, NEW], date(2014, 1, 1)) == 1
    assert named("artikel 3.16 Wet IB 2001", [OLD, NEW], date(2015, 1, 1)) == 2
    assert named("artikel 3.16", [OLD, NEW], date(2020, 1, 1)) == 2


def test_a_paragraph_that_the_article_does_not_have_names_nothing() -> None:
    assert named("artikel 3.16 lid 3 Wet IB 2001", [NEW]) is None
    assert named("artikel 3.16 lid 2 Wet IB 2001", [NEW]) == 2
    assert named("artikel 7, lid 1, Wet OB 1968", [VAT]) == 3
    assert named("artikel 7, lid 2, Wet OB 1968", [VAT]) is None


def test_a_number_that_two_laws_have_names_neither_without_its_law() -> None:
    assert named("artikel 7", [VAT, AWR]) is None
    assert named("artikel 7 Wet OB 1968", [VAT, AWR]) == 3
    assert named("artikel 7", [VAT]) == 3


def test_the_same_number_of_another_law_is_another_article() -> None:
    assert named("artikel 7 Awb", [VAT, AWR]) is None
    assert named("artikel 7 Successiewet 1956", [VAT]) is None


def test_a_ruling_is_named_by_its_ecli_alone() -> None:
    assert named("ECLI:NL:HR:1994:AA2974", [CASE]) == 5
    assert named("ECLI:NL:HR:1994:AA2975", [CASE]) is None
    assert named("BNB 1995/23", [CASE]) is None


def test_a_source_without_metadata_is_known_by_its_citation() -> None:
    bare = SourceView(1, "legislation", 1, "x", "iets", citations=("artikel 3.16, lid 1, Wet IB 2001",))
    assert (article_of(bare), laws_of(bare)) == ("3.16", {"ib"})
