"""Reads the facts of a retirement out of a person's sentences, by rules: what is said, under which topic, how surely.

A question, a greeting or another person's affairs give no fact. The value is always the person's own words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from retirement.checklist import CHECKLIST, Topic
from retirement.reading.amounts import has_amount, qualifiers, refers
from retirement.reading.answers import answers
from retirement.reading.factual import factual_parts, may_answer, recorded_type
from retirement.reading.kinds import DECISIVE, HINT, KINDS, Kind
from retirement.reading.languages import language_read, spanish_facts
from retirement.reading.parts import LABELS, hits_in
from retirement.reading.passages import passage
from retirement.reading.repairs import contradict, repairs_in
from retirement.reading.spans import further_topics
from retirement.reading.talk import (
    PRIORITY,
    answers_nothing,
    declines,
    is_about_chat,
    is_small_talk,
    stands_alone,
    statements,
)
from retirement.reading.text import SentencePart, sentences
from wording.lists import word_lists
from wording.phrases import groups

_PATTERNS = groups(Path(__file__).parent / "patterns/reader.txt")
_LISTS = word_lists(Path(__file__).parent / "phrases/lists.txt")

# Where the fact type of the question that was asked belongs.
TOPIC_OF = {kind.fact_type: kind.topic for kind in KINDS} | {item.fact_type: item.topic for item in CHECKLIST}

MAX_VALUE = 240
# An answer is short; a longer message is read for what it states itself.
MAX_ANSWER = 25
# Beyond this a message is read no further; it is a book and not an answer. The words themselves are always kept.
MAX_READ = 30_000

_UNSURE = re.compile(_PATTERNS["unsure"])
_APPROXIMATE = re.compile(r"\b(?:about|around|roughly|approximately|ish|or so|nearly|almost|close to)\b|~")
_CORRECTS = re.compile(
    r"\b(?:actually|correction|i meant|i mean|sorry|not \d+|instead of|rather than|changed my mind)\b"
)
_BARE_AGE = re.compile(_PATTERNS["bare_age"])
_BARE_AGE_AND_SEX = re.compile(r"[4-9]\d ?(?:m|f|male|female|yo|y/o)\b")
_LEADING = re.compile(
    r"^(?:(?:and|but|so|or|also|well|yes|yeah|ok|okay|oh|um|actually|plus|then|because|that|like|honestly|"
    r"though)\b[,\s]+)+",
    re.I,
)
_PARTNER = re.compile(r"\b(?:wife|husband|spouse|partner|hubby|she|he|hers?|his)(?:'s)?\b")
_PARTNERED = _LISTS["partnered"]


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact of a message. `text[start:end]` holds its words; `value` restates them."""

    topic: Topic
    fact_type: str
    subtopic: str | None
    value: str
    start: int
    end: int
    confidence: float
    important: bool = False
    # Two parts of the message cannot both be so.
    contradicts: bool = False

    @property
    def label(self) -> str:
        """What a person calls it, such as "the mortgage"."""
        return label_of(self.fact_type)


def label_of(fact_type: str) -> str:
    """What a person calls a fact of this type."""
    mine = LABELS.get(fact_type.removeprefix("partner_"), fact_type.replace("_", " "))
    return f"for your partner, {mine}" if fact_type.startswith("partner_") else mine


def read_facts(text: str, asked: str = "") -> list[Fact]:
    """The facts that `text` states, in order. `asked` is the fact type that was asked for: a short answer is one."""
    read = text[:MAX_READ]
    if (is_small_talk(read) and not asked) or declines(read):
        return []
    if (language := language_read(read)) != "en":
        return _spanish(read) if language == "es" else []
    facts: list[Fact] = []
    for number, parts in enumerate(sentences(read)):
        stated = factual_parts(read, parts, statements(parts))
        if number == 0 and not asked and stated and (age := _bare_age(stated)):
            facts.append(age)
        facts += _sentence_facts(read, stated)
    facts = _merged(_repaired(read, facts))
    if asked and (answer := _answer(read, asked, facts)):
        return [answer, *(fact for fact in facts if fact.fact_type != asked)]
    return facts


def _spanish(text: str) -> list[Fact]:
    return [
        Fact(topic, fact_type, None, value_of(text[start:end]), start, end, 0.6)
        for topic, fact_type, start, end in spanish_facts(text)
    ]


