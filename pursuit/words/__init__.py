"""The trade's words: payers, plans and states, concepts, what a clause asks about. Pure.

`queries` and `slots` are offered whole: `slots.values` and `queries.angles` say what they are with their module only.
"""

from __future__ import annotations

from pursuit.words import queries, slots
from pursuit.words.about import POINTS, points_at_nothing, says_little, subject_of, things
from pursuit.words.names import same_payer
from pursuit.words.payers import (
    HEAD,
    POLICIES,
    documents_telling,
    known_payers,
    places_of_document,
    read_once,
    spellings_of,
    states_of,
    without_slots,
)
from pursuit.words.queries import sha
from pursuit.words.reach import BODY
from pursuit.words.scope import SCOPE, Claims, agree, claims_of, of_others, value_of
from pursuit.words.slots import SlotName, mentions, names_of_payer, replaced, values
from pursuit.words.spelling import near_names, slip_of, spelled, with_names
from pursuit.words.terms import ASKABLE, ASKABLE_WORD, ASKING, EMPTY, holds, terms_of
from pursuit.words.vocabulary import (
    WORD,
    concepts,
    is_of_the_trade as of_the_trade,
    meanings,
    phrases,
    pieces_in,
    pieces_of,
)

__all__ = [
    "ASKABLE",
    "ASKABLE_WORD",
    "ASKING",
    "BODY",
    "EMPTY",
    "HEAD",
    "POINTS",
    "POLICIES",
    "SCOPE",
    "WORD",
    "Claims",
    "SlotName",
    "agree",
    "claims_of",
    "concepts",
    "documents_telling",
    "holds",
    "known_payers",
    "meanings",
    "mentions",
    "names_of_payer",
    "near_names",
    "of_others",
    "of_the_trade",
    "phrases",
    "pieces_in",
    "pieces_of",
    "places_of_document",
    "points_at_nothing",
    "queries",
    "read_once",
    "replaced",
    "same_payer",
    "says_little",
    "sha",
    "slip_of",
    "slots",
    "spelled",
    "spellings_of",
    "states_of",
    "subject_of",
    "terms_of",
    "things",
    "value_of",
    "values",
    "with_names",
    "without_slots",
]
