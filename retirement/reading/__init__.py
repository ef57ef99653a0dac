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
    is_negation,
    is_paid,
    names_somebody,
)
from retirement.reading.kinds import KINDS, SPANS, label_of
from retirement.reading.measures import NAMES, Measure, keeps, measures_in, periods_in, without_names
from retirement.reading.passages import DEBTS, Counted, ReadPassage, clauses_around, is_same, key_of, passage
from retirement.reading.people import (
    RELATION,
    SELF,
    STRANGERS,
    THEY,
    THIRD,
    ages_somebody,
    is_same_person,
    relatives_in,
)
from retirement.reading.pieces import kinds_in, names_nothing, scores_of, tells_nothing
from retirement.reading.reader import read_facts
from retirement.reading.repairs import disagree, repairs_in
from retirement.reading.told import Fact, calls_important

__all__ = [
    "ASKED",
    "CONDITION",
    "DEBTS",
    "KINDS",
    "NAMES",
    "OVER",
    "QUOTED",
    "RELATION",
    "SELF",
    "SPANS",
    "STRANGERS",
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
    "calls_important",
    "clauses_around",
    "disagree",
    "is_negation",
    "is_paid",
    "is_same",
    "is_same_person",
    "keeps",
    "key_of",
    "kinds_in",
    "label_of",
    "measures",
    "measures_in",
    "names_nothing",
    "names_somebody",
    "passage",
    "passages",
    "periods_in",
    "read_facts",
    "relatives_in",
    "repairs_in",
    "scores_of",
    "tells_nothing",
    "without_names",
]
