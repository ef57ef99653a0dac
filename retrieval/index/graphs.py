"""The HNSW index of a space, and how a large load comes into it.

A graph takes a vector in twenty times as slowly as it is built over what is there. So each vector is of a part. Those
of part 0 go into the index as they are written. A large load writes a part of its own, which the index leaves out; at
its end another index is built over all parts beside the one that serves, and takes its place: nobody who searches or
writes waits. Until then the load is found by its words. One that was interrupted stays so until `take_in` is called.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.conf import settings
from django.db import connection
from django.db.models import F, QuerySet, Sum
from django.utils import timezone

from retrieval.models import Collection, EmbeddingSpace

# A load of so many vectors is large where it is no less than this share of all: what building takes over all of them
# is then less than what the index would take for each. Measured: docs/accuracy.md.
LARGE_LOAD, LARGE_SHARE = 2_000, 1 / 8
# A load that has written nothing for so long was interrupted.
LEFT_AFTER = timedelta(minutes=10)
# Of the database server, while an index is built over vectors that are there.
_BUILD_MEMORY = 2 * 2**30
_BUILDING = "hashtext('retrieval.index.graphs')"
_ASK_AGAIN_S = 0.5


def index_name(space: EmbeddingSpace) -> str:
    return f"retrieval_hnsw_{space.pk:d}_{space.indexed:d}"


def make_index(space: EmbeddingSpace, *, concurrently: bool = False) -> None:
    """The index of a space over its parts up to `indexed`, cast to its dimension. Concurrently: in no transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_relation_size('retrieval_embedding')")
        # A graph that does not fit into the memory for it is built many times more slowly.
        needed = int(cursor.fetchone()[0] * (1 + 10 * settings.VECTOR_HNSW_M / space.dimension) * 5 / 4)
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
            f" WHERE space_id = {space.pk:d} AND part <= {space.indexed:d}"
        )
        if concurrently:
            cursor.execute("RESET maintenance_work_mem")


def drop_indexes(space: EmbeddingSpace, *, keep: str = "") -> None:
    """Drop the indexes of a space, but for `keep`."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT indexname FROM pg_indexes WHERE tablename = 'retrieval_embedding' AND indexname ~ %s",
            [f"^retrieval_hnsw_{space.pk:d}(_[0-9]+)?$"],
        )
        for name in [name for (name,) in cursor.fetchall() if name != keep]:
            cursor.execute(f"DROP INDEX IF EXISTS {name}")


@contextmanager
def load(space: EmbeddingSpace, count: int) -> Iterator[int]:
    """The part of which so many vectors are to be: 0, or that of a large load, which is in the index at the end."""
    if connection.in_atomic_block or not _is_large(count):
        yield 0
        return
    with _alone():
        # An index of before leaves no part out.
        make_index(space, concurrently=True)
        drop_indexes(space, keep=index_name(space))
    _rows(space).update(written=F("written") + 1, written_at=timezone.now())
    space.refresh_from_db()
    yield space.written
    take_in(space)


def take_in(space: EmbeddingSpace) -> None:
    """Build the index over all that loads have written, and let it take the place of the one that serves."""
    with _alone():
        space.refresh_from_db()
        if space.indexed < space.written:
            space.indexed = space.written
            make_index(space, concurrently=True)
            _rows(space).update(indexed=space.indexed)
            drop_indexes(space, keep=index_name(space))


def left_outside() -> list[EmbeddingSpace]:
    """The spaces with vectors of a load that was interrupted."""
    waiting = EmbeddingSpace.objects.filter(indexed__lt=F("written"))
    return list(waiting.filter(written_at__lt=timezone.now() - LEFT_AFTER))


def note_written(space: EmbeddingSpace) -> None:
    """A large load of this space goes on."""
    _rows(space).update(written_at=timezone.now())


def _is_large(count: int) -> bool:
    there = Collection.objects.aggregate(chunks=Sum("chunk_count"))["chunks"] or 0
    return count >= LARGE_LOAD and count >= LARGE_SHARE * there


def _rows(space: EmbeddingSpace) -> QuerySet[EmbeddingSpace]:
    return EmbeddingSpace.objects.filter(pk=space.pk)


@contextmanager
def _alone() -> Iterator[None]:
    """One process builds at a time. Asked for again and again: a build waits for every statement that waits."""
    with connection.cursor() as cursor:
        while True:
            cursor.execute(f"SELECT pg_try_advisory_lock({_BUILDING})")
            if cursor.fetchone()[0]:
                break
            time.sleep(_ASK_AGAIN_S)
        try:
            yield
        finally:
            cursor.execute(f"SELECT pg_advisory_unlock({_BUILDING})")
