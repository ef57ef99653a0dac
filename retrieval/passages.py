"""Where in a chunk the question is answered: the run of sentences that holds the most of its terms."""

from __future__ import annotations

import re
from collections.abc import Mapping

# A matched passage is whole sentences, of about so many characters at most.
PASSAGE_CHARS = 400
_SENTENCE_END = re.compile(r"(?<=[.!?;:])[\"'”’)]?\s+|\n+")
_WORDS = re.compile(r"[^\W_]+")
# A lexeme is a word without its ending: so many characters of a word may be the ending.
_ENDING = 6


def matched_span(text: str, terms: Mapping[str, float]) -> tuple[int, int]:
    """(start, end) of the best passage of `text` for weighted lexemes; all of `text` when it holds none of them."""
    sentences = _sentences(text)
    held = [_held(text[start:end], terms) for start, end in sentences]
    best, span = 0.0, (0, len(text))
    for first, (start, _) in enumerate(sentences):
        found: set[str] = set()
        for last in range(first, len(sentences)):
            end = sentences[last][1]
            if last > first and end - start > PASSAGE_CHARS:
                break
            found |= held[last]
            score = sum(terms[term] for term in found)
            # A longer run must bring something.
            if score > best * 1.0001 or (score == best and end - start < span[1] - span[0]):
                best, span = score, (start, end)
    return span


def _sentences(text: str) -> list[tuple[int, int]]:
    """The spans of the sentences that have a word in them."""
    spans, start = [], 0
    for end in [*(match.start() for match in _SENTENCE_END.finditer(text)), len(text)]:
        inner = text[start:end]
        if inner.strip():
            spans.append((start + len(inner) - len(inner.lstrip()), end - len(inner) + len(inner.rstrip())))
        start = end
    return spans


def _held(sentence: str, terms: Mapping[str, float]) -> set[str]:
    words = {word.lower() for word in _WORDS.findall(sentence)}
    return {term for term in terms if any(_stands_for(term, word) for word in words)}


def _stands_for(lexeme: str, word: str) -> bool:
    """Whether `word` may be a form of `lexeme`: stems lose an ending, and "y" becomes "i"."""
    if word == lexeme:
        return True
    stem = lexeme[:-1] if len(lexeme) > 4 else lexeme
    return len(lexeme) > 2 and word.startswith(stem) and len(word) - len(lexeme) <= _ENDING
