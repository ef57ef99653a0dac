"""Which sources people mean when they speak of them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from tax_dossier.offline.choosing import choose
from tax_dossier.record import SourceView
from tax_dossier.tests.shared import view
from tax_dossier.words import named

IB = {"law": "Wet inkomstenbelasting 2001", "abbr": "Wet IB 2001"}
OB = {"law": "Wet op de omzetbelasting 1968", "abbr": "Wet OB 1968"}


def law(pk: int, number: str, names: dict[str, str], heading: str, **values: object) -> SourceView:
    made = view(pk, number, **names, title=f"{names['law']}, artikel {number}", **values)
    return replace(made, metadata={**made.metadata, "path": [names["law"], f"Artikel {number} {heading}"]})


def case(pk: int, ecli: str, court: str, subject: str, **values: object) -> SourceView:
    made = view(pk, ecli=ecli, title=f"{court} 3 mei 2099, {ecli}", **values)
    return replace(made, metadata={"ecli": ecli, "court": court, "subject": subject})


SOURCES = [
    law(1, "3.16", IB, "Werkruimte"),
    law(2, "3.111", IB, "Eigen woning"),
    law(3, "11", OB, "Vrijstellingen"),
    law(4, "3.120", IB, "Aftrekbare kosten eigen woning"),
    case(5, "ECLI:NL:HR:2099:101", "Hoge Raad", "Omzetbelasting"),
    case(6, "ECLI:NL:GHAMS:2099:55", "Gerechtshof Amsterdam", "Inkomstenbelasting"),
    case(7, "ECLI:NL:HR:2099:AA2974", "Hoge Raad", "Loonbelasting"),
]
TEXTS = {1: "Een werkruimte thuis.", 2: "De woning.", 3: "Verhuur.", 6: "Over een kruipruimte."}


def chosen(words: str, sources: list[SourceView] = SOURCES) -> dict[str, list[int]]:
    """What is removed, restored and asked about, by the sources' numbers."""
    choice = choose(words, sources, lambda: TEXTS)
    by_title = {source.title: source.number for source in sources}
    return {name: sorted(by_title[title] for title in choice[name]) for name in ("remove", "restore", "unclear")}


def changes_nothing(words: str, sources: list[SourceView] = SOURCES) -> bool:
    choice = chosen(words, sources)
    return not (choice["remove"] or choice["restore"])


REMOVED = [
    ("haal de tweede weg", [2]),
    ("haalt u de tweede weg", [2]),
    ("haal de eerste en de laatste weg", [1, 7]),
    ("verwijder bron 3", [3]),
    ("verwijder 1, 3 en 5", [1, 3, 5]),
    ("2 t/m 4 eruit", [2, 3, 4]),
    ("schrap nummer 4", [4]),
    ("haal 2 weg maar laat de rest staan", [2]),
    ("bron 3 mag weer uit het dossier. rest laten staan", [3]),
    ("remove the second and keep the others", [2]),
    ("haal de 2e weg", [2]),
    ("haal de eerste twee weg", [1, 2]),
    ("haal de laatste drie weg", [5, 6, 7]),
    ("de voorlaatste kan weg", [6]),
    ("alles over de BTW mag weg", [3, 5]),
    ("haal alles over de eigen woning weg", [2, 4]),
    ("haal de bronnen over een kruipruimte weg", [6]),
    ("verwijder alle uitspraken", [5, 6, 7]),
    ("haal alle rechtspraak weg", [5, 6, 7]),
    ("alle wetgeving eruit", [1, 2, 3, 4]),
    ("verwijder alles", [1, 2, 3, 4, 5, 6, 7]),
    ("alles weg behalve artikel 3.111", [1, 3, 4, 5, 6, 7]),
    ("haal alle artikelen weg behalve artikel 3.16", [2, 3, 4]),
    ("haal alles weg, op de eerste na", [2, 3, 4, 5, 6, 7]),
    ("ok haal alle bronnen maar weg, heb genoeg", [1, 2, 3, 4, 5, 6, 7]),
    ("haal alle bronnen maar weg. Ik begin straks met een schone lei", [1, 2, 3, 4, 5, 6, 7]),
    ("behoud alleen de eerste en de derde", [2, 4, 5, 6, 7]),
    ("houd alleen bron 1", [2, 3, 4, 5, 6, 7]),
    ("haal artikel 3.111 weg", [2]),
    ("haal 3.16 weg", [1]),
    ("verwijder ECLI:NL:HR:2099:101", [5]),
    ("verwijder aa2974".upper(), [7]),
    ("haal de uitspraak van het hof weg", [6]),
    ("verwijder de arresten van de Hoge Raad", [5, 7]),
    ("haal alles uit de Wet OB weg", [3]),
    ("haal de tweede uitspraak weg", [6]),
    ("verwijder het tweede artikel", [2]),
    ("die over de eigen woning mogen er allebei uit, het gaat mij om de omzetbelasting", [2, 4]),
    ("gerechtshof amsterdm mag eruit", [6]),
    ("verwijder aftrekbare koosten eigen woning", [4]),
    ("remove the second", [2]),
    ("remove the first and the last", [1, 7]),
    ("drop all rulings", [5, 6, 7]),
    ("remove everything except article 3.16", [2, 3, 4, 5, 6, 7]),
    ("remove everything about VAT", [3, 5]),
    ("keep only sources 1 and 2", [3, 4, 5, 6, 7]),
    ("delete source 4", [4]),
]


