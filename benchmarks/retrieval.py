"""The search over 100,000 chunks: `python -m benchmarks.retrieval [--chunks N] [--queries N]`, in its database.

The words are made: 500 subjects, and a vocabulary as uneven as a language's (Zipf). Measured are the writing of text,
postings and vectors, the building of the HNSW index, searches through `retrieval.search.search` beside the same
statement
sent by bare psycopg, and how many of the ten nearest chunks the index finds: few, because made words have no
neighbourhoods; retrieval/tests/test_evaluations.py asks it of real texts. The collections are deleted at the end.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate
from typing import Any

VOCABULARY, SUBJECTS, SUBJECT_WORDS = 60_000, 500, 150
NAME, OTHER = "benchmark", "benchmark of another"
_BATCH = 1000


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chunks", type=int, default=100_000)
    parser.add_argument("--queries", type=int, default=300)
    options = parser.parse_args()
    _set_up_django()
    from retrieval.index import delete_collection

    words = Words(random.Random(7))
    try:
        _measure_writing(words, options.chunks)
        _measure_searches([words.query() for _ in range(options.queries)])
    finally:
        delete_collection(NAME)
        delete_collection(OTHER)
    return 0


class Words:
    """Makes chunks and questions."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        syllables = [a + b for a in "bcdfghklmnprstvw" for b in ("a", "e", "i", "o", "u", "ar", "en", "ol")]
        made: dict[str, None] = {}
        while len(made) < VOCABULARY:
            made["".join(chance.choice(syllables) for _ in range(chance.choice((2, 2, 3, 3, 4))))] = None
        self.vocabulary = list(made)
        self.weights = list(accumulate(1 / (rank + 10) for rank in range(VOCABULARY)))
        self.subjects = [chance.sample(self.vocabulary[200:], SUBJECT_WORDS) for _ in range(SUBJECTS)]

    def _some(self, subject: list[str], length: int) -> list[str]:
        common = self.chance.choices(self.vocabulary, cum_weights=self.weights, k=length)
        return [self.chance.choice(subject) if self.chance.random() < 0.3 else word for word in common]

    def chunk(self) -> str:
        words = self._some(self.chance.choice(self.subjects), self.chance.randint(60, 160))
        return " ".join(words[i] + (". " if i % 14 == 13 else "") for i in range(len(words)))

    def query(self) -> str:
        return " ".join(self._some(self.chance.choice(self.subjects), self.chance.randint(3, 9)))


def _set_up_django() -> None:
    import django

    from config.environment import read_dotenv

    read_dotenv()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()


def _documents(words: Words, chunks: int) -> Iterator[list[Any]]:
    from retrieval.index import NewDocument, Piece

    for start in range(0, chunks, _BATCH):
        pieces = [Piece(text=words.chunk()) for _ in range(min(_BATCH, chunks - start))]
        yield [
            NewDocument(key=f"{start + i}", title=f"Document {start + i}", text="", pieces=pieces[i : i + 10])
            for i in range(0, len(pieces), 10)
        ]


def fill(collection: Any, batches: Iterable[list[Any]]) -> dict[str, float]:
    """Store the batches as an import does it: seconds of the text, the vectors, and the index over all of them."""
    from django.db import connection

    from retrieval.index import embed_missing, store_documents

    text = _timed(lambda: [store_documents(collection, batch, embed=False) for batch in batches])
    done: list[float] = []
    began = time.perf_counter()
    embed_missing(collection, progress=lambda made, of: done.append(time.perf_counter()))
    vectors, index = done[-1] - began, time.perf_counter() - done[-1]
    with connection.cursor() as cursor:
        cursor.execute("VACUUM (ANALYZE) document_chunks, retrieval_embedding, retrieval_posting")
    return {"text": text, "vectors": vectors, "index": index}


