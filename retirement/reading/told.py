"""A fact of a message, and what a piece must be before it is one: told, by the person, of the person's own life."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from retirement.checklist import CHECKLIST, Topic
from retirement.reading.assertions import ASKED, QUOTED, SUPPOSED, SentenceToken, read_sentence
from retirement.reading.kinds import KINDS, label_of
from retirement.reading.measures import NAMES, measures_in
from retirement.reading.people import (
    KIN,
    OWNING_WORDS,
    RELATION,
    SELF,
    STRANGERS,
    THEY,
    THIRD,
    THIRD_WORDS,
    ages_somebody,
)
from retirement.reading.pieces import ToldPiece
from wording.lists import word_lists
from wording.phrases import patterns

_PATTERNS = patterns(Path(__file__).parent / "patterns/told.txt", re.IGNORECASE)
UNSURE, PERSON = _PATTERNS["unsure"], _PATTERNS["person"]
# Kinds that a partner has beside the person's own.
_PARTNERED = word_lists(Path(__file__).parent / "phrases/lists.txt")["partnered"]
# Where the fact type of the question that was asked belongs.
TOPIC_OF = {kind.fact_type: kind.topic for kind in KINDS.values()} | {item.fact_type: item.topic for item in CHECKLIST}
MAX_VALUE = 240
# Who a piece is of is named within so many words.
_SUBJECT = 5
# A kind that is told with these margins is sure, and certain.
SURE, CERTAIN = 0.15, 0.4
# So few words by themselves have to tell it this surely: "bad week" is no illness.
FEW_WORDS, OF_FEW = 2, 0.8
_FOR_ME = re.compile(r"\b(?:for|of|pays|gives|leaves) (?:me|us|mine)\b", re.I)
_MINE = frozenset(("my", "our"))
# "5,500, not 5,000": what a number is not is no fact of its own.
_ONLY_NOT = re.compile(r"\W*not\s+(?:about\s+)?\S*\d\S*\W*", re.IGNORECASE)
_LEADING = re.compile(
    r"^(?:(?:and|but|so|or|also|well|yes|yeah|ok|okay|oh|um|actually|plus|then|because|that|like|honestly|though)\b"
    r"[,\s]+)+",
    re.I,
)
# What opens a correction behind a fact is no part of it: "we rent in Erie, no".
_TRAILING = re.compile(r"(?<=\w),? (?:no|nope|sorry|wait|oops|so|and|but)$", re.I)
STOP, HORIZON = "target_retirement_age", "planning_horizon"
LAST_WORKING_AGE, LAST_AGE, LEAST_YEAR = 82, 110, 1_000
_EARNED = frozenset(("employment_income", "other_income"))
OWN_AGES = frozenset(("age", STOP, HORIZON))
_OWN_TOPICS = frozenset(
    (Topic.INCOME_CASH_FLOW, Topic.HEALTHCARE_MEDICARE, Topic.HOUSING_GEOGRAPHY, Topic.TAX_EFFICIENCY_RMDS)
)
_OWN_PURSUITS = frozenset(
    ("trust", "hobbies", "travel", "fitness", "learning", "bucket_list", "purpose", "retirement_vision")
)
# Whose age is the person's or the partner's.
_CLOSE = frozenset((SELF, THIRD, THEY, "partner"))


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


def is_told(text: str, piece: ToldPiece) -> bool:
    """Whether most words of a piece are told of the person, and neither asked nor supposed nor quoted."""
    if any(form.fullmatch(text, piece.start, piece.end) for form in (_ONLY_NOT, _PATTERNS["as_noted"])):
        return False
    if _is_passing(text[: piece.end], piece.start):
        return False
    words = _words(text, piece)
    somebody = next((place for place, word in enumerate(words[:_SUBJECT]) if word.word.split("'")[0] in RELATION), -1)
    owners = {
        word.owner.split("/")[0] for word in words[somebody + 1 :] if word.word.isalpha() and not _is_whose(word.word)
    }
    # "My nephew is the executor of my will" is of the person, whoever does it.
    after = [word.word.split("'")[0] for word in words[somebody + 1 :]]
    mine = any(whose in _MINE and thing not in RELATION for whose, thing in pairwise(after))
    if owners & STRANGERS and SELF not in owners and not (mine and somebody >= 0):
        return False
    subjects = {word.owner.split("/")[0] for word in words if word.word.isalpha() and not _is_whose(word.word)}
    if (
        owners & KIN
        and _speaks_of_kin(text, piece)
        and not (owners | subjects) & _CLOSE
        and (TOPIC_OF.get(piece.label) in _OWN_TOPICS or piece.label in _OWN_PURSUITS)
    ):
        # What a sister has or does is no part of the person's money, home, cover, taxes or days.
        return False
    # The "she" who takes pills is the sister that the sentence named.
    if piece.label in _PARTNERED and any(w.word in THIRD_WORDS and w.owner.split("/")[0] in KIN for w in words):
        return False
    another = piece.label == "age" and owners and not owners & _CLOSE
    if another or (piece.label not in OWN_AGES | {"partner_age"} and ages_somebody(text[piece.start : piece.end])):
        return False
    return 2 * sum(word.mode in (ASKED, SUPPOSED, QUOTED) for word in words) <= len(words)


def _is_passing(text: str, start: int) -> bool:
    """Whether words only miss somebody, speak to the listener, or tell of an hour of today: "root canal at two"."""
    return any(_PATTERNS[name].match(text, start) for name in ("misses", "passes"))


def is_trade(words: str, fact_type: str) -> bool:
    """Whether words say what somebody does for a living, and so nothing of another kind: "59, tax accountant"."""
    return fact_type not in OWN_AGES | _EARNED and _PATTERNS["trade"].match(words.replace("’", "'")) is not None


def _speaks_of_kin(text: str, piece: ToldPiece) -> bool:
    """Whether the sentence of a piece names somebody's relation: "my sister", where "52, single dad" is the person."""
    low, high = piece.sentence
    words = [word.word for word in read_sentence(text[low:high])]
    places = (place for place, word in enumerate(words) if word.split("'")[0] in RELATION)
    return any(OWNING_WORDS & {*words[max(0, place - 2) : place]} for place in places)


