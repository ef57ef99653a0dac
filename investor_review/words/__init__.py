"""What a clause of the investor's words does: accepts, instructs, confirms, rejects, leaves, reopens, asks."""

from __future__ import annotations

from investor_review.words import questions
from investor_review.words.acts import Act, ReadAct, is_final, only_praises, read_act, whole_answer
from investor_review.words.claims import recorded_instead
from investor_review.words.guard import why_not
from investor_review.words.own_words import is_own, is_reported, is_understood, is_wording, without_quotes
from investor_review.words.targets import Issue, Targets, find_targets
from investor_review.words.utterance import QUOTED, Clause, split

__all__ = [
    "QUOTED",
    "Act",
    "Clause",
    "Issue",
    "ReadAct",
    "Targets",
    "find_targets",
    "is_final",
    "is_own",
    "is_reported",
    "is_understood",
    "is_wording",
    "only_praises",
    "questions",
    "read_act",
    "recorded_instead",
    "split",
    "whole_answer",
    "why_not",
    "without_quotes",
]
