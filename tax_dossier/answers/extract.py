"""An answer without a model: the sentences of the sources that fit the question best, quoted short and cited."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tax_dossier.answers.kinds import kinds_asked, told_until
from tax_dossier.answers.quotes import shortened
from tax_dossier.record import SourceView
from tax_dossier.texts import Language
from tax_dossier.words import article_of, description_of, ecli_of, in_law_words, likeness, things_asked, words_of
from wording.sentences import sentence_spans

MOST_QUOTES = 6
QUOTE_CHARS = 190
_MIN_SENTENCE = 25
# A sentence that tells the kind of fact that is asked gains so much of what its whole source speaks of the question.
_TOLD, _LAW_WORD = 0.8, 0.7
# What fits much less than the best sentence of all says nothing of the question.
_WORTH = 0.6


@dataclass(frozen=True, slots=True)
class ScoredSentence:
    """A sentence of a source, with the label of the part that it stands in."""

    source: SourceView
    label: str
    text: str
    score: float

    @property
    def place(self) -> tuple[int, int, str]:
        digits = re.match(r"\d+", self.label)
        return self.source.number, int(digits[0]) if digits else 0, self.label


def extract(question: str, sources: Sequence[SourceView], texts: Mapping[int, str], language: Language) -> list[str]:
    """Lines such as `- “…” (artikel 3.16, lid 1, Wet IB 2001)`, the best source first; [] when nothing fits."""
    kinds, parts, lines = kinds_asked(question), things_asked(question), []
    of_parts = [best_sentences(part, sources, texts)[: MOST_QUOTES // len(parts)] for part in parts]
    unique = {(sentence.source.id, sentence.text): sentence for each in of_parts for sentence in each}
    for sentence in sorted(unique.values(), key=lambda sentence: sentence.place):
        quote = " ".join(sentence.text.split())
        shown = shortened(quote, QUOTE_CHARS, told_until(quote, kinds))
        lines.append(f"- “{shown}” ({citation(sentence.source, sentence.label, language)})")
    return lines


def best_sentences(question: str, sources: Sequence[SourceView], texts: Mapping[int, str]) -> list[ScoredSentence]:
    """The sentences to quote: at most a few, of several sources, in the order of the sources' numbers."""
    candidates = [
        (source, *candidate) for source in sources for candidate in _candidates(source, texts.get(source.id, ""))
    ]
    kinds = kinds_asked(question)
    # The law's own words count less than those that were asked.
    asked = {**dict.fromkeys(words_of(in_law_words(question)), _LAW_WORD), **dict.fromkeys(words_of(question), 1.0)}
    # What no sentence says, a title may: the article on the fiscal unity tells its percentage without these words.
    fitting = {source.id: _gained(f"{description_of(source)} {texts.get(source.id, '')}", asked) for source in sources}
    scored = []
    for source, label, text in candidates:
        tells = told_until(text, kinds) > 0
        score = _gained(text, asked) + (_TOLD * fitting[source.id] if tells else 0.0)
        scored.append(ScoredSentence(source, label, text, score))
    best = max((sentence.score for sentence in scored), default=0.0)
    worth = [sentence for sentence in scored if sentence.score > 0 and sentence.score >= _WORTH * best]
    ranked = sorted(worth, key=lambda sentence: -sentence.score)[:MOST_QUOTES]
    return sorted(ranked, key=lambda sentence: sentence.place)


def _candidates(source: SourceView, text: str) -> list[tuple[str, str]]:
    """(label of the part, sentence) for every sentence that is long enough to say something."""
    sentences = []
    for start, end in sentence_spans(text, lines=True):
        sentence = re.sub(r"^\s*(?:\d{1,2}[a-z]?\.?|[a-z]{1,2}[.°]|[-•–])\s+", "", text[start:end])
        # A heading ends with no sign.
        if len(sentence) >= _MIN_SENTENCE and sentence.rstrip("”\"')")[-1:] in ".;:!?,":
            inside = [str(part["label"]) for part in source.parts if part["start"] <= start < part["end"]]
            sentences.append((next(iter(inside), ""), sentence))
    return sentences


def _gained(text: str, asked: Mapping[str, float]) -> float:
    """How much of what is asked a text speaks of."""
    words = set(words_of(text))
    return sum(weight * max((likeness(word, other) for other in words), default=0.0) for word, weight in asked.items())


def citation(source: SourceView, label: str, language: Language) -> str:
    """How a source is cited: "artikel 3.16, lid 1, Wet IB 2001", or its ECLI."""
    number = article_of(source)
    if not source.is_law or not number:
        return ecli_of(source) or source.title
    article, paragraph = ("artikel", "lid") if language == "nl" else ("article", "paragraph")
    law = str(source.metadata.get("abbr") or source.metadata.get("law") or "")
    part = f", {paragraph} {label}," if label else ""
    return f"{article} {number}{part} {law}".strip()
