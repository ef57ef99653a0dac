"""The language of a text among a few: told by its words, and not told where they show none."""

from __future__ import annotations

import pytest

from wording.languages import LANGUAGES, Language, foreign_language, function_words, language_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("mijn buurman zei dat het mocht", "nl"),
        ("my neighbour reckons that's allowed", "en"),
        ("cuánto tarda la aprobación", "es"),
        ("cuanto cuesta la receta", "es"),
        ("Ich bin 58 und möchte mit 64 in Rente gehen", "de"),
        ("nous voulons vendre notre maison", "fr"),
        ("quanto costa questo e perché", "it"),
        ("você não tem isso", "pt"),
        ("nie rozumiem tego pytania", "pl"),
        ("vergi iadesi için yardım lazım", "tr"),
        ("jag vill inte sälja mitt hus", "sv"),
        ("hvad betyder det egentlig", "da"),
        ("nu am nici o pensie", "ro"),
    ],
)
def test_a_message_is_told_by_its_words(text: str, language: Language) -> None:
    assert language_of(text, LANGUAGES) == language


@pytest.mark.parametrize("text", ["", "2", "👍", "ECLI:NL:HR:1994:AA2974", "hip MRI copay", "12.050,50 EUR"])
def test_what_has_no_telling_word_has_no_language(text: str) -> None:
    assert language_of(text, ("en", "nl")) is None


@pytest.mark.parametrize(
    "text", ["I live in Los Angeles", "a de minimis amount", "hip MRI copay", "no", "Siemens", "accept w1, leave z5"]
)
def test_names_and_terms_make_no_english_message_foreign(text: str) -> None:
    assert language_of(text, LANGUAGES, unless="en", lead=2) == "en"


def test_the_mark_of_a_spanish_question_is_enough() -> None:
    assert language_of("¿Cubre Medicaid?", LANGUAGES, unless="en", lead=2) == "es"


def test_only_the_languages_that_are_asked_for_are_told() -> None:
    assert language_of("wir haben das Haus verkauft", ("en", "nl")) != "de"


def test_small_words_say_nothing_of_a_subject() -> None:
    assert {"the", "which", "de", "welke"} <= function_words("en", "nl")
    assert not {"tax", "belasting"} & function_words("en", "nl")


def test_a_message_is_foreign_by_two_words_more_of_its_language_than_of_english() -> None:
    assert foreign_language("Ik ben 58 en wil met 64 stoppen met werken") == "nl"
    assert foreign_language("Ich bin 58 und möchte mit 64 in Rente gehen") == "de"
    assert foreign_language("I will die in the house that I built") is None
