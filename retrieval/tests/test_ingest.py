"""What is stored, replaced and deleted, and that the statistics of the search agree with it."""

from __future__ import annotations

import threading
from collections import Counter
from typing import Any

import pytest
from django.db import connection

from llm.interface import ModelError
from llm.registry import register_embedder
from retrieval.index.ingest import (
    NewDocument,
    NotStorable,
    Piece,
    delete_collection,
    delete_document,
    embed_missing,
    prepare_documents,
    store_documents,
    store_streamed,
    write_late_vectors,
    write_prepared,
)
from retrieval.models import Chunk, Collection, Document, Embedding, Posting
from retrieval.search.search import search

pytestmark = pytest.mark.django_db


def new(key: str, text: str = "The cat sleeps all day.", **more: Any) -> NewDocument:
    return NewDocument(key=key, title=more.pop("title", key), text=text, **more)


def sums(collection: Collection) -> tuple[int, int]:
    collection.refresh_from_db()
    return collection.chunk_count, collection.token_count


def derived(collection: Collection) -> tuple[int, int]:
    """The same sums from the postings themselves: chunks, and frequencies over all rows."""
    rows = Posting.objects.filter(collection=collection)
    chunks = {pk for row in rows for pk in row.chunks}
    return len(chunks), sum(sum(row.frequencies) for row in rows)


def test_the_same_content_is_unchanged_and_other_content_replaces() -> None:
    collection = Collection.objects.named("c")
    assert [s.outcome for s in store_documents(collection, [new("a"), new("b")])] == ["added", "added"]
    kept = Document.objects.get(key="b")
    outcomes = store_documents(collection, [new("a", "A dog barks."), new("b"), new("c")])
    assert [s.outcome for s in outcomes] == ["replaced", "unchanged", "added"]
    assert outcomes[1].document == kept
    assert search("dog", ["c"])[0].document_key == "a"
    assert not Chunk.objects.filter(document__key="a", text__contains="cat").exists()


def test_a_replaced_document_keeps_its_id_and_its_statistics_are_those_of_a_fresh_one() -> None:
    collection, fresh = Collection.objects.named("c"), Collection.objects.named("fresh")
    [first] = store_documents(collection, [new("a", "Old words entirely. " * 300)])
    [second] = store_documents(collection, [new("a", "New words.")])
    store_documents(fresh, [new("a", "New words.")])
    assert first.document.pk == second.document.pk
    assert sums(collection) == sums(fresh) == derived(collection)


def test_postings_say_how_often_a_chunk_holds_a_term_and_a_heading_counts_more() -> None:
    collection = Collection.objects.named("c")
    store_documents(collection, [new("a", "Cats and cats.", title="The cat")])
    row = Posting.objects.get(collection=collection, term="en:cat")
    assert (row.count, row.frequencies, row.lengths) == (1, [5], [5])


def test_small_batches_are_merged_and_mean_the_same() -> None:
    alone, many = Collection.objects.named("one"), Collection.objects.named("many")
    documents = [new(str(n), f"Cat number{n} sleeps{n % 3}. " * (n % 4 + 1)) for n in range(70)]
    store_documents(alone, documents)
    for document in documents:
        store_documents(many, [document])
    delete_document(many.documents.get(key="33"))
    delete_document(alone.documents.get(key="33"))
    assert sums(alone) == sums(many) == derived(many)
    assert Posting.objects.filter(collection=many, term="en:cat").count() <= 16
    keys_found = [
        [(p.document_key, round(p.lexical, 6)) for p in search("cat number12", [name])] for name in ("one", "many")
    ]
    assert keys_found[0] == keys_found[1]


def test_a_deleted_document_takes_its_chunks_vectors_and_postings_along() -> None:
    collection = Collection.objects.named("c")
    store_documents(collection, [new("a"), new("b", "A dog barks at the cat.")])
    delete_document(collection.documents.get(key="a"))
    assert sums(collection) == derived(collection)
    assert not Posting.objects.filter(term="en:sleep").exists()
    assert Posting.objects.get(term="en:cat").count == 1
    assert Embedding.objects.count() == 1
    assert [passage.document_key for passage in search("cat", ["c"])] == ["b"]


def test_a_deleted_collection_leaves_nothing_and_the_others_alone() -> None:
    for name in ("a", "b"):
        store_documents(Collection.objects.named(name), [new("x")])
    delete_collection("a")
    delete_collection("never there")
    [left] = Collection.objects.all()
    assert (left.name, Chunk.objects.count(), Embedding.objects.count()) == ("b", 1, 1)
    assert set(Posting.objects.values_list("collection__name", flat=True)) == {"b"}
    assert search("cat", ["b"])


