"""An answer without a model: the sentence that answers best, its condition and consequence, quoted short and cited."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tax_dossier.answers.denials import turns_round
from tax_dossier.answers.kinds import held_of, kinds_asked, says, suits, told_until, wanted_in
from tax_dossier.answers.quotes import shortened
from tax_dossier.answers.stretches import Weigh, best_stretches
from tax_dossier.record import SourceView
from tax_dossier.texts import Language, text
from tax_dossier.words import (
    LawPlace,
    article_of,
    asked_and_before,
    description_of,
    ecli_of,
    in_law_words,
    likeness,
    places_asked,
    stands_in,
    taxes_named,
    telling_words,
    things_asked,
    words_of,
)
from wording.sentences import sentence_spans

MOST_QUOTES = 6
# The rule is quoted with more of it than what else fits.
RULE_CHARS, QUOTE_CHARS, HEAD_CHARS = 560, 330, 70
_MIN_SENTENCE = 25
# So many sentences on either side of the rule may say its condition and its consequence.
_NEAR = 2
# "1. De wet" and "1 De wet" are numbered; "6 percent" and "50 sigaren" are not.
_NUMBER = re.compile(r"\s*(?:\d{1,2}[a-z]?(?:\.|(?=\s+[A-Z]))|(?P<item>[a-z]{1,2}[.°]|\d{1,2}°\.?|[-•–]))\s+")
# A heading ends with no sign; an item of a list may end with what joins it to the next.
_ENDED = re.compile(r"[.;:!?,][”\"')]*(?:\s(?:of|en|or|and))?$")
# A sentence that tells the kind of fact that is asked gains so much of what its whole source speaks of the question.
_TOLD, _ALL_TOLD, _LAW_WORD, _LITTLE = 0.5, 1.5, 0.5, 0.6
_BEGINS, _SAME, _NAMED = 0.5, 0.5, 0.8
# What the title says already tells little of a sentence below it; what was asked before, less than what is asked now.
_COVERED, _BEFORE = 0.7, 0.25
# How much it counts that a sentence named by a register has what is looked for, and which of them are quoted.
_SUITS, _NEARLY, _MOST_NAMED = 0.2, 0.85, 3
# What leads to a list, beside the items of it.
_LEAD = 0.9
# What a stretch of a sentence tells: the kind of fact asked, a figure, the words that a register names, what follows.
_TELLS, _FIGURE, _NAMED_STRETCH, _NEXT, _NEXT_CHARS = 1.0, 0.4, 3.0, 0.8, 90
_DIGIT, _NAME_OF_PLACE = re.compile(r"\d"), re.compile(r"\b(?:artikel\w*|lid|post|onder|onderdeel|tabel) \d+\w*|\d°")
# What fits much less than the best sentence of all says nothing of the question.
_WORTH = 0.5
# Of a question with so many telling words, a sentence that has not as much as two of them says nothing.
_MANY_WORDS, _LEAST_SAID = 3, 2.0


@dataclass(frozen=True, slots=True)
class ScoredSentence:
    """A sentence of a source, where it stands, the label of the part that it stands in, and what heads its list."""

    source: SourceView
    label: str
    text: str
    start: int
    head: str = ""
    score: float = 0.0
    # Where in it, its white space put in order, the words stand by which a register names it; 0 where none does.
    named_from: int = 0
    named_until: int = 0

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def extract(question: str, sources: Sequence[SourceView], texts: Mapping[int, str], language: Language) -> list[str]:
    """Lines such as `- **Regel**: “…” (artikel 3.16, lid 1, Wet IB 2001)`; [] when nothing fits.

    Of each thing asked first the sentence that answers it best, then what its source says of the condition and of the
    consequence, then what else fits, in the order of the sources.
    """
    lines: list[str] = []
    shown: set[tuple[int, int]] = set()
    for part in things_asked(question):
        best = answering_sentences(part, sources, texts)
        chosen = [("rule", best[0]), *_beside(best[0], texts)] if best else []
        also = [("also", sentence) for sentence in sorted(best, key=lambda each: (each.source.number, each.start))]
        for role, sentence in [*chosen, *also]:
            place = (sentence.source.id, sentence.start)
            if place in shown or len(lines) >= MOST_QUOTES:
                continue
            shown.add(place)
            most = QUOTE_CHARS if role == "also" else RULE_CHARS
            cut = _quoted(sentence, part, texts[sentence.source.id], most)
            lines.append(
                f"- **{text(language, role)}**: “{cut}” ({citation(sentence.source, sentence.label, language)})"
            )
    return lines


def _quoted(sentence: ScoredSentence, question: str, source: str, most: int) -> str:
    """The stretches of a sentence that answer, behind what heads its list; it is not cut so that it loses a "not"."""
    quote = " ".join(sentence.text.split())
    head = f"{shortened(sentence.head, HEAD_CHARS).removesuffix(' …')} … " if sentence.head else ""
    named = (sentence.named_from, sentence.named_until)
    cut = head + best_stretches(quote, most - len(head), _weigher(quote, question, named), named)
    return head + shortened(quote, most - len(head)) if turns_round(cut, source) else cut


def _weigher(quote: str, question: str, named: tuple[int, int]) -> Weigh:
    """What a stretch of a sentence tells: of what is asked, in figures, and of what a register names in it."""
    asked, kinds, wanted = _weighed(question), kinds_asked(question), wanted_in(question)
    length = named[1] - named[0]

    def weigh(start: int, end: int) -> float:
        stretch = quote[start:end]
        share = max(0, min(end, named[1]) - max(start, named[0])) / length if length else 0.0
        follows = bool(length) and 0 <= start - named[1] < _NEXT_CHARS
        tells = bool(told_until(stretch, kinds)) or bool(held_of(wanted, stretch))
        figure = bool(_DIGIT.search(_NAME_OF_PLACE.sub("", stretch)))
        return _gained(stretch, asked) + _NAMED_STRETCH * share + _NEXT * follows + _TELLS * tells + _FIGURE * figure

    return weigh


def _beside(rule: ScoredSentence, texts: Mapping[int, str]) -> list[tuple[str, ScoredSentence]]:
    """What is said right beside the rule of the condition, and of the consequence; at most one sentence of each."""
    part = [each for each in sentences_in(rule.source, texts.get(rule.source.id, "")) if each.label == rule.label]
    at = next((n for n, each in enumerate(part) if each.start == rule.start), 0)
    # What comes after it first.
    near = [*part[at + 1 : at + 1 + _NEAR], *reversed(part[max(0, at - _NEAR) : at])]
    beside: list[tuple[str, ScoredSentence]] = []
    for role in ("condition", "consequence"):
        if fitting := next((each for each in near if says(role, each.text)), None):
            beside.append((role, fitting))
            near.remove(fitting)
    return beside


def answering_sentences(question: str, sources: Sequence[SourceView], texts: Mapping[int, str]) -> list[ScoredSentence]:
    """The sentences to quote, the best first: those that the law's own register names for it, then the most alike."""
    named: dict[tuple[int, int], ScoredSentence] = {}
    for each in named_sentences(question, sources, texts):
        named.setdefault((each.source.id, each.start), each)
    best = best_sentences(question, sources, texts)
    return [*named.values(), *(each for each in best if (each.source.id, each.start) not in named)][:MOST_QUOTES]


