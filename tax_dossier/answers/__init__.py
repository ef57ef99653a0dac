"""An answer from the dossier's sources, quote by quote, checked before it is shown."""

from __future__ import annotations

from tax_dossier.answers.answer import MARKED, DraftedAnswer, allowed_for, draft_answer, finished, list_of_sources
from tax_dossier.answers.check import Allowed, CheckedStream, check_answer
from tax_dossier.answers.extract import extract, named_sentences, say_hardly_anything
from tax_dossier.answers.kinds import is_absent, unanswered

__all__ = [
    "MARKED",
    "Allowed",
    "CheckedStream",
    "DraftedAnswer",
    "allowed_for",
    "check_answer",
    "draft_answer",
    "extract",
    "finished",
    "is_absent",
    "list_of_sources",
    "named_sentences",
    "say_hardly_anything",
    "unanswered",
]
