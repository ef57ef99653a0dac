"""One search: words and vectors fused; where in a chunk the answer is."""

from __future__ import annotations

from retrieval.search.ranking import EXACT_ROWS, Question, Scope, nearest_statement, search_statement
from retrieval.search.search import Passage, Place, place_of, search

__all__ = [
    "EXACT_ROWS",
    "Passage",
    "Place",
    "Question",
    "Scope",
    "nearest_statement",
    "place_of",
    "search",
    "search_statement",
]
