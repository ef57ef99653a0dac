"""The rows of a document, not yet saved, with cleaned text; and its digest, by which it is left alone or replaced."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from llm.text import clean_json, clean_text
from retrieval.models import MAX_CHUNK_CHARS, Chunk, Collection, Document
from retrieval.reading import Piece
from retrieval.references import names_of


@dataclass(frozen=True, slots=True)
class NewDocument:
    """A document to be stored under its key. Without `pieces` its text is cut into chunks here."""

    key: str
    title: str
    text: str
    pieces: Sequence[Piece] | None = None
    source: str = ""
    language: str = ""
    valid_from: date | None = None
    valid_to: date | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)


class NotStorable(ValueError):
    """A document that cannot be stored. The text names it and says what to do."""


def document_of(collection: Collection, new: NewDocument) -> Document:
    """The row of a document, still without its digest. Raises NotStorable."""
    key = clean_text(new.key)
    if not key or len(key) > 500:
        raise NotStorable(f"The key {key[:80]!r} has {len(key)} characters. Give a document a key of 1 to 500.")
    if new.valid_from and new.valid_to and new.valid_to <= new.valid_from:
        raise NotStorable(
            f"The document {key!r} is valid from {new.valid_from} to {new.valid_to}: the end comes first."
        )
    return Document(
        collection=collection,
        key=key,
        title=clean_text(new.title).strip()[:1000],
        text=clean_text(new.text),
        source=clean_text(new.source)[:2000],
        language=new.language or collection.language,
        valid_from=new.valid_from,
        valid_to=new.valid_to,
        metadata=clean_json(dict(new.metadata)),
    )


def chunks_of(document: Document, pieces: Iterable[Piece]) -> Iterator[Chunk]:
    """The rows of its chunks; a piece without text is none. Raises NotStorable."""
    return (_chunk(document, position, piece) for position, piece in enumerate(pieces) if piece.text.strip())


def _chunk(document: Document, position: int, piece: Piece) -> Chunk:
    text = clean_text(piece.text)
    if len(text) > MAX_CHUNK_CHARS:
        raise NotStorable(
            f"Chunk {piece.key or position} of the document {document.key!r} has {len(text):,} characters; a chunk "
            f"has at most {MAX_CHUNK_CHARS:,}. Cut it smaller, or leave its pieces out so that it is cut here."
        )
    key = clean_text(piece.key) or str(position)
    if len(key) > 300:
        raise NotStorable(f"The key {key[:80]!r} of a chunk of {document.key!r} is longer than 300 characters.")
    heading = _heading(document.title, clean_text(piece.heading).strip())
    citations = [clean_text(citation) for citation in piece.citations]
    return Chunk(
        document=document,
        collection=document.collection,
        key=key,
        position=position,
        heading=heading,
        text=text,
        start=piece.start,
        end=piece.end,
        source_name=clean_text(piece.source_name)[:500],
        citations=citations,
        language=document.language,
        valid_from=document.valid_from,
        valid_to=document.valid_to,
        metadata=clean_json(dict(piece.metadata)),
        names=names_of(document.key, document.title, heading, clean_text(piece.key), citations),
    )


def _heading(title: str, heading: str) -> str:
    """The path to a chunk: the document's title, and the headings under it."""
    if not heading or not title or heading.startswith(title):
        return (heading or title)[:2000]
    return f"{title} › {heading}"[:2000]


class Digest:
    """SHA-256 over all that a reader or the search can see, as one JSON text that never stands in memory whole."""

    def __init__(self, document: Document) -> None:
        seen = [document.title, document.text, document.source, document.language, document.metadata]
        validity = [str(document.valid_from), str(document.valid_to)]
        self._digest = hashlib.sha256(b"[%b, %b, [" % (_fed(seen), _fed(validity)))
        self._between = b""

    def over(self, chunks: Iterable[Chunk]) -> Iterator[Chunk]:
        """The chunks, which are part of it when they have passed."""
        for c in chunks:
            seen = [c.key, c.heading, c.text, c.start, c.end, c.source_name, c.citations, c.metadata]
            self._digest.update(self._between + _fed(seen))
            self._between = b", "
            yield c

    def hexdigest(self) -> str:
        """The digest when all chunks have passed."""
        self._digest.update(b"]]")
        return self._digest.hexdigest()


def _fed(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, default=str).encode()
