"""The register of a law: what people call a matter leads to the sentence of the law that answers it, and to no other."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from chat.models import Thread
from chat.tests.shared import talk
from tax_dossier.answers.extract import citation, sentences_in
from tax_dossier.answers.kinds import suits
from tax_dossier.answers.quotes import MAX_QUOTE, longest_stretch
from tax_dossier.answers.stretches import best_stretches
from tax_dossier.law.act_import import import_acts
from tax_dossier.law.act_xml import read_units
from tax_dossier.tests.law_files import REAL_LAW, act, article, write
from tax_dossier.tests.shared import view
from tax_dossier.words import find_citations, part_of_law, places_asked, resolve
from tax_dossier.words.register import register
from wording.quotes import find_quote

OB = "Wet op de omzetbelasting 1968"
INVOICE = "1. De factuur wordt uitgereikt uiterlijk op de vijftiende dag van de maand die op de levering volgt."
KEPT = "1. De ondernemer bewaart zijn boeken gedurende negen jaren."


@pytest.fixture
def imported(tmp_path: Path, db: None) -> None:
    """An act by the name of the one that has a register, with two articles in words of our own."""
    articles = article("34g", INVOICE), article("34a", KEPT), article("99", "1. De wet kent ook een slot.")
    write(tmp_path, "ob.xml", act(*articles, title=OB, bwb_id="BWBR0002629"))
    import_acts(tmp_path)


@pytest.mark.parametrize(
    ("question", "article", "words"),
    [
        ("Binnen hoeveel dagen moet een btw-factuur de deur uit?", "34g", "uiterlijk"),
        ("Hoeveel btw reken ik als fietsenmaker?", "tabel i", "het herstellen van fietsen"),
        ("Is the VAT on a business lunch deductible?", "15", "spijzen"),
        ("Mag ik de btw op een zakenlunch aftrekken?", "15", "spijzen"),
        ("Mijn klant is failliet, krijg ik de btw terug?", "29", "niet is en niet zal worden ontvangen"),
        ("Hoe lang bewaar ik de papieren van mijn bedrijfspand voor de btw?", "34a", "negen jaren"),
    ],
)
def test_what_people_call_a_matter_leads_to_its_sentence(question: str, article: str, words: str) -> None:
    place = places_asked(question)[0]
    assert (place.law, place.article) == ("ob", article)
    assert words in place.words


@pytest.mark.parametrize(
    "question",
    [
        "Hoe hoog is de hondenbelasting?",
        "Hoeveel inkomstenbelasting betaal ik over mijn loon?",
        "Wie bent u?",
        "Hoe lang duurt het?",
        "Hoeveel kinderopvangtoeslag krijg ik?",
        "Hoeveel kansspelbelasting gaat er van een prijs uit de loterij af?",
        "Hoeveel gaat er af van de erfenis van mijn oom die een winkel had?",
        "Hoeveel uur moet mijn zaak mij kosten voor de zelfstandigenaftrek?",
        "Wat wordt er bij mijn loon opgeteld voor de auto van de zaak?",
        "Mag mijn verhuurder de huur met zeven procent verhogen?",
        "Hoe lang mag mijn werkgever mij na een griep laten wachten op doorbetaling bij ziekte?",
        "Welk bedrag aan eigen risico betaal ik bij mijn zorgverzekering?",
        "Mag mijn buurman een schutting van drie meter op de erfgrens zetten?",
    ],
)
def test_a_question_of_another_tax_or_of_none_has_no_place(question: str) -> None:
    assert places_asked(question) == ()


def test_the_sentence_that_the_register_names_is_quoted_first(imported: None, offline: None, thread: Thread) -> None:
    turn, _ = talk(thread, "Hoe snel moet ik mijn klant een factuur met btw sturen?")
    assert turn.state["selected_ids"][0] == f"{OB}, artikel 34g"
    quoted = turn.reply.partition("“")[2].partition("”")[0]
    assert quoted == INVOICE.removeprefix("1. ")


def test_a_place_that_the_law_on_file_does_not_have_is_none(imported: None, offline: None, thread: Thread) -> None:
    turn, _ = talk(thread, "Hoeveel btw reken ik als fietsenmaker?")
    assert "fietsen" not in "".join(turn.state.get("selected_ids") or ())
    assert "herstellen van fietsen" not in turn.reply


def test_a_case_told_in_one_clause_and_asked_in_another_is_looked_up(
    imported: None, offline: None, thread: Thread
) -> None:
    turn, _ = talk(thread, "Ik heb een bedrijfspand gekocht; hoe lang moet ik daar voor de btw alles van bewaren?")
    assert turn.state["selected_ids"][0] == f"{OB}, artikel 34a"


@pytest.mark.skipif(not (REAL_LAW / "bwb").is_dir(), reason=f"no acts in {REAL_LAW / 'bwb'}")
def test_every_place_stands_in_the_act_as_published() -> None:
    texts: dict[str, str] = {}
    for unit in (unit for file in sorted((REAL_LAW / "bwb").rglob("*.xml")) for unit in read_units(file)):
        name = part_of_law({"article": unit.number if unit.kind == "artikel" else "", "path": ["", unit.name]})
        texts[name] = f"{texts.get(name, '')} {' '.join(' '.join(lid.text for lid in unit.leden).split())}"
    missing = [
        (entry.place.article, entry.place.words)
        for entry in register("ob").entries
        if entry.place.law == "ob" and entry.place.words not in texts.get(entry.place.article, "")
    ]
    assert missing == []


def test_a_table_of_a_law_is_cited_and_found_again() -> None:
    about = {"law": OB, "abbr": "Wet OB 1968", "path": [OB, "Tabel I behorende bij de wet"]}
    table = view(1, title=f"{OB}, Tabel I", metadata=about)
    cited = citation(table, "", "nl")
    assert cited == "tabel I Wet OB 1968"
    [found_again] = find_citations(f"Dat staat in {cited}.")
    assert resolve(found_again, [table], date(2026, 1, 1)) is table
    [of_a_post] = find_citations("zie tabel I, onderdeel b, post 4, van de Wet OB 1968")
    assert (of_a_post.article, of_a_post.law) == ("tabel i", "ob")


@pytest.mark.parametrize(("pause", "words_lost"), [(",", 0), ("", 1)])
def test_a_sentence_that_is_little_too_long_is_parted_between_clauses_or_loses_a_word_that_says_nothing(
    pause: str, words_lost: int
) -> None:
    sentence = (
        "De belasting die een ondernemer in een tijdvak verschuldigd wordt ter zake van leveringen aan veilingen van "
        f"vis en andere dieren die per schip worden aangebracht{pause} bedraagt nihil{pause} tenzij de veiling op verzoek "
        "anders kiest."
    )
    quote = best_stretches(sentence, 330, lambda start, end: 0.0)
    assert longest_stretch(quote, sentence) is None
    assert len(quote) > MAX_QUOTE
    assert quote.endswith("tenzij de veiling op verzoek anders kiest.")
    assert len(sentence.split()) - len(quote.replace("…", "").split()) == words_lost


def test_of_a_long_sentence_the_clause_is_quoted_that_tells_what_is_asked() -> None:
    sentence = (
        "De ondernemer die goederen aan een ander overdraagt, doet daarvan op de wijze die bij ministeriële regeling is "
        "bepaald mededeling aan de inspecteur, binnen zes weken na de dag van overdracht, onder vermelding van de naam "
        "van de afnemer, van de plaats waarheen de goederen zijn gebracht, van de wijze van vervoer, van de prijs en "
        "van al hetgeen verder van belang is voor de heffing, bij gebreke waarvan de overdracht niet geldt."
    )
    at = sentence.index("binnen zes weken")
    quote = best_stretches(sentence, 240, lambda start, end: 2.0 * (start <= at < end))
    assert "binnen zes weken na de dag van overdracht" in quote
    assert quote.startswith("De ondernemer die goederen")
    assert quote.endswith("de overdracht niet geldt.")
    assert len(quote) <= 240
    assert find_quote(quote, sentence, elided=True)


def test_a_word_that_is_left_out_stands_where_least_is_told() -> None:
    sentence = (
        f"Het bedrag van de boete is ten hoogste € 500 van de prijs, {'en dat geldt voor de een en de ander ' * 4}niet."
    )
    at = sentence.index("€ 500")
    quote = best_stretches(sentence, 330, lambda start, end: float(start <= at < end))
    assert longest_stretch(quote, sentence) is None
    assert "Het bedrag van de boete is ten hoogste € 500 van de prijs" in quote


def test_a_sentence_suits_a_question_that_has_what_it_looks_for() -> None:
    question = "Binnen hoeveel dagen moet ik de factuur sturen?"
    assert suits(question, "De factuur wordt gestuurd binnen tien dagen.") > suits(question, "Men stuurt een factuur.")
    assert suits("Vertel iets over btw", "Men stuurt een factuur.") == suits("Vertel iets over btw", "Op 3 mei.")


def test_an_item_that_begins_with_a_figure_keeps_it() -> None:
    words = "1. De belasting bedraagt 21 percent.\n2. In afwijking daarvan bedraagt de belasting:\na. 6 percent voor alle boeken;\n"
    words += "b.\n 50 sigaren van elk merk, per reiziger;"
    source = view(1, title=f"{OB}, artikel 9")
    sentences = {sentence.text for sentence in sentences_in(source, words)}
    assert {"6 percent voor alle boeken;", "50 sigaren van elk merk, per reiziger;"} <= sentences


def test_punishment_and_a_margin_are_looked_for_by_name() -> None:
    assert suits("Welke straf staat erop?", "Hij wordt gestraft met een geldboete.") == 1.0
    assert (
        suits("Hoe bereken ik mijn winstmarge?", "De winstmarge is het verschil tussen de vergoeding en de prijs.")
        == 1.0
    )
    assert suits("Vanaf hoeveel dagen is de huur niet meer kort?", "gedurende ten hoogste dertig dagen") == 1.0
