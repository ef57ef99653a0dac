"""Measures the search on a labelled collection, through the product's own tables, which are as before afterwards."""

from __future__ import annotations

import math
import time
import uuid
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.db import transaction

from retrieval.corpora import Corpus, LabelledQuery, read_corpus
from retrieval.index import store_documents
from retrieval.models import Collection
from retrieval.search import search

# Figures look at the first 10 and 100 documents; a document may have several chunks among those found.
_FIRST, _ALL, _CHUNKS = 10, 100, 300
_BATCH = 500
_WARM_UP = 10


def evaluate_retrieval(folder: Path) -> dict[str, Any]:
    """{ndcg@10, recall@100, p50_ms, p95_ms, n} over the queries of `folder`, and the same for each type of query.

    nDCG has linear gain, as trec_eval's; times are of one search for 10 chunks. The collection is stored under its own
    name in a transaction that is rolled back. Raises BadCorpus, a ValueError.
    """
    corpus = read_corpus(folder)
    with transaction.atomic():
        try:
            name = _loaded(corpus)
            return measured(name, corpus.queries)
        finally:
            transaction.set_rollback(True)


def measured(collection: str, queries: Sequence[LabelledQuery]) -> dict[str, Any]:
    """The figures of these queries over a stored collection."""
    for query in queries[:_WARM_UP]:
        search(query.text, [collection])
    rows = [_judged(collection, query) for query in queries]
    figures = _figures(rows)
    kinds = sorted({query.kind for query in queries} - {""})
    for kind in kinds:
        figures[kind] = _figures([row for row, query in zip(rows, queries, strict=True) if query.kind == kind])
    return figures


def ndcg(ranked: Sequence[str], grades: Mapping[str, float], depth: int = _FIRST) -> float:
    """Discounted gain of the first `depth` of `ranked`, of the best possible; 0 when no grade is above 0."""
    gains = sorted((grade for grade in grades.values() if grade > 0), reverse=True)
    best = sum(gain / math.log2(rank + 2) for rank, gain in enumerate(gains[:depth]))
    got = sum(max(0.0, grades.get(key, 0.0)) / math.log2(rank + 2) for rank, key in enumerate(ranked[:depth]))
    return got / best if best else 0.0


def recall(ranked: Sequence[str], grades: Mapping[str, float], depth: int = _ALL) -> float:
    """Which share of the documents that answer is among the first `depth`."""
    wanted = {key for key, grade in grades.items() if grade > 0}
    return len(wanted & set(ranked[:depth])) / len(wanted) if wanted else 0.0


def _loaded(corpus: Corpus) -> str:
    name = f"evaluation:{uuid.uuid4()}"
    collection = Collection.objects.named(name, corpus.language)
    for start in range(0, len(corpus.documents), _BATCH):
        store_documents(collection, corpus.documents[start : start + _BATCH])
    return name


def _judged(collection: str, query: LabelledQuery) -> tuple[float, float, float]:
    """(nDCG, recall, milliseconds) of one query."""
    started = time.perf_counter()
    search(query.text, [collection], limit=_FIRST)
    taken = (time.perf_counter() - started) * 1000
    passages = search(query.text, [collection], limit=_CHUNKS)
    ranked = list(dict.fromkeys(passage.document_key for passage in passages))
    return ndcg(ranked, query.grades), recall(ranked, query.grades), taken


def _figures(rows: Sequence[tuple[float, float, float]]) -> dict[str, Any]:
    times = sorted(taken for _, _, taken in rows)
    return {
        "ndcg@10": round(sum(gain for gain, _, _ in rows) / len(rows), 4),
        "recall@100": round(sum(share for _, share, _ in rows) / len(rows), 4),
        "p50_ms": round(times[len(times) // 2], 2),
        "p95_ms": round(times[min(len(times) - 1, int(len(times) * 0.95))], 2),
        "n": len(rows),
    }
