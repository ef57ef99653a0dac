"""What is asked after a question: a second thing, what is not meant, a matter of its own, what it means."""

from __future__ import annotations

import pytest

from chat.models import Thread
from tax_dossier.tests.test_offline import called, say, state
from tax_dossier.words import things_asked, without_denied

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("offline", "samples")]


def titles(thread: Thread) -> str:
    return " | ".join(state(thread)["selected_ids"])


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        ("Vanaf welk pakket heb ik een aanmerkelijk belang, en tot welke omzet geldt de KOR?", ("4.6", "25")),
        ("Mag ik de opbrengst van zonnepanelen weglaten uit het eigenwoningforfait? Hoeveel jaar bewaar ik mijn administratie?", ("3.112", "52")),
    ],
)  # fmt: skip
def test_two_questions_in_a_message_find_the_sources_of_both(
    thread: Thread, words: str, numbers: tuple[str, str]
) -> None:
    say(thread, words)
    for number in numbers:
        assert f"artikel {number} " in titles(thread)


def test_what_says_too_little_by_itself_is_no_question_of_its_own() -> None:
    whole = "Wat is een gebruikelijk loon, en mag dat?"
    assert things_asked(whole) == [whole]


def test_the_tax_that_is_not_meant_brings_no_sources(thread: Thread) -> None:
    say(thread, "Wie moet een administratie voeren?")
    say(thread, "Ik bedoel de fiscale eenheid in de vennootschapsbelasting, niet die in de omzetbelasting")
    assert "vennootschapsbelasting 1969, artikel 15 " in titles(thread)
    assert "omzetbelasting" not in titles(thread)


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("mijn bv dus, vennootschapsbelasting, geen inkomstenbelasting", "mijn bv dus, vennootschapsbelasting"),
        ("is de premie, niet het eigen risico, aftrekbaar", "is de premie, niet het eigen risico, aftrekbaar"),
        ("Hoef ik als dokter geen btw te rekenen?", "Hoef ik als dokter geen btw te rekenen?"),
        (
            "Can a firm with no office here have somebody handle its VAT returns?",
            "Can a firm with no office here have somebody handle its VAT returns?",
        ),
    ],
)
def test_only_a_tax_is_taken_out_of_a_question(words: str, left: str) -> None:
    assert without_denied(words) == left


def test_what_goes_on_with_a_matter_of_its_own_is_looked_for(thread: Thread) -> None:
    say(thread, "Kan ik de premie van mijn zorgverzekering aftrekken?")
    say(thread, "ja, antwoord")
    say(thread, "En de bijdrage aan de parochie, kan die er wel van af?")
    assert "artikel 6.32 " in titles(thread)


def test_what_that_means_is_asked_of_what_is_told_before_it(thread: Thread) -> None:
    say(thread, "Mijn boekhouder begint steeds over de werkkostenregeling. Wat houdt dat eigenlijk in?")
    assert "artikel 31 " in titles(thread)


def test_both_questions_are_answered_when_both_are_wanted(thread: Thread) -> None:
    say(thread, "Hoe hoog is het algemene tarief van de btw?")
    say(thread, "Hoe lang moet ik mijn administratie bewaren?")
    reply = say(thread, "geef op beide antwoord")
    assert "21 procent" in reply
    assert "zeven jaar" in reply


def test_an_answer_to_a_question_in_the_same_breath_comes_from_what_was_chosen(thread: Thread) -> None:
    say(thread, "Zoek de regels voor rente van mijn hypotheek")
    say(thread, "houd alleen artikel 3.120")
    reply = say(thread, "Geef nu antwoord: hoeveel jaar mag ik de hypotheekrente aftrekken?")
    assert "dertig jaar" in reply
    assert len(state(thread)["selected_ids"]) == 1


def test_a_question_before_a_wish_for_its_answer_is_what_is_answered(thread: Thread) -> None:
    say(thread, "Zoek de uitspraak van de Hoge Raad over taxichauffeurs")
    assert "geen rangorde" in say(thread, "Weegt volgens dat arrest het ene gezichtspunt zwaarder? Geef antwoord.")


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("How long must I hold on to my invoices?", "52"),
        ("We work from home two days a week: what may my boss pay untaxed for remote work?", "31a"),
        ("Is the church a charity whose gifts I may deduct?", "6.32"),
    ],
)
def test_what_is_asked_in_english_finds_dutch_law(thread: Thread, words: str, number: str) -> None:
    say(thread, words)
    assert f"artikel {number} " in titles(thread)


