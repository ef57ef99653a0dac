"""Words before values: what of a trade stands in the person's own words, and where. Runs with every model."""

from __future__ import annotations

from pa_dealing.words.certain import certain_calls
from pa_dealing.words.derivatives import Wanted, derivative_said, derivative_wanted, fits, share_said
from pa_dealing.words.evidence import (
    ValueInWords,
    currencies_meant,
    currency_beside,
    currency_corrected,
    currency_in_words,
    of_this_request,
    passage_in_words,
    price_in_words,
    quantity_in_words,
    value_in_words,
)
from pa_dealing.words.flags import (
    QUESTIONS,
    FlagsSaid,
    denies,
    doubted_denials,
    flags_declared,
    flags_proposed,
    relation_told,
    speaks_of_either,
)
from pa_dealing.words.owners import AS_OWN, as_own, claims_own, persons_words
from pa_dealing.words.reasons import (
    A_MATTER,
    DO,
    MIN_WORDS,
    REASON_QUESTIONS,
    SHORT,
    UNCLEAR,
    asks,
    changes_the_reason,
    goes_on,
    is_correction,
    no_reason,
    reason_in,
    without_questions,
    without_reason,
)
from pa_dealing.words.security_terms import term_in_words
from pa_dealing.words.selection import certain_choice, chosen
from pa_dealing.words.sentence import security_named
from pa_dealing.words.sentence_words import SMALL, STOPS
from pa_dealing.words.trade_number_words import MEASURE, UNITS_MEANT, VALUE_MEANT
from pa_dealing.words.trade_numbers import (
    all_numbers,
    amounts_in,
    denied_values,
    is_unclear_change,
    quantities_in,
    trade_numbers,
)

__all__ = [
    "AS_OWN",
    "A_MATTER",
    "DO",
    "MEASURE",
    "MIN_WORDS",
    "QUESTIONS",
    "REASON_QUESTIONS",
    "SHORT",
    "SMALL",
    "STOPS",
    "UNCLEAR",
    "UNITS_MEANT",
    "VALUE_MEANT",
    "FlagsSaid",
    "ValueInWords",
    "Wanted",
    "all_numbers",
    "amounts_in",
    "as_own",
    "asks",
    "certain_calls",
    "certain_choice",
    "changes_the_reason",
    "chosen",
    "claims_own",
    "currencies_meant",
    "currency_beside",
    "currency_corrected",
    "currency_in_words",
    "denied_values",
    "denies",
    "derivative_said",
    "derivative_wanted",
    "doubted_denials",
    "fits",
    "flags_declared",
    "flags_proposed",
    "goes_on",
    "is_correction",
    "is_unclear_change",
    "no_reason",
    "of_this_request",
    "passage_in_words",
    "persons_words",
    "price_in_words",
    "quantities_in",
    "quantity_in_words",
    "reason_in",
    "relation_told",
    "security_named",
    "share_said",
    "speaks_of_either",
    "term_in_words",
    "trade_numbers",
    "value_in_words",
    "without_questions",
    "without_reason",
]
