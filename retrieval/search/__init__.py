"""One search: words and vectors fused; where in a chunk the answer is."""

from __future__ import annotations

from retrieval.search.ranking import EXACT_ROWS, Question, Scope, nearest_statement, search_statement
from retrieval.search.search import Passage, SearchedIn, search, searched_in

__all__ = [
    "EXACT_ROWS",
    "Passage",
    "Question",
    "Scope",
    "SearchedIn",
    "nearest_statement",
    "search",
    "search_statement",
    "searched_in",
]
