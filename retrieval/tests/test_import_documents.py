"""A folder becomes a collection: what is in it, what is skipped and why, and what running it again does."""

from __future__ import annotations

import io
import time
from datetime import date
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from llm.interface import ModelError
from retrieval.index import folder as importing
from retrieval.models import Chunk, Collection, Document, Embedding
from retrieval.search.search import search
from retrieval.tests.documents import locked_pdf, pdf, raw_pdf, word

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("read_here")]

POLICY = """---
title: Home oxygen
effective_date: 2025-03-01
valid_to: 1 January 2027
state: TX
payer: Acme Health
source: https://acme.example/oxygen
---
# Home oxygen

## 4.2 Coverage

Home oxygen is covered when the saturation of the blood is at or below 88 per cent.
"""


def run(folder: Path, *more: str, collection: str = "policies") -> tuple[str, str]:
    out, err = io.StringIO(), io.StringIO()
    call_command("import_documents", str(folder), f"--collection={collection}", *more, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a document of each kind, two that cannot be read, and what is no document."""
    (tmp_path / "texas").mkdir()
    (tmp_path / "texas" / "oxygen.md").write_text(POLICY)
    (tmp_path / "fees.pdf").write_bytes(pdf(["The fee for a visit is 25 dollars."], ["It is paid by the member."]))
    (tmp_path / "supply.docx").write_bytes(word())
    (tmp_path / "page.html").write_text("<html><title>Visits</title><p>Six visits a year are covered in full.</p>")
    (tmp_path / "wet.txt").write_text(
        "Artikel 4\n\nHet bedrag dat in deze regeling is genoemd wordt door de bank betaald aan een ander."
    )
    (tmp_path / "locked.pdf").write_bytes(locked_pdf("secret", "owner"))
    (tmp_path / "fake.docx").write_bytes(b"MZ\x90\0" + bytes(200))
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    (tmp_path / ".hidden.md").write_text("not read")
    (tmp_path / "~$supply.docx").write_bytes(b"not read")
    (tmp_path / "elsewhere.txt").symlink_to("/etc/hostname")
    return tmp_path


def test_every_readable_file_becomes_a_document(folder: Path) -> None:
    out, err = run(folder)
    assert out == "5 added, 0 replaced, 0 unchanged, 2 skipped in the collection 'policies'.\n"
    assert err.splitlines() == [
        "fake.docx: 'fake.docx' is a Windows program, which is not read. Give a PDF, a Word document (DOCX), a web page, "
        "Markdown or plain text. Skipped.",
        "locked.pdf: 'locked.pdf' is protected by a password. Save it without one and give it again. Skipped.",
    ]
    keys = Document.objects.values_list("key", flat=True)
    assert sorted(keys) == ["fees.pdf", "page.html", "supply.docx", "texas/oxygen.md", "wet.txt"]
    assert Embedding.objects.count() == Chunk.objects.count() > 4


def test_what_was_imported_is_found_and_cited(folder: Path) -> None:
    run(folder)
    (passage, *_) = search("when is home oxygen covered", ["policies"])
    assert (passage.title, passage.citations, passage.source) == (
        "Home oxygen",
        ("Home oxygen", "§ 4.2"),
        "https://acme.example/oxygen",
    )
    document = Document.objects.get(key=passage.document_key)
    chunk = Chunk.objects.get(pk=passage.chunk_id)
    assert document.text[chunk.start : chunk.end] == chunk.text
    assert search("fee for a visit in dollars", ["policies"])[0].citations == ("p. 1", "p. 2")


def test_front_matter_becomes_metadata_and_validity(folder: Path) -> None:
    run(folder)
    document = Document.objects.get(key="texas/oxygen.md")
    assert (document.valid_from, document.valid_to) == (date(2025, 3, 1), date(2027, 1, 1))
    assert document.metadata["state"] == "TX"
    assert document.metadata["payer"] == "Acme Health"
    for day, holds in [(date(2025, 2, 28), False), (date(2025, 3, 1), True), (date(2027, 1, 1), False)]:
        assert holds == (document.key in {passage.document_key for passage in search("oxygen", ["policies"], on=day)})


def test_each_text_tells_its_language_unless_told(folder: Path) -> None:
    run(folder)
    assert Document.objects.get(key="wet.txt").language == "nl"
    assert Document.objects.get(key="texas/oxygen.md").language == "en"
    run(folder, "--language=nl", collection="dutch")
    assert set(Document.objects.filter(collection__name="dutch").values_list("language", flat=True)) == {"nl"}
    assert Collection.objects.get(name="dutch").language == "nl"


def test_run_again_nothing_is_read_or_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(folder)
    before = sorted(Chunk.objects.values_list("pk", flat=True))
    read: list[str] = []
    monkeypatch.setattr(importing, "read", lambda data, name, stop: read.append(name) or _unreadable(name))
    out, _ = run(folder)
    assert out.startswith("0 added, 0 replaced, 5 unchanged, 2 skipped")
    assert sorted(read) == ["fake.docx", "locked.pdf"]
    assert sorted(Chunk.objects.values_list("pk", flat=True)) == before


def _unreadable(name: str) -> object:
    raise importing.Unreadable("broken", f"{name!r} is damaged.")


def test_a_changed_file_replaces_its_document(folder: Path) -> None:
    run(folder)
    old = Document.objects.get(key="texas/oxygen.md")
    (folder / "texas" / "oxygen.md").write_text(POLICY.replace("88 per cent", "90 per cent"))
    out, _ = run(folder)
    assert out.startswith("0 added, 1 replaced, 4 unchanged")
    assert Document.objects.get(pk=old.pk).text.count("90 per cent") == 1


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("effective_date: soon", "effective_date is 'soon', which is not a date. Write it as 2025-03-01."),
        ("effective_date: 2025-02-30", "effective_date is '2025-02-30', which is not a date."),
        ("valid_to: 2025-01-01", "it would hold from 2025-03-01 to 2025-01-01: the end comes first."),
    ],
)
def test_a_date_that_is_none_skips_the_file_and_no_other(folder: Path, line: str, reason: str) -> None:
    text = POLICY.replace("valid_to: 1 January 2027\n", "")
    text = (
        text.replace("effective_date: 2025-03-01", line) if line.startswith("eff") else text.replace("state: TX", line)
    )
    (folder / "texas" / "oxygen.md").write_text(text)
    out, err = run(folder)
    assert out.startswith("4 added")
    assert f"texas/oxygen.md: In its front matter, {reason}" in err


def test_a_file_that_cannot_be_stored_is_skipped_alone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = importing.store_documents

    def picky(collection: Collection, documents: list[importing.NewDocument], **more: bool) -> object:
        if any(document.key == "fees.pdf" for document in documents):
            raise importing.NotStorable("The document 'fees.pdf' has two chunks with one key.")
        return store(collection, documents, **more)

    monkeypatch.setattr(importing, "store_documents", picky)
    out, err = run(folder)
    assert out.startswith("4 added, 0 replaced, 0 unchanged, 3 skipped")
    assert "fees.pdf: The document 'fees.pdf' has two chunks with one key. Skipped." in err


def test_an_import_that_was_interrupted_goes_on(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "_BATCH", 2)
    store, calls = importing.store_documents, []

    def failing(collection: Collection, documents: list[importing.NewDocument], **more: bool) -> object:
        calls.append(documents)
        if len(calls) == 2:
            raise ModelError("rate_limited", "slow down")
        return store(collection, documents, **more)

    monkeypatch.setattr(importing, "store_documents", failing)
    with pytest.raises(CommandError, match=r"embedder failed \(rate_limited\): slow down\. What was stored stays"):
        run(folder)
    kept = Document.objects.count()
    assert 0 < kept < 5
    assert run(folder)[0].startswith(f"{5 - kept} added, 0 replaced, {kept} unchanged")


@pytest.mark.apart
def test_an_interrupted_import_does_not_wait_for_what_is_being_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.txt").write_text("Words.")
    (tmp_path / "slow.pdf").write_bytes(raw_pdf(b"BT /F1 12 Tf " + b"(word) Tj T* " * 20_000 + b"ET", kids=500))
    result = importing.Future.result

    def interrupted(job: importing.Future[object], timeout: float | None = None) -> object:
        result(job, timeout)
        raise KeyboardInterrupt

    monkeypatch.setattr(importing.Future, "result", interrupted)
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path)
    assert time.monotonic() - started < 8


def test_one_file_can_be_imported(folder: Path) -> None:
    assert run(folder / "fees.pdf")[0].startswith("1 added")
    assert Document.objects.get().key == "fees.pdf"


def test_a_folder_without_documents_gives_a_count_of_nothing(tmp_path: Path) -> None:
    assert run(tmp_path)[0].startswith("0 added, 0 replaced, 0 unchanged, 0 skipped")


def test_a_wrong_argument_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="There is no folder"):
        run(tmp_path / "none")
    with pytest.raises(CommandError, match=r"The language is 'dutch'\. Write two letters"):
        run(tmp_path, "--language=dutch")
    with pytest.raises(CommandError, match="has 0 characters"):
        run(tmp_path, collection=" ")
    assert Collection.objects.count() == 0


def test_a_file_over_the_limit_is_not_even_opened(tmp_path: Path) -> None:
    with (tmp_path / "huge.txt").open("wb") as file:
        file.truncate(50_000_000)
    assert "huge.txt: It has 50.0 MB; at most 10 MB are read. Skipped." in run(tmp_path)[1]


def test_a_very_long_path_keeps_a_key_of_its_own(tmp_path: Path) -> None:
    deep = tmp_path
    for _ in range(5):
        deep /= "x" * 120
    deep.mkdir(parents=True)
    for name in ("a.txt", "b.txt"):
        (deep / name).write_text(f"Words of {name}.")
    assert run(tmp_path)[0].startswith("2 added")
    assert all(len(key) <= 500 for key in Document.objects.values_list("key", flat=True))
