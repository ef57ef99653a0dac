"""Reads the facts of a retirement out of a person's words: each in their own words, under its topic, how surely.

What a piece of a sentence tells is learnt from `examples/`. A question, a supposition and another's life give no fact.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from retirement.checklist import CHECKLIST, Topic, item_named
from retirement.reading.assertions import ASKED, CONDITION, QUOTED, SUPPOSED, SentenceToken, read_sentence
from retirement.reading.kinds import KINDS, further_topics, label_of
from retirement.reading.languages import language_read
from retirement.reading.measures import measures_in
from retirement.reading.people import OWNING_WORDS, RELATION, SELF, STRANGERS, THEY, THIRD, ages_somebody
from retirement.reading.pieces import NONE, Piece, names_nothing, pieces_of, tell
from retirement.reading.repairs import contradict, repairs_in
from wording.answers import leading_answer
from wording.lists import word_lists
from wording.phrases import patterns

_PATTERNS = patterns(Path(__file__).parent / "patterns/reader.txt", re.IGNORECASE)
# Kinds that a partner has beside the person's own.
_PARTNERED = word_lists(Path(__file__).parent / "phrases/lists.txt")["partnered"]

# Where the fact type of the question that was asked belongs.
TOPIC_OF = {kind.fact_type: kind.topic for kind in KINDS.values()} | {item.fact_type: item.topic for item in CHECKLIST}

MAX_VALUE = 240
# An answer is short; a longer message is read for what it states itself.
MAX_ANSWER = 25
# Words that name nothing are at most so many.
MAX_BARE = 5
# Who a piece is of is named within so many words.
_SUBJECT = 5
# An age that begins a message stands so near its start.
_FROM_START, _WORKING_AGES = 6, frozenset(map(str, range(40, 100)))
# Beyond this a message is read no further; it is a book and not an answer. The words themselves are always kept.
MAX_READ = 30_000
# A kind that is told with these margins is sure, and certain.
SURE, CERTAIN = 0.15, 0.5
# The label of words that answer any question of how well, how much or how soon, and nothing without one.
ANSWER = "answer"
_LEADING = re.compile(
    r"^(?:(?:and|but|so|or|also|well|yes|yeah|ok|okay|oh|um|actually|plus|then|because|that|like|honestly|though)\b"
    r"[,\s]+)+",
    re.I,
)
_SIGH = re.compile(r"^(?:(?:ok(?:ay)?|oh|well|um|hm+)\b[,. ]*)+", re.I)
_ASKS_NUMBER = re.compile(
    r"\b(?:how (?:much|many|old|long)|age|year|worth|share|pension|mortgage|savings|debts)\b", re.I
)
_TO_COME = re.compile(r"\b(?:will|would|going to|gonna|it'll|it'd)\b", re.I)
_AGES = frozenset(("age", "birth_year", "partner_age"))
_OF_PEOPLE = (Topic.LONG_TERM_CARE, Topic.ESTATE_PLANNING, Topic.LIFESTYLE_PURPOSE, Topic.HOUSING_GEOGRAPHY)
_STOP, _HORIZON = "target_retirement_age", "planning_horizon"
LAST_WORKING_AGE, LAST_AGE = 82, 110


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
    # Two parts of the message cannot both be so.
    contradicts: bool = False

    @property
    def label(self) -> str:
        """What a person calls it, such as "the mortgage"."""
        return label_of(self.fact_type)


def read_facts(text: str, asked: str = "") -> list[Fact]:
    """The facts that `text` states, in order. `asked` is the fact type that was asked for: a short answer is one."""
    read = text[:MAX_READ]
    if language_read(read) != "en":
        return []
    heard = pieces_of(read)
    facts = _merged(_repaired(read, [*_age_first(read, heard, asked), *_facts(read, heard)]))
    if asked and (answer := _answer(read, asked, facts, heard)):
        return [answer, *(fact for fact in facts if fact.fact_type != asked and fact.start >= answer.end)]
    return facts


def _age_first(text: str, heard: Sequence[Piece], asked: str) -> Iterator[Fact]:
    """The age with which a message of several facts begins: "58m, paid off house", "I'm 60 and was laid off"."""
    first = heard[0] if heard else None
    if (
        first is None
        or asked
        or any(piece.label == "age" and re.search("[a-z]", text[piece.start : piece.end]) for piece in heard)
        or not _is_told(text, first)
    ):
        return
    low, high = first.sentence
    ages = [(match.start("age"), match.end("age")) for match in _PATTERNS["bare_age"].finditer(text[low:high])]
    for measure in measures_in(text[low:high])[:3]:
        begins = measure.kind == "age" and measure.start <= _FROM_START and high - low > measure.end
        if begins or (measure.alone and measure.number.text in _WORKING_AGES and len(heard) > 1):
            ages.append((0 if begins else measure.start, measure.end))
    for start, end in ages[:1]:
        words = text[low + start : low + end]
        if _stated(words, "age") == "age":
            yield Fact(TOPIC_OF["age"], "age", None, value_of(words), low + start, low + end, 0.8)


def _facts(text: str, heard: Sequence[Piece]) -> Iterator[Fact]:
    for number, piece in enumerate(heard):
        if piece.label in (NONE, ANSWER) or not _is_told(text, piece) or _goes_on(text, heard, number):
            continue
        words = text[piece.start : piece.end]
        fact_type = _stated(words, piece.label)
        vague = piece.margin < CERTAIN and names_nothing(words) and not (piece.follows or piece.label in _OWN_AGES)
        if not fact_type or vague or not any(map(str.isalpha, words)):
            continue
        fact = _fact(text, piece, fact_type)
        if piece.follows or (number + 1 < len(heard) and heard[number + 1].follows):
            fact = replace(fact, subtopic=_which(fact, heard, number))
        yield fact
        for topic, further in further_topics(piece.label, words.lower()):
            yield replace(fact, topic=topic, fact_type=further)


def _goes_on(text: str, heard: Sequence[Piece], number: int) -> bool:
    """Whether a piece goes on with one that states nothing of the person: "my boss is 70" and "still working"."""
    before, words = heard[number - 1] if number else None, text[heard[number].start : heard[number].end]
    if before is None or before.label != NONE or before.margin < SURE or _PATTERNS["person"].search(words):
        return False
    joined = " ".join(text[before.end : heard[number].start].split()).strip(" ,")
    return joined == "and" and not words.lower().startswith(("my ", "our ", "there", "the "))


def _is_told(text: str, piece: Piece) -> bool:
    """Whether most words of a piece are told of the person, and neither asked nor supposed nor quoted."""
    words = _words(text, piece)
    somebody = next((place for place, word in enumerate(words[:_SUBJECT]) if word.word.split("'")[0] in RELATION), -1)
    owners = {
        word.owner.split("/")[0] for word in words[somebody + 1 :] if word.word.isalpha() and not _is_whose(word.word)
    }
    if owners & STRANGERS and SELF not in owners:
        return False
    kin = owners and not owners & _CLOSE and piece.label not in _OF_FAMILY
    if kin or (piece.label not in _OWN_AGES and ages_somebody(text[piece.start : piece.end])):
        return False
    unsaid = (ASKED, SUPPOSED, QUOTED) if piece.label in _OF_CARE else (ASKED, SUPPOSED, QUOTED, CONDITION)
    return 2 * sum(word.mode in unsaid for word in words) <= len(words)


def _words(text: str, piece: Piece) -> list[SentenceToken]:
    low, high = piece.sentence
    return [word for word in read_sentence(text[low:high]) if piece.start <= word.start + low < piece.end]


def _is_whose(word: str) -> bool:
    """Whether a word only says whose something is: "my", "neighbor's"."""
    return word in OWNING_WORDS or word.split("'")[0] in RELATION


# What is told of care is always a condition: "if I need it, I want to stay here".
_OF_CARE = frozenset(kind.fact_type for kind in KINDS.values() if kind.topic == Topic.LONG_TERM_CARE)
# Whose facts are the person's, and what is told of all of a family.
_CLOSE = frozenset((SELF, THIRD, THEY, "partner"))
_OWN_AGES = frozenset(("age", _STOP, _HORIZON))
_OF_FAMILY = frozenset(
    kind.fact_type
    for kind in KINDS.values()
    if kind.topic not in (Topic.INCOME_CASH_FLOW, Topic.TAX_EFFICIENCY_RMDS) and kind.fact_type not in _OWN_AGES
)


def _stated(words: str, fact_type: str) -> str:
    """The kind under which words are kept: nobody works until 95, and nobody lives to 150."""
    if fact_type in (_STOP, _HORIZON):
        ages = [int(measure.number.value) for measure in measures_in(words) if measure.kind.startswith("age")]
        if any(age > LAST_AGE for age in ages):
            return ""
        if ages and min(ages) > LAST_WORKING_AGE:
            return _HORIZON
    partner = _PATTERNS["partner"].search(words)
    if partner and not _PATTERNS["person"].search(words, 0, partner.start()):
        if fact_type == "age":
            return "partner_age"
        if fact_type in _PARTNERED:
            return f"partner_{fact_type}"
    return fact_type


def _fact(text: str, piece: Piece, fact_type: str) -> Fact:
    words = text[piece.start : piece.end]
    confidence = 0.9 if piece.margin >= CERTAIN else 0.75 if piece.margin >= SURE else 0.6
    if _PATTERNS["corrects"].search(words):
        confidence += 0.05
    elif _PATTERNS["unsure"].search(words):
        confidence -= 0.3
    value = value_of(words)
    if piece.follows:
        value = _labelled(label_of(fact_type.removeprefix("partner_")), value)
    subtopic = "priority" if _PATTERNS["priority"].search(words) else None
    kind = TOPIC_OF[fact_type.removeprefix("partner_") if fact_type not in TOPIC_OF else fact_type]
    return Fact(kind, fact_type, subtopic, value[:MAX_VALUE], piece.start, piece.end, round(confidence, 2))


def _which(fact: Fact, heard: Sequence[Piece], number: int) -> str:
    """What tells an amount from the others of its kind: whose it is, or which of them."""
    if fact.fact_type.startswith("partner_") or _PATTERNS["own"].search(fact.value):
        return "partner" if fact.fact_type.startswith("partner_") else "own"
    first = next(place for place in range(number, -1, -1) if not heard[place].follows)
    return str(number - first + 1)


def _labelled(label: str, words: str) -> str:
    return f"{label[:1].upper()}{label[1:]}: {words[:1].lower() + words[1:]}"


def value_of(words: str) -> str:
    """The person's words without what only joins them to others."""
    words = " ".join(_LEADING.sub("", " ".join(words.split())).split())
    if len(words) > MAX_VALUE:
        words = words[: MAX_VALUE - 1].rsplit(" ", 1)[0] + "…"
    return words[:1].upper() + words[1:]


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
        confidence=min(confidence, 0.4) if open_ else confidence, contradicts=open_,
        subtopic=next((fact.subtopic for fact in group if fact.subtopic), None),
    )  # fmt: skip


