"""The trade's words: payers, plans and states, concepts, what a clause asks about. Pure.

`queries` and `slots` are offered whole: `slots.values` and `queries.angles` say what they are with their module only.
"""

from __future__ import annotations

from pursuit.words import queries, slots
from pursuit.words.asking import (
    ASKABLE,
    AUX,
    STATE,
    asks_by_noun,
    is_state,
    names_askable,
    tells,
    without_greeting,
)
from pursuit.words.names import same_payer
from pursuit.words.payers import (
    HEAD,
    POLICIES,
    documents_telling,
    known_payers,
    places_of_document,
    spellings_of,
    states_of,
    without_slots,
)
from pursuit.words.places import PLACES, Claims, agree, claims_of, value_of
from pursuit.words.queries import sha
from pursuit.words.slots import SlotName, mentions, names_of_payer, replaced, values
from pursuit.words.subjects import carried_subject, subject_of, told_subject
from pursuit.words.terms import ASKING, WEAK, holds, is_talk, terms_of
from pursuit.words.vocabulary import (
    WORD,
    concepts,
    initials,
    is_of_kind,
    meanings,
    phrases,
    pieces_of,
    trade_words,
)

__all__ = [
    "ASKABLE",
    "ASKING",
    "AUX",
    "HEAD",
    "PLACES",
    "POLICIES",
    "STATE",
    "WEAK",
    "WORD",
    "Claims",
    "SlotName",
    "agree",
    "asks_by_noun",
    "carried_subject",
    "claims_of",
    "concepts",
    "documents_telling",
    "holds",
    "initials",
    "is_of_kind",
    "is_state",
    "is_talk",
    "known_payers",
    "meanings",
    "mentions",
    "names_askable",
    "names_of_payer",
    "phrases",
    "pieces_of",
    "places_of_document",
    "queries",
    "replaced",
    "same_payer",
    "sha",
    "slots",
    "spellings_of",
    "states_of",
    "subject_of",
    "tells",
    "terms_of",
    "told_subject",
    "trade_words",
    "value_of",
    "values",
    "without_greeting",
    "without_slots",
]
