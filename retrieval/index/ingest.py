"""The only writer of documents, chunks, vectors and postings. A batch is one transaction.

Whoever writes to a collection locks its row first: ingests into one collection wait for each other, never deadlock,
and its statistics are right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from django.db import connection, transaction
from django.utils import timezone

from retrieval.index import copying, postings, spaces
from retrieval.index.rows import Digest, NewDocument, NotStorable, chunks_of, document_of
from retrieval.models import Chunk, Collection, Document, Embedding
from retrieval.reading import Piece, pieces_of_text

Outcome = Literal["added", "replaced", "unchanged"]
# A plain text is cut into chunks of about so many characters, which is what a page of a book has.
CHUNK_CHARS = 2000
# Rows of one INSERT.
_ROWS = 500


@dataclass(frozen=True, slots=True)
class Stored:
    """What became of one document."""

    document: Document
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Prepared:
    """Documents of a collection with their chunks and vectors, made and not yet written."""

    collection: Collection
    documents: Sequence[tuple[Document, list[Chunk]]]
    vectors: spaces.Vectors | None


def store_documents(collection: Collection, documents: Sequence[NewDocument], *, embed: bool = True) -> list[Stored]:
    """Store `documents` in `collection`, all or none, and return them in the same order.

    A document whose key is there with the same content is left as it is; with other content it is replaced, and its
    chunks get new ids. With embed=False the vectors are left to embed_missing.

    Raises NotStorable, which names the document, and ModelError when a network embedder fails; nothing is written then.
    """
    return write_prepared(prepare_documents(collection, documents, embed=embed))


def prepare_documents(collection: Collection, documents: Sequence[NewDocument], *, embed: bool = True) -> Prepared:
    """Cut and embed `documents` for write_prepared: the slow half, for whoever writes them under a lock of their own.

    Opens no transaction. Raises NotStorable, and ModelError when a network embedder fails.
    """
    prepared = [_prepared(collection, document) for document in documents]
    _refuse_twice([document.key for document, _ in prepared])
    known = _known(collection, prepared)
    fresh = [chunks for document, chunks in prepared if known.get(document.key) != document.sha256]
    vectors = spaces.vectors_of([chunk for chunks in fresh for chunk in chunks]) if embed and fresh else None
    return Prepared(collection, prepared, vectors)


def store_streamed(collection: Collection, new: NewDocument, pieces: Iterable[Piece]) -> int:
    """Store a document that `collection` does not have, of whatever length, and return how many chunks it has.

    Its pieces are taken one by one and are never in memory together; each has another key. Vectors are left to
    embed_missing. Raises NotStorable.
    """
    document = document_of(collection, new)
    digest = Digest(document)
    with transaction.atomic():
        Collection.objects.select_for_update(no_key=True).get(pk=collection.pk)
        document.save(force_insert=True)
        copying.write_as_they_come(digest.over(chunks_of(document, pieces)))
        ids = list(Chunk.objects.filter(document=document).values_list("pk", flat=True).order_by())
        if ids:
            postings.write_chunks(collection, ids, {document.language})
        Document.objects.filter(pk=document.pk).update(sha256=digest.hexdigest())
    return len(ids)


def write_prepared(prepared: Prepared, *, late_vectors: bool = False) -> list[Stored]:
    """Write what prepare_documents made, all or none, in the caller's transaction where there is one.

    The index of the vectors takes most of the time: with late_vectors=True they are left to write_late_vectors, and
    until then the documents are found by their words.
    """
    vectors = None if late_vectors else prepared.vectors
    with transaction.atomic():
        Collection.objects.select_for_update(no_key=True).get(pk=prepared.collection.pk)
        outcomes = _write(prepared.collection, prepared.documents)
        if vectors:
            spaces.write_vectors(vectors)
            # Chunks are written, so no switch can happen before this is committed; one that did is seen here.
            if spaces.active_space().pk != vectors.space.pk:
                transaction.on_commit(partial(_fill_active, vectors))
    return outcomes


def write_late_vectors(prepared: Prepared) -> None:
    """Write the vectors that write_prepared left, once what it wrote is committed."""
    if prepared.vectors is not None:
        spaces.write_kept(prepared.vectors)
        if spaces.active_space().pk != prepared.vectors.space.pk:
            _fill_active(prepared.vectors)


def _fill_active(vectors: spaces.Vectors) -> None:
    chunks = Chunk.objects.filter(pk__in=[chunk.pk for chunk in vectors.chunks if chunk.pk])
    spaces.fill(spaces.active_space(), chunks)


def embed_missing(
    collection: Collection, *, batch: int = 256, progress: Callable[[int, int], None] | None = None
) -> int:
    """Give every chunk of `collection` that has none a vector in the active space; the number of vectors made.

    Each batch is committed, so it goes on where it was interrupted. `progress(done, all)` is called after each.
    """
    space = spaces.active_space()
    return spaces.fill(space, Chunk.objects.filter(collection=collection), batch=batch, progress=progress)


def delete_document(document: Document) -> None:
    """Delete a document with its chunks, vectors and postings."""
    with transaction.atomic():
        Collection.objects.select_for_update(no_key=True).get(pk=document.collection_id)
        _delete(document.collection_id, [document.pk])


def delete_collection(name: str) -> None:
    """Delete a collection with everything in it. A name that there is not is no error."""
    with transaction.atomic():
        collection = Collection.objects.select_for_update().filter(name=name).first()
        if collection is None:
            return
        Embedding.objects.filter(chunk__collection=collection).delete()
        postings.delete_collection(collection.pk)
        # By statements of our own: Django would send the id of each row, and a statement takes 65,535 at most.
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM document_chunks WHERE collection_id = %s", [collection.pk])
            cursor.execute("DELETE FROM retrieval_document WHERE collection_id = %s", [collection.pk])
        collection.delete()


def _prepared(collection: Collection, new: NewDocument) -> tuple[Document, list[Chunk]]:
    """The rows of a document, not yet saved. Raises NotStorable."""
    document = document_of(collection, new)
    pieces = pieces_of_text(document.text, size=CHUNK_CHARS) if new.pieces is None else new.pieces
    digest = Digest(document)
    chunks = list(digest.over(chunks_of(document, pieces)))
    document.sha256 = digest.hexdigest()
    keys = [chunk.key for chunk in chunks]
    if len(set(keys)) < len(keys):
        twice = next(k for k in keys if keys.count(k) > 1)
        raise NotStorable(f"The document {document.key!r} has two chunks with the key {twice!r}. Give each its own.")
    return document, chunks


def _refuse_twice(keys: Sequence[str]) -> None:
    if len(set(keys)) < len(keys):
        twice = next(key for key in keys if keys.count(key) > 1)
        raise NotStorable(f"Two documents of one batch have the key {twice!r}. Give each its own.")


def _known(collection: Collection, prepared: Sequence[tuple[Document, list[Chunk]]]) -> dict[str, str]:
    keys = [document.key for document, _ in prepared]
    return dict(Document.objects.filter(collection=collection, key__in=keys).values_list("key", "sha256"))


def _write(collection: Collection, prepared: Sequence[tuple[Document, list[Chunk]]]) -> list[Stored]:
    """Write what is new or changed. The collection is locked."""
    keys = [document.key for document, _ in prepared]
    there = {row.key: row for row in Document.objects.filter(collection=collection, key__in=keys).defer("text")}
    outcomes: list[Stored] = []
    fresh: list[tuple[Document, list[Chunk]]] = []
    replaced: list[Document] = []
    for document, chunks in prepared:
        old = there.get(document.key)
        if old is not None and old.sha256 == document.sha256:
            outcomes.append(Stored(old, "unchanged"))
            continue
        if old is not None:
            # Its id stays: others hold it.
            document.pk, document.created_at = old.pk, old.created_at
            for chunk in chunks:
                chunk.document = document
            replaced.append(document)
        fresh.append((document, chunks))
        outcomes.append(Stored(document, "added" if old is None else "replaced"))
    if replaced:
        _delete_chunks(collection.pk, [document.pk for document in replaced])
        for document in replaced:
            document.updated_at = timezone.now()
            document.save(force_update=True)
    again = {document.pk for document in replaced}
    Document.objects.bulk_create([d for d, _ in fresh if d.pk not in again], batch_size=_ROWS)
    if written := [chunk for _, chunks in fresh for chunk in chunks]:
        copying.write(written)
        languages = {chunk.language for chunk in written}
        postings.write_chunks(collection, [chunk.pk for chunk in written], languages)
    return outcomes


def _delete(collection_id: int, documents: Sequence[Any]) -> None:
    _delete_chunks(collection_id, documents)
    Document.objects.filter(pk__in=documents).delete()


def _delete_chunks(collection_id: int, documents: Sequence[Any]) -> None:
    """Delete the chunks of these documents, their vectors and postings. The collection is locked."""
    chunks = list(Chunk.objects.filter(document__in=documents).values_list("pk", flat=True))
    if not chunks:
        return
    postings.delete_chunks(collection_id, chunks)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM retrieval_embedding WHERE chunk_id = ANY(%s)", [chunks])
        cursor.execute("DELETE FROM document_chunks WHERE id = ANY(%s)", [chunks])
