"""Embedding spaces: which one serves, and the vectors of chunks in it.

The active row rules: searches and ingests of every process use that space, so one row switches them all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, connection, transaction
from django.db.models import Exists, OuterRef, QuerySet

from llm.interface import Embedder
from llm.registry import OFFLINE, choose_embedder, embedder
from retrieval.index import copying, graphs
from retrieval.models import Chunk, Embedding, EmbeddingSpace

# What a rank among vectors of hashed words counts beside a rank by terms (a trained model's counts 1), and how far a
# question's vector is moved towards what its words found. Measured: docs/decisions has the figures.
OFFLINE_WEIGHT = 0.4
OFFLINE_FEEDBACK = 1.0

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Vectors:
    """The vectors of chunks in a space, in the order of the chunks, which need not be saved yet."""

    space: EmbeddingSpace
    chunks: Sequence[Chunk]
    values: Sequence[Sequence[float]]


def active_space() -> EmbeddingSpace:
    """The space that serves. While it holds no vector, it is that of the settings, made by whoever asks first."""
    space = EmbeddingSpace.objects.filter(active=True).first()
    if space is None or ((space.model, space.dimension) != wanted() and not space.embeddings.exists()):
        return _first_space()
    return space


def wanted() -> tuple[str, int]:
    """The model and the dimension that the settings name: those of the key that is set where they name none."""
    return choose_embedder(settings.EMBEDDING_MODEL, settings.PROVIDER_KEYS), settings.EMBEDDING_DIM


def embedder_of(space: EmbeddingSpace) -> Embedder:
    return embedder(space.model, space.dimension, settings.PROVIDER_KEYS)


def refuse_another_space() -> None:
    """Raise ImproperlyConfigured when the settings name another space than the one whose vectors serve."""
    try:
        space = EmbeddingSpace.objects.filter(active=True).first()
        if space is None or (space.model, space.dimension) == wanted() or not space.embeddings.exists():
            return
    except DatabaseError:
        # The database is away or not migrated; whoever needs it says so.
        return
    model, dimension = wanted()
    raise ImproperlyConfigured(
        f"EMBEDDING_MODEL is {_named(model)} with EMBEDDING_DIM {dimension}, and the stored vectors are of "
        f"{space.model!r} with {space.dimension}. Run `manage.py reembed`, which makes new vectors while the old ones "
        f"serve, or set EMBEDDING_MODEL={space.model} and EMBEDDING_DIM={space.dimension}."
    )


def _named(model: str) -> str:
    """The model, and why it is that where no setting names it."""
    return repr(model) if settings.EMBEDDING_MODEL else f"not set, from which {model!r} follows by the keys that are,"


def text_of(chunk: Chunk) -> str:
    """What is embedded of a chunk."""
    return f"{chunk.heading}\n{chunk.text}" if chunk.heading else chunk.text


def vectors_of(chunks: Sequence[Chunk]) -> Vectors:
    """Vectors of `chunks` in the space that serves. Opens no transaction. Raises ModelError."""
    space = active_space()
    embedder = embedder_of(space)
    if not connection.in_atomic_block:
        # An embedder may be far away, and others need the connection meanwhile.
        connection.close()
    return Vectors(space, chunks, embedder.embed([text_of(chunk) for chunk in chunks], "document"))


def write_vectors(vectors: Vectors, part: int = 0) -> int:
    """Save the vectors of those chunks that were saved; one that is there stays. Returns their number."""
    pairs = zip(vectors.chunks, vectors.values, strict=True)
    rows = [(chunk.pk, value) for chunk, value in pairs if chunk.pk is not None]
    copying.write_vectors(vectors.space.pk, part, rows)
    return len(rows)


def write_kept(vectors: Vectors, part: int = 0) -> int:
    """Save the vectors of those chunks that are there, in a transaction of its own. Returns their number."""
    with transaction.atomic():
        # A chunk may have gone while its vector was made; those that are there stay until this is committed.
        kept = Chunk.objects.select_for_update(no_key=True).filter(pk__in=[c.pk for c in vectors.chunks if c.pk])
        there = set(kept.order_by("pk").values_list("pk", flat=True))
        pairs = [pair for pair in zip(vectors.chunks, vectors.values, strict=True) if pair[0].pk in there]
        kept_vectors = Vectors(vectors.space, [chunk for chunk, _ in pairs], [value for _, value in pairs])
        return write_vectors(kept_vectors, part)


def vector_text(vector: Sequence[float]) -> str:
    """A vector as pgvector reads it."""
    return f"[{','.join(map(repr, vector))}]"


def missing(space: EmbeddingSpace, chunks: QuerySet[Chunk]) -> QuerySet[Chunk]:
    """Those of `chunks` that have no vector in `space`."""
    return chunks.filter(~Exists(Embedding.objects.filter(chunk=OuterRef("pk"), space=space)))


def fill(space: EmbeddingSpace, chunks: QuerySet[Chunk], *, batch: int = 256, progress: Progress | None = None) -> int:
    """Give each of `chunks` that has none a vector in `space`; the number of vectors made.

    Each batch is committed, so it goes on where it was interrupted. Raises ModelError.
    """
    maker, done = embedder_of(space), 0
    waiting = _waiting(space, chunks)
    with graphs.load(space, len(waiting)) as part:
        while waiting:
            some, waiting = waiting[:batch], waiting[batch:]
            rows = list(Chunk.objects.filter(pk__in=some).order_by("pk").only("heading", "text"))
            vectors = Vectors(space, rows, maker.embed([text_of(chunk) for chunk in rows], "document"))
            done += write_kept(vectors, part)
            if part:
                graphs.note_written(space)
            # What came in the meantime comes last.
            waiting = waiting or _waiting(space, chunks.filter(pk__gt=some[-1]))
            if progress is not None:
                progress(done, done + len(waiting))
    return done


def _waiting(space: EmbeddingSpace, chunks: QuerySet[Chunk]) -> list[int]:
    """Those that have no vector, by their ids: to look for them batch by batch reads all that have one each time."""
    return list(missing(space, chunks).order_by("pk").values_list("pk", flat=True))


def new_space(model: str, dimension: int) -> EmbeddingSpace:
    """The row of a space, without an index; made when there is none."""
    offline = model == OFFLINE
    return EmbeddingSpace.objects.get_or_create(
        model=model,
        dimension=dimension,
        defaults={
            "weight": OFFLINE_WEIGHT if offline else 1.0,
            "feedback": OFFLINE_FEEDBACK if offline else 0.0,
        },
    )[0]


def switch(space: EmbeddingSpace) -> bool:
    """Let `space` serve, when every chunk has a vector in it; else change nothing and return False.

    Whoever writes chunks at that moment is waited for, so that none is left behind.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("LOCK TABLE document_chunks IN SHARE MODE")
        if missing(space, Chunk.objects.all()).exists():
            return False
        EmbeddingSpace.objects.filter(active=True).exclude(pk=space.pk).update(active=False)
        EmbeddingSpace.objects.filter(pk=space.pk).update(active=True)
    return True


def drop(space: EmbeddingSpace) -> int:
    """Delete a space that does not serve, with its index and vectors; the number of vectors."""
    with transaction.atomic():
        graphs.drop_indexes(space)
        count, _ = space.embeddings.all().delete()
        space.delete()
    return count


def _first_space() -> EmbeddingSpace:
    """The space of the settings, active, in the place of none or an empty one."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('retrieval.index.spaces'))")
        space = new_space(*wanted())
        if not space.active:
            graphs.make_index(space)
            EmbeddingSpace.objects.filter(active=True).update(active=False)
            EmbeddingSpace.objects.filter(pk=space.pk).update(active=True)
            space.active = True
    return space
