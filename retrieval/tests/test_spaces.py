"""One space serves; another is filled beside it and takes its place in one step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import StringIO
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import connection

from llm.interface import ModelError
from llm.registry import ProviderKeys, register_embedder
from retrieval.index import graphs, spaces
from retrieval.index.ingest import NewDocument, delete_collection, store_documents
from retrieval.models import Collection, Embedding, EmbeddingSpace
from retrieval.search.search import search


class Lengths:
    """Vectors of a text's length; can fail after some calls."""

    space, dimension = "lengths", 8

    def __init__(self) -> None:
        self.calls, self.fails_at = 0, 0

    def embed(self, texts: Sequence[str], task: str, **more: Any) -> list[list[float]]:
        self.calls += 1
        if self.calls == self.fails_at:
            raise ModelError("rate_limited", "slow down")
        return [[1.0, len(text) / 100] + [0.0] * 6 for text in texts]


@pytest.fixture
def lengths() -> Iterator[Lengths]:
    made = Lengths()
    register_embedder("openai:lengths", made)
    yield made
    register_embedder("openai:lengths", None)


def stored(count: int = 5) -> Collection:
    collection = Collection.objects.named("c")
    store_documents(collection, [NewDocument(key=str(n), title="", text=f"Cat {'x' * n}.") for n in range(count)])
    return collection


def choose(settings: Any) -> None:
    settings.EMBEDDING_MODEL, settings.EMBEDDING_DIM = "openai:lengths", 8


def reembed(**options: Any) -> str:
    out = StringIO()
    call_command("reembed", stdout=out, **options)
    return out.getvalue()


def indexes() -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT indexname FROM pg_indexes WHERE indexname LIKE 'retrieval_hnsw_%'")
        return {row[0] for row in cursor.fetchall()}


@pytest.mark.django_db
def test_the_first_space_is_that_of_the_settings_with_its_own_index() -> None:
    space = spaces.active_space()
    assert (space.model, space.dimension, space.weight) == ("offline", 768, spaces.OFFLINE_WEIGHT)
    with connection.cursor() as cursor:
        cursor.execute("SELECT indexdef FROM pg_indexes WHERE indexname = %s", [graphs.index_name(space)])
        definition = cursor.fetchone()[0]
    assert "vector_cosine_ops" in definition
    assert "m='16', ef_construction='200'" in definition
    assert f"WHERE ((space_id = {space.pk}) AND (part <= 0))" in definition


@pytest.mark.django_db
def test_another_embedder_is_refused_at_the_start_with_the_remedy(settings: Any) -> None:
    spaces.refuse_another_space()
    stored()
    spaces.refuse_another_space()
    settings.EMBEDDING_DIM = 256
    with pytest.raises(ImproperlyConfigured) as refused:
        spaces.refuse_another_space()
    for part in ("EMBEDDING_DIM 256", "'offline' with 768", "manage.py reembed", "EMBEDDING_DIM=768"):
        assert part in str(refused.value)


@pytest.mark.django_db
def test_a_key_that_is_set_chooses_the_embedder_and_is_refused_over_other_vectors(settings: Any) -> None:
    stored()
    settings.PROVIDER_KEYS = ProviderKeys(openai_api_key="sk-later")
    assert spaces.wanted() == ("openai:text-embedding-3-small", 768)
    with pytest.raises(ImproperlyConfigured, match="'openai:text-embedding-3-small' follows by the keys that are"):
        spaces.refuse_another_space()
    settings.EMBEDDING_MODEL = "offline"
    spaces.refuse_another_space()


@pytest.mark.django_db
def test_while_there_is_no_vector_the_settings_choose(settings: Any, lengths: Lengths) -> None:
    spaces.active_space()
    choose(settings)
    spaces.refuse_another_space()
    assert spaces.active_space().model == "openai:lengths"
    assert EmbeddingSpace.objects.filter(active=True).count() == 1


@pytest.mark.django_db(transaction=True)
def test_reembed_fills_while_the_old_space_serves_and_then_switches(settings: Any, lengths: Lengths) -> None:
    stored()
    old = spaces.active_space()
    choose(settings)
    lengths.fails_at = 2
    with pytest.raises(CommandError, match=r"rate_limited.*run it again to go on"):
        reembed(batch=2)
    # What was made stays; the old one serves, also new documents.
    assert spaces.active_space() == old
    store_documents(Collection.objects.get(), [NewDocument(key="late", title="", text="Cat late.")])
    assert Embedding.objects.filter(space=old).count() == 6
    assert search("cat", ["c"])[0].similarity > 0
    assert "4 vectors made, 6 in the space openai:lengths (8), which serves now." in reembed(batch=2)
    spaces.refuse_another_space()
    assert search("cat", ["c"])[0].similarity > 0
    assert "0 vectors made, 6 in the space openai:lengths (8), which serves." in reembed()
    assert "6 vectors of other spaces deleted" in reembed(drop_others=True)
    assert graphs.index_name(old) not in indexes()
    assert graphs.index_name(spaces.active_space()) in indexes()
    delete_collection("c")
    spaces.drop(spaces.active_space())


@pytest.mark.django_db
def test_a_space_with_a_chunk_left_does_not_switch(settings: Any, lengths: Lengths) -> None:
    stored()
    choose(settings)
    space = spaces.new_space(*spaces.wanted())
    assert spaces.switch(space) is False
    assert spaces.active_space().model == "offline"


@pytest.mark.django_db
def test_a_search_compares_vectors_of_one_space_only(settings: Any, lengths: Lengths) -> None:
    collection = stored()
    choose(settings)
    other = spaces.new_space(*spaces.wanted())
    spaces.fill(other, collection.chunks.all())
    assert {round(p.similarity, 3) for p in search("cat", ["c"])} != {1.0}
    assert len(search("cat", ["c"])) == 5
