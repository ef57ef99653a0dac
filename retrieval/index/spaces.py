"""Embedding spaces: which one serves, its index, and the vectors of chunks in it.

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
from retrieval.models import Chunk, Embedding, EmbeddingSpace

_ROWS = 500
# Of the database server, while an index is built over vectors that are there.
_BUILD_MEMORY = 2 * 2**30
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


def write_vectors(vectors: Vectors) -> int:
    """Save the vectors of those chunks that were saved; one that is there stays. Returns their number."""
    rows = [
        (chunk.pk, vector_text(value))
        for chunk, value in zip(vectors.chunks, vectors.values, strict=True)
        if chunk.pk is not None
    ]
    with connection.cursor() as cursor:
        for start in range(0, len(rows), _ROWS):
            part = rows[start : start + _ROWS]
            cursor.execute(_INSERT, [vectors.space.pk, [pk for pk, _ in part], [text for _, text in part]])
    return len(rows)


def write_kept(vectors: Vectors) -> int:
    """Save the vectors of those chunks that are there, in a transaction of its own. Returns their number."""
    with transaction.atomic():
        # A chunk may have gone while its vector was made; those that are there stay until this is committed.
        kept = Chunk.objects.select_for_update(no_key=True).filter(pk__in=[c.pk for c in vectors.chunks if c.pk])
        there = set(kept.order_by("pk").values_list("pk", flat=True))
        pairs = [pair for pair in zip(vectors.chunks, vectors.values, strict=True) if pair[0].pk in there]
        return write_vectors(Vectors(vectors.space, [chunk for chunk, _ in pairs], [value for _, value in pairs]))


# Two arrays and not a row each: 768 numbers are read once, as text.
_INSERT = """
INSERT INTO retrieval_embedding (chunk_id, space_id, vector)
SELECT chunk, %s, vector::vector FROM unnest(%s::bigint[], %s::text[]) AS given(chunk, vector) ON CONFLICT DO NOTHING
"""


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
    total = missing(space, chunks).count()
    maker, done, after = embedder_of(space), 0, 0
    while rows := list(missing(space, chunks).filter(pk__gt=after).order_by("pk").defer("tsv")[:batch]):
        after = rows[-1].pk
        done += write_kept(Vectors(space, rows, maker.embed([text_of(chunk) for chunk in rows], "document")))
        if progress is not None:
            progress(done, max(total, done))
    return done


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


def index_name(space: EmbeddingSpace) -> str:
    return f"retrieval_hnsw_{space.pk:d}"


def make_index(space: EmbeddingSpace, *, concurrently: bool = False) -> None:
    """The HNSW index of a space: on its own rows, cast to its dimension. Concurrently only outside a transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT reltuples::bigint FROM pg_class WHERE oid = 'retrieval_embedding'::regclass")
        # A graph that does not fit into the memory for it is built many times more slowly.
        needed = max(0, cursor.fetchone()[0]) * (4 * space.dimension + 40 * settings.VECTOR_HNSW_M) * 5 // 4
        memory = min(max(needed, 64 * 2**20), _BUILD_MEMORY) >> 10
        cursor.execute("SELECT set_config('maintenance_work_mem', %s, %s)", [f"{memory}kB", not concurrently])
        if concurrently:
            # What an interrupted build left is not valid and would stay so.
            cursor.execute(
                "SELECT 1 FROM pg_index WHERE indexrelid = to_regclass(%s) AND NOT indisvalid", [index_name(space)]
            )
            if cursor.fetchone():
                cursor.execute(f"DROP INDEX {index_name(space)}")
        cursor.execute(
            f"CREATE INDEX {'CONCURRENTLY' if concurrently else ''} IF NOT EXISTS {index_name(space)}"
            f" ON retrieval_embedding USING hnsw ((vector::vector({space.dimension:d})) vector_cosine_ops)"
            f" WITH (m = {settings.VECTOR_HNSW_M:d}, ef_construction = {settings.VECTOR_HNSW_EF_CONSTRUCT:d})"
            f" WHERE space_id = {space.pk:d}"
        )
        if concurrently:
            cursor.execute("RESET maintenance_work_mem")


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
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"DROP INDEX IF EXISTS {index_name(space)}")
        count, _ = space.embeddings.all().delete()
        space.delete()
    return count


def _first_space() -> EmbeddingSpace:
    """The space of the settings, active, in the place of none or an empty one."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('retrieval.index.spaces'))")
        space = new_space(*wanted())
        if not space.active:
            make_index(space)
            EmbeddingSpace.objects.filter(active=True).update(active=False)
            EmbeddingSpace.objects.filter(pk=space.pk).update(active=True)
            space.active = True
    return space