def test_a_collection_of_more_chunks_than_a_statement_has_parameters_is_deleted() -> None:
    collection = Collection.objects.named("large")
    (stored,) = store_documents(collection, [new("x")])
    own = ("id", "key", "position")
    fields = [field for field in Chunk._meta.concrete_fields if field.column not in own and not field.generated]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO document_chunks (key, position, {columns}) SELECT n::text, n, {columns} "
            "FROM document_chunks, generate_series(2, 66000) AS n WHERE document_id = %s",
            [stored.document.pk],
        )
        # Each row's checks were planned for the small tables of the tests before: they would read these from end to end.
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("DISCARD PLANS")
    delete_collection("large")
    assert not Chunk.objects.exists()
    assert not Document.objects.exists()


@pytest.mark.parametrize(
    ("documents", "sentence"),
    [
        ([new("")], "The key '' has 0 characters"),
        ([new("a"), new("a")], "Two documents of one batch have the key 'a'"),
        (
            [new("big", pieces=[Piece(text="x" * 650_000, key="c1")])],
            "Chunk c1 of the document 'big' has 650,000 characters; a chunk has at most 20,000. Cut it smaller",
        ),
        ([new("a", pieces=[Piece(text="x", key="1"), Piece(text="y", key="1")])], "two chunks with the key '1'"),
    ],
)
def test_what_cannot_be_stored_is_named_and_nothing_of_its_batch_is(
    documents: list[NewDocument], sentence: str
) -> None:
    collection = Collection.objects.named("c")
    with pytest.raises(NotStorable) as refused:
        store_documents(collection, [new("good"), *documents])
    assert sentence in str(refused.value)
    assert not Document.objects.exists()


def test_a_long_text_in_one_piece_is_cut_and_found() -> None:
    collection = Collection.objects.named("c")
    text = "".join(f"w{n}é" for n in range(90_000)) + " unicorn " + "x" * 3000
    store_documents(collection, [new("long", text)])
    assert len(text) > 600_000
    chunks = list(Chunk.objects.filter(collection=collection))
    assert len(chunks) > 100
    assert all(text[chunk.start : chunk.end] == chunk.text for chunk in chunks)
    assert "unicorn" in search("unicorn", ["c"])[0].text
    assert sums(collection)[0] == len(chunks)


@pytest.mark.parametrize("streamed", [False, True], ids=["whole", "streamed"])
def test_the_database_says_nothing_while_it_is_written_to(streamed: bool) -> None:
    collection, word = Collection.objects.named("c"), "é" * 2000
    pieces = [Piece(word, key=str(number)) for number in range(3)]
    notices: list[Any] = []
    connection.ensure_connection()
    connection.connection.add_notice_handler(notices.append)
    if streamed:
        store_streamed(collection, new("long", ""), pieces)
    else:
        store_documents(collection, [new("long", "", pieces=pieces)])
    connection.connection.remove_notice_handler(notices.append)
    assert (Chunk.objects.count(), notices) == (3, [])


def test_characters_that_postgresql_cannot_hold_are_replaced() -> None:
    collection = Collection.objects.named("c")
    store_documents(collection, [new("a\x00", "The \x00 cat \ud800 sleeps.", metadata={"k\x00": "v\udfff"})])
    assert search("cat", ["c"])[0].metadata == {}
    assert Document.objects.get().metadata == {"k\ufffd": "v\ufffd"}


def test_a_document_without_text_is_stored_and_has_no_chunk() -> None:
    collection = Collection.objects.named("c")
    [stored] = store_documents(collection, [new("empty", "  \n ")])
    assert (stored.outcome, Chunk.objects.count()) == ("added", 0)
    assert [s.outcome for s in store_documents(collection, [new("empty", "  \n ")])] == ["unchanged"]


def test_vectors_that_were_left_out_are_made_later() -> None:
    collection = Collection.objects.named("c")
    store_documents(collection, [new("a"), new("b", "A dog barks.")], embed=False)
    assert search("cat", ["c"])[0].similarity == 0
    seen: list[tuple[int, int]] = []
    assert embed_missing(collection, batch=1, progress=lambda done, total: seen.append((done, total))) == 2
    assert seen == [(1, 2), (2, 2)]
    assert embed_missing(collection) == 0
    assert search("cat", ["c"])[0].similarity > 0