@pytest.mark.parametrize(
    "words", ["laat enkel artikel 3.120 staan, de rest mag eruit", "Laat alleen de eerste staan en haal de andere weg"]
)
def test_what_alone_is_left_standing_takes_the_others_out(thread: Thread, words: str) -> None:
    say(thread, "Zoek de regels voor rente van mijn hypotheek")
    assert len(state(thread)["selected_ids"]) > 1
    say(thread, words)
    assert "artikel 3.120 " in titles(thread)
    assert len(state(thread)["selected_ids"]) == 1


@pytest.mark.parametrize(
    "words", ["wat is bijtelling nou precies in 1 zin", "What it means, bijtelling? Everybody in work say this word."]
)
def test_what_a_word_means_is_told_by_the_source_that_is_there_and_brings_no_other(thread: Thread, words: str) -> None:
    say(thread, "artikel 13bis Wet op de loonbelasting 1964")
    before = titles(thread)
    assert "500 kilometer" in say(thread, words)
    assert titles(thread) == before


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Hoe veel tijd heb ik om in bezwaar te gaan?", "zes weken"),
        ("Wanneer is er sprake van een fiscale eenheid voor de vennootschapsbelasting?", "95 procent"),
        ("Is een arts btw verschuldigd over een behandeling?", "medische diensten"),
    ],
)
def test_the_sentence_of_the_article_that_names_what_is_asked_comes_first(
    thread: Thread, question: str, words: str
) -> None:
    say(thread, question)
    assert words in say(thread, "geef antwoord").partition("”")[0]


@pytest.mark.parametrize("words", ["kun je dat weer terugzetten als ik me vergis?", "can you undo that if I am wrong?"])
def test_what_could_be_done_in_some_case_is_not_done(thread: Thread, words: str) -> None:
    say(thread, "Zoek de regels voor rente van mijn hypotheek")
    say(thread, "haal de tweede weg")
    before = titles(thread)
    say(thread, words)
    assert titles(thread) == before


def test_of_the_articles_that_hold_a_name_the_one_called_so_is_taken_out(thread: Thread) -> None:
    say(thread, "Kan de inspecteur vier jaar later nog navorderen?")
    assert "artikel 67e " in titles(thread)
    say(thread, "haal het artikel over navordering even weg")
    assert "artikel 16 " not in titles(thread)
    assert "artikel 67e " in titles(thread)
    say(thread, "toch niet, zet dat artikel terug")
    assert "artikel 16 " in titles(thread)


def test_a_short_question_that_goes_on_is_answered_by_its_own_words_first(thread: Thread) -> None:
    say(thread, "Hoe zit het met de overdrachtsbelasting voor starters van 29 jaar?")
    reply = say(thread, "en als we er niet zelf gaan wonen maar het verhuren?")
    assert "om te verhuren, geldt een hoger tarief" in reply


def test_a_slip_of_the_keyboard_finds_what_was_meant(thread: Thread) -> None:
    say(thread, "wanneer krijg ik de zelfstandgenaftrek")
    assert "artikel 3.76 " in titles(thread)


def test_a_word_that_is_spelt_well_and_stands_nowhere_is_not_mended(thread: Thread) -> None:
    assert "geen wetgeving" in say(thread, "Hoeveel hondenbelasting betaal ik voor twee honden?")


def test_who_pays_it_is_asked_of_the_tax_of_the_question_before(thread: Thread) -> None:
    say(thread, "Hoe hoog is het tarief van de schenkbelasting voor een kleinkind, vergeleken met dat voor een kind?")
    assert "De verkrijger is de belasting verschuldigd" in say(thread, "En wie moet die betalen, wij of zij?")


def test_a_kind_of_sources_that_is_not_wanted_is_not_searched(thread: Thread) -> None:
    say(thread, "Wanneer is iemand werknemer en wanneer zelfstandige? Zoek daar arresten over, geen wetgeving")
    assert "2023:443" in titles(thread)
    assert state(thread)["legislation"] == []


