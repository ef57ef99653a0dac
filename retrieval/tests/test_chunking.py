"""Chunks follow the document's structure and its sentences, and every word is in exactly one."""

from __future__ import annotations

import random

import pytest

from retrieval.reading.chunking import MAX_SIZE, pieces, pieces_of_text
from retrieval.reading.document import Section
from retrieval.reading.readers import ReadDocument, read
from retrieval.tests.documents import pdf
from wording.sentences import sentence_ends


def sentences(text: str) -> list[str]:
    ends = sentence_ends(text)
    assert "".join(text[start:end] for start, end in zip([0, *ends], ends, strict=False)) == text
    return [text[start:end].strip() for start, end in zip([0, *ends], ends, strict=False)]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("The fee is due. It is 3.5 per cent. Pay!", 3),
        ("Under art. 3.111 Wet IB 2001 the rate is 1.5. See art. 12a.", 2),
        ("42 U.S.C. 1396a applies. So does 42 U.S.C. § 1395x.", 2),
        ("Dr. Smith of Acme Inc. paid No. 5 on Jan. 3. He left.", 2),
        ("Zie o.a. artikel 4, d.w.z. het bedrag van 5,3 mln. euro. De rest volgt.", 2),
        ("Blijkens art. 8:42 Awb jo. art. 3:2 geldt dit. Aldus mr. J. de Vries.", 2),
        ("It was J. R. Smith. He said no. The others agreed.", 3),
        ("He asked “Why?” She answered. “Because.” That was all.", 4),
        ("Wait... and see. Done", 2),
        ("日本の税。法人税は？はい！終わり", 4),
        ("No stop at all", 1),
        ("A title\n\nA paragraph without a stop\n\nAnother", 3),
        ("A line\nthat goes on\nhere.", 1),
        ("The items:\n1. Apples are red.\n2. Pears are green.", 2),
        ("The company is Acme B.V. The other is not.", 2),
        ("Prices etc. are listed. Terms, etc. The end.", 3),
        ("", 0),
    ],
)
def test_sentences_end_where_a_reader_would_say(text: str, parts: int) -> None:
    assert len(sentences(text)) == parts, sentences(text)


def document(*parts: tuple[str, str, str], between: str = "\n\n") -> ReadDocument:
    """A document of (heading, citation, text)."""
    text, sections = "", []
    for heading, citation, part in parts:
        text += between if text else ""
        sections.append(Section(heading, part, citation, len(text), len(text) + len(part)))
        text += part
    return ReadDocument("", text, tuple(sections), "en", "text")


LONG = "The borrower pays the fee of 3.5 per cent. to the bank. " * 60


def test_a_short_section_is_one_chunk_with_its_heading_and_citation() -> None:
    short = "Covered when needed. " * 10
    made = pieces(document(("4.1 A", "§ 4.1", short), ("4.2 B", "§ 4.2", short)))
    assert [(piece.heading, piece.citations) for piece in made] == [("4.1 A", ("§ 4.1",)), ("4.2 B", ("§ 4.2",))]
    assert [piece.text for piece in made] == [short.strip()] * 2


def test_a_long_section_is_cut_at_sentences_into_even_pieces() -> None:
    made = pieces(document(("4 A", "§ 4", LONG)))
    assert len(made) == 3
    assert all(piece.text.endswith("to the bank.") for piece in made)
    lengths = [len(piece.text) for piece in made]
    assert max(lengths) <= 1200
    assert max(lengths) - min(lengths) < 120
    assert {piece.citations for piece in made} == {("§ 4",)}


def test_a_heading_alone_goes_with_what_follows_it() -> None:
    body = "Words of the section. " * 10
    made = pieces(document(("Art. 4", "art. 4", "Art. 4"), ("Art. 4 › 4.1", "§ 4.1", body)))
    assert [(piece.heading, piece.citations) for piece in made] == [("Art. 4 › 4.1", ("art. 4", "§ 4.1"))]


def test_a_chunk_over_two_pages_cites_both() -> None:
    made = pieces(read(pdf(["4.2 Fees", "The fee is set by the bank and"], ["is paid at once. It is final."]), "x.pdf"))
    assert [(piece.citations, piece.heading) for piece in made] == [(("p. 1", "p. 2", "§ 4.2"), "4.2 Fees")]
    assert "by the bank and\nis paid at once." in made[0].text


def test_a_long_word_is_cut_only_at_the_limit() -> None:
    made = pieces_of_text("x" * 3000)
    assert [len(piece.text) for piece in made] == [1200, 1200, 600]
    made = pieces_of_text("Go to " + "x" * 1100 + " now. " + "y" * 1100)
    assert [piece.text[-4:] for piece in made] == ["now.", "yyyy"]


def test_a_long_sentence_is_cut_between_its_parts() -> None:
    clause = "the costs of the carriage of the goods to the buyer as agreed between them; "
    made = pieces_of_text("The seller bears " + clause * 40)
    assert len(made) > 2
    assert all(piece.text.endswith(";") for piece in made)


@pytest.mark.parametrize("size", [1, 200, 1200, 5000, 10**9])
def test_no_chunk_is_larger_than_asked_or_allowed(size: int) -> None:
    made = pieces(document(("", "", LONG * 20)), size=size)
    assert max(len(piece.text) for piece in made) <= min(max(size, 100), MAX_SIZE)


def test_no_text_gives_no_chunks() -> None:
    assert pieces_of_text("") == pieces_of_text(" \n ") == []


def test_a_text_without_a_file_has_its_headings_found() -> None:
    made = pieces_of_text("§ 4 Fees\n\n" + "The fee is due. " * 20 + "\n\n§ 5 Term\n\n" + "It is long. " * 20)
    assert [piece.citations for piece in made] == [("§ 4",), ("§ 5",)]


@pytest.mark.parametrize("seed", range(80))
def test_chunks_hold_every_word_once_and_in_order(seed: int) -> None:
    chance = random.Random(seed)
    words = [
        "fee",
        "Tax.",
        "art. 4",
        "(a)",
        "\n",
        "\n\n",
        "税金。",
        "x" * 400,
        "end; ",
        "§ 4 Title",
        "4.2 Name",
        "e.g.",
        "“Yes.”",
        "\t",
        " ",
        "é",
    ]
    text = " ".join(chance.choice(words) for _ in range(chance.randrange(0, 600)))
    size = chance.choice([100, 300, 1200])
    for name in ("x.txt", "x.md"):
        if not text.strip():
            continue
        whole = read(text.encode(), name)
        made = pieces(whole, size=size)
        assert "".join("".join(piece.text.split()) for piece in made) == "".join(whole.text.split())
        place = 0
        for piece in made:
            assert piece.start is not None
            assert piece.end is not None
            assert whole.text[piece.start : piece.end] == piece.text == piece.text.strip() != ""
            assert piece.start >= place
            assert len(piece.text) <= size
            place = piece.end
