"""One search: BM25 and vectors, fused by rank in one statement. It never leaves the collections it is given."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

import structlog
from django.conf import settings
from django.db import connection, transaction
from django.db.models import Subquery
from django.db.models.functions import JSONObject

from llm.interface import ModelError
from llm.text import clean_text
from retrieval import references
from retrieval.index import spaces
from retrieval.models import Collection, EmbeddingSpace
from retrieval.search import ranking
from retrieval.search.passages import matched_span
from retrieval.search.ranking import EXACT_ROWS, FoundRow, Question, Scope

log = structlog.get_logger(__name__)

# A question is a person's; what is longer is a document, and its beginning serves.
MAX_QUERY_CHARS = 2000
MAX_LIMIT = 500
# Chunks that a reference may put first, and chunks with such a name that are looked at.
_PINNED, _NAMED = 5, 1000


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk that was found; `text[start:end]` is the part that answers best.

    `score` compares inside one result only. `lexical` compares between questions: which share, 0 to 1, of the weight
    of the question's terms the chunk holds (a rare term weighs more). `similarity` is the cosine of the vectors.
    """

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


@dataclass(frozen=True, slots=True)
class SearchedIn:
    """Collections and the space of vectors that serves, read once for several searches."""

    collections: Sequence[Collection]
    space: EmbeddingSpace

    def only(self, *names: str) -> SearchedIn:
        """Of these collections those of that name."""
        return SearchedIn([known for known in self.collections if known.name in names], self.space)


def searched_in(names: Sequence[str]) -> SearchedIn:
    """Where to search in these collections. One query."""
    fields = {name: name for name in ("id", "model", "dimension", "active", "weight", "feedback", "indexed")}
    active = EmbeddingSpace.objects.filter(active=True).values(data=JSONObject(**fields))
    known = list(Collection.objects.filter(name__in=list(names)).annotate(serving=Subquery(active[:1])))
    row = known[0].serving if known else None  # type: ignore[attr-defined]
    # JSON tells no whole number from a share.
    shares = {name: float(row[name]) for name in ("weight", "feedback")} if row else {}
    space = EmbeddingSpace(**{**row, **shares}) if row else None
    return SearchedIn(
        known, space if space and (space.model, space.dimension) == spaces.wanted() else spaces.active_space()
    )


def search(
    query: str,
    collections: Sequence[str] | SearchedIn,
    *,
    limit: int = 10,
    on: date | None = None,
    language: str = "",
    documents: Sequence[UUID] | None = None,
) -> list[Passage]:
    """The best `limit` chunks of `collections`, the best first. Whoever calls decides which collections a person sees.

    `on` keeps what is valid on that day, `language` the chunks in it, `documents` those of these documents. References
    ("artikel 3.111 Wet IB 2001", "42 USC 1396a") are looked up and come first. Nothing to search for, or nowhere to
    search, gives []. Without its embedder the search goes by words alone, and the log says so. Whoever searches
    several times gives the collections as `searched_in` read them.
    """
    words = clean_text(query).strip()[:MAX_QUERY_CHARS]
    if not words or limit < 1:
        return []
    place = collections if isinstance(collections, SearchedIn) else searched_in(collections)
    known = place.collections
    scope = Scope(
        collections=[collection.pk for collection in known],
        languages=sorted({language for collection in known for language in collection.languages}),
        chunks=sum(collection.chunk_count for collection in known),
        tokens=sum(collection.token_count for collection in known),
        on=on,
        language=clean_text(language),
        documents=documents,
    )
    if not scope.chunks:
        return []
    space = place.space
    question = Question(words, _vector(words, space), space, _looked_up(words, scope), min(limit, MAX_LIMIT))
    return [_passage(row) for row in _rows(scope, question)]


def _vector(words: str, space: EmbeddingSpace) -> list[float] | None:
    try:
        return spaces.embedder_of(space).embed([words], "query")[0]
    except ModelError as error:
        log.warning("search_without_vectors", space=str(space), code=error.code, detail=error.detail)
        return None


def _looked_up(words: str, scope: Scope) -> list[int]:
    """The chunks that the question refers to by name, the closest first."""
    asked = references.asked_in(words)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.id, c.names, c.document_id::text, c.heading FROM document_chunks c"  # noqa: S608
            f" WHERE c.names && %(names)s::varchar[] AND {scope.condition()}"
            f" ORDER BY c.document_id, c.position LIMIT {_NAMED}",
            {**scope.values(), "names": list(asked.names)},
        )
        return references.chosen(asked, cursor.fetchall(), _PINNED)


def _rows(scope: Scope, question: Question) -> list[FoundRow]:
    exact = question.vector is None or _size(scope) <= EXACT_ROWS
    rows = _fetched(scope, question, exact)
    # The index gives up when its memory is full; what the condition lets through is there all the same.
    return rows if exact or len(rows) >= question.limit else _fetched(scope, question, True)


def _fetched(scope: Scope, question: Question, exact: bool) -> list[FoundRow]:
    statement, values = ranking.search_statement(scope, question, exact=exact)
    with transaction.atomic(), connection.cursor() as cursor:
        # With fewer candidates than the list is long, a scan begins again and finds less.
        effort = max(settings.VECTOR_HNSW_EF_SEARCH, ranking.depth_of(question))
        # So few chunks are compared without an index, by a plan that is too cheap to be compiled.
        if not exact or scope.chunks > EXACT_ROWS:
            cursor.execute(_SETTINGS, [str(min(effort, 1000))])
        cursor.execute(statement, values)
        return [FoundRow(*row) for row in cursor.fetchall()]


# For the transaction of a search alone. A scan of the index goes on until enough chunks of the scope are found; to
# compile a statement takes longer than to run it.
_SETTINGS = """
SELECT set_config('hnsw.ef_search', %s, true), set_config('hnsw.iterative_scan', 'strict_order', true),
       set_config('hnsw.max_scan_tuples', '2147483647', true), set_config('jit', 'off', true)
"""


def _size(scope: Scope) -> int:
    """How many chunks the scope has, counted no further than what is compared one by one."""
    if not scope.filtered or scope.chunks <= EXACT_ROWS:
        return scope.chunks
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM (SELECT 1 FROM document_chunks c"  # noqa: S608
            f" WHERE {scope.condition()} LIMIT {EXACT_ROWS + 1}) AS counted",
            scope.values(),
        )
        return int(cursor.fetchone()[0])


def _passage(row: FoundRow) -> Passage:
    start, end = matched_span(row.text, _json(row.terms or "{}"))
    return Passage(
        chunk_id=row.chunk_id,
        chunk_key=row.chunk_key,
        document_id=row.document_id,
        document_key=row.document_key,
        title=row.title,
        heading=row.heading,
        text=row.text,
        citations=tuple(_json(row.citations)),
        source=row.source,
        language=row.language,
        valid_from=row.valid_from,
        valid_to=row.valid_to,
        metadata=_json(row.metadata),
        score=float(row.score),
        start=start,
        end=end,
        lexical=float(row.lexical),
        similarity=float(row.similarity),
    )


def _json(value: Any) -> Any:
    """A JSON column as the driver gives it, which Django sets to text."""
    return json.loads(value) if isinstance(value, str) else value
