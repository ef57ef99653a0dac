"""Where an investor's words point to in the cited passages: a phrase, a value, a sentence; one place, or a refusal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from investor_review.edits.clauses import phrase_pattern
from investor_review.edits.passages import CannotPlace, CitedPassage, SourceText, short
from investor_review.edits.values import Value, find_values
from wording.lists import word_lists
from wording.sentences import sentence_spans
from wording.stems import stem

Span = tuple[int, int]
_WORD = re.compile(r"\w{3,}")
_SENTENCE_EDGE = re.compile(r"[.;!?]['\"”’)]*\s")
FURTHER_OFF = 60
# Words of an instruction that say nothing of a place.
_STOP = word_lists(Path(__file__).with_suffix(".txt"))["no_place"]


@dataclass(slots=True)
class Places:
    """Looks into the cited passages of one issue; its title helps to tell places apart."""

    source: SourceText
    passages: Sequence[CitedPassage]
    title: str

    def single(self, spans: list[Span], hint: str, what: str) -> Span:
        """The one span; of several the one that the hint's words, else the issue's title, stand clearly nearest to."""
        if not spans:
            raise CannotPlace(f"The words {short(what)!r} do not stand in the cited passage.")
        if len(spans) == 1:
            return spans[0]
        ordinal = re.search(r"\b(first|second|third|last)\b", hint, re.IGNORECASE)
        if ordinal:
            index = {"first": 0, "second": 1, "third": 2, "last": -1}[ordinal[1].lower()]
            if index < len(spans):
                return spans[index]
        for words in (hint, self.title):
            if (best := self._nearest(spans, words)) is not None:
                return best
        candidates = ", ".join(dict.fromkeys(repr(short(self.source.text[start:end], 40)) for start, end in spans[:4]))
        where = "the cited passage" if self.passages else "the document"
        raise CannotPlace(
            f"{len(spans)} places in {where} could be meant for {short(what)!r} ({candidates}). "
            "Quote the words that shall change, or say 'everywhere'."
        )

    def _nearest(self, spans: list[Span], words: str) -> Span | None:
        stems = stems_of(words)
        scored = sorted(((self.nearness(span, stems), span) for span in spans), reverse=True)
        (best, span), (second, _) = scored[0], scored[1]
        return span if best > 0 and best >= 1.5 * second else None

    def nearness(self, span: Span, stems: set[str]) -> float:
        """How near the words with these stems stand: 1 for each beside the span, less with the distance."""
        text, reach = self.source.text, 200
        low, score = max(0, span[0] - reach), 0.0
        around = text[low : span[1] + reach]
        there: dict[str, list[int]] = {}
        for word in _WORD.finditer(around):
            there.setdefault(stem(word[0]), []).append(word.start() + low)
        for sought in stems:
            gaps = [self._gap(span, place) for place in there.get(sought, ()) if not span[0] <= place < span[1]]
            score += 20 / (20 + min(gaps)) if gaps else 0
        return score

    def _gap(self, span: Span, place: int) -> int:
        """Characters between the span and a word; a word of another sentence stands further off."""
        low, high = (span[1], place) if place >= span[1] else (place, span[0])
        return high - low + (FURTHER_OFF if _SENTENCE_EDGE.search(self.source.text, low, high) else 0)

    def phrases(self, words: str, *, everywhere: bool) -> list[Span]:
        """Where the words stand in the cited passages; quoted ones also once in the rest of the document."""
        pattern = phrase_pattern(words)
        for flags in (0, re.IGNORECASE):
            spans = {
                match.span()
                for passage in self.passages
                for match in re.compile(pattern, flags).finditer(self.source.text, passage.start, passage.end)
            }
            if spans:
                return sorted(spans)
        if everywhere:
            places = [match.span() for match in re.finditer(pattern, self.source.text)][:2]
            if len(places) == 1 or not self.passages:
                return places
        return []

    def values(self, kind: str) -> list[Value]:
        by_start = {
            passage.start + value.start: replace(
                value, start=passage.start + value.start, end=passage.start + value.end
            )
            for passage in self.passages
            for value in find_values(passage.text)
            if value.kind == kind
        }
        return [by_start[start] for start in sorted(by_start)]

    def sentences(self) -> list[Span]:
        text = self.source.text
        cited = ((passage.start, passage.end) for passage in self.passages)
        return sorted({span for low, high in cited for span in sentence_spans(text, low, high, clauses=True)})

    def passage(self, hint: str) -> CitedPassage:
        """The cited passage; of several the one that shares most words with the hint, else the first."""
        if not self.passages:
            raise CannotPlace("The issue cites no passage of the document, so there is no place for the words.")
        stems = stems_of(f"{hint} {self.title}")
        shared = [len(stems_of(passage.text) & stems) for passage in self.passages]
        return self.passages[shared.index(max(shared))]


def stems_of(words: str) -> set[str]:
    """The stems of the words that may name a place."""
    return {stem(word) for word in _WORD.findall(words) if word.lower() not in _STOP}
