"""What an investor's words say: clauses, their meaning by examples, and the findings that they name."""

from __future__ import annotations

from investor_review.words import questions
from investor_review.words.claims import recorded_instead
from investor_review.words.clauses import (
    AGREES,
    CERTAIN,
    DECISIONS,
    PLAIN,
    QUOTED,
    YOURS,
    Clause,
    clause_number,
    is_final,
    is_known,
    is_supposed,
    is_sure,
    is_tentative,
    masked,
    only_praises,
    read,
    tell,
    without_slips,
)
from investor_review.words.findings import Issue, Naming, issues_of
from investor_review.words.guard import why_not
from investor_review.words.targets import RELATIVE, content_words, counted, find_namings, named_in, same_word

__all__ = [
    "AGREES",
    "CERTAIN",
    "DECISIONS",
    "PLAIN",
    "QUOTED",
    "RELATIVE",
    "YOURS",
    "Clause",
    "Issue",
    "Naming",
    "clause_number",
    "content_words",
    "counted",
    "find_namings",
    "is_final",
    "is_known",
    "is_supposed",
    "is_sure",
    "is_tentative",
    "issues_of",
    "masked",
    "named_in",
    "only_praises",
    "questions",
    "read",
    "recorded_instead",
    "same_word",
    "tell",
    "why_not",
    "without_slips",
]
