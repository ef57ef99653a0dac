"""One search: BM25 and vectors, fused by rank in one statement. It never leaves the collections it is given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from django.db import connection, transaction

from llm.text import clean_text
from retrieval import spaces
from retrieval.models import Chunk, Collection

MAX_QUERY_CHARS = 2000


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk that was found. `text[start:end]` is the part that matches best; `score` compares inside one result."""

    chunk_id: int
    chunk_key: str
    document_id: UUID
    document_key: str
    title: str
    heading: str
    text: str
    citations: tuple[str, ...]
    source: str
    language: str
    valid_from: date | None
    valid_to: date | None
    metadata: Mapping[str, Any]
    score: float
    start: int
    end: int
    lexical: float
    similarity: float

    @property
    def matched(self) -> str:
        return self.text[self.start : self.end]


def search(
    query: str,
    collections: Sequence[str],
    *,
    limit: int = 10,
    on: date | None = None,
    language: str = "",
    documents: Sequence[UUID] | None = None,
) -> list[Passage]:
    """The best `limit` chunks of `collections` for `query`, the best first.

    `on` keeps what is valid on that day. Nothing to search for, or nowhere to search, gives [].
    """
    words = clean_text(query)[:MAX_QUERY_CHARS].strip()
    scope = {found.pk: found for found in Collection.objects.filter(name__in=list(collections))}
    if not words or not scope or limit < 1:
        return []
    space = spaces.active_space()
    vector = spaces.embedder_of(space).embed([words], "query")[0]
    given: dict[str, Any] = {
        "query": words,
        "collections": list(scope),
        "n": max(1, sum(found.chunk_count for found in scope.values())),
        "average": sum(found.token_count for found in scope.values())
        / max(1, sum(found.chunk_count for found in scope.values())),
        "vector": "[" + ",".join(map(str, vector)) + "]",
        "space": space.pk,
        "weight": space.weight,
        "limit": limit,
        "on": on,
        "language": language,
        "documents": None if documents is None else list(documents),
    }
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_SEARCH, given)
        rows = cursor.fetchall()
    chunks = Chunk.objects.select_related("document").defer("document__text", "tsv").in_bulk([row[0] for row in rows])
    return [_passage(chunks[pk], *rest) for pk, *rest in rows if pk in chunks]


_SEARCH = """
WITH scope AS MATERIALIZED (
    SELECT id, language FROM document_chunks
     WHERE collection_id = ANY(%(collections)s)
       AND (%(on)s::date IS NULL OR coalesce(valid_from, '-infinity') <= %(on)s)
       AND (%(on)s::date IS NULL OR coalesce(valid_to, 'infinity') > %(on)s)
       AND (%(language)s = '' OR language = %(language)s)
       AND (%(documents)s::uuid[] IS NULL OR document_id = ANY(%(documents)s::uuid[]))),
asked AS (
    SELECT l.language || ':' || t.lexeme AS term
      FROM (SELECT DISTINCT language FROM scope) l,
           unnest(to_tsvector(retrieval_config(l.language), %(query)s)) t),
weighed AS (
    SELECT term, ln(1 + greatest(%(n)s - sum(count) + 0.5, 0.5) / (sum(count) + 0.5)) AS idf
      FROM asked JOIN retrieval_posting USING (term) WHERE collection_id = ANY(%(collections)s) GROUP BY term),
lexical AS (
    SELECT u.chunk AS id,
           sum(w.idf * u.frequency * 2.2 / (u.frequency + 1.2 * (0.25 + 0.75 * u.length / %(average)s))) AS bm25,
           sum(w.idf) AS held
      FROM weighed w JOIN retrieval_posting p USING (term)
           CROSS JOIN LATERAL unnest(p.chunks, p.frequencies, p.lengths) AS u(chunk, frequency, length)
     WHERE p.collection_id = ANY(%(collections)s) AND u.chunk IN (SELECT id FROM scope)
     GROUP BY u.chunk ORDER BY bm25 DESC, id LIMIT 200),
near AS (
    SELECT id, 1 - (e.vector <=> %(vector)s::vector) AS similarity
      FROM scope JOIN retrieval_embedding e ON e.chunk_id = id AND e.space_id = %(space)s
     ORDER BY e.vector <=> %(vector)s::vector, id LIMIT 200)
SELECT id, coalesce(1.0 / (60 + l.rank), 0) + coalesce(%(weight)s / (60 + n.rank), 0) AS score,
       coalesce(l.held / nullif((SELECT sum(idf) FROM weighed), 0), 0), coalesce(n.similarity, 0)
  FROM (SELECT *, row_number() OVER (ORDER BY bm25 DESC, id) AS rank FROM lexical) l
       FULL JOIN (SELECT *, row_number() OVER (ORDER BY similarity DESC, id) AS rank FROM near) n USING (id)
 ORDER BY score DESC, id LIMIT %(limit)s
"""


def _passage(chunk: Chunk, score: float, lexical: float, similarity: float) -> Passage:
    return Passage(
        chunk_id=chunk.pk,
        chunk_key=chunk.key,
        document_id=chunk.document_id,
        document_key=chunk.document.key,
        title=chunk.document.title,
        heading=chunk.heading,
        text=chunk.text,
        citations=tuple(chunk.citations),
        source=chunk.document.source,
        language=chunk.language,
        valid_from=chunk.valid_from,
        valid_to=chunk.valid_to,
        metadata=chunk.metadata,
        score=float(score),
        start=0,
        end=len(chunk.text),
        lexical=float(lexical),
        similarity=float(similarity),
    )
