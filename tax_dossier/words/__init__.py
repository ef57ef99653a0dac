"""What of law stands in the person's words: citations, the year, which sources are meant."""

from __future__ import annotations

from tax_dossier.words.choice import Choice, choose, cites_a_source, names_a_source, takes_back
from tax_dossier.words.citations import Citation, article_of, ecli_of, find_citations, law_key, resolve
from tax_dossier.words.intents import (
    SEARCHES,
    asks_for_more,
    asks_for_the_list,
    beside_citations,
    current_question,
    has_tax_term,
    is_about_sources,
    is_small_talk,
    only_a_year,
    speaks_of_tax,
    wants_answer,
    wants_only,
    with_the_one_before,
)
from tax_dossier.words.subjects import description_of, speaks_of, telling_words, things_asked
from tax_dossier.words.tax_year import read_tax_year
from tax_dossier.words.vocabulary import in_law_words, likeness, words_of

__all__ = [
    "SEARCHES",
    "Choice",
    "Citation",
    "article_of",
    "asks_for_more",
    "asks_for_the_list",
    "beside_citations",
    "choose",
    "cites_a_source",
    "current_question",
    "description_of",
    "ecli_of",
    "find_citations",
    "has_tax_term",
    "in_law_words",
    "is_about_sources",
    "is_small_talk",
    "law_key",
    "likeness",
    "names_a_source",
    "only_a_year",
    "read_tax_year",
    "resolve",
    "speaks_of",
    "speaks_of_tax",
    "takes_back",
    "telling_words",
    "things_asked",
    "wants_answer",
    "wants_only",
    "with_the_one_before",
    "words_of",
]
