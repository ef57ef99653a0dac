"""The four tools as a model sees them, what is said in both languages, and how law is cut into paragraphs."""

from __future__ import annotations

import string

import pytest

from tax_dossier.answers.extract import best_sentences, citation, extract, sentences_in
from tax_dossier.search.corpus import numbered
from tax_dossier.tests.shared import WORKROOM, parts_of, view
from tax_dossier.texts import LANGUAGES, TEXTS, language_spoken
from tax_dossier.tools import TOOLS
from tax_dossier.words.subjects import in_law_words, likeness, speaks_of
from wording.languages import language_of


def test_the_tools_have_one_text_each_or_none() -> None:
    assert {tool.name: tool.schema for tool in TOOLS} == {
        **{
            name: {"type": "object", "properties": {argument: {"type": "string"}}, "required": [argument]}
            for name, argument in (
                ("legislation", "query"),
                ("case_law", "query"),
                ("remove_sources", "instruction"),
                ("answer", "question"),
            )
        },
        "undo": {"type": "object", "properties": {}},
        "start_over": {"type": "object", "properties": {}},
    }


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_every_sentence_is_there_in_both_languages_with_the_same_values() -> None:
    dutch, english = TEXTS["nl"], TEXTS["en"]
    assert dutch.keys() == english.keys()
    assert {name for name in dutch if placeholders(dutch[name]) != placeholders(english[name])} == set()


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Mag ik de kosten van mijn thuiswerkplek aftrekken?", "nl"),
        ("Can I deduct the costs of my home office?", "en"),
        ("haal de tweede weg", "nl"),
        ("remove the second", "en"),
        ("geef antwoord", "nl"),
        ("answer", "en"),
        ("2", None),
        ("ECLI:NL:HR:1994:AA2974", None),
        ("ok", None),
    ],
)
def test_a_language_is_known_by_its_common_words(text: str, language: str | None) -> None:
    assert language_of(text, LANGUAGES) == language


def test_the_newest_words_that_show_a_language_decide() -> None:
    assert language_spoken(["Can I deduct this?", "2"]) == "en"
    assert language_spoken(["Can I deduct this?", "haal de eerste weg"]) == "nl"
    assert language_spoken([]) == "nl"


def test_paragraphs_are_read_from_the_numbers_as_far_as_they_count_up() -> None:
    text = "Artikel 1\n1. Een.\n2. Twee:\na. eerst;\n5. dit is geen lid.\n2a. Twee a.\n3. Drie."
    assert [part.label for part in numbered(text)] == ["1", "2", "2a", "3"]
    assert [part.anchor for part in numbered(text)][:2] == ["lid-1", "lid-2"]
    assert numbered("Geen leden hier. Wel een zin.") == []
    assert numbered("") == []


SOURCE = view(
    1, parts=[{"anchor": p.anchor, "label": p.label, "start": p.start, "end": p.end} for p in parts_of(WORKROOM)]
)


def test_an_extract_quotes_what_fits_and_cites_its_paragraph() -> None:
    lines = extract("Heeft de werkruimte een eigen ingang nodig?", [SOURCE], {1: WORKROOM}, "nl")
    assert any("eigen ingang" in line and "(artikel 3.16, lid 2, Wet IB 2001)" in line for line in lines)
    assert not any("werkkleding" in line for line in lines)


def test_an_answer_names_the_condition_and_the_consequence_that_stand_beside_the_rule() -> None:
    words = (
        "1. De kosten van een werkruimte thuis komen in mindering op de winst.\n"
        "2. Dit geldt alleen als de ruimte een eigen ingang heeft.\n"
        "3. Zonder ingang dan zijn zij privé en vervalt het recht daarop.\n"
    )
    lines = extract("Komen kosten van een werkruimte in mindering?", [view(1, labels=())], {1: words}, "nl")
    roles = {line.split("**")[1]: line for line in lines}
    assert "komen in mindering op de winst" in roles["Regel"]
    assert "een eigen ingang heeft" in roles["Voorwaarde"]
    assert "vervalt het recht daarop" in roles["Gevolg"]
    english = extract("Komen kosten van een werkruimte in mindering?", [view(1, labels=())], {1: words}, "en")
    assert [line.split("**")[1] for line in english[:3]] == ["Rule", "Condition", "Consequence"]


def test_an_extract_of_nothing_that_fits_is_empty() -> None:
    assert extract("Hoe bak ik een appeltaart?", [SOURCE], {1: WORKROOM}, "nl") == []
    assert best_sentences("", [SOURCE], {1: WORKROOM}) == []


def test_a_source_is_cited_in_the_language_of_the_person() -> None:
    assert citation(SOURCE, "2", "en") == "article 3.16, paragraph 2, Wet IB 2001"
    assert citation(view(2, ecli="ECLI:NL:HR:2099:1"), "", "en") == "ECLI:NL:HR:2099:1"


def test_words_of_one_stem_are_alike() -> None:
    assert likeness("aftrekken", "aftrekbaar") > 0.8
    assert likeness("reiskosten", "kosten") == 0.5
    assert likeness("wonen", "loonheffing") == 0.0


def test_everyday_words_have_words_of_the_law() -> None:
    assert in_law_words("Can I deduct my home office?").split()[:2] == ["werkruimte", "woning"]
    assert in_law_words("appeltaart") == ""


def test_a_text_speaks_of_a_question_only_when_it_holds_what_tells() -> None:
    assert speaks_of("Mag ik de kosten van mijn thuiswerkplek aftrekken?", "De werkruimte in de woning")
    assert not speaks_of("Mag ik de kosten van mijn thuiswerkplek aftrekken?", "Kosten van een voetballer, aftrek")


LISTED = (
    "1. De vrijstelling wordt verleend voor:\n"
    "a. de volgende tabaksproducten tot een maximum van:\n"
    "  – 200 sigaretten;\n"
    "  – 50 sigaren; of\n"
    "b. wijn.\n"
    "2. De vrijstelling geldt niet voor reizigers jonger dan zeventien jaar."
)


def test_an_item_of_a_list_is_quoted_with_what_heads_it() -> None:
    [first, *_] = extract("Hoeveel sigaretten zijn vrijgesteld?", [SOURCE], {1: LISTED}, "nl")
    assert "“de volgende tabaksproducten tot een maximum van: … 200 sigaretten;”" in first
    heads = {sentence.text: sentence.head for sentence in sentences_in(SOURCE, LISTED)}
    assert heads["50 sigaren; of"] == "de volgende tabaksproducten tot een maximum van:"
    assert heads["wijn."] == "De vrijstelling wordt verleend voor:"
    assert heads["De vrijstelling geldt niet voor reizigers jonger dan zeventien jaar."] == ""


def test_a_text_that_holds_the_words_of_the_law_for_half_of_what_is_asked_speaks_of_it() -> None:
    # The rate and the tax, whatever word the law has for a mender of bicycles.
    assert speaks_of("Vallen fietsenmakers onder het verlaagde btw-tarief?", "Tarieven van de omzetbelasting, tabel I")
    assert not speaks_of("Vallen fietsenmakers onder het verlaagde btw-tarief?", "Tarief van de erfbelasting")


def test_the_turnover_tax_has_words_of_its_own_only_where_a_question_names_it() -> None:
    assert "wederverkoper" in in_law_words("Hoeveel btw betaal ik over een tweedehands auto?")
    assert "wederverkoper" not in in_law_words("Is een tweedehands auto aftrekbaar?")