def test_all_sources_of_what_no_source_names_are_none() -> None:
    found_none = choose("haal alle bronnen over fietsenmakers weg, dank u", SOURCES, dict)
    assert (found_none["remove"], found_none["missing"]) == ([], ["fietsenmakers"])


@pytest.mark.parametrize(("words", "expected"), REMOVED, ids=[words for words, _ in REMOVED])
def test_what_is_to_go_is_understood(words: str, expected: list[int]) -> None:
    assert chosen(words) == {"remove": expected, "restore": [], "unclear": []}
    assert choose(words, SOURCES, lambda: TEXTS)["missing"] == []


OUT = [replace(source, selected=source.number not in (2, 6)) for source in SOURCES]
RESTORED = [
    ("zet de tweede terug", [2]),
    ("zet bron 6 weer terug", [6]),
    ("voeg artikel 3.111 weer toe", [2]),
    ("haal de uitspraak van het hof toch wel terug", [6]),
    ("zet alles terug", [1, 2, 3, 4, 5, 6, 7]),
    ("ik wil dat artikel weer terug", [2]),
    ("zet 3.111 er weer bij", [2]),
    ("zet de laatste terug", [6]),
    ("put the second back", [2]),
    ("restore source 6", [6]),
]


@pytest.mark.parametrize(("words", "expected"), RESTORED, ids=[words for words, _ in RESTORED])
def test_what_is_to_come_back_is_understood(words: str, expected: list[int]) -> None:
    choice = chosen(words, OUT)
    assert (choice["restore"], choice["remove"]) == (expected, [])


def test_one_message_may_remove_and_put_back() -> None:
    choice = chosen("haal 1 weg en zet 2 terug", OUT)
    assert (choice["remove"], choice["restore"]) == ([1], [2])


def test_the_last_is_the_last_that_still_counts() -> None:
    out = [replace(source, selected=source.number != 7) for source in SOURCES]
    assert chosen("haal de laatste weg", out)["remove"] == [6]


@pytest.mark.parametrize(
    "words", ["verwijder bron 99", "haal 12 weg", "delete source 1000", "haal de twaalfde weg", "haal de 13e weg"]
)
def test_a_number_that_is_not_there_is_told(words: str) -> None:
    assert named(words, SOURCES, dict).unknown_numbers
    assert changes_nothing(words)


@pytest.mark.parametrize(
    "words",
    ["verwijder artikel 9.99", "haal ECLI:NL:HR:1900:1 weg", "haal alles over drugs weg", "verwijder het sprookje"],
)
def test_what_is_not_there_is_named(words: str) -> None:
    assert choose(words, SOURCES, lambda: TEXTS)["missing"]
    assert changes_nothing(words)


def test_what_fits_several_sources_is_asked_and_not_guessed() -> None:
    two = [*SOURCES, law(8, "3.111", IB, "Eigen woning", valid_from=date(2015, 1, 1))]
    two[-1] = replace(two[-1], title="Wet inkomstenbelasting 2001, artikel 3.111 (geldig vanaf 2015-01-01)")
    assert chosen("haal artikel 3.111 weg", two) == {"remove": [], "restore": [], "unclear": [2, 8]}
    assert chosen("haal de uitspraak weg")["unclear"] == [5, 6, 7]


@pytest.mark.parametrize("words", ["haal die weg", "verwijder dat", "remove it", "weg ermee"])
def test_a_pointing_word_alone_means_nothing_certain(words: str) -> None:
    assert changes_nothing(words)


def test_what_is_not_about_a_subject_goes_and_the_rest_stays() -> None:
    assert chosen("haal de bronnen weg die niet over de eigen woning gaan")["remove"] == [1, 3, 5, 6, 7]
