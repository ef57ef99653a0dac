"""What an answer may say: every reference resolves, every quotation is there, and the rest is marked or left out."""

from __future__ import annotations

from datetime import date

import pytest

from tax_dossier.answers.check import Allowed, CheckedStream, check_answer, states_law
from tax_dossier.answers.denials import turns_round
from tax_dossier.answers.quotes import MAX_QUOTE, limited, longest_stretch, shortened
from tax_dossier.tests.shared import WORKROOM, view

ECLI = "ECLI:NL:HR:2099:101"
RULING = "De werkruimte heeft een eigen ingang. Het beroep is op grond van artikel 8.1 gegrond."
TEXTS = {1: WORKROOM, 2: RULING, 3: "1. De verhuur van een woning is vrijgesteld."}
SOURCES = [
    view(1),
    view(2, ecli=ECLI),
    view(3, number="11", law="Wet op de omzetbelasting 1968", abbr="Wet OB 1968", labels=("1",)),
]
ALLOWED = Allowed(
    SOURCES, TEXTS, date(2026, 1, 1), lambda source, lids, quote: f"/s/{source.id}{'#' + lids[0] if lids else ''}"
)

# A draft, and what is shown of it.
CASES = [
    # Dutch: references that resolve become links.
    ("De kosten zijn niet aftrekbaar (artikel 3.16 Wet IB 2001).", "De kosten zijn niet aftrekbaar ([artikel 3.16 Wet IB 2001](/s/1))."),
    ("Volgens artikel 3.16, lid 1, Wet IB 2001 mag het niet.", "Volgens [artikel 3.16, lid 1, Wet IB 2001](/s/1#1) mag het niet."),
    ("Art. 3.16 lid 2 eist een eigen ingang.", "[Art. 3.16 lid 2](/s/1#2) eist een eigen ingang."),
    ("Het eerste lid van artikel 3.16 sluit aftrek uit.", "Het [eerste lid van artikel 3.16](/s/1#1) sluit aftrek uit."),
    ("3.16 IB staat eraan in de weg.", "[3.16 IB](/s/1) staat eraan in de weg."),
    (f"De Hoge Raad oordeelde zo in {ECLI}.", f"De Hoge Raad oordeelde zo in [{ECLI}](/s/2)."),
    (f"Zo ook {ECLI.lower()}.", f"Zo ook [{ECLI.lower()}](/s/2)."),
    ("Verhuur is vrijgesteld (artikel 11 Wet OB 1968).", "Verhuur is vrijgesteld ([artikel 11 Wet OB 1968](/s/3))."),
    ("Artikel 11, eerste lid, van de Wet op de omzetbelasting 1968 geldt.", "[Artikel 11, eerste lid, van de Wet op de omzetbelasting 1968](/s/3#1) geldt."),
    ("De artikelen 3.16 en 11 gelden naast elkaar.", "[De artikelen 3.16](/s/1) en [11](/s/3) gelden naast elkaar."),
    # A reference after the full stop belongs to the sentence before it.
    ("De kosten zijn niet aftrekbaar. (artikel 3.16 Wet IB 2001)", "De kosten zijn niet aftrekbaar. ([artikel 3.16 Wet IB 2001](/s/1))"),
    # References that do not resolve: the sentence goes when it has no other.
    ("Dit volgt uit artikel 9.99 Wet IB 2001.", ""),
    ("Dit volgt uit artikel 3.17 Wet IB 2001.", ""),
    ("Zie art. 7 AWR.", ""),
    ("Artikel 3.16 Awb zegt dit.", ""),
    ("Artikel 3.16, lid 9, Wet IB 2001 zegt dit.", ""),
    ("De rechter besliste dit in ECLI:NL:HR:1994:AA2974.", ""),
    ("Dat staat in BNB 1995/23.", ""),
    ("HR 23 november 1994 besliste dit.", ""),
    ("Artikel 12 van de Zorgverzekeringswet regelt dit.", ""),
    ("Het mag op grond van 3.17 IB.", ""),
    # Beside one that resolves, an omission stands in its place.
    ("Artikel 3.16 Wet IB 2001 gaat voor artikel 9.99 Wet IB 2001.", "[Artikel 3.16 Wet IB 2001](/s/1) gaat voor […]."),
    (f"Artikel 3.16 geldt, zie {ECLI} en ECLI:NL:HR:1900:1.", f"[Artikel 3.16](/s/1) geldt, zie [{ECLI}](/s/2) en […]."),
    # No sentence ends inside a quotation: what is left out of a long one, and several sentences, are cited behind it.
    (f"“De kosten van een … Wet zijn aftrekbaar.” ({ECLI})", ""),
    (f"“De werkruimte heeft … Het beroep is op grond.” ({ECLI})", f"“De werkruimte heeft … Het beroep is op grond.” ([{ECLI}](/s/2))"),
    # Law without any source is marked; what states no law is left alone.
    ("De kosten zijn aftrekbaar.", "De kosten zijn aftrekbaar. *(geen bron)*"),
    ("Het tarief bedraagt 21%.", "Het tarief bedraagt 21%. *(geen bron)*"),
    ("U mag € 500 aftrekken.", "U mag € 500 aftrekken. *(geen bron)*"),
    ("De termijn is zes weken.", "De termijn is zes weken. *(geen bron)*"),
    ("Hieronder leest u hoe dat zit.", "Hieronder leest u hoe dat zit."),
    ("Heeft de ruimte een eigen ingang?", "Heeft de ruimte een eigen ingang?"),
    ("Mag u dat aftrekken?", "Mag u dat aftrekken?"),
    # English.
    ("The costs are not deductible under article 3.16 of the Income Tax Act 2001.", "The costs are not deductible under [article 3.16 of the Income Tax Act 2001](/s/1)."),
    ("Article 3.16(2) asks for an entrance of its own.", "[Article 3.16(2)](/s/1#2) asks for an entrance of its own."),
    ("Paragraph 1 of article 3.16 excludes it.", "[Paragraph 1 of article 3.16](/s/1#1) excludes it."),
    ("Article 3.16(7) of the Income Tax Act 2001 allows it.", ""),
    ("This follows from article 20 of the VAT Act.", ""),
    ("You may deduct it.", "You may deduct it. *(geen bron)*"),
    ("The rate is 9%.", "The rate is 9%. *(geen bron)*"),
    ("Here is what I found.", "Here is what I found."),
    # Quotations are in the source, or the sentence goes.
    ("“De werkruimte heeft een eigen ingang” (ECLI:NL:HR:2099:101).", f"“De werkruimte heeft een eigen ingang” ([{ECLI}](/s/2))."),
    ("“De werkruimte is altijd aftrekbaar voor iedereen” (artikel 3.16 Wet IB 2001).", ""),
    ("“De kosten van een werkruimte … zijn niet aftrekbaar” (artikel 3.16 Wet IB 2001).", "“De kosten van een werkruimte … zijn niet aftrekbaar” ([artikel 3.16 Wet IB 2001](/s/1))."),
    ("“niet aftrekbaar … kosten van een werkruimte thuis” (artikel 3.16 Wet IB 2001).", ""),
    ("Een ‘zelfstandig deel’ is nodig volgens artikel 3.16 Wet IB 2001.", "Een ‘zelfstandig deel’ is nodig volgens [artikel 3.16 Wet IB 2001](/s/1)."),
    # An article that a source mentions is no source itself.
    ("“Het beroep is op grond van artikel 8.1 gegrond” (ECLI:NL:HR:2099:101).", f"“Het beroep is op grond van […] gegrond” ([{ECLI}](/s/2))."),
    # Links and addresses of the draft's own are taken out.
    ("Zie [artikel 3.16 Wet IB 2001](https://kwaad.example/a) hier.", "Zie [artikel 3.16 Wet IB 2001](/s/1) hier."),
    ("Lees ![x](https://kwaad.example/pixel.png) artikel 3.16.", "Lees x [artikel 3.16](/s/1)."),
    ("Meer op https://kwaad.example/ staat daar.", "Meer op  staat daar."),
    # Lists and several sentences.
    ("- Artikel 3.16 sluit dit uit.\n- Artikel 9.9 staat het toe.", "- [Artikel 3.16](/s/1) sluit dit uit."),
    ("Artikel 3.16 sluit dit uit. Artikel 9.9 staat het toe. Heldere zaak.", "[Artikel 3.16](/s/1) sluit dit uit. Heldere zaak."),
    ("Eerst dit.\n\nArtikel 9.9 staat het toe.\n\nDan dat.", "Eerst dit.\n\nDan dat."),
]  # fmt: skip


