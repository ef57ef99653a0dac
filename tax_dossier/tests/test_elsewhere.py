"""What the law on file does not hold is said to be in no source: of another law, or of a day after the act on file."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from chat.models import Thread
from chat.tests.shared import talk
from tax_dossier.answers import say_hardly_anything
from tax_dossier.law.act_import import import_acts
from tax_dossier.tests.law_files import act, article, write
from tax_dossier.tests.shared import view
from tax_dossier.words import is_elsewhere, is_of_no_tax, law_since, places_asked, taxes_asked, without_denied

OB = "Wet op de omzetbelasting 1968"
TURNOVER = "1. De ondernemer wiens omzet in een jaar beneden een grens blijft, hoeft van die omzet geen btw te betalen."
DISMISSED = "1. De werknemer die bij een ondernemer ziek wordt, meldt zich voor de belasting bij de ondernemer."
TOO_YOUNG = "Mag ik zonder btw werken als mijn omzet onder de grens van 20.000 euro per jaar blijft?"


def _import(folder: Path, day: str) -> None:
    articles = article("25", TURNOVER), article("99", DISMISSED)
    write(folder, "ob.xml", act(*articles, title=OB, bwb_id="BWBR0002629", on=day))
    import_acts(folder)


@pytest.mark.parametrize(
    "question",
    [
        "Hoeveel vakantiedagen krijgt een werknemer met een contract van 24 uur?",
        "Wanneer moet ik mijn bv inschrijven in het handelsregister?",
        "Krijg ik huurtoeslag als mijn inkomen stijgt?",
        "Hoe lang duurt een verblijfsvergunning?",
        "How many days of maternity leave does an employee get?",
    ],
)
def test_what_other_laws_hold_has_no_place_in_a_register(question: str) -> None:
    assert is_elsewhere(question) or taxes_asked(question) - {"ob"}
    assert places_asked(question) == ()


@pytest.mark.parametrize(
    "question",
    [
        "Hoe lang moet ik de facturen van mijn verbouwing bewaren?",
        "Mag ik de btw op een etentje met een werknemer aftrekken?",
        "Moet een tandarts btw rekenen?",
        "Hoe oud moet een huis zijn voordat de schilder het lage tarief rekent?",
    ],
)
def test_what_a_register_has_more_of_is_not_of_another_law(question: str) -> None:
    assert not is_elsewhere(question)
    assert places_asked(question)


@pytest.mark.django_db
@pytest.mark.usefixtures("offline")
def test_a_question_of_another_law_finds_no_article_that_has_its_words(tmp_path: Path, thread: Thread) -> None:
    _import(tmp_path, "2015-01-01")
    turn, _ = talk(thread, "Hoe lang betaalt de ondernemer een werknemer door die zich ziek meldt?")
    assert not turn.state.get("selected_ids")


@pytest.mark.django_db
@pytest.mark.usefixtures("offline")
def test_a_rule_that_is_younger_than_every_act_on_file_has_no_source(tmp_path: Path, thread: Thread) -> None:
    _import(tmp_path, "2015-01-01")
    turn, _ = talk(thread, TOO_YOUNG)
    assert not turn.state.get("selected_ids")


@pytest.mark.django_db
@pytest.mark.usefixtures("offline")
def test_where_an_act_on_file_is_as_young_as_the_rule_it_is_looked_for(tmp_path: Path, thread: Thread) -> None:
    _import(tmp_path, "2020-01-01")
    turn, _ = talk(thread, TOO_YOUNG)
    assert turn.state["selected_ids"] == [f"{OB}, artikel 25"]


@pytest.mark.parametrize(
    ("question", "since"),
    [
        (TOO_YOUNG, date(2020, 1, 1)),
        ("Betaal ik 0% btw op zonnepanelen op mijn woning?", date(2023, 1, 1)),
        ("Is btw verschuldigd bij de verkoop van een cadeaubon?", date(2019, 1, 1)),
        ("How do I use the import one-stop shop?", date(2021, 7, 1)),
        ("Welke regel geldt sinds 2021 voor webwinkels?", date(2016, 1, 1)),
        ("Zijn zonnepanelen aftrekbaar?", None),
        ("Hoeveel btw betaal ik over een pakket van 1.500 euro?", None),
        ("Hoeveel btw betaalde ik in 2014?", None),
    ],
)
def test_a_rule_is_known_by_what_people_call_it_to_be_law_since_a_day(question: str, since: date | None) -> None:
    assert law_since(question) == since


def test_who_does_not_agree_denies_no_matter() -> None:
    words = "Hoe maak ik bezwaar als ik het niet eens ben met mijn aanslag inkomstenbelasting?"
    assert without_denied(words) == words


@pytest.mark.django_db
@pytest.mark.usefixtures("offline")
@pytest.mark.parametrize(
    "words",
    [
        "I run a travel agency and sell package trips in my own name. May I show the VAT as a separate line on the bill?",
        "For how many days at most can I hire out a camper van before it is no longer a short rental?",
        # What sounds like talk, and a question that the help could have, tell of it.
        "Ik heb een campertje te huur. Telt drie weken weg als kortdurende verhuur, en na hoeveel dagen niet meer?",
        "Mijn buurman leent mijn camper voor geld. Hoeveel dagen telt zijn huur als kortdurende verhuur?",
    ],
)
def test_what_a_register_knows_is_looked_for_with_all_that_is_told(words: str, tmp_path: Path, thread: Thread) -> None:
    invoiced = "1. Het is het reisbureau niet toegestaan om de belasting afzonderlijk te vermelden op de factuur."
    short = "1. Voor dit artikel wordt onder «kortdurende verhuur» verstaan verhuur gedurende dertig dagen."
    articles = article("28zf", invoiced), article("6g", short), article("99", DISMISSED)
    write(tmp_path, "ob.xml", act(*articles, title=OB, bwb_id="BWBR0002629"))
    import_acts(tmp_path)
    turn, _ = talk(thread, words)
    assert turn.state["selected_ids"][0] in (f"{OB}, artikel 28zf", f"{OB}, artikel 6g")
    assert "“Het is het reisbureau" in turn.reply or "kortdurende verhuur" in turn.reply


@pytest.mark.parametrize(
    ("question", "of_none"),
    [
        ("Mag ik mijn werknemer op staande voet ontslaan als hij steelt?", True),
        ("Wat kost een octrooi aanvragen?", True),
        ("Mag ik de btw op een etentje met een werknemer aftrekken?", False),
        ("Zijn giften aan een goed doel aftrekbaar?", False),
    ],
)
def test_a_field_of_law_that_has_no_tax_has_no_source(question: str, of_none: bool) -> None:
    assert is_of_no_tax(question) is of_none


def test_a_word_with_a_slip_leads_to_the_place_of_the_word_that_is_meant() -> None:
    right = places_asked("Moet een freelance journalist btw rekenen?")[0]
    assert places_asked("Moet een freelance journallist btw rekenen?")[0].words == right.words


def test_a_ruling_that_only_names_a_tax_says_hardly_anything_of_its_rates() -> None:
    ruling = view(1, ecli="ECLI:NL:HR:1996:1")
    texts = {1: "Aan belanghebbende is een aanslag in de inkomstenbelasting opgelegd naar een inkomen van f 100.000."}
    assert say_hardly_anything("Zijn studiekosten aftrekbaar in de inkomstenbelasting?", [ruling], texts)
    texts = {1: "Studiekosten zijn voor de inkomstenbelasting aftrekbaar wanneer zij voor een beroep worden gemaakt."}
    assert not say_hardly_anything("Zijn studiekosten aftrekbaar in de inkomstenbelasting?", [ruling], texts)
