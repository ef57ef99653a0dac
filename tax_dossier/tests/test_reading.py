"""What each clause of a message is for."""

from __future__ import annotations

import pytest

from tax_dossier.offline import asks_for_the_list
from tax_dossier.offline.reading import ACTS, ASKS, CURATES, Label, read
from tax_dossier.replies import ANSWER_OFFERED, WHICH_SOURCE


def labels(words: str, asked: str = "") -> set[Label]:
    return {clause.label for clause in read(words, asked)}


ABOUT_SOURCES = """haal de tweede weg
verwijder alles over de BTW
kun je bron 3 weghalen uit het dossier?
neem de laatste uit het dossier
zet 2 terug
de derde mag eruit
neem bron 2 niet mee
laat de uitspraken vallen
remove the second
keep only source 1
without the rulings""".splitlines()


@pytest.mark.parametrize("words", ABOUT_SOURCES)
def test_words_about_sources_are_known(words: str) -> None:
    assert labels(words) <= CURATES


@pytest.mark.parametrize(
    "words",
    [
        "Mag ik de kosten van mijn thuiswerkplek aftrekken?",
        "Mag een werkgever kosten van een lunch buiten aanmerking laten?",
        "kan ik btw terugvragen over een laptop?",
        "krijg ik te veel betaalde belasting weer terug?",
        "zelfstandigenaftrek voor een starter",
        "Moet ik uit box 3 een verlies laten vallen?",
        "How do I get VAT back?",
        "Hoe moet ik de rest van de lening terugbetalen?",
        "mag mijn klant zijn auto uit de zaak ook privé gebruiken",
    ],
)
def test_a_question_of_tax_is_not_taken_for_words_about_sources(words: str) -> None:
    assert labels(words) <= ASKS


@pytest.mark.parametrize(
    "words", ["geef antwoord", "en wat is de conclusie?", "beantwoord mijn vraag", "answer please", "vat het samen"]
)
def test_a_wish_for_the_answer_is_known(words: str) -> None:
    assert labels(words) == {Label.ANSWER}


NOT_WANTED = """geef nog geen antwoord
geen antwoord nodig
haal niets weg
haal de tweede nog niet weg
haal niet alles weg
verwijder ze niet
zet hem daarna niet terug
moet ik de tweede weghalen?
kan ik een bron verwijderen?
is de tweede nodig?
ik wil niet opnieuw beginnen
no answer yet
don't remove the second
should I remove the second?""".splitlines()


@pytest.mark.parametrize("words", NOT_WANTED)
def test_what_is_not_wanted_is_not_done(words: str) -> None:
    assert not labels(words) & ACTS


@pytest.mark.parametrize("words", ["welke bronnen heb je?", "toon het dossier", "what sources are there?"])
def test_a_wish_for_the_list_is_known(words: str) -> None:
    assert asks_for_the_list(words)


@pytest.mark.parametrize(
    "words",
    ["maak dat ongedaan", "undo", "draai de laatste wijziging terug", "revert that", "zet het terug", "put it back"],
)
def test_words_take_the_last_change_back(words: str) -> None:
    assert labels(words) <= {Label.UNDO, Label.PUT_BACK}


@pytest.mark.parametrize(
    ("words", "label"),
    [
        ("zoek rechtspraak over de werkruimte", Label.CASES),
        ("is there any case law about this?", Label.CASES),
        ("zoek wetgeving over giften", Label.LAWS),
        ("Wat zegt artikel 3.16 Wet IB 2001?", Label.QUESTION),
        ("ECLI:NL:HR:1994:AA2974", Label.QUESTION),
        ("en voor een werknemer?", Label.FOLLOW_UP),
        ("en voor 2015?", Label.YEAR),
        ("begin opnieuw", Label.RESTART),
    ],
)
def test_a_clause_is_told_by_its_examples(words: str, label: Label) -> None:
    assert labels(words) == {label}


def test_a_message_may_ask_for_two_things() -> None:
    assert [clause.label for clause in read("haal de tweede weg en geef antwoord")] == [Label.REMOVE, Label.ANSWER]


def test_short_words_are_read_against_the_open_question() -> None:
    assert labels("ja", ANSWER_OFFERED) == {Label.ANSWER}
    assert labels("2", WHICH_SOURCE) == {Label.REMOVE}
    assert labels("ja") <= {Label.TALK, Label.UNKNOWN}


@pytest.mark.parametrize(
    "words",
    [
        "krijg ik nu een naheffing omdat ik u dat vraag?",
        "loop ik gevaar als ik dit hier opzoek?",
        "will I be audited because I told you this?",
    ],
)
def test_who_worries_about_asking_here_asks_nothing_of_the_law(words: str) -> None:
    assert not labels(words) & ASKS


@pytest.mark.parametrize(
    "words", ["Chopin blijft de lieveling van mijn leerlingen", "Chopin blijft de lieveling van mijn leerlingen."]
)
def test_what_only_tells_something_asks_for_no_source(words: str) -> None:
    assert not labels(words) & (ASKS | ACTS)