def _measure_writing(words: Words, chunks: int) -> None:
    from django.db import connection

    from retrieval.index import graphs, spaces, store_documents
    from retrieval.models import Collection

    seconds = fill(Collection.objects.named(NAME), list(_documents(words, chunks)))
    _say("text and postings", f"{chunks / seconds['text']:,.0f} chunks/s")
    _say("vectors", f"{chunks / seconds['vectors']:,.0f} chunks/s")
    _say("HNSW index built in", f"{seconds['index']:.0f} s")
    _say("vectors and index", f"{chunks / (seconds['vectors'] + seconds['index']):,.0f} chunks/s")
    more = Collection.objects.named(OTHER)
    few = next(_documents(words, _BATCH))
    _say("all of a small load", f"{_BATCH / _timed(lambda: store_documents(more, few)):,.0f} chunks/s")
    for title, table in (("chunks", "document_chunks"), ("postings", "retrieval_posting"), ("vectors", "")):
        with connection.cursor() as cursor:
            of = "pg_table_size('retrieval_embedding')" if not table else "pg_total_relation_size(%s::regclass)"
            cursor.execute(f"SELECT {of}", [table] if table else [])
            _say(f"size of {title}", f"{cursor.fetchone()[0] / 2**20:,.0f} MB")
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_relation_size(%s::regclass)", [graphs.index_name(spaces.active_space())])
        _say("size of the HNSW index", f"{cursor.fetchone()[0] / 2**20:,.0f} MB")
    _say("memory of this process", f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB at most")


def _measure_searches(queries: list[str]) -> None:
    from retrieval.search import search

    bare = Bare()
    for query in queries[:30]:
        bare(query)
        search(query, [NAME])
    theirs, ours = [], []
    # One after the other, so that both meet the same noise.
    for query in queries:
        theirs.append(_timed(lambda q=query: bare(q)) * 1000)
        ours.append(_timed(lambda q=query: search(q, [NAME])) * 1000)
    for title, times in (("bare psycopg", theirs), ("retrieval.search.search", ours)):
        _say(title, f"p50 {statistics.median(times):.1f} ms, p95 {_percentile(times, 0.95):.1f} ms")
    _say("search / bare, at p50", f"{statistics.median(ours) / statistics.median(theirs):.2f}")
    small = [_timed(lambda q=query: search(q, [OTHER])) * 1000 for query in queries]
    _say("1,000 chunks beside them", f"p50 {statistics.median(small):.1f} ms, p95 {_percentile(small, 0.95):.1f} ms")
    for effort in (50, 200):
        _say(f"recall@10, ef_search {effort}", f"{bare.recall(queries[:100], effort):.3f}")


class Bare:
    """The same statement by psycopg alone, prepared, on a connection of its own."""

    def __init__(self) -> None:
        import psycopg
        from django.db import connection

        from retrieval.index import spaces
        from retrieval.models import Collection

        parameters = connection.get_connection_params()
        keep = {
            name: parameters[name] for name in ("dbname", "user", "password", "host", "port") if parameters.get(name)
        }
        self.connection = psycopg.connect(**keep, prepare_threshold=2)
        self.collection = Collection.objects.get(name=NAME)
        self.space = spaces.active_space()
        self.embedder = spaces.embedder_of(self.space)

    def __call__(self, query: str) -> list[Any]:
        from retrieval.search import EXACT_ROWS, search_statement

        asked = self._asked(query)
        statement, values = search_statement(*asked, exact=self.collection.chunk_count <= EXACT_ROWS)
        with self.connection.transaction():
            self._effort(50)
            return self.connection.execute(statement, values).fetchall()

    def recall(self, queries: list[str], effort: int) -> float:
        """Which share of the ten nearest chunks, found one by one, the index finds with the vectors of searches."""
        from retrieval.search import nearest_statement

        shares = []
        for query in queries:
            with self.connection.transaction():
                self._effort(effort)
                near, every = (
                    {row[0] for row in self.connection.execute(*nearest_statement(*self._asked(query), exact=exact))}
                    for exact in (False, True)
                )
            shares.append(len(near & every) / max(1, len(every)))
        return statistics.mean(shares)

    def _asked(self, query: str) -> tuple[Any, Any]:
        from retrieval.search import Question, Scope

        collection = self.collection
        scope = Scope([collection.pk], collection.languages, collection.chunk_count, collection.token_count)
        return scope, Question(query, self.embedder.embed([query], "query")[0], self.space, [], 10)

    def _effort(self, effort: int) -> None:
        self.connection.execute(
            "SELECT set_config('hnsw.ef_search', %s, true), set_config('hnsw.iterative_scan', 'strict_order', true),"
            " set_config('hnsw.max_scan_tuples', '2147483647', true)",
            [str(effort)],
        )


def _timed(act: Callable[[], object]) -> float:
    started = time.perf_counter()
    act()
    return time.perf_counter() - started


def _percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def _say(figure: str, value: object) -> None:
    sys.stdout.write(f"{figure:26} {value}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
