"""What of law stands in the person's words: citations, the year, which sources are meant."""

from __future__ import annotations

from tax_dossier.words.choice import Texts, named, names_a_place, names_no_source, without_exception, without_the_rest
from tax_dossier.words.citations import (
    Citation,
    article_of,
    ecli_of,
    find_citations,
    law_key,
    laws_in,
    laws_of,
    part_of_law,
    resolve,
    without_citations,
)
from tax_dossier.words.guard import speaks_against
from tax_dossier.words.history import SEARCHES, beside_citations, current_question, goes_on_from
from tax_dossier.words.register import LawPlace, places_asked, stands_in
from tax_dossier.words.subjects import (
    asked_and_before,
    description_of,
    everyday_words,
    going_on,
    in_law_words,
    is_another,
    is_of_a_tax,
    likeness,
    names,
    of_one_topic,
    speaks_of,
    taxes_named,
    telling_words,
    things_asked,
    without_denied,
    words_of,
)
from tax_dossier.words.tax_year import TaxYear, read_tax_year

__all__ = [
    "SEARCHES",
    "Citation",
    "LawPlace",
    "TaxYear",
    "Texts",
    "article_of",
    "asked_and_before",
    "beside_citations",
    "current_question",
    "description_of",
    "ecli_of",
    "everyday_words",
    "find_citations",
    "goes_on_from",
    "going_on",
    "in_law_words",
    "is_another",
    "is_of_a_tax",
    "law_key",
    "laws_in",
    "laws_of",
    "likeness",
    "named",
    "names",
    "names_a_place",
    "names_no_source",
    "of_one_topic",
    "part_of_law",
    "places_asked",
    "read_tax_year",
    "resolve",
    "speaks_against",
    "speaks_of",
    "stands_in",
    "taxes_named",
    "telling_words",
    "things_asked",
    "without_citations",
    "without_denied",
    "without_exception",
    "without_the_rest",
    "words_of",
]