def say_hardly_anything(question: str, sources: Sequence[SourceView], texts: Mapping[int, str]) -> bool:
    """Whether what comes nearest in the sources says so little of what is asked that it answers nothing."""
    best = best_sentences(question, sources, texts)
    if not best:
        return False
    says_little = best[0].score < _LEAST_SAID and len(set(telling_words(question))) >= _MANY_WORDS
    # Of a tax whose law is not on file, a ruling that only names it says nothing of its rates and reliefs.
    only_rulings = bool(taxes_named(question)) and not any(source.is_law for source in sources)
    return says_little or (only_rulings and not _has_the_matter(best[0], question))


def _has_the_matter(sentence: ScoredSentence, question: str) -> bool:
    """Whether a sentence has half of what is asked besides the name of the tax."""
    asked = [word for word in telling_words(question) if not taxes_named(word)]
    asked = asked or [word for word in words_of(question) if not taxes_named(word)]
    held = _alike(f"{sentence.head} {sentence.text}", asked)
    return sum(like > _SAME for like in held.values()) >= len(asked) / 2


def named_sentences(question: str, sources: Sequence[SourceView], texts: Mapping[int, str]) -> list[ScoredSentence]:
    """The sentences of the sources that the register of their law names for a question, the best first.

    Of places that are nearly as good, the one is best whose sentence has what the question looks for.
    """
    own = asked_and_before(question)[0]
    named = [
        replace(sentence, score=place.fit * _told_by(sentence) * (1 + _SUITS * suits(own, sentence.text)))
        for place in places_asked(own)
        for source in sources
        for sentence in _named_by(place, source, texts.get(source.id, ""))
    ]
    best = max((sentence.score for sentence in named), default=0.0)
    ranked = sorted(named, key=lambda sentence: -sentence.score)
    return [sentence for sentence in ranked if sentence.score >= _NEARLY * best][:_MOST_NAMED]


def _told_by(sentence: ScoredSentence) -> float:
    """How much a sentence says by itself: what only leads to a list says less than an item of it."""
    return _LEAD if sentence.text.rstrip().endswith(":") else 1.0


