"""The investor's changes as edits of the document; what no edit touches stays byte for byte."""

from __future__ import annotations

from investor_review.edits.by_model import by_model
from investor_review.edits.by_rules import propose_by_rule
from investor_review.edits.change_log import ChangeLog, DecidedIssue, Entry, build_log
from investor_review.edits.facts import unsupported
from investor_review.edits.passages import short
from investor_review.edits.plan import Change, Edit, EditPlan, apply_edits, plan_edits
from investor_review.edits.redline import Part, compared, redlines
from investor_review.edits.references import place_named
from investor_review.edits.values import Value, find_values

__all__ = [
    "Change",
    "ChangeLog",
    "DecidedIssue",
    "Edit",
    "EditPlan",
    "Entry",
    "Part",
    "Value",
    "apply_edits",
    "build_log",
    "by_model",
    "compared",
    "find_values",
    "place_named",
    "plan_edits",
    "propose_by_rule",
    "redlines",
    "short",
    "unsupported",
]
