"""One search: words and vectors fused; where in a chunk the answer is; whether a quote stands there."""

from __future__ import annotations

from retrieval.search import grounding
from retrieval.search.grounding import Quote, normalised_place
from retrieval.search.ranking import EXACT_ROWS, Question, Scope, nearest_statement, search_statement
from retrieval.search.search import Passage, search

__all__ = [
    "EXACT_ROWS",
    "Passage",
    "Question",
    "Quote",
    "Scope",
    "grounding",
    "nearest_statement",
    "normalised_place",
    "search",
    "search_statement",
]
