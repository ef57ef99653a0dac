"""Compliance's side of a request: the queue, the acts, the questions, and the evidence of a decision.

Its modules are offered whole: their functions read with them, as `actions.claim_request` and `queue.narrowed` do.
"""

from __future__ import annotations

from pa_dealing.review import (
    actions,
    assign,
    beside,
    csv_export,
    dashboard,
    evidence_pdf,
    queue,
    reply,
    take_back,
    texts,
    transcript,
)
from pa_dealing.review.actions import expire_due_approvals, reviewing

__all__ = [
    "actions",
    "assign",
    "beside",
    "csv_export",
    "dashboard",
    "evidence_pdf",
    "expire_due_approvals",
    "queue",
    "reply",
    "reviewing",
    "take_back",
    "texts",
    "transcript",
]
