"""A message as the parts that must each be answered. The entry is `plan`."""

from __future__ import annotations

from pursuit.questions.asking import Asks, asks
from pursuit.questions.by_model import plan_in_words
from pursuit.questions.cutter import (
    SURE,
    AskedClause,
    begins_question,
    clause_of,
    clauses,
    has_form,
    sentences_of,
)
from pursuit.questions.plan import POINTS_AT, MessagePlan, plan

__all__ = [
    "POINTS_AT",
    "SURE",
    "AskedClause",
    "Asks",
    "MessagePlan",
    "asks",
    "begins_question",
    "clause_of",
    "clauses",
    "has_form",
    "plan",
    "plan_in_words",
    "sentences_of",
]