def _repaired(text: str, facts: list[Fact]) -> list[Fact]:
    """The facts with the numbers that the same message takes back replaced by those that were meant."""
    for repair in repairs_in(text):
        repeated = [fact for fact in facts if repair.old_end <= fact.start < repair.end]
        reach = max([repair.end, *(fact.end for fact in repeated)])
        kept = []
        for fact in facts:
            if fact.start <= repair.old_start < fact.end:
                end = max(fact.end, reach)
                words = text[fact.start : repair.old_start] + repair.new + text[repair.end : end]
                kept.append(replace(fact, value=value_of(words), end=end))
            elif fact not in repeated:
                kept.append(fact)
        facts = kept
    return facts


def _bare_age(parts: Sequence[SentencePart]) -> Fact | None:
    """An age that stands as a bare number among fragments: "58m, paid off house", "single, 55, no kids"."""
    if len(parts) == 1 and not _BARE_AGE_AND_SEX.match(parts[0].text):
        return None
    bare = [(part, match) for part in parts[:3] if (match := _BARE_AGE.match(part.text))]
    alone = [part for part in parts if part.text.isdigit()]
    if not bare or len(alone) > 1 or (bare[0][0] is not parts[0] and bare[0][0] not in alone):
        return None
    part, age = bare[0]
    start, end = part.start, part.start + age.end()
    return Fact(Topic.LONGEVITY_INFLATION, "age", None, age[0].strip(" ,"), start, end, 0.8)


def _sentence_facts(text: str, parts: Sequence[SentencePart]) -> list[Fact]:
    stating: list[tuple[SentencePart, Kind, int]] = []
    unnamed: list[SentencePart] = []
    for part in parts:
        hits = [(part, hit.kind, hit.start) for hit in hits_in(part.text)]
        if part.follows and stating and (refers(part.text) or not any(kind.weight > HINT for _, kind, _ in hits)):
            hits = [(part, stating[-1][1], 0)]
            unnamed.append(part)
        stating += hits
    if is_about_chat(parts):
        stating = [item for item in stating if item[1].weight == DECISIVE]
    sure = [item for item in stating if item[1].weight > HINT]
    if sure:
        stating = [item for item in stating if item[1].weight > HINT or stands_alone(item[0])]
    important = any(PRIORITY.search(part.text) for part in parts)
    stated = [
        (part, fact)
        for part, kind, start in stating
        if (fact_type := recorded_type(text, parts, part, kind, start))
        for fact in _facts_of(text, part, replace(kind, fact_type=fact_type), start)
    ]
    facts = _separated(stated, unnamed) if any(part.follows for part in parts) else [fact for _, fact in stated]
    if important and facts:
        marked = _marked(facts, parts)
        facts = [replace(fact, important=True, subtopic="priority") if fact is marked else fact for fact in facts]
    return facts


def _separated(stated: Sequence[tuple[SentencePart, Fact]], unnamed: Sequence[SentencePart]) -> list[Fact]:
    """Several amounts of one kind are several facts, and their subtopics say which is which.

    A part of `unnamed` does not name its thing: the words before it do, or the label.
    """
    groups: dict[tuple[Topic, str], list[tuple[SentencePart, Fact]]] = {}
    for part, fact in stated:
        group = groups.setdefault((fact.topic, fact.fact_type.removeprefix("partner_")), [])
        if all(other is not part for other, _ in group):
            group.append((part, fact))
    separate: list[Fact] = []
    for group in groups.values():
        amounts = [(part, fact) for part, fact in group if has_amount(part.text)]
        heads = [fact for part, fact in group if not has_amount(part.text)]
        if not any(part.follows for part, _ in amounts):
            separate += [fact for _, fact in group]
            continue
        names = qualifiers([part.text for part, _ in amounts]) if len(amounts) > 1 else [None]
        for (part, fact), name in zip(amounts, names, strict=True):
            value = fact.value
            if heads or part in unnamed:
                value = _labelled(heads[0].value if heads else label_of(fact.fact_type.removeprefix("partner_")), value)
            separate.append(replace(fact, value=value[:MAX_VALUE], subtopic=name))
    return sorted(separate, key=lambda fact: fact.start)


def _marked(facts: list[Fact], parts: Sequence[SentencePart]) -> Fact:
    """The fact that a priority of the sentence speaks of: the one in its part, else the nearest before or after it."""
    place = next(part for part in parts if PRIORITY.search(part.text))
    return min(facts, key=lambda fact: (fact.start != place.start, abs(fact.start - place.start)))


