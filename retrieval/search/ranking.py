"""The statement of a search: BM25 over postings, distances of vectors, both fused by rank, and the rows to show.

Which chunks may be found is one condition, in every part of it. Below EXACT_ROWS chunks the vectors are compared one
by one through a b-tree; above, the HNSW index goes on until it has enough that the condition lets through.

OFFSET 0 makes a subquery a look-up for each row, whatever the planner thinks of a collection that is newer than its
statistics: without it, a thread's first document was searched by reading all postings (measured).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple
from uuid import UUID

from retrieval.index import vector_text
from retrieval.models import EmbeddingSpace

# 15 ms of exact distances; more chunks than that are left to the index.
EXACT_ROWS = 4000
# BM25 (Robertson and Zaragoza, 2009), and the constant of reciprocal rank fusion (Cormack et al., 2009).
K1, B, RRF = 1.2, 1.0, 60
# A part of a compound word counts this much beside the word; a part has so many letters at least.
PART_SHARE, PART_LETTERS, REST_LETTERS = 0.8, 5, 4
# Postings that one search reads. The rarest terms are read first, and the commonest left out when it is used up.
MAX_POSTINGS = 60_000
# Chunks of each list that are fused, at least, and those that a question's vector is moved towards.
DEPTH, FEEDBACK_CHUNKS = 60, 2


@dataclass(frozen=True, slots=True)
class Scope:
    """Where a search looks, and the sums that BM25 needs of it."""

    collections: Sequence[int]
    languages: Sequence[str]
    chunks: int
    tokens: int
    on: date | None = None
    language: str = ""
    documents: Sequence[UUID] | None = None

    @property
    def filtered(self) -> bool:
        return self.on is not None or bool(self.language) or self.documents is not None

    def condition(self) -> str:
        """What holds of every chunk `c` of the scope."""
        parts = ["c.collection_id = ANY(%(collections)s)"]
        if self.on is not None:
            parts.append("(c.valid_from IS NULL OR c.valid_from <= %(on)s)")
            parts.append("(c.valid_to IS NULL OR c.valid_to > %(on)s)")
        if self.language:
            parts.append("c.language = %(language)s")
        if self.documents is not None:
            parts.append("c.document_id = ANY(%(documents)s)")
        return " AND ".join(parts)

    def values(self) -> dict[str, Any]:
        return {
            "collections": list(self.collections),
            "on": self.on,
            "language": self.language,
            "documents": None if self.documents is None else list(self.documents),
        }


@dataclass(frozen=True, slots=True)
class Question:
    """What is searched for: the words, their vector in a space (None: words alone), chunks that must come first."""

    words: str
    vector: Sequence[float] | None
    space: EmbeddingSpace
    pinned: Sequence[int]
    limit: int


class FoundRow(NamedTuple):
    """What a search selects, in the order of _ROWS. JSON columns are text, as Django sets the driver to give them."""

    chunk_id: int
    chunk_key: str
    document_id: UUID
    document_key: str
    title: str
    heading: str
    text: str
    citations: Any
    source: str
    language: str
    valid_from: date | None
    valid_to: date | None
    metadata: Any
    score: float
    lexical: float
    similarity: float
    # How much each term of the question weighs.
    terms: Any


def depth_of(question: Question) -> int:
    """How many chunks each of the two lists has."""
    return max(DEPTH, question.limit)


def search_statement(scope: Scope, question: Question, *, exact: bool) -> tuple[str, dict[str, Any]]:
    """The statement of a search and its values. Rows: see FoundRow; the best first."""
    fused, similarity = [_FUSED_TERMS, _FUSED_PINNED], "0"
    if question.vector is not None:
        fused.append(_FUSED_VECTORS)
        similarity = _SIMILARITY.format(space=question.space.pk)
    statement = f"WITH {_lists(scope, question, exact)}, ranked AS ({_RANKED.format(fused=' UNION ALL '.join(fused))})"
    return statement + _ROWS.format(similarity=similarity, condition=scope.condition()), _values(scope, question)


def nearest_statement(scope: Scope, question: Question, *, exact: bool) -> tuple[str, dict[str, Any]]:
    """The list of vectors of that search alone, as ids: what the index finds is compared with what is there."""
    statement = f"WITH {_lists(scope, question, exact)} SELECT id FROM nearest ORDER BY distance, id LIMIT %(limit)s"  # noqa: S608
    return statement, _values(scope, question)


def _lists(scope: Scope, question: Question, exact: bool) -> str:
    parts = [_SCOPE.format(condition=scope.condition())] if exact and scope.filtered else []
    parts += [_TERMS, _lexical(scope, exact)]
    if question.vector is not None:
        parts += [_moved(question.space), _nearest(scope, question.space, exact)]
    return ",".join(parts)


def _values(scope: Scope, question: Question) -> dict[str, Any]:
    feedback, given = question.space.feedback, question.vector or ()
    vector = vector_text(given)
    return {
        **scope.values(),
        "words": question.words,
        "languages": [scope.language] if scope.language else list(scope.languages),
        "chunk_count": scope.chunks,
        # How much a term of a chunk that is longer than others is counted less.
        "norm": K1 * B / max(1.0, scope.tokens / max(1, scope.chunks)),
        "rrf": RRF,
        "depth": depth_of(question),
        "limit": question.limit,
        "pinned": list(question.pinned),
        "weight": question.space.weight,
        "vector": vector,
        # Of the sum with an average, only the direction counts.
        "start": vector if feedback in (0.0, 1.0) else vector_text([value / feedback for value in given]),
    }


_SCOPE = "scope AS MATERIALIZED (SELECT c.id FROM document_chunks c WHERE {condition})"

# The question's terms in each language, each as often as the question has it, the parts of its compounds, and how rare
# each is. A term that no chunk holds counts as the rarest: what a chunk lacks must show in its coverage.
_TERMS = f"""
asked AS MATERIALIZED (
    SELECT language, t.lexeme, greatest(1, cardinality(t.positions)) AS times
      FROM unnest(%(languages)s::text[]) AS l(language)
           CROSS JOIN LATERAL unnest(to_tsvector(retrieval_config(language), %(words)s)) AS t),
