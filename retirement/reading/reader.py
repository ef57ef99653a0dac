"""Reads the facts of a retirement out of a person's words: each in their own words, under its topic, how surely.

What a piece of a sentence tells is learnt from `examples/`. A question, a supposition and another's life give no fact.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from dialogue.clauses import ends_sentence
from retirement.checklist import Topic
from retirement.reading.answers import ANSWER, ASKS_AGE, PLAIN, answer_of
from retirement.reading.assertions import is_negation
from retirement.reading.kinds import further_topics, label_of
from retirement.reading.measures import measures_in
from retirement.reading.people import ages_of_both, relatives_in
from retirement.reading.pieces import (
    NONE,
    OF_IT,
    PLAINLY,
    ToldPiece,
    evidence,
    names_nothing,
    pieces_of,
    without_opening,
)
from retirement.reading.repairs import contradict, repairs_in
from retirement.reading.told import (
    CERTAIN,
    FEW_WORDS,
    MAX_VALUE,
    OF_FEW,
    OWN_AGES,
    PERSON,
    TOPIC_OF,
    Fact,
    fact_of,
    is_told,
    is_trade,
    labelled,
    stated_kind,
    value_of,
)
from wording.languages import foreign_language
from wording.phrases import patterns

_PATTERNS = patterns(Path(__file__).parent / "patterns/reader.txt", re.IGNORECASE)
# An age that begins a message stands so near its start.
_FROM_START, _AT_START, _WORKING_AGES = 6, 3, frozenset(map(str, range(40, 100)))
_AGES = ("age", "partner_age")
_OF_FAMILY = frozenset(("family_longevity", "family_care_history"))
# What the number measures that adds a detail to a fact.
_DETAILS = frozenset(("percent", "money", "years", "months"))
# What was not asked for is told with so much evidence of its topic.
UNASKED = 0.35
_OF_TOPIC = {topic: frozenset(kind for kind, of in TOPIC_OF.items() if of == topic) for topic in Topic}
# Beyond this a message is read no further; it is a book and not an answer. The words themselves are always kept.
MAX_READ = 30_000


def read_facts(text: str, asked: str = "") -> list[Fact]:
    """The facts that `text` states, in order. `asked` is the fact type that was asked for: a short answer is one."""
    read = without_opening(text[:MAX_READ])
    if foreign_language(read):
        return []
    heard = pieces_of(read)
    first = _age_first(read, heard) if asked in ("", "age") else []
    facts = _merged(read, _both_ages(read, _repaired(read, [*first, *_facts(read, heard, asked)])))
    if asked and (answer := answer_of(read, asked, facts, heard)):
        return [answer, *(fact for fact in facts if fact.fact_type != asked and fact.start >= answer.end)]
    return facts


def _age_first(text: str, heard: Sequence[ToldPiece]) -> Iterator[Fact]:
    """The age with which a message of several facts begins: "58m, paid off house", "single, 55, no kids"."""
    ages_told = (text[piece.start : piece.end] for piece in heard if piece.label == "age")
    known = any(re.search("[a-z]", words) and stated_kind(words, "age") == "age" for words in ages_told)
    if known or not heard or not is_told(text, heard[0]):
        return
    ages = []
    for low, high in dict.fromkeys(piece.sentence for piece in heard[:_AT_START]):
        ages += [(low + match.start(match.lastgroup or 0), low + match.end(match.lastgroup or 0))
                 for match in _PATTERNS["bare_age"].finditer(text[low:high])]  # fmt: skip
        for measure in measures_in(text[low:high])[:3]:
            begins = measure.kind == "age" and measure.start <= _FROM_START and high - low > measure.end
            # "62, nurse in Toledo" may be one piece.
            several = len(heard) > 1 or text[low + measure.end :][:1] == ","
            if begins or (measure.alone and measure.number.text in _WORKING_AGES and several):
                ages.append((low + measure.start, low + measure.end))
    for start, end in ages[:1]:
        yield Fact(TOPIC_OF["age"], "age", None, value_of(text[start:end]), start, end, 0.8)


def _both_ages(text: str, facts: list[Fact]) -> list[Fact]:
    """The facts with the two ages of a couple in the place of what else was read there."""
    for own, partner in ages_of_both(text):
        low, high = min(own, partner)[0], max(own, partner)[1]
        kept = [fact for fact in facts if fact.fact_type not in _AGES or fact.end <= low or high <= fact.start]
        values = (text[slice(*own)], labelled(label_of("partner_age"), text[slice(*partner)]))
        facts = kept + [
            Fact(TOPIC_OF["age"], kind, None, value, *span, 0.8)
            for kind, value, span in zip(_AGES, values, (own, partner), strict=True)
        ]
    return facts


def _is_so(text: str, before: ToldPiece, piece: ToldPiece) -> bool:
    """Whether a piece says how much it is of what the one before says how much it is not: "not 5,000, it is 4,500"."""
    words = text[piece.start : piece.end]
    if before.sentence != piece.sentence or before.label in (NONE, ANSWER) or not measures_in(words):
        return False
    is_same = piece.follows or piece.label == before.label or names_nothing(words)
    denied = _PATTERNS["denied_sum"].search(text, before.start, before.end)
    return is_same and denied is not None and not is_negation(words.split()[0].lower())


def _facts(text: str, heard: Sequence[ToldPiece], asked: str) -> Iterator[Fact]:
    for number, own in enumerate(heard):
        piece = _with_what_it_names(text, heard, number, _of_what(text, heard, number, asked))
        if piece.label in (NONE, ANSWER) or not is_told(text, own) or (number and _is_so(text, heard[number - 1], own)):
            continue
        words = text[piece.start : piece.end]
        if is_trade(words, piece.label) and TOPIC_OF[piece.label] != TOPIC_OF.get(asked):
            continue
        fact_type = stated_kind(words, piece.label)
        if number and _goes_on_of_partner(words, piece, heard[number - 1]):
            fact_type = stated_kind(f"my partner {words}", piece.label)
        if number and fact_type in _OF_FAMILY and _goes_on_of_kin(text, words, piece, heard[number - 1]):
            # "My mother lived to 99 but spent ten years in a home": whose years they were, the words before tell.
            piece = replace(piece, start=heard[number - 1].start)
        # A word by itself ("door") tells little where it does not tell it surely.
        thin = names_nothing(words) or len(words.split()) == 1
        few = len(words.split()) == FEW_WORDS and not measures_in(words)
        needed = OF_FEW if few else CERTAIN if thin else 0
        counted = piece.follows or piece is not own or (piece.label in OWN_AGES and measures_in(words))
        vague = not counted and piece.margin < needed
        doubtful = piece is own and not piece.follows and _is_doubtful(words, piece.label, asked)
        if not fact_type or vague or doubtful or not any(map(str.isalpha, words)):
            continue
        behind = heard[number + 1] if number + 1 < len(heard) else None
        end = behind.end if behind and _is_so(text, own, behind) else piece.end
        fact = fact_of(text, replace(piece, end=end), fact_type)
        if end == piece.end and (piece.follows or (behind and behind.follows)):
            fact = replace(fact, subtopic=_which(fact, heard, number))
        yield fact
        for topic, further in further_topics(piece.label, words.lower()):
            yield replace(fact, topic=topic, fact_type=further)


def _of_what(text: str, heard: Sequence[ToldPiece], number: int, asked: str) -> ToldPiece:
    """A piece as one of what stands before it, where it is a detail of that: "we rent. 1,750 a month", "inflation
    worries me, let's assume 3 percent", "a policy, I am glad to say, and it pays 180 a day"; else the piece itself.
    """
    piece = heard[number]
    words = text[piece.start : piece.end]
    near = [before for before in heard[max(0, number - 2) : number] if before.label not in (NONE, ANSWER)]
    near = [before for before in near if not names_nothing(text[before.start : before.end])]
    if not near or piece.follows:
        return piece
    if OF_IT.match(words):
        elsewhere = TOPIC_OF.get(piece.label) != TOPIC_OF[near[-1].label]
        plainly = PLAIN if _counts(words) else PLAINLY
        is_detail = elsewhere and piece.margin < (plainly if piece.label == NONE else CERTAIN)
    else:
        beside = near[-1] is heard[number - 1]
        adds = piece.label == NONE and piece.margin < PLAIN and near[-1].sentence == piece.sentence
        # A sum is no answer to when something is.
        is_sum = piece.label != NONE and (not asked or ASKS_AGE.search(asked) is not None) and _is_bare_sum(words)
        is_detail = beside and ((adds and _counts(words)) or is_sum)
    return replace(near[-1], start=piece.start, end=piece.end) if is_detail else piece


def _with_what_it_names(text: str, heard: Sequence[ToldPiece], number: int, piece: ToldPiece) -> ToldPiece:
    """A piece that only names a thing, with what its sentence tells of that: "for the house, it is all paid",
    "it's $900 a month, the pension".
    """
    if not _PATTERNS["only_names"].fullmatch(text, piece.start, piece.end):
        return piece
    around = [heard[place] for place in (number - 1, number + 1) if 0 <= place < len(heard)]
    beside = [other for other in around if other.sentence == piece.sentence]
    behind = next((other for other in beside if other.start >= piece.end), None)
    before = next((other for other in beside if other.end <= piece.start), None)
    if behind is not None and _PATTERNS["leads"].match(text, piece.start):
        return replace(piece, end=behind.end) if behind.label == NONE else replace(piece, label=NONE)
    if before is not None and before.label == NONE and _is_bare_sum(text[before.start : before.end]):
        return replace(piece, start=before.start)
    return piece


def _counts(words: str) -> bool:
    """Whether words hold a share, a sum or a time: "let's assume 3 percent"."""
    return any(measure.kind in _DETAILS for measure in measures_in(words))


def _is_bare_sum(words: str) -> bool:
    """Whether words are an amount and nothing else: of what, the words before them tell."""
    return names_nothing(words) and not PERSON.search(words) and any(m.is_sum for m in measures_in(words))


def _is_doubtful(words: str, label: str, asked: str) -> bool:
    """Whether words tell of the topic of a kind less surely than what nobody asked for has to be told."""
    topic = TOPIC_OF[label]
    if label == "age" and {measure.kind for measure in measures_in(words)} == {"years"}:
        # "I have 20 years of service" is how long, and not how old.
        return True
    if topic == TOPIC_OF.get(asked):
        return False
    return evidence(words, label, _OF_TOPIC[topic]) < UNASKED


def _goes_on_of_partner(words: str, piece: ToldPiece, before: ToldPiece) -> bool:
    """Whether a piece tells more of the partner whose age stands before it: "my wife is 63 and has MS"."""
    return before.label == "partner_age" and before.sentence == piece.sentence and not PERSON.search(words)


def _goes_on_of_kin(text: str, words: str, piece: ToldPiece, before: ToldPiece) -> bool:
    """Whether a piece that names nobody tells more of the relative whom the piece before it in its sentence names."""
    names_kin = bool(relatives_in(text[before.start : before.end]))
    return before.sentence == piece.sentence and before.label in _OF_FAMILY and names_kin and not PERSON.search(words)


def _which(fact: Fact, heard: Sequence[ToldPiece], number: int) -> str:
    """What tells an amount from the others of its kind: whose it is, or which of them."""
    if fact.fact_type.startswith("partner_") or _PATTERNS["own"].search(fact.value):
        return "partner" if fact.fact_type.startswith("partner_") else "own"
    first = next(place for place in range(number, -1, -1) if not heard[place].follows)
    return str(number - first + 1)


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


def _merged(text: str, facts: list[Fact]) -> list[Fact]:
    """One fact for each kind: the same kind said in several parts is one fact with all of those words.

    Amounts of different sentences are facts each, unless they cannot all be so: no one sentence says both.
    """
    groups: dict[tuple[Topic, str, str | None], list[Fact]] = {}
    for fact in facts:
        key = (fact.topic, fact.fact_type, None if fact.subtopic == "priority" else fact.subtopic)
        groups.setdefault(key, []).append(fact)
    merged = []
    for group in groups.values():
        joined = _joined(group)
        counted = [fact for fact in group if measures_in(fact.value)]
        apart = any(ends_sentence(text[fact.end : later.start]) for fact, later in pairwise(counted))
        merged += group if apart and not joined.contradicts else [joined]
    return merged


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
        confidence=min(confidence, 0.4) if open_ else confidence, contradicts=open_,
        subtopic=next((fact.subtopic for fact in group if fact.subtopic), None),
    )  # fmt: skip
