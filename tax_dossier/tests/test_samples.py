"""The samples: marked as such wherever they are seen, about the main taxes, loaded once."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from llm.interface import ModelError
from retrieval.models import Document
from retrieval.search.search import search
from tax_dossier.law import samples
from tax_dossier.law.act_names import ABBREVIATIONS
from tax_dossier.law.ecli import ECLI
from tax_dossier.law.ruling_import import import_rulings
from tax_dossier.law.samples import FOLDER, MARK, sample_laws, sample_rulings
from tax_dossier.tests.law_files import ruling, write

TAXES = {
    "Wet inkomstenbelasting 2001",
    "Wet op de loonbelasting 1964",
    "Wet op de omzetbelasting 1968",
    "Wet op de vennootschapsbelasting 1969",
    "Successiewet 1956",
    "Wet op belastingen van rechtsverkeer",
    "Algemene wet inzake rijksbelastingen",
    "Wet op de dividendbelasting 1965",
    "Wet op de motorrijtuigenbelasting 1994",
}


def test_every_note_is_read_and_marked_as_a_sample_wherever_it_is_seen() -> None:
    documents = [*sample_laws(), *sample_rulings()]
    written = sum(path.read_text(encoding="utf-8").count("\n## ") for path in FOLDER.glob("*.md"))
    assert len(documents) == written >= 40
    for document in documents:
        assert MARK in document.title
        assert MARK in document.text
        assert document.metadata["sample"] is True
        piece = (document.pieces or [])[0]
        assert document.text[piece.start : piece.end] == piece.text
        assert len(piece.text) > 100


def test_the_main_taxes_are_there_under_their_real_names() -> None:
    laws = {document.metadata["law"]: document.metadata["abbr"] for document in sample_laws()}
    assert set(laws) == TAXES
    assert all(ABBREVIATIONS[law] == abbreviation for law, abbreviation in laws.items())
    assert all(ECLI.fullmatch(str(document.metadata["ecli"])) for document in sample_rulings())


@pytest.mark.django_db
def test_samples_are_loaded_once_with_the_demo(settings: pytest.FixtureRequest) -> None:
    settings.DEBUG = True  # type: ignore[attr-defined]
    out = StringIO()
    call_command("load_demo", stdout=out)
    there = Document.objects.filter(metadata__sample=True).count()
    assert f"Sample tax law: {there} new, 0 changed, 0 unchanged." in out.getvalue()
    call_command("load_demo", stdout=out)
    assert f"Sample tax law: 0 new, 0 changed, {there} unchanged." in out.getvalue()
    assert Document.objects.filter(metadata__sample=True).count() == there


@pytest.mark.django_db
def test_a_ruling_that_is_imported_takes_the_place_of_its_note_and_keeps_it(tmp_path: Path) -> None:
    call_command("load_tax_samples", stdout=StringIO())
    import_rulings(write(tmp_path, "kerst.xml", ruling("ECLI:NL:HR:2021:1963", day="2021-12-24")))
    call_command("load_tax_samples", stdout=StringIO())
    stored = Document.objects.get(key="ECLI:NL:HR:2021:1963")
    assert (stored.metadata["sample"], stored.title) == (False, "Hoge Raad 24 december 2021, ECLI:NL:HR:2021:1963")


@pytest.mark.django_db
def test_a_network_embedder_that_is_away_does_not_stop_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*arguments: object) -> int:
        raise ModelError("unavailable", "no network")

    monkeypatch.setattr(samples, "embed_missing", away)
    err = StringIO()
    call_command("load_tax_samples", stderr=err)
    assert "Run `manage.py reembed` later." in err.getvalue()
    assert Document.objects.filter(metadata__sample=True).count() >= 40


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("question", "key"),
    [
        ("Kan ik de kosten van mijn werkruimte thuis aftrekken als ondernemer?", "voorbeeld:BWBR0011353:artikel:3.16"),
        ("onbelaste thuiswerkvergoeding per dag", "voorbeeld:BWBR0002471:artikel:31a"),
        ("Wat is de omzetgrens van de kleineondernemersregeling?", "voorbeeld:BWBR0002629:artikel:25"),
        ("Kerstarrest box 3 rechtsherstel", "ECLI:NL:HR:2021:1963"),
    ],
)
def test_a_question_finds_its_note(question: str, key: str) -> None:
    call_command("load_tax_samples", stdout=StringIO())
    passages = search(question, ["legislation", "case_law"], limit=3)
    assert key in [passage.document_key for passage in passages]