terms AS MATERIALIZED (
    SELECT language, lexeme, language || ':' || lexeme AS term, max(share)::float8 AS share, bool_or(is_word) AS is_word
      FROM (
        SELECT language, lexeme, 1.0 * times AS share, true AS is_word FROM asked
        UNION ALL
        SELECT a.language, part, {PART_SHARE}, false
          FROM asked a
               CROSS JOIN LATERAL generate_series({PART_LETTERS}, length(a.lexeme) - {REST_LETTERS}) AS n
               CROSS JOIN LATERAL (VALUES (left(a.lexeme, n)), (substr(a.lexeme, n + 1))) AS p(part)
         WHERE a.lexeme ~ '^[[:alpha:]]+$') AS every
     GROUP BY language, lexeme),
weighed AS MATERIALIZED (
    SELECT t.*, f.count, ln(1 + (greatest(%(chunk_count)s - f.count, 0) + 0.5) / (f.count + 0.5)) AS idf
      FROM terms t CROSS JOIN LATERAL (
           SELECT coalesce(sum(p.count), 0)::float AS count FROM retrieval_posting p
            WHERE p.collection_id = ANY(%(collections)s) AND p.term = t.term) AS f
     WHERE t.is_word OR f.count > 0),
kept AS MATERIALIZED (
    SELECT term, idf * share * {K1 + 1} AS weight FROM (
        SELECT *, sum(count) OVER (ORDER BY idf * share DESC, term) AS read,
               row_number() OVER (ORDER BY idf * share DESC, term) AS place
          FROM weighed WHERE count > 0) AS w
     WHERE place = 1 OR read <= {MAX_POSTINGS})
"""  # noqa: S608


def _lexical(scope: Scope, exact: bool) -> str:
    """The best chunks by BM25."""
    join = "JOIN scope s ON s.id = u.chunk" if exact and scope.filtered else ""
    scored = _SCORED.format(join=join)
    if exact or not scope.filtered:
        return f"lexical AS MATERIALIZED ({scored} ORDER BY bm25 DESC, id LIMIT %(depth)s)"
    # Too many chunks to list: the best are looked at one after the other until enough hold.
    return _LATE.format(scored=scored, condition=scope.condition())


# It reads tens of thousands of postings: its numbers are floats, because decimal fractions take most of the time, and
# the arrays are unnested in the list of columns, because a function among the tables keeps all that it gives. The last
# digits of a sum of floats depend on the order of its terms; `real` has them not, so the same search comes out alike.
_SCORED = f"""
    SELECT u.chunk AS id,
           sum(u.weight * u.frequency
               / (u.frequency + {K1 * (1 - B)}::float8 + u.length * %(norm)s::float8))::real AS bm25
      FROM (SELECT k.weight, unnest(p.chunks) AS chunk, unnest(p.frequencies) AS frequency, unnest(p.lengths) AS length
              FROM kept k
                   CROSS JOIN LATERAL (SELECT * FROM retrieval_posting p
                                        WHERE p.term = k.term AND p.collection_id = ANY(%(collections)s) OFFSET 0) AS p
           ) AS u {{join}}
     GROUP BY u.chunk"""  # noqa: S608
_LATE = """
lexical AS MATERIALIZED (
    SELECT b.id, b.bm25
      FROM (SELECT * FROM ({scored}) AS every ORDER BY bm25 DESC, id OFFSET 0) AS b
           CROSS JOIN LATERAL (SELECT 1 FROM document_chunks c WHERE c.id = b.id AND {condition} OFFSET 0) AS c
     ORDER BY b.bm25 DESC, b.id LIMIT %(depth)s)"""


def _moved(space: EmbeddingSpace) -> str:
    """The vector to compare with: the question's, or that moved towards the first chunks that its words found."""
    if not space.feedback:
        return f"moved AS MATERIALIZED (SELECT %(vector)s::vector({space.dimension}) AS vector)"
    return f"""
moved AS MATERIALIZED (
    SELECT coalesce(%(start)s::vector({space.dimension}) + avg(e.vector), %(vector)s::vector({space.dimension}))
           ::vector({space.dimension}) AS vector
      FROM (SELECT id FROM lexical ORDER BY bm25 DESC, id LIMIT {FEEDBACK_CHUNKS}) AS first
           JOIN retrieval_embedding e ON e.chunk_id = first.id AND e.space_id = {space.pk})"""  # noqa: S608