def test_nothing_is_written_when_the_embedder_fails(settings: Any) -> None:
    class Broken:
        space, dimension = "broken", 8

        def embed(self, *given: Any, **more: Any) -> list[list[float]]:
            raise ModelError("unavailable", "no network")

    settings.EMBEDDING_MODEL, settings.EMBEDDING_DIM = "openai:broken", 8
    register_embedder("openai:broken", Broken())
    try:
        with pytest.raises(ModelError):
            store_documents(Collection.objects.named("c"), [new("a")])
    finally:
        register_embedder("openai:broken", None)
    assert not Document.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_ingests_into_one_collection_at_once_neither_deadlock_nor_miscount() -> None:
    collection = Collection.objects.named("c")
    failed: list[BaseException] = []
    barrier = threading.Barrier(4)

    def ingest(worker: int) -> None:
        try:
            barrier.wait(10)
            # The same keys in another order, and keys of its own.
            keys = [f"shared{(n * (worker + 1)) % 7}" for n in range(7)] + [f"{worker}-{n}" for n in range(5)]
            for start in range(0, len(keys), 3):
                batch = [new(key, f"Cat {key} of worker{worker}.") for key in dict.fromkeys(keys[start : start + 3])]
                store_documents(collection, batch)
        except BaseException as error:
            failed.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=ingest, args=[n]) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert failed == []
    assert Document.objects.count() == 7 + 4 * 5
    assert sums(collection) == derived(collection)
    held = Counter(pk for row in Posting.objects.filter(term="en:cat") for pk in row.chunks)
    assert set(held.values()) == {1}
    assert set(held) == set(Chunk.objects.values_list("pk", flat=True))
    delete_collection("c")


def test_late_vectors_come_after_the_words_and_those_of_a_document_that_went_are_dropped() -> None:
    collection = Collection.objects.named("c")
    prepared = prepare_documents(collection, [new("a"), new("b", "A dog barks.")])
    assert not Document.objects.exists()
    stored = write_prepared(prepared, late_vectors=True)
    assert [document.outcome for document in stored] == ["added", "added"]
    assert not Embedding.objects.exists()
    assert search("dog", ["c"])[0].document_key == "b"
    delete_document(stored[0].document)
    write_late_vectors(prepared)
    assert [row.chunk.document.key for row in Embedding.objects.select_related("chunk__document")] == ["b"]
    assert embed_missing(collection) == 0
    write_late_vectors(prepared)
    assert Embedding.objects.count() == 1


def test_what_is_known_already_is_prepared_without_an_embedder_and_written_as_unchanged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    collection = Collection.objects.named("c")
    store_documents(collection, [new("a")])
    monkeypatch.setattr("retrieval.index.spaces.vectors_of", None)
    [again] = write_prepared(prepare_documents(collection, [new("a")]))
    assert again.outcome == "unchanged"


def test_a_document_that_comes_in_a_stream_is_the_same_as_one_that_comes_whole() -> None:
    pieces = [
        Piece(text=f"The cat {number} sleeps all day.", key=f"p{number}", heading="Cats", citations=(f"§ {number}",))
        for number in range(1100)
    ]
    pieces.insert(7, Piece(text=" ", key="blank"))
    streamed, at_once = Collection.objects.named("streamed"), Collection.objects.named("whole")
    assert store_streamed(streamed, new("a", text=""), iter(pieces)) == 1100
    store_documents(at_once, [new("a", text="", pieces=pieces)], embed=False)
    rows = [
        list(
            Chunk.objects.filter(collection=collection)
            .order_by("position")
            .values("key", "position", "text", "names", "tsv")
        )
        for collection in (streamed, at_once)
    ]
    assert rows[0] == rows[1]
    assert sums(streamed) == sums(at_once) == derived(streamed)
    assert len({document.sha256 for document in Document.objects.filter(key="a")}) == 1
    assert [stored.outcome for stored in store_documents(streamed, [new("a", text="", pieces=pieces)])] == ["unchanged"]
    assert search("cat 1099", ["streamed"])[0].chunk_key == "p1099"


def test_a_streamed_document_that_cannot_be_stored_leaves_nothing() -> None:
    collection = Collection.objects.named("c")
    pieces = [*(Piece(text="A dog barks.", key=f"p{number}") for number in range(700)), Piece(text="a" * 20_001)]
    with pytest.raises(NotStorable, match="20,001 characters"):
        store_streamed(collection, new("a", text=""), pieces)
    assert not Document.objects.exists()
    assert not Chunk.objects.exists()
    assert sums(collection) == (0, 0)
    assert store_streamed(collection, new("b", text=""), []) == 0
