"""What a message does, and the conversation that is the same in every assistant. Knows no domain."""

from __future__ import annotations

from dialogue.acts import OF_THE_DOMAIN, Act, Deed, deeds_in, without
from dialogue.clauses import is_asked
from dialogue.evaluation import evaluate_acts
from dialogue.examples import everyday_words
from dialogue.guide import NOBODY_NAMED, Heard, Talk, hear, not_understood, otherwise
from dialogue.help import Help, read_help
from dialogue.weights import keep_weights_in, kept, learnt, prepare

__all__ = [
    "NOBODY_NAMED",
    "OF_THE_DOMAIN",
    "Act",
    "Deed",
    "Heard",
    "Help",
    "Talk",
    "deeds_in",
    "evaluate_acts",
    "everyday_words",
    "hear",
    "is_asked",
    "keep_weights_in",
    "kept",
    "learnt",
    "not_understood",
    "otherwise",
    "prepare",
    "read_help",
    "without",
]