def _nearest(scope: Scope, space: EmbeddingSpace, exact: bool) -> str:
    """The nearest chunks. The space stands in the text: an index on its rows is not chosen for a parameter."""
    if exact:
        return _EXACT.format(space=space.pk, condition=scope.condition())
    return _INDEXED.format(space=space.pk, part=space.indexed, dimension=space.dimension, condition=scope.condition())


_EXACT = """
nearest AS MATERIALIZED (
    SELECT c.id, e.distance
      FROM document_chunks c
           CROSS JOIN LATERAL (SELECT e.vector <=> (SELECT vector FROM moved) AS distance FROM retrieval_embedding e
                                WHERE e.chunk_id = c.id AND e.space_id = {space} OFFSET 0) AS e
     WHERE {condition} ORDER BY e.distance, c.id LIMIT %(depth)s)"""
_INDEXED = """
nearest AS MATERIALIZED (
    SELECT e.chunk_id AS id, (e.vector::vector({dimension})) <=> (SELECT vector FROM moved) AS distance
      FROM retrieval_embedding e JOIN document_chunks c ON c.id = e.chunk_id
     WHERE e.space_id = {space} AND e.part <= {part} AND {condition}
     ORDER BY (e.vector::vector({dimension})) <=> (SELECT vector FROM moved) LIMIT %(depth)s)"""

_FUSED_TERMS = "SELECT id, 1.0::float / (%(rrf)s + row_number() OVER (ORDER BY bm25 DESC, id)) AS part FROM lexical"
_FUSED_VECTORS = "SELECT id, %(weight)s / (%(rrf)s + row_number() OVER (ORDER BY distance, id)) FROM nearest"
# Above every fused score, which is below 2 / RRF.
_FUSED_PINNED = "SELECT id, 1.0::float / place FROM unnest(%(pinned)s::bigint[]) WITH ORDINALITY AS p(id, place)"
_RANKED = "SELECT id, sum(part) AS score FROM ({fused}) AS fused GROUP BY id ORDER BY score DESC, id LIMIT %(limit)s"
_SIMILARITY = """coalesce((SELECT 1 - (e.vector <=> %(vector)s::vector) FROM retrieval_embedding e
            WHERE e.chunk_id = c.id AND e.space_id = {space}), 0)"""
_ROWS = """
SELECT c.id, c.key, d.id, d.key, d.title, c.heading, c.text, c.citations, d.source, c.language, c.valid_from,
       c.valid_to, c.metadata, r.score,
       coalesce((SELECT sum(w.idf) FILTER (WHERE w.lexeme = ANY(h.lexemes)) / nullif(sum(w.idf), 0)
                   FROM weighed w WHERE w.is_word AND w.language = c.language), 0) AS lexical,
       {similarity} AS similarity,
       (SELECT json_object_agg(w.lexeme, w.idf * w.share) FROM weighed w WHERE w.language = c.language) AS terms
  FROM ranked r
       CROSS JOIN LATERAL (SELECT * FROM document_chunks c WHERE c.id = r.id OFFSET 0) AS c
       CROSS JOIN LATERAL (SELECT * FROM retrieval_document d WHERE d.id = c.document_id OFFSET 0) AS d
       CROSS JOIN LATERAL (SELECT tsvector_to_array(c.tsv) AS lexemes OFFSET 0) AS h
 WHERE {condition}
 ORDER BY r.score DESC, c.id"""