def _named_by(place: LawPlace, source: SourceView, words: str) -> Iterator[ScoredSentence]:
    """The sentences of a source that a register names."""
    for sentence in sentences_in(source, words) if stands_in(place, source.metadata) else ():
        at = " ".join(sentence.text.split()).find(place.words)
        if at >= 0:
            yield replace(sentence, named_from=at, named_until=at + len(place.words))


def best_sentences(question: str, sources: Sequence[SourceView], texts: Mapping[int, str]) -> list[ScoredSentence]:
    """The sentences to quote, the best first: at most a few, of several sources."""
    own, _ = asked_and_before(question)
    kinds, asked = kinds_asked(own) or kinds_asked(question), _weighed(question)
    # "En wie moet dat betalen?" asks who, and says nothing else.
    all_of_it = 0.0 if telling_words(own) else _ALL_TOLD
    scored = []
    for source in sources:
        words = texts.get(source.id, "")
        titled = _alike(source.title, asked)
        left = {word: weight * (1 - _COVERED * titled[word]) for word, weight in asked.items()}
        named = _NAMED * sum(weight * titled[word] for word, weight in asked.items())
        # What no sentence says, a title may: the article on the fiscal unity tells its percentage without these words.
        fitting = all_of_it + _TOLD * _gained(f"{description_of(source)} {words}", asked)
        for sentence in sentences_in(source, words):
            tells = told_until(sentence.text, kinds) > 0
            # What a sentence begins with is what it is about.
            begins = any(likeness(word, other) > _SAME for word in words_of(sentence.text)[:1] for other in asked)
            score = (
                _gained(f"{sentence.head} {sentence.text}", left)
                + named
                + (fitting + _BEGINS * begins if tells else 0.0)
            )
            scored.append(replace(sentence, score=score))
    best = max((sentence.score for sentence in scored), default=0.0)
    worth = [sentence for sentence in scored if sentence.score > 0 and sentence.score >= _WORTH * best]
    return sorted(worth, key=lambda sentence: -sentence.score)[:MOST_QUOTES]


def sentences_in(source: SourceView, words: str) -> list[ScoredSentence]:
    """Every sentence that is long enough to say something, without its number; an item of a list, with its head."""
    sentences, heads, level = [], list[tuple[tuple[int, bool], str]](), (0, False)
    for start, end in sentence_spans(words, lines=True):
        indent = start - words.rfind("\n", 0, start) - 1
        number = _NUMBER.match(words, start, end)
        begin = number.end() if number else start
        sentence = words[begin:end]
        if not _ENDED.search(sentence):
            continue
        is_item = bool(number and number["item"])
        if not words[start - indent : start].strip():
            # What stands further to the right is below it; so is a letter below a number.
            level = (indent, is_item)
            heads = [head for head in heads if head[0] < level]
        head = heads[-1][1] if heads and is_item else ""
        if sentence.endswith(":"):
            heads.append((level, " ".join(sentence.split())))
        if head or len(sentence) >= _MIN_SENTENCE:
            inside = [str(part["label"]) for part in source.parts if part["start"] <= start < part["end"]]
            sentences.append(ScoredSentence(source, next(iter(inside), ""), sentence, begin, head))
    return sentences


def _weighed(question: str) -> dict[str, float]:
    """What is asked, and how much it weighs: the law's own words, and those of every question, less than the others."""
    weights: dict[str, float] = {}
    for words, share in zip(asked_and_before(question), (1.0, _BEFORE), strict=True):
        telling = set(telling_words(words))
        for word in words_of(words):
            weights.setdefault(word, share if word in telling else share * _LITTLE)
        for word in words_of(in_law_words(words)):
            weights.setdefault(word, share * _LAW_WORD)
    return weights


def _alike(passage: str, asked: Iterable[str]) -> dict[str, float]:
    """How nearly a text has each of the words that are asked."""
    held = set(words_of(passage))
    return {word: max((likeness(word, other) for other in held), default=0.0) for word in asked}


def _gained(passage: str, asked: Mapping[str, float]) -> float:
    """How much of what is asked a text speaks of."""
    held = _alike(passage, asked)
    return sum(weight * held[word] for word, weight in asked.items())


def citation(source: SourceView, label: str, language: Language) -> str:
    """How a source is cited: "artikel 3.16, lid 1, Wet IB 2001", or its ECLI."""
    number = article_of(source)
    if not source.is_law or not number:
        return ecli_of(source) or source.title
    table, article, paragraph = ("tabel", "artikel", "lid") if language == "nl" else ("table", "article", "paragraph")
    law = str(source.metadata.get("abbr") or source.metadata.get("law") or "")
    if number.startswith("tabel "):
        return f"{table} {number.split()[1].upper()} {law}".strip()
    part = f", {paragraph} {label}," if label else ""
    return f"{article} {number}{part} {law}".strip()
