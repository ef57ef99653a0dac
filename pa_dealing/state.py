"""The draft as the contract's JSON, made without a query."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.translation import gettext

from pa_dealing import hints
from pa_dealing.models import DraftRequest

# Hours that a request may wait before its age is amber, and before it is red.
AMBER_H, RED_H = 24, 72


def decision_of(draft: DraftRequest) -> dict[str, Any] | None:
    """What compliance decided and why, as anyone may read it: without the officer's name."""
    if draft.decided_at is None:
        return None
    return {
        # Only an approval has an end, and it keeps it when it has expired or was withdrawn.
        "status": "approved" if draft.expires_at else "declined",
        "code": draft.decision_code,
        "reason": draft.decision_reason,
        "at": draft.decided_at,
    }


def age_of(since: datetime, until: datetime) -> tuple[str, str]:
    """How long a request has waited, in words, and green, amber or red."""
    minutes = max(0, int((until - since).total_seconds() // 60))
    hours, days = minutes // 60, minutes // (60 * 24)
    hour = gettext("h")
    words = (
        f"{days} d {hours % 24} {hour}" if days else f"{hours} {hour} {minutes % 60} min" if hours else f"{minutes} min"
    )
    return words, "red" if hours >= RED_H else "amber" if hours >= AMBER_H else "green"


def state_of(draft: DraftRequest) -> dict[str, Any]:
    """{"draft", "missing", "instructional_hint"}; a closed request misses nothing and hints at nothing."""
    value = draft.estimated_value
    return {
        "draft": {
            "security": draft.security,
            "security_search_term": draft.security_search_term,
            "candidates": draft.candidates,
            "direction": draft.direction,
            "quantity": draft.quantity,
            "estimated_value": None if value is None else f"{value:.2f}",
            "estimated_currency": draft.estimated_currency,
            "currency_confirmed": draft.currency_confirmed,
            "justification": draft.justification,
            "justification_quality": draft.justification_quality,
            "has_inside_info": draft.has_inside_info,
            "is_related_party": draft.is_related_party,
            "existing_position": draft.existing_position,
            "is_derivative": draft.is_derivative,
            "pending_currency_confirmation": draft.pending_currency_confirmation,
            "pending_value_confirmation": draft.pending_value_confirmation,
            "user_confirmed_weak_justification": draft.user_confirmed_weak_justification,
            "status": str(draft.status),
        },
        "missing": hints.missing_fields(draft) if draft.is_open else [],
        "instructional_hint": hints.determine_instructional_hint(draft) if draft.is_open else "",
    }
