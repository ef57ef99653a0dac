"""What is stored once in a process and copied from then on is what was stored, ids included."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction

from retrieval.index.ingest import NewDocument, store_documents
from retrieval.models import Chunk, Collection, Embedding, Posting
from retrieval.search import search
from tests.copied import DOCUMENTS, copied

pytestmark = pytest.mark.django_db
TEXT = "A wheelchair is rented for ten months. It is then owned by the member."


def stored(calls: list[int]) -> Any:
    """A function that stores a document, and notes that it was called."""

    @copied(DOCUMENTS)
    def store() -> None:
        calls.append(1)
        store_documents(Collection.objects.named("copied"), [NewDocument(key="a", title="A", text=TEXT)])

    return store


def rows() -> list[Any]:
    return [list(model.objects.order_by("pk").values()) for model in DOCUMENTS]


def test_the_second_time_the_same_rows_are_there_found_and_nothing_is_stored() -> None:
    calls: list[int] = []
    store = stored(calls)
    with transaction.atomic():
        store()
        first = rows()
        transaction.set_rollback(True)
    assert not Chunk.objects.exists()
    store()
    assert rows() == first
    assert len(calls) == 1
    assert Embedding.objects.count() == Chunk.objects.count() == 1
    assert Posting.objects.exists()
    [passage] = search("Who owns the wheelchair?", ["copied"])
    assert passage.chunk_id == Chunk.objects.get().pk


def test_a_document_beside_them_has_ids_of_its_own_and_where_rows_are_all_is_stored() -> None:
    calls: list[int] = []
    store = stored(calls)
    with transaction.atomic():
        store()
        transaction.set_rollback(True)
    store()
    store_documents(Collection.objects.named("copied"), [NewDocument(key="b", title="B", text="Rides are free.")])
    assert Chunk.objects.count() == 2
    store()
    assert len(calls) == 2
    assert Chunk.objects.count() == 2