@pytest.mark.parametrize(("draft", "shown"), CASES, ids=[draft[:60] for draft, _ in CASES])
def test_a_draft_is_shown_as_far_as_it_holds(draft: str, shown: str) -> None:
    assert check_answer(draft, ALLOWED).text == shown


def test_a_quotation_with_the_id_of_a_passage_that_is_no_source_is_left_out() -> None:
    draft = 'The document says "the Provider shall pay 4,712 in gold" [chunk_9997]. Zie bron 2.'
    checked = check_answer(draft, ALLOWED)
    assert (checked.text, checked.dropped) == ("Zie bron 2.", ["[chunk_9997]"])


def test_there_are_enough_sentences() -> None:
    assert len(CASES) >= 40


def test_what_was_left_out_is_counted_and_named() -> None:
    checked = check_answer("Artikel 3.16 geldt met artikel 9.99. Artikel 9.98 geldt ook. Het mag.", ALLOWED)
    assert checked.dropped == ["artikel 9.99", "Artikel 9.98"]
    assert (checked.sentences, [source.id for source in checked.cited]) == (1, [1])


STREAMED = (
    "Volgens bron 2 mag het. (artikel 3.16 Wet IB 2001)\n\n- Zie artikel 9.99. Het tarief is 21%.\n"
    "- Zie [artikel 3.16](https://example.org/x). Bedoelt u bron 2?"
)