def _answer(text: str, asked: str, facts: list[Fact], heard: Sequence[Piece]) -> Fact | None:
    """The short answer to a question about `asked`, when the message gave no such fact by itself."""
    if asked not in TOPIC_OF or not heard or len(text.split()) > MAX_ANSWER:
        return None
    if asked == "age" and _TO_COME.search(text.replace("’", "'")):
        asked = _STOP
    bare = _is_bare(asked, text)
    own = [piece for piece in heard if bare or not any(fact.start <= piece.start < fact.end for fact in facts)]
    if not own or own[0] is not heard[0] or (not bare and any(fact.fact_type == asked for fact in facts)):
        return None
    if not all(_is_told(text, piece) for piece in own) or not _answers(asked, text, own):
        return None
    # "Yes, it's paid off, and I'm 61": the answer is what stands before the next fact.
    following = min((fact.start for fact in facts), default=len(text)) if not bare else len(text)
    start, end = own[0].start, max((piece.end for piece in own if piece.end <= following), default=own[0].end)
    words = _SIGH.sub("", " ".join(text[start:end].split()))[:MAX_VALUE]
    unsure = bool(_PATTERNS["unsure"].search(text))
    return Fact(TOPIC_OF[asked], asked, None, _labelled(label_of(asked), words), start, end, 0.6 if unsure else 0.85)


