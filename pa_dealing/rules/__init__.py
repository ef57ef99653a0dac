"""The rules of compliance: the checks that run by themselves, their trace, and the rating of a reason.

`checks` is offered whole: an act reads as `checks.check_value(draft)`.
"""

from __future__ import annotations

from pa_dealing.rules import checks
from pa_dealing.rules.justification import Rating, rate_justification
from pa_dealing.rules.spoken import spoken_trace
from pa_dealing.rules.trace import RISK_LABELS, Risk, risk_labels, run_rule_checks, trace_of

__all__ = [
    "RISK_LABELS",
    "Rating",
    "Risk",
    "checks",
    "rate_justification",
    "risk_labels",
    "run_rule_checks",
    "spoken_trace",
    "trace_of",
]