@pytest.mark.parametrize("size", [1, 3, 7, 40, 1000])
def test_a_text_that_comes_in_pieces_is_checked_like_a_whole_one(size: int) -> None:
    stream = CheckedStream(ALLOWED)
    given = [stream.feed(STREAMED[start : start + size]) for start in range(0, len(STREAMED), size)]
    assert "".join([*given, stream.close()]) == check_answer(STREAMED, ALLOWED).text
    assert "9.99" not in "".join(given)


def test_what_is_settled_is_given_out_before_the_end() -> None:
    stream = CheckedStream(ALLOWED)
    assert stream.feed("Goedemiddag. Bedoelt u bron 2? Of bron 3? Zeg het") == "Goedemiddag. Bedoelt u bron 2?"
    assert stream.close() == " Of bron 3? Zeg het"


def test_an_answer_never_holds_more_than_200_characters_of_a_source() -> None:
    long = "De rechtbank overweegt dat " + "de belanghebbende zijn werkzaamheden thuis verricht en " * 9 + "dat is al."
    texts = {1: long}
    checked = check_answer(f"Zie artikel 3.16: {long}", Allowed([view(1)], texts, date(2026, 1, 1), ALLOWED.link))
    assert longest_stretch(checked.text, long) is None
    assert "[…]" in checked.text


@pytest.mark.parametrize("size", [150, 199, 200, 201, 350, 1000])
def test_only_a_stretch_that_is_too_long_is_cut(size: int) -> None:
    source = "".join(chr(97 + (n * n + n // 7) % 26) for n in range(1500))
    text = f"Vooraf: {source[300 : 300 + size]} en daarna."
    cut = limited(text, [source])
    assert (cut == text) == (size <= MAX_QUOTE)
    assert longest_stretch(cut, source) is None
    assert cut.startswith("Vooraf: ")
    assert cut.endswith("en daarna.")


def test_several_long_stretches_are_all_cut() -> None:
    source = "".join(chr(97 + (n * n * 3 + n // 5) % 26) for n in range(3000))
    text = f"{source[:400]} A {source[900:1500]} B {source[2000:2950]} C"
    cut = limited(text, [source])
    assert longest_stretch(cut, source) is None
    assert " A " in cut
    assert cut.endswith(" C")


def test_a_quote_is_cut_at_a_word() -> None:
    quote = shortened("woord " * 60, 50)
    assert len(quote) <= 50
    assert set(quote.split()) == {"woord", "…"}


def test_a_long_sentence_keeps_of_what_it_is_and_what_holds() -> None:
    sentence = (
        f"Aan wie goederen uitvoert, {'en aan ieder ander die daar iets mee doet, ' * 9}wordt teruggaaf verleend."
    )
    quote = shortened(sentence, 120)
    assert len(quote) <= 120
    assert quote.startswith("Aan wie goederen uitvoert")
    assert quote.endswith("wordt teruggaaf verleend.")


@pytest.mark.parametrize(
    "sentence", ["De kosten zijn aftrekbaar.", "You must file.", "Het is vrijgesteld.", "21 % is verschuldigd."]
)
def test_law_is_known_by_its_words(sentence: str) -> None:
    assert states_law(sentence)


@pytest.mark.parametrize("sentence", ["Ik zoek het op.", "Is dat aftrekbaar?", "Good morning.", "Bron 2 past beter."])
def test_what_states_no_law_is_not_taken_for_it(sentence: str) -> None:
    assert not states_law(sentence)


def test_a_gap_that_stands_for_a_sign_turns_nothing_round_and_one_that_loses_a_not_does() -> None:
    source = "Hij die belasting vermeldt die hij niet verschuldigd is geworden, wordt die belasting verschuldigd."
    assert not turns_round(source.replace("geworden, wordt", "geworden … wordt"), source)
    assert turns_round("De fiets is zakelijk gebruikt … belast.", "De fiets is zakelijk gebruikt niet belast.")
