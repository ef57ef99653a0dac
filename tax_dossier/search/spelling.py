"""Slips of the keyboard in a question, mended by the words of the law that is searched."""

from __future__ import annotations

import re
from functools import lru_cache

from retrieval.models import Posting
from retrieval.search import SearchedIn
from tax_dossier.words import ENDING, LEAST_LETTERS, everyday_words, nearest

_WORD = re.compile(r"[^\W\d_]+")


def mended(query: str, place: SearchedIn) -> str:
    """The query with each word that no text has put as the nearest one that some text has."""
    keys = tuple((collection.pk, collection.token_count) for collection in place.collections)
    return _WORD.sub(lambda match: nearest(match[0].lower(), _words_in(keys)) or match[0], query)


@lru_cache(maxsize=4)
def _words_in(collections: tuple[tuple[int, int], ...]) -> frozenset[str]:
    """The stems that the texts have, and what people say for them; read anew when a text was added."""
    terms = Posting.objects.filter(collection__in=[pk for pk, _ in collections]).values_list("term", flat=True)
    stems = (term.partition(":")[2] for term in terms.distinct().iterator())
    return frozenset(stem for stem in stems if len(stem) >= LEAST_LETTERS - ENDING) | everyday_words()
