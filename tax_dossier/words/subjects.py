"""What a source is about: by its title, law, chapter and subject, or else by its text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence, Set
from pathlib import Path

from tax_dossier.record import SourceView
from tax_dossier.words.vocabulary import in_law_words, likeness, words_of
from wording.phrases import patterns

# How much of the law's words for a topic a source must hold to be about it.
_MOST_OF_IT = 0.6
_HALF = 0.5
# Of a summary the beginning says what it is about.
_NAME_CHARS = 200
# Where a message asks a second thing: "mag ik verdelen, en wat krijgt ieder?"
_SECOND = re.compile(
    r"[?,]?\s+(?:en|and)\s+(?=(?:wat|hoe\w*|wie|wanneer|welke?|what|how|who|when|which)\b)", re.IGNORECASE
)
# Two telling words, or a long one, say what is asked.
_LEAST_ASKED, _LONG = 2, 10
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_TELLS_LITTLE = patterns(Path(__file__).parent / "phrases/subjects.txt")["tells_little"]


def about(topic: str, sources: Sequence[SourceView], texts: Callable[[], Mapping[int, str]]) -> list[SourceView]:
    """The sources whose names speak of the topic; where none does, those whose text does."""
    own, law = [*words_of(topic), *_YEAR.findall(topic)], words_of(in_law_words(topic))
    if not own:
        return []

    def speaks(text: str) -> bool:
        held = {*words_of(text), *_YEAR.findall(text)}
        return _held(own, held) == 1.0 or (bool(law) and _held(law, held) >= _MOST_OF_IT)

    named = [source for source in sources if speaks(description_of(source))]
    if named:
        return named
    read = texts()
    return [source for source in sources if speaks(read.get(source.id, ""))]


def speaks_of(question: str, text: str) -> bool:
    """Whether a text speaks of what a question is about: of half of its telling words, in its own or the law's words.

    "kosten" or "aftrekken" tell little: every other article has them. A question of which the vocabulary has no word
    may be about anything, so more of it must be spoken of.
    """
    asked = telling_words(question)
    if not asked:
        return True
    held, law = set(words_of(text)), telling_words(in_law_words(question))
    if law and _held(law, held) >= _MOST_OF_IT:
        return True
    # "hondenbelasting" is not spoken of by a text that speaks of some tax.
    held -= {word for word in held if _TELLS_LITTLE.fullmatch(word)}
    return sum(_spoken_of(word, held) for word in asked) >= len(asked) * (_HALF if law else _MOST_OF_IT)


def things_asked(question: str) -> list[str]:
    """The questions that stand in one; the whole where only one of them says what it is about."""
    parts = _SECOND.split(question)
    return parts if len(parts) > 1 and all(_says_what(telling_words(part)) for part in parts) else [question]


def _says_what(telling: Sequence[str]) -> bool:
    return len(telling) >= _LEAST_ASKED or any(len(word) >= _LONG for word in telling)


def telling_words(question: str) -> list[str]:
    """The words that tell what a question is about."""
    return [word for word in words_of(question) if not _TELLS_LITTLE.fullmatch(word)]


def _spoken_of(word: str, held: Set[str]) -> bool:
    law = words_of(in_law_words(word))
    return _held([word], held) == 1.0 or (bool(law) and _held(law, held) >= _HALF)


def _held(wanted: Sequence[str], held: Set[str]) -> float:
    """Which share of the wanted words is among those held, also as a part of a compound."""
    return sum(any(likeness(word, other) >= 0.5 for other in held) for word in wanted) / len(wanted)


def description_of(source: SourceView) -> str:
    """Everything that names a source, without its text."""
    values = source.metadata
    path = values.get("path") or []
    fields = ("law", "abbr", "heading", "subject", "summary", "court", "case_number")
    names = [str(values.get(name) or "")[:_NAME_CHARS] for name in fields]
    # The mark of a sample says nothing of what it is about.
    title = re.sub(r"\s*\([^()]*\)$", "", source.title) if values.get("sample") else source.title
    return " ".join([title, *names, *(str(step) for step in path if isinstance(path, list))])
