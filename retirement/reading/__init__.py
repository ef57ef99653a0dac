"""Facts of a retirement in a person's sentences: what is said, under which topic, how surely. Pure."""

from __future__ import annotations

from retirement.reading import assertions, measures, passages
from retirement.reading.assertions import (
    ASKED,
    CONDITION,
    OVER,
    QUOTED,
    SUPPOSED,
    WISHED,
    SentenceToken,
    is_paid,
    names_somebody,
)
from retirement.reading.kinds import HINT
from retirement.reading.languages import KNOWN, language_read, offline_note
from retirement.reading.measures import NAMES, Measure, keeps, measures_in, periods_in, without_names
from retirement.reading.parts import hits_in
from retirement.reading.passages import DEBTS, Counted, ReadPassage, is_same, key_of, passage
from retirement.reading.people import RELATION, SELF, THEY, THIRD, ages_somebody, is_same_person
from retirement.reading.reader import Fact, label_of, read_facts
from retirement.reading.repairs import repairs_in
from retirement.reading.talk import is_denial, is_question, is_small_talk
from retirement.reading.text import sentences

__all__ = [
    "ASKED",
    "CONDITION",
    "DEBTS",
    "HINT",
    "KNOWN",
    "NAMES",
    "OVER",
    "QUOTED",
    "RELATION",
    "SELF",
    "SUPPOSED",
    "THEY",
    "THIRD",
    "WISHED",
    "Counted",
    "Fact",
    "Measure",
    "ReadPassage",
    "SentenceToken",
    "ages_somebody",
    "assertions",
    "hits_in",
    "is_denial",
    "is_paid",
    "is_question",
    "is_same",
    "is_same_person",
    "is_small_talk",
    "keeps",
    "key_of",
    "label_of",
    "language_read",
    "measures",
    "measures_in",
    "names_somebody",
    "offline_note",
    "passage",
    "passages",
    "periods_in",
    "read_facts",
    "repairs_in",
    "sentences",
    "without_names",
]
