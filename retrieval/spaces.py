"""Embedding spaces: which one serves, its index, and the vectors of chunks in it."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, QuerySet

from llm.interface import Embedder
from retrieval.models import Chunk, Embedding, EmbeddingSpace

_ROWS = 500
# What a rank among vectors of hashed words counts beside a rank by terms. A trained model's counts 1.
OFFLINE_WEIGHT = 0.3


@dataclass(frozen=True, slots=True)
class Vectors:
    """The vectors of chunks in a space, in the order of the chunks, which need not be saved yet."""

    space: EmbeddingSpace
    chunks: Sequence[Chunk]
    values: Sequence[Sequence[float]]


def active_space() -> EmbeddingSpace:
    """The space that serves. The first one is made by whoever asks first."""
    return EmbeddingSpace.objects.filter(active=True).first() or _first_space()


def embedder_of(space: EmbeddingSpace) -> Embedder:
    return _HashedWords(space.dimension)


def vectors_of(chunks: Sequence[Chunk]) -> Vectors:
    """Vectors of `chunks` in the space that serves. Opens no transaction."""
    space = active_space()
    return Vectors(space, chunks, embedder_of(space).embed([text_of(chunk) for chunk in chunks], "document"))


def text_of(chunk: Chunk) -> str:
    return f"{chunk.heading}\n{chunk.text}" if chunk.heading else chunk.text


def write_vectors(vectors: Vectors) -> int:
    """Save the vectors of those chunks that were saved; a vector that is there stays. Returns their number."""
    rows = [
        Embedding(chunk_id=chunk.pk, space=vectors.space, vector=list(value))
        for chunk, value in zip(vectors.chunks, vectors.values, strict=True)
        if chunk.pk is not None
    ]
    Embedding.objects.bulk_create(rows, batch_size=_ROWS, ignore_conflicts=True)
    return len(rows)


def missing(space: EmbeddingSpace, chunks: QuerySet[Chunk]) -> QuerySet[Chunk]:
    """Those of `chunks` that have no vector in `space`."""
    return chunks.filter(~Exists(Embedding.objects.filter(chunk=OuterRef("pk"), space=space)))


def fill(
    space: EmbeddingSpace,
    chunks: QuerySet[Chunk],
    *,
    batch: int = 256,
    progress: Callable[[int, int], None] | None = None,
) -> int:
    """Give each of `chunks` that has none a vector in `space`, a batch at a time; the number of vectors made."""
    total = missing(space, chunks).count()
    embedder, done, after = embedder_of(space), 0, 0
    while rows := list(missing(space, chunks).filter(pk__gt=after).order_by("pk")[:batch]):
        after = rows[-1].pk
        values = embedder.embed([text_of(chunk) for chunk in rows], "document")
        with transaction.atomic():
            # A chunk may have been deleted while its vector was made.
            there = set(
                Chunk.objects.select_for_update(no_key=True, of=("self",))
                .filter(pk__in=[chunk.pk for chunk in rows])
                .values_list("pk", flat=True)
            )
            kept = [(chunk, value) for chunk, value in zip(rows, values, strict=True) if chunk.pk in there]
            done += write_vectors(Vectors(space, [chunk for chunk, _ in kept], [value for _, value in kept]))
        if progress is not None:
            progress(done, max(total, done))
    return done


def _first_space() -> EmbeddingSpace:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('retrieval.spaces'))")
        found = EmbeddingSpace.objects.filter(active=True).first()
        if found is None:
            found = EmbeddingSpace.objects.create(model="offline", dimension=768, active=True, weight=OFFLINE_WEIGHT)
            make_index(found)
    return found


def make_index(space: EmbeddingSpace) -> None:
    """The HNSW index of a space: on its own rows, cast to its dimension."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"CREATE INDEX IF NOT EXISTS retrieval_hnsw_{space.pk:d} ON retrieval_embedding"
            f" USING hnsw ((vector::vector({space.dimension:d})) vector_cosine_ops)"
            f" WITH (m = 16, ef_construction = 200) WHERE space_id = {space.pk:d}"
        )


class _HashedWords:
    """Vectors of hashed words."""

    space = "offline"

    def __init__(self, dimension: int) -> None:
        self.dimension = dimension

    def embed(self, texts: Sequence[str], task: str) -> list[list[float]]:
        return [self._one(text) for text in texts]

    def _one(self, text: str) -> list[float]:
        vector = [0.0] * self.dimension
        for word in text.lower().split():
            place, sign = _place(word)
            vector[place % self.dimension] += sign
        length = math.sqrt(sum(value * value for value in vector))
        return [value / length for value in vector] if length else [1.0, *vector[1:]]


@cache
def _place(word: str) -> tuple[int, int]:
    digest = int.from_bytes(hashlib.blake2b(word.encode(), digest_size=8).digest())
    return digest >> 1, 1 if digest & 1 else -1
