"""What a search finds."""

from __future__ import annotations

import pytest

from retrieval.ingest import NewDocument, delete_collection, delete_document, store_documents
from retrieval.models import Chunk, Collection, Embedding, Posting
from retrieval.search import search

pytestmark = pytest.mark.django_db

TEXTS = {
    "cats": "A cat sleeps for sixteen hours of the day.",
    "dogs": "A dog has to be walked twice a day, whatever the weather.",
    "tax": "Income tax is levied on natural persons.",
}


def stored(name: str = "pets") -> Collection:
    collection = Collection.objects.named(name)
    store_documents(collection, [NewDocument(key=key, title=key, text=text) for key, text in TEXTS.items()])
    collection.refresh_from_db()
    return collection


def test_the_document_that_holds_the_words_comes_first() -> None:
    stored()
    found = search("how long do cats sleep?", ["pets"])
    assert found[0].document_key == "cats"
    assert found[0].lexical > 0.4


def test_a_search_never_leaves_its_collections() -> None:
    stored("pets")
    stored("others")
    assert {p.document_id for p in search("cat dog tax", ["pets"])} == set(
        Collection.objects.get(name="pets").documents.values_list("pk", flat=True)
    )


def test_a_deleted_document_takes_its_chunks_vectors_and_postings_along() -> None:
    collection = stored()
    before = collection.token_count
    delete_document(collection.documents.get(key="cats"))
    collection.refresh_from_db()
    assert collection.chunk_count == 2
    assert 0 < collection.token_count < before
    assert not Posting.objects.filter(term="en:cat").exists()
    assert search("cat", ["pets"])[0].lexical == 0
    delete_collection("pets")
    assert not Chunk.objects.exists()
    assert not Embedding.objects.exists()
    assert not Posting.objects.exists()