def _words(text: str, piece: ToldPiece) -> list[SentenceToken]:
    low, high = piece.sentence
    return [word for word in read_sentence(text[low:high]) if piece.start <= word.start + low < piece.end]


def _is_whose(word: str) -> bool:
    """Whether a word only says whose something is: "my", "neighbor's"."""
    return word in OWNING_WORDS or word.split("'")[0] in RELATION


def stated_kind(words: str, fact_type: str) -> str:
    """The kind under which words are kept: nobody works until 95, and nobody lives to 150."""
    beside = {STOP: "only_when", "age": "age_to_come"}.get(fact_type)
    if beside and _PATTERNS[beside].match(words.replace("’", "'")):
        return ""
    if fact_type in (STOP, HORIZON):
        ages = [int(measure.number.value) for measure in measures_in(words) if measure.kind.startswith("age")]
        unlikely = [int(m.number.value) for m in measures_in(words) if m.kind == "bare" and m.number.value < LEAST_YEAR]
        if any(age > LAST_AGE for age in (*ages, *unlikely)):
            return ""
        if ages and min(ages) > LAST_WORKING_AGE:
            return HORIZON
    if fact_type in ("age", "partner_age") and _counts_money_alone(words):
        # "My wife has 300k in her 401k" is no age; in an account it is what is saved there.
        fact_type = "retirement_savings" if NAMES.search(words) else ""
    partner = _PATTERNS["partner"].search(words)
    both = partner and re.match(r"\W+(?:and|&) (?:i|me)\b", words[partner.end() :], re.IGNORECASE)
    if partner and not both and not PERSON.search(words, 0, partner.start()) and not _FOR_ME.search(words):
        if fact_type == "age":
            return "partner_age"
        if fact_type in _PARTNERED:
            return f"partner_{fact_type}"
    return fact_type


def _counts_money_alone(words: str) -> bool:
    """Whether the numbers of some words are amounts, of which none could be an age."""
    numbers = measures_in(words)
    return bool(numbers) and all(measure.is_sum and measure.number.value > LAST_AGE for measure in numbers)


def calls_important(words: str) -> bool:
    """Whether words say that something matters most to the person, or worries them."""
    return _PATTERNS["priority"].search(words) is not None


def labelled(label: str, words: str) -> str:
    return f"{label[:1].upper()}{label[1:]}: {words[:1].lower() + words[1:]}"


def value_of(words: str) -> str:
    """The person's words without what only joins them to others."""
    words = _TRAILING.sub("", " ".join(_LEADING.sub("", " ".join(words.split())).split()))
    if len(words) > MAX_VALUE:
        words = words[: MAX_VALUE - 1].rsplit(" ", 1)[0] + "…"
    return words[:1].upper() + words[1:]


def fact_of(text: str, piece: ToldPiece, fact_type: str) -> Fact:
    """The fact of this kind that a piece states, in the words of the person."""
    words = text[piece.start : piece.end]
    confidence = 0.9 if piece.margin >= CERTAIN else 0.75 if piece.margin >= SURE else 0.6
    if _PATTERNS["corrects"].search(words):
        confidence += 0.05
    elif UNSURE.search(words):
        confidence -= 0.3
    value = value_of(words)
    if piece.follows:
        value = labelled(label_of(fact_type.removeprefix("partner_")), value)
    subtopic = "priority" if calls_important(words) else None
    kind = TOPIC_OF[fact_type.removeprefix("partner_") if fact_type not in TOPIC_OF else fact_type]
    return Fact(kind, fact_type, subtopic, value[:MAX_VALUE], piece.start, piece.end, round(confidence, 2))
