"""Measures the search on labelled queries: how often the right security comes first, and how long a search takes."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from typing import Any

from chat.evaluations import share
from pa_dealing.instruments.search import search_instruments

_WARM_UP = 30


def evaluate_instruments(cases: Iterable[Mapping[str, Any]]) -> dict[str, float]:
    """{n, top1, top5, p50_ms, p95_ms} over `cases`, each {"query": str, "accept": [symbol, …]}.

    top1 and top5 are shares from 0 to 1 of queries with an accepted symbol first, or among the first five. The first
    queries are run once before the clock starts, so the times are those of a warm process.

    Raises:
        ValueError: a case has no query or no accepted symbols; it is named by its position.
    """
    labelled = [_case(position, case) for position, case in enumerate(cases, start=1)]
    for query, _ in labelled[:_WARM_UP]:
        search_instruments(query)
    firsts = fives = 0
    times = []
    for query, accept in labelled:
        started = time.perf_counter()
        symbols = [match.symbol for match in search_instruments(query, 5)]
        times.append((time.perf_counter() - started) * 1000)
        firsts += bool(symbols) and symbols[0] in accept
        fives += any(symbol in accept for symbol in symbols)
    n = len(labelled)
    return {
        "n": n,
        "top1": share(firsts, n),
        "top5": share(fives, n),
        "p50_ms": round(percentile(times, 0.5), 2),
        "p95_ms": round(percentile(times, 0.95), 2),
    }


def _case(position: int, case: Mapping[str, Any]) -> tuple[str, frozenset[str]]:
    query, accept = case.get("query"), case.get("accept")
    if not isinstance(query, str) or not isinstance(accept, list) or not accept:
        raise ValueError(f'Case {position} is not {{"query": "…", "accept": ["symbol", …]}}.')
    return query, frozenset(map(str, accept))


def percentile(values: list[float], share: float) -> float:
    """The value that `share` of `values` do not exceed (nearest rank); 0.0 of none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0
