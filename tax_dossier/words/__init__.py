"""What of law stands in the person's words: citations, the year, which sources are meant."""

from __future__ import annotations

from tax_dossier.words import intents
from tax_dossier.words.choosing import Choice, choose
from tax_dossier.words.citations import Citation, article_of, ecli_of, find_citations, law_key, resolve
from tax_dossier.words.intents import (
    beside_citations,
    is_about_sources,
    is_small_talk,
    may_name_a_source,
    offer_of,
    offered_search,
    only_a_year,
    says_yes,
    simple_reply,
    speaks_of_tax,
    standing_question,
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
    "beside_citations",
    "choose",
    "ecli_of",
    "find_citations",
    "in_law_words",
    "intents",
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
    "standing_question",
    "wants_answer",
    "wants_only",
    "words_of",
]
