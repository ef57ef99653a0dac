"""One search: words and vectors fused; where in a chunk the answer is."""

from __future__ import annotations

from retrieval.search.ranking import EXACT_ROWS, Question, Scope, nearest_statement, search_statement
from retrieval.search.search import Passage, search

__all__ = [
    "EXACT_ROWS",
    "Passage",
    "Question",
    "Scope",
    "nearest_statement",
    "search",
    "search_statement",
]
