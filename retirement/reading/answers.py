"""The short answer to the question that stood on the screen: a message is none because a question was open."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from retirement.checklist import Topic, item_named
from retirement.reading.assertions import CONDITION, read_sentence
from retirement.reading.kinds import label_of
from retirement.reading.measures import Measure, measures_in
from retirement.reading.people import SELF
from retirement.reading.pieces import NONE, ToldPiece, names_nothing, tell
from retirement.reading.told import (
    CERTAIN,
    FEW_WORDS,
    LAST_AGE,
    MAX_VALUE,
    OF_FEW,
    STOP,
    SURE,
    TOPIC_OF,
    UNSURE,
    Fact,
    is_told,
    labelled,
)
from wording.answers import leading_answer

# An answer is short; a longer message is read for what it states itself. Words that name nothing are fewer.
MAX_ANSWER, MAX_BARE = 25, 5
# The label of words that answer any question of how well, how much or how soon, and nothing without one.
ANSWER = "answer"
# What is told with this margin is told by itself, whatever was asked.
PLAIN = 1.0
_SIGH = re.compile(r"^(?:(?:ok(?:ay)?|k+|oh|well|um|hm+)\b[,. ]*)+", re.I)
_ASKS_NUMBER = re.compile(
    r"\b(?:how (?:much|many|old|long)|age|year|worth|share|pension|mortgage|savings|debts)\b", re.I
)
ASKS_AGE = re.compile(r"(?:\b|_)age\b|claiming|horizon|longevity|expectancy|status|bridge|year")
_TO_COME = re.compile(r"\b(?:will|would|going to|gonna|it'll|it'd)\b", re.I)
_AGES = frozenset(("age", "birth_year", "partner_age"))
_OF_PEOPLE = (Topic.LONG_TERM_CARE, Topic.ESTATE_PLANNING, Topic.LIFESTYLE_PURPOSE, Topic.HOUSING_GEOGRAPHY)


def _is_unsaid(text: str, part: ToldPiece) -> bool:
    """Whether a part is told of another, asked or supposed, or stands under an "if" of its sentence."""
    low, high = part.sentence
    inside = [token for token in read_sentence(text[low:high]) if part.start <= low + token.start < part.end]
    return not is_told(text, part) or any(token.mode == CONDITION for token in inside)


def answer_of(text: str, asked: str, facts: list[Fact], heard: Sequence[ToldPiece]) -> Fact | None:
    """The answer to a question about `asked`: a short one, when the message gave no such fact by itself."""
    if asked not in TOPIC_OF or not heard or len(text.split()) > MAX_ANSWER:
        return None
    if asked == "age" and _TO_COME.search(text.replace("’", "'")):
        asked = STOP
    bare = _is_bare(asked, text) and not any(_names_another(piece, asked) for piece in heard)
    own = [piece for piece in heard if bare or not any(fact.start <= piece.start < fact.end for fact in facts)]
    if not own or own[0] is not heard[0] or (not bare and any(fact.fact_type == asked for fact in facts)):
        return None
    if any(_is_unsaid(text, replace(piece, label=asked)) for piece in own) or not _answers(asked, text, own):
        return None
    # "Yes, it's paid off, and I'm 61": the answer is what stands before the next fact.
    following = min((fact.start for fact in facts), default=len(text)) if not bare else len(text)
    start, end = own[0].start, max((piece.end for piece in own if piece.end <= following), default=own[0].end)
    words = _SIGH.sub("", " ".join(text[start:end].split()))[:MAX_VALUE]
    unsure = bool(UNSURE.search(text))
    return Fact(TOPIC_OF[asked], asked, None, labelled(label_of(asked), words), start, end, 0.6 if unsure else 0.85)


def _names_another(piece: ToldPiece, asked: str) -> bool:
    """Whether a piece plainly tells of something else, as "no will yet" does whose every word is a small one."""
    return piece.label not in (NONE, ANSWER, asked) and piece.margin >= PLAIN


def _is_bare(asked: str, words: str) -> bool:
    """Whether words name nothing by themselves: "no", "about 900", "my daughter"; an age where one is asked for."""
    if len(words.split()) > MAX_BARE or (
        not ASKS_AGE.search(asked) and any(m.kind == "age" for m in measures_in(words))
    ):
        return False
    return names_nothing(words)


def _answers(asked: str, text: str, own: Sequence[ToldPiece]) -> bool:
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
    if asked == STOP and measures and not any(_is_when(measure) for measure in measures):
        return False
    item, (label, margin) = item_named(TOPIC_OF[asked], asked), tell(words)
    surely = label == asked or margin >= OF_FEW or len(words.split()) > FEW_WORDS
    if leading is not None or label == ANSWER or (surely and TOPIC_OF.get(label) == TOPIC_OF[asked]):
        return True
    # "66 year I have" tells no pension and no state, and "26 tests to mark" no savings.
    counted = [m for m in measures if m.kind != "count" and (not m.kind.startswith("age") or ASKS_AGE.search(asked))]
    numbers = bool(counted) and item is not None and _ASKS_NUMBER.search(item.question) is not None
    people = TOPIC_OF[asked] in _OF_PEOPLE and not measures
    return numbers or (people and _is_bare(asked, words) and label != NONE)


def _is_when(measure: Measure) -> bool:
    """Whether a number says when somebody stops to work: an age, a year, or in how long."""
    value = measure.number.value
    if measure.kind == "bare" and value == 1:
        # "She has one too" counts nothing.
        return False
    return value <= LAST_AGE or 1900 <= value <= 2100 or measure.kind == "date"


def _is_aside(asked: str, words: str, piece: ToldPiece) -> bool:
    """Whether a piece surely states nothing: who complains or asks besides has not simply answered."""
    if piece.label != NONE or piece.margin < SURE or UNSURE.search(words):
        return False
    return not (measures_in(words) and _is_bare(asked, words))