def _is_bare(asked: str, words: str) -> bool:
    """Whether words name nothing by themselves: "no", "about 900", "my daughter"; an age is one of another thing."""
    if len(words.split()) > MAX_BARE or (asked not in _AGES and any(m.kind == "age" for m in measures_in(words))):
        return False
    return names_nothing(words)


def _answers(asked: str, text: str, own: Sequence[Piece]) -> bool:
    """Whether the pieces of a short message answer what was asked: by a yes or no, a number, words of its topic."""
    words = _SIGH.sub("", text[own[0].start : own[-1].end])
    measures, leading = measures_in(words), leading_answer(words)
    asides = [piece.margin for piece in own if _is_aside(asked, text[piece.start : piece.end], piece)]
    if not words or (asides and (leading is None or max(asides) >= CERTAIN)):
        return False
    if asked in _AGES:
        owners = {token.owner for token in read_sentence(words)}
        return owners <= {SELF} and any(
            15 <= measure.number.value <= 115 or measure.kind == "date" for measure in measures
        )
    item, (label, _) = item_named(TOPIC_OF[asked], asked), tell(words)
    if leading is not None or label == ANSWER or TOPIC_OF.get(label) == TOPIC_OF[asked]:
        return True
    numbers = bool(measures) and (item is None or _ASKS_NUMBER.search(item.question) is not None)
    return numbers or (TOPIC_OF[asked] in _OF_PEOPLE and _is_bare(asked, words) and label != NONE)


def _is_aside(asked: str, words: str, piece: Piece) -> bool:
    """Whether a piece surely states nothing: who complains or asks besides has not simply answered."""
    if piece.label != NONE or piece.margin < SURE or _PATTERNS["unsure"].search(words):
        return False
    return not (measures_in(words) and _is_bare(asked, words))