@pytest.mark.parametrize(
    ("words", "title"),
    [
        ("zoek rechtspraak maaltijdbezorgers arbeidsovereenkomst", "2023:443"),
        ("hoi kun je iets zoeken over de auto van de zaak", "artikel 13bis "),
        ("zoek ook de tarieven van de btw op", "omzetbelasting 1968, artikel 9 "),
    ],
)
def test_what_is_looked_up_is_found_and_an_answer_offered(thread: Thread, words: str, title: str) -> None:
    reply = say(thread, words)
    assert title in titles(thread)
    assert "geef antwoord" in reply


def test_what_is_told_before_a_question_that_points_to_it_says_what_to_look_for(thread: Thread) -> None:
    say(thread, "Geachte heer, ik rijd op zondag in de auto van de zaak. Welke wetsartikelen gaan daarover?")
    assert "artikel 13bis " in titles(thread)


def test_what_a_source_says_is_answered_from_it_and_brings_no_other(thread: Thread) -> None:
    say(thread, "zoek rechtspraak over maaltijdbezorgers")
    before = titles(thread)
    assert "gezichtspunten" in say(thread, "waar moet je volgens dat arrest op letten?")
    assert titles(thread) == before


def test_a_question_about_oneself_is_a_question(thread: Thread) -> None:
    say(thread, "Ik bezorg maaltijden op de fiets. Ben ik in dienst of zelfstandige volgens de Hoge Raad?")
    assert "2023:443" in titles(thread)


def test_what_is_to_be_undone_is_undone_whatever_is_said_of_it_before(thread: Thread) -> None:
    say(thread, "Heb ik recht op aftrek van voorbelasting als ik voor de kleineondernemersregeling kies?")
    before = titles(thread)
    say(thread, "Welk tarief overdrachtsbelasting betaal ik voor een woning die ik ga verhuren?")
    say(thread, "die laatste vraag hoort in een ander dossier. maak die zoekactie ongedaan")
    assert titles(thread) == before


def test_a_word_of_the_answer_is_explained_by_the_sources_that_have_it_and_by_no_help(thread: Thread) -> None:
    first = say(thread, "hoeveel tijd heb ik om bezwaar te maken en wanneer begint die termijn?")
    before = titles(thread)
    reply = say(thread, "sorry hoor, maar wat is een dagtekening?")
    assert reply.startswith("Er is geen taalmodel")
    assert "dagtekening" in reply
    assert "zes weken" in first
    assert "zes weken" not in reply
    assert titles(thread) == before


def test_a_complaint_about_an_answer_that_came_late_asks_for_none(thread: Thread) -> None:
    say(thread, "tot welke omzet mag ik de kleineondernemersregeling gebruiken")
    reply = say(thread, "vorig jaar heb ik drie weken op antwoord gewacht, schandalig")
    assert "het spijt me" in reply
    assert "20.000" not in reply


def test_all_sources_go_when_all_are_to_go_out_of_the_selection_again(thread: Thread) -> None:
    say(thread, "tot welke omzet mag ik de kleineondernemersregeling gebruiken")
    say(thread, "laat maar. haal alle bronnen weer uit de selectie")
    assert not titles(thread)


@pytest.mark.parametrize(
    "words",
    [
        "Zeg nog even kort hoeveel jaar het zijn en of ik daar iets voor moet aanvragen",
        "Nog een keer in het kort: hoeveel jaar, en wat moet ik dan allemaal in de kast houden?",
        "In a nutshell, once more: how many years is it, and do I have to sign for that?",
    ],
)
def test_what_is_asked_once_more_is_answered_from_the_sources_that_are_there(thread: Thread, words: str) -> None:
    say(thread, "Hoe lang moet ik mijn administratie bewaren?")
    before = state(thread)["selected_ids"]
    assert "zeven jaar" in say(thread, words)
    assert state(thread)["selected_ids"] == before


@pytest.mark.parametrize("words", ["Beide graag", "allebei, alstublieft", "both please"])
def test_both_of_nothing_brings_no_source(thread: Thread, words: str) -> None:
    say(thread, words)
    assert not state(thread)["selected_ids"]
    assert not called(thread)
