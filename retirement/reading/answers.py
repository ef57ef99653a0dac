"""Whether words answer the question that stood on the screen: a message is no answer because a question was open."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from retirement.checklist import Topic, item_named
from retirement.reading.assertions import is_paid
from retirement.reading.cues import WEAK, cues_in
from retirement.reading.measures import measures_in, without_names
from retirement.reading.parts import hits_in
from retirement.reading.passages import key_of
from retirement.reading.people import RELATION
from retirement.reading.text import SentencePart
from wording.lists import word_lists
from wording.phrases import groups

_PATTERNS = groups(Path(__file__).parent / "patterns/answers.txt")
_LISTS = word_lists(Path(__file__).parent / "phrases/lists.txt")

_YES_OR_NO = re.compile(
    r"(?:yes|yeah|yep|yup|no|nope|nah|none|nothing|neither|both|never|not (?:yet|really|at all|any more)|"
    r"of course|sure)\b"
)
# What goes on after a yes or no without naming a thing of its own.
_GOES_ON = re.compile(_PATTERNS["goes_on"])
# Degrees: they answer any question of how well, how much and how soon.
_DEGREES = _LISTS["degrees"]
_OF_PEOPLE = (Topic.LONG_TERM_CARE, Topic.ESTATE_PLANNING, Topic.LIFESTYLE_PURPOSE, Topic.HOUSING_GEOGRAPHY)
_ASKS_NUMBER = re.compile(
    r"\b(?:how (?:much|many|old|long|far)|age|year|when|worth|big|share|pension|mortgage|savings?|debts?|benefit|"
    r"statement)\b",
    re.I,
)
# "My daughter and my son" names people, and a longer message tells of them.
_FEW = 3
_ONE_NUMBER = frozenset(("age", "birth_year", "partner_age"))


def answers(asked: str, topic: Topic, parts: Sequence[SentencePart]) -> bool:
    """Whether the parts of a short message answer what was asked about `asked`: a yes, a number, or words of it."""
    text = ", ".join(part.text for part in parts)
    measures = measures_in(text)
    if asked in _ONE_NUMBER:
        return any(measure.kind in ("age", "date") or 15 <= measure.number.value <= 115 for measure in measures)
    reply, item = _YES_OR_NO.match(text), item_named(topic, asked)
    if reply and _GOES_ON.fullmatch(text, reply.end()):
        return True
    if _speaks_of(asked, topic, parts) or is_paid(text):
        return True
    rest = without_names(text[reply.end() if reply else 0 :])
    named = [word for word in re.findall(r"[a-z']+", rest) if key_of(word) and word not in _DEGREES]
    counted = "".join(measure.number.text.lower() for measure in measures)
    if not [word for word in named if word not in counted]:
        wanted = item is None or _ASKS_NUMBER.search(item.question)
        return bool(reply or (measures and wanted) or set(rest.split()) & _DEGREES)
    if item and {key_of(word) for word in named} & {
        key_of(word) for word in re.findall(r"[a-z]+", item.question.lower())
    }:
        return True
    return topic in _OF_PEOPLE and len(named) <= _FEW and any(word in RELATION for word in named)


def _speaks_of(asked: str, topic: Topic, parts: Sequence[SentencePart]) -> bool:
    """Whether a part names what was asked for, by a pattern of its kind or a word of its topic."""
    for part in parts:
        if any(hit.kind.fact_type == asked or hit.kind.topic == topic for hit in hits_in(part.text)):
            return True
        if any(cue.topic == topic and (cue.weight > WEAK or cue.fact_type == asked) for cue in cues_in(part.text)):
            return True
    return False
