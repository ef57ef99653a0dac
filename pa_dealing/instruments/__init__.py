"""Securities: the table, the search that finds only what exists, and the import of a file of them."""

from __future__ import annotations

from pa_dealing.instruments.absent import absent_in
from pa_dealing.instruments.evaluation import evaluate_instruments
from pa_dealing.instruments.file import COLUMNS, read_instruments
from pa_dealing.instruments.listing import names_a_place, without_place
from pa_dealing.instruments.models import DERIVATIVE_TYPES
from pa_dealing.instruments.names import LEGAL_FORMS, is_isin, name_tokens, symbol_key, telling_tokens
from pa_dealing.instruments.search import Match, search_instruments
from pa_dealing.instruments.spotted import names_in
from pa_dealing.instruments.terms import clean_term
from pa_dealing.instruments.typed import typed_symbol
from pa_dealing.instruments.upsert import write_instruments

__all__ = [
    "COLUMNS",
    "DERIVATIVE_TYPES",
    "LEGAL_FORMS",
    "Match",
    "absent_in",
    "clean_term",
    "evaluate_instruments",
    "is_isin",
    "name_tokens",
    "names_a_place",
    "names_in",
    "read_instruments",
    "search_instruments",
    "symbol_key",
    "telling_tokens",
    "typed_symbol",
    "without_place",
    "write_instruments",
]