def _facts_of(text: str, part: SentencePart, kind: Kind, place: int) -> list[Fact]:
    """The fact that a kind gives, and the same under each further topic that it decides something in."""
    fact = _fact(text, part, kind, place)
    further = further_topics(kind.fact_type, part.text)
    return [fact, *(replace(fact, topic=topic, fact_type=fact_type) for topic, fact_type in further)]


def _fact(text: str, part: SentencePart, kind: Kind, place: int) -> Fact:
    fact_type = kind.fact_type
    before = part.text[: place + 14]
    partner = _PARTNER.search(before)
    if partner and fact_type in _PARTNERED and not re.search(r"\b(?:we|i|i'm|our)\b", before[: partner.start()]):
        fact_type = f"partner_{fact_type}"
    confidence = 0.9 if kind.weight == DECISIVE else 0.75 if kind.weight > HINT else 0.5
    if _CORRECTS.search(part.text):
        confidence += 0.05
    elif _UNSURE.search(part.text):
        confidence -= 0.3 if kind.weight > HINT else 0.1
    elif _APPROXIMATE.search(part.text):
        confidence -= 0.1
    return Fact(
        kind.topic, fact_type, None, value_of(text[part.start : part.end]), part.start, part.end, round(confidence, 2)
    )


def _labelled(label: str, words: str) -> str:
    return f"{label[:1].upper()}{label[1:]}: {words[:1].lower() + words[1:]}"


def value_of(words: str) -> str:
    """The person's words without what only joins them to others."""
    words = " ".join(_LEADING.sub("", " ".join(words.split())).split())
    if len(words) > MAX_VALUE:
        words = words[: MAX_VALUE - 1].rsplit(" ", 1)[0] + "…"
    return words[:1].upper() + words[1:]


def _merged(facts: list[Fact]) -> list[Fact]:
    """One fact for each kind: the same kind said in several parts is one fact with all of those words."""
    groups: dict[tuple[Topic, str, str | None], list[Fact]] = {}
    for fact in facts:
        key = (fact.topic, fact.fact_type, None if fact.subtopic == "priority" else fact.subtopic)
        groups.setdefault(key, []).append(fact)
    return [_joined(group) for group in groups.values()]


def _joined(group: list[Fact]) -> Fact:
    first = group[0]
    value, joined = first.value, [first]
    for fact in group[1:]:
        if fact.value not in value:
            longer = f"{value}; {fact.value[:1].lower() + fact.value[1:]}"
            value = longer if len(longer) <= MAX_VALUE else value
            joined.append(fact)
    open_ = contradict(first.fact_type, [fact.value for fact in joined])
    confidence = min(fact.confidence for fact in joined)
    return replace(
        first, value=value, end=max(fact.end for fact in joined),
        confidence=min(confidence, 0.4) if open_ else confidence,
        important=any(fact.important for fact in group), contradicts=open_,
        subtopic=next((fact.subtopic for fact in group if fact.subtopic), None),
    )  # fmt: skip


def _answer(text: str, asked: str, facts: list[Fact]) -> Fact | None:
    """The short answer to a question about `asked`, when the message gave no such fact by itself."""
    if any(fact.fact_type == asked for fact in facts) or asked not in TOPIC_OF or len(text.split()) > MAX_ANSWER:
        return None
    if answers_nothing(text) or any(fact.start == 0 for fact in facts):
        return None
    stated_parts = [(sentence, factual_parts(text, sentence, sentence)) for sentence in sentences(text)]
    # Who complains or asks besides has not simply answered.
    if any(len(stated) < len(sentence) or not may_answer(text, sentence) for sentence, stated in stated_parts):
        return None
    if asked in ("age", "birth_year") and any(counted.owner for counted in passage(text).numbers):
        # "My son is 31" is no answer to how old the person is.
        return None
    own = [
        part for _, stated in stated_parts for part in stated if not any(f.start <= part.start < f.end for f in facts)
    ]
    if not own or not answers(asked, TOPIC_OF[asked], own):
        return None
    # "Yes, it's paid off, and I'm 61": the answer is what stands before the next fact.
    following = min((fact.start for fact in facts), default=len(text))
    start, end = own[0].start, max((part.end for part in own if part.end <= following), default=own[0].end)
    words = " ".join(text[start:end].split())[:MAX_VALUE]
    unsure = bool(_UNSURE.search(text.lower()))
    return Fact(TOPIC_OF[asked], asked, None, _labelled(label_of(asked), words), start, end, 0.6 if unsure else 0.85)
