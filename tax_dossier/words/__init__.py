"""What of law stands in the person's words: citations, the year, which sources are meant."""

from __future__ import annotations

from tax_dossier.words.choice import Choice, choose
from tax_dossier.words.citations import Citation, article_of, ecli_of, find_citations, law_key, resolve
from tax_dossier.words.intents import (
    asks_for_the_list,
    beside_citations,
    current_question,
    is_about_sources,
    is_small_talk,
    may_name_a_source,
    offer_of,
    offered_search,
    only_a_year,
    says_yes,
    simple_reply,
    speaks_of_tax,
    wants_answer,
    wants_only,
)
from tax_dossier.words.subjects import speaks_of
from tax_dossier.words.tax_year import read_tax_year
from tax_dossier.words.vocabulary import in_law_words, likeness, words_of

__all__ = [
    "Choice",
    "Citation",
    "article_of",
    "asks_for_the_list",
    "beside_citations",
    "choose",
    "current_question",
    "ecli_of",
    "find_citations",
    "in_law_words",
    "is_about_sources",
    "is_small_talk",
    "law_key",
    "likeness",
    "may_name_a_source",
    "offer_of",
    "offered_search",
    "only_a_year",
    "read_tax_year",
    "resolve",
    "says_yes",
    "simple_reply",
    "speaks_of",
    "speaks_of_tax",
    "wants_answer",
    "wants_only",
    "words_of",
]
