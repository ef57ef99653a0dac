"""A large load is written beside the index of the vectors, and comes into it when all is there."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection

from retrieval import jobs
from retrieval.index import embed_missing, graphs, spaces
from retrieval.index.ingest import NewDocument, delete_collection, store_documents
from retrieval.models import Collection, Embedding, EmbeddingSpace
from retrieval.search.search import search
from retrieval.tests.test_spaces import indexes

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Four vectors are a large load, and every search goes through the index."""
    monkeypatch.setattr(graphs, "LARGE_LOAD", 4)
    monkeypatch.setattr(import_module("retrieval.search.search"), "EXACT_ROWS", 0)
    yield
    delete_collection("c")
    for space in EmbeddingSpace.objects.all():
        spaces.drop(space)


def written(*names: str, embed: bool = False) -> Collection:
    collection = Collection.objects.named("c")
    store_documents(
        collection, [NewDocument(key=name, title="", text=f"A {name} sleeps.") for name in names], embed=embed
    )
    return collection


def nearest(words: str = "xhamsterx") -> str:
    """What the index finds, where no word of the question stands anywhere."""
    return search(words, ["c"], limit=1)[0].document_key


PETS = ("cat", "dog", "hamster", "horse", "rabbit")


def test_a_large_load_stands_beside_the_index_and_takes_it_over_at_its_end() -> None:
    written("canary", embed=True)
    before = indexes()
    during: list[tuple[set[str], str, str]] = []

    def look(done: int, of: int) -> None:
        during.append((indexes(), nearest(), nearest("hamster")))

    collection = written(*PETS)
    assert embed_missing(collection, batch=3, progress=look) == 5
    # Meanwhile the one that was there serves, and what is new is found by its words.
    assert during == [(before, "canary", "hamster")] * 2
    assert indexes() - before == {graphs.index_name(spaces.active_space())}
    assert len(indexes()) == len(before)
    assert nearest() == "hamster"
    assert Embedding.objects.filter(part=0).count() == 1


def test_what_comes_in_small_numbers_goes_into_the_index_at_once() -> None:
    written("canary", embed=True)
    before = indexes()
    assert embed_missing(written("cat", "hamster")) == 2
    assert indexes() == before
    assert nearest() == "hamster"


def test_a_small_share_of_what_is_there_is_no_large_load(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graphs, "LARGE_SHARE", 0.9)
    written("canary", embed=True)
    before = indexes()
    embed_missing(written(*PETS))
    assert indexes() == before


def test_an_interrupted_load_is_told_of_and_taken_in_by_the_next_job(monkeypatch: pytest.MonkeyPatch) -> None:
    written("canary", embed=True)

    def interrupted(done: int, of: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        embed_missing(written(*PETS), batch=3, progress=interrupted)
    assert (nearest(), nearest("hamster")) == ("canary", "hamster")
    # It may still go on.
    assert (checked(), jobs.take_in_loads(0)) == ("", 0)
    monkeypatch.setattr(graphs, "LEFT_AFTER", graphs.LEFT_AFTER * 0)
    assert "A large load into the space offline (768) was interrupted" in checked()
    assert jobs.take_in_loads(0) == 1
    assert checked() == ""
    assert nearest() == "hamster"
    assert embed_missing(Collection.objects.get()) == 2


def test_an_index_that_was_half_built_is_built_again() -> None:
    collection = written(*PETS)
    embed_missing(collection)
    space = spaces.active_space()
    EmbeddingSpace.objects.update(indexed=0)
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE pg_index SET indisvalid = false WHERE indexrelid = %s::regclass", [graphs.index_name(space)]
        )
    call_command("reembed", stdout=StringIO())
    with connection.cursor() as cursor:
        cursor.execute("SELECT indisvalid FROM pg_index WHERE indexrelid = %s::regclass", [graphs.index_name(space)])
        assert cursor.fetchone()[0]
    assert nearest() == "hamster"


def test_an_index_of_before_that_leaves_nothing_out_serves_and_is_replaced() -> None:
    collection = written("canary", embed=True)
    space = spaces.active_space()
    with connection.cursor() as cursor:
        cursor.execute(f"DROP INDEX {graphs.index_name(space)}")
        cursor.execute(
            f"CREATE INDEX retrieval_hnsw_{space.pk} ON retrieval_embedding"
            f" USING hnsw ((vector::vector(768)) vector_cosine_ops) WHERE space_id = {space.pk}"
        )
    assert nearest() == "canary"
    written(*PETS)
    embed_missing(collection)
    space.refresh_from_db()
    assert graphs.index_name(space) in indexes()
    assert f"retrieval_hnsw_{space.pk}" not in indexes()
    assert nearest() == "hamster"


def test_an_imported_folder_is_one_load(tmp_path: Path) -> None:
    for name in PETS:
        (tmp_path / f"{name}.txt").write_text(f"A {name} sleeps.")
    call_command("import_documents", str(tmp_path), "--collection=c", stdout=StringIO())
    assert set(Embedding.objects.values_list("part", flat=True)) == {1}
    assert nearest() == "hamster.txt"


def checked() -> str:
    """What `check --database default` says of loads."""
    err = StringIO()
    call_command("check", databases=["default"], tags=["database"], stdout=StringIO(), stderr=err)
    return err.getvalue()
