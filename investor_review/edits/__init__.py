"""The investor's changes as edits of the document; what no edit touches stays byte for byte."""

from __future__ import annotations

from investor_review.edits.by_model import by_model
from investor_review.edits.by_rules import propose_by_rule
from investor_review.edits.change_log import REJECTED, ChangeLog, DecidedIssue, Entry, build_log, in_marks
from investor_review.edits.internal import COMMAND, FORBIDDEN
from investor_review.edits.own import amended, as_worded, insertion, propose_draft, proposed_wording, taken_with
from investor_review.edits.passages import CannotPlace, SourceText, short
from investor_review.edits.plan import Change, Edit, EditPlan, Proposal, RefusedEdit, apply_edits, plan_edits
from investor_review.edits.redline import Part, compared, redlines
from investor_review.edits.references import place_named, place_of as place_at
from investor_review.edits.values import Value, find_values, unsupported
from investor_review.edits.voice import defined_terms
from investor_review.edits.words import takes_suggestion

__all__ = [
    "COMMAND",
    "FORBIDDEN",
    "REJECTED",
    "CannotPlace",
    "Change",
    "ChangeLog",
    "DecidedIssue",
    "Edit",
    "EditPlan",
    "Entry",
    "Part",
    "Proposal",
    "RefusedEdit",
    "SourceText",
    "Value",
    "amended",
    "apply_edits",
    "as_worded",
    "build_log",
    "by_model",
    "compared",
    "defined_terms",
    "find_values",
    "in_marks",
    "insertion",
    "place_at",
    "place_named",
    "plan_edits",
    "propose_by_rule",
    "propose_draft",
    "proposed_wording",
    "redlines",
    "short",
    "taken_with",
    "takes_suggestion",
    "unsupported",
]
