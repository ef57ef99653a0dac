"""Whether a sentence has the words of the source that it cites with one "not" more or less."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from tax_dossier.words import without_citations
from wording.sentences import sentence_spans

_NOT = re.compile(r"\b(?:niet|geen|nooit|not|no|never|cannot)\b|n[’']t\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{2,}|\d+(?:[.,]\d+)*")
_LABEL = re.compile(r"^\s*(?:\d+[a-z]?|[a-z])\.\s+")
_CLAUSE = re.compile(r"[,;:]\s+|\s(?:tenzij|unless|indien|mits|maar|but)\s", re.IGNORECASE)
# A gap, the signs that it may stand for, and so many letters around it that show which.
_GAP, _PAUSES, _AROUND = re.compile(r" … "), (", ", "; ", ": "), 20
# Words that say nothing of what is allowed, and in which a sentence and its source may differ.
_SMALL = frozenset(Path(__file__).with_suffix(".txt").read_text("utf-8").split())

# From this share of a clause's words on a sentence says what the clause says, or its opposite; fewer words are chance.
_SAME, _LEAST = 0.85, 2


def turns_round(sentence: str, text: str) -> bool:
    """Whether a clause of the sentence says the opposite of a clause of the text, and none says it as it stands."""
    clauses = _clauses(text)
    return any(_is_turned(clause, clauses) for clause in _clauses(_with_pauses(sentence, text)))


def _with_pauses(sentence: str, text: str) -> str:
    """The sentence with the sign that each gap stands for, where nothing but a sign of the text was left out there."""

    def sign(gap: re.Match[str]) -> str:
        before, after = sentence[max(0, gap.start() - _AROUND) : gap.start()], sentence[gap.end() : gap.end() + _AROUND]
        return next((pause for pause in _PAUSES if f"{before}{pause}{after}" in whole), gap[0])

    whole = " ".join(text.split()) if _GAP.search(sentence) else ""
    return _GAP.sub(sign, sentence) if whole else sentence


def _is_turned(clause: tuple[frozenset[str], int], sources: tuple[tuple[frozenset[str], int], ...]) -> bool:
    words, denials = clause
    if len(words) < _LEAST:
        return False
    same = {
        (denials - other_denials) % 2
        for other, other_denials in sources
        if len(words & other) >= _SAME * max(len(words), len(other))
    }
    return same == {1}


@lru_cache(maxsize=256)
def _clauses(text: str) -> tuple[tuple[frozenset[str], int], ...]:
    """The words of each clause, and how often it denies."""
    text = without_citations(text)
    spans = sentence_spans(text, lines=True)
    parts = [part for start, end in spans for part in _CLAUSE.split(text[start:end])]
    return tuple((_telling(part), len(_NOT.findall(part))) for part in parts)


def _telling(part: str) -> frozenset[str]:
    return frozenset(word for word in _WORD.findall(_NOT.sub(" ", _LABEL.sub("", part.lower()))) if word not in _SMALL)
