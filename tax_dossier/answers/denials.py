"""Whether a sentence has the words of the source that it cites with one "not" more or less."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from tax_dossier.words import without_citations
from wording import denials
from wording.sentences import sentence_spans

_WORD = re.compile(r"[^\W\d_]{2,}|\d+(?:[.,]\d+)*")
_LABEL = re.compile(r"^\s*(?:\d+[a-z]?|[a-z])\.\s+")
_CLAUSE = re.compile(r"[,;:]\s+|\s(?:tenzij|unless|indien|mits|maar|but)\s", re.IGNORECASE)
# A gap, the signs that it may stand for, and so many letters around it that show which.
_GAP, _PAUSES, _AROUND = re.compile(r" … "), (", ", "; ", ": "), 20
# Words that say nothing of what is allowed, and in which a sentence and its source may differ.
_SMALL = frozenset(Path(__file__).with_suffix(".txt").read_text("utf-8").split())


def turns_round(sentence: str, text: str) -> bool:
    """Whether a clause of the sentence says the opposite of a clause of the text, and none says it as it stands."""
    clauses = _clauses(text)
    return any(denials.turns_round(clause, clauses) for clause in _clauses(_with_pauses(sentence, text)))


def _with_pauses(sentence: str, text: str) -> str:
    """The sentence with the sign that each gap stands for, where nothing but a sign of the text was left out there."""

    def sign(gap: re.Match[str]) -> str:
        before, after = sentence[max(0, gap.start() - _AROUND) : gap.start()], sentence[gap.end() : gap.end() + _AROUND]
        return next((pause for pause in _PAUSES if f"{before}{pause}{after}" in whole), gap[0])

    whole = " ".join(text.split()) if _GAP.search(sentence) else ""
    return _GAP.sub(sign, sentence) if whole else sentence


@lru_cache(maxsize=256)
def _clauses(text: str) -> tuple[denials.Denials, ...]:
    """The telling words of each clause, and how often it denies."""
    text = without_citations(text)
    parts = [part for start, end in sentence_spans(text, lines=True) for part in _CLAUSE.split(text[start:end])]
    bare = (denials.without_denials(_LABEL.sub("", part.lower())) for part in parts)
    return tuple((frozenset(_WORD.findall(words)) - _SMALL, count) for words, count in bare)
