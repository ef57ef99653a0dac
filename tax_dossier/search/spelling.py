"""Slips of the keyboard in a question, mended by the words of the law that is searched."""

from __future__ import annotations

import re
from functools import lru_cache

from rapidfuzz import process
from rapidfuzz.distance import OSA

from retrieval.models import Posting
from retrieval.search import SearchedIn
from tax_dossier.words import everyday_words

_WORD = re.compile(r"[^\W\d_]+")
# Shorter words are like too many others; a long one may have two slips.
_LEAST, _LONG = 6, 9
# A word that is nearly all of a known one is a form of it and no slip.
_ENDING = 2


def mended(query: str, place: SearchedIn) -> str:
    """The query with each word that no text has put as the nearest one that some text has."""
    keys = tuple((collection.pk, collection.token_count) for collection in place.collections)
    return _WORD.sub(lambda match: _nearest(match[0].lower(), _words_in(keys)) or match[0], query)


def _nearest(word: str, known: frozenset[str]) -> str:
    if len(word) < _LEAST or any(word[: len(word) - cut] in known for cut in range(_ENDING + 1)):
        return ""
    slips = 1 if len(word) < _LONG else 2
    # Hardly anybody errs in the first letter.
    alike = [other for other in known if other[0] == word[0] and abs(len(other) - len(word)) <= slips]
    best = process.extractOne(word, alike, scorer=OSA.distance, score_cutoff=slips)
    return best[0] if best else ""


@lru_cache(maxsize=4)
def _words_in(collections: tuple[tuple[int, int], ...]) -> frozenset[str]:
    """The stems that the texts have, and what people say for them; read anew when a text was added."""
    terms = Posting.objects.filter(collection__in=[pk for pk, _ in collections]).values_list("term", flat=True)
    stems = (term.partition(":")[2] for term in terms.distinct().iterator())
    return frozenset(stem for stem in stems if len(stem) >= _LEAST - _ENDING) | everyday_words()
