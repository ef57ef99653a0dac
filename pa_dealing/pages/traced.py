"""Where each value of a request comes from: the words that are kept with it, the tools and the acts that write it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext

from audit.traced import Traced
from pa_dealing.conversation import preview_lines
from pa_dealing.models import DraftRequest
from pa_dealing.rules import trace_of

# The field of each line of a preview, the acts that write it and the tools that may.
_FIELDS: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "Security": ("security", ("searched", "security_chosen"), ("set_security", "confirm_selection")),
    "Direction": ("direction", ("direction_set",), ("set_direction",)),
    "Quantity": ("quantity", ("quantity_set",), ("set_quantity",)),
    "Price per unit": ("unit_price", ("unit_price_noted",), ("set_quantity", "set_trade_value")),
    "Estimated value": (
        "estimated_value",
        ("value_set", "value_set_without_currency", "currency_confirmed", "value_confirmed"),
        ("set_trade_value", "set_value_pending_currency", "confirm_pending"),
    ),
    "Justification": ("justification", ("justification_set", "weak_justification_confirmed"), ("set_justification",)),
    "Inside information": ("has_inside_info", ("flags_set", "escalated"), ("set_compliance_flags",)),
    # Both are looked up of the security, when it is chosen.
    "Existing position": ("existing_position", ("security_chosen",), ("confirm_selection",)),
    "Derivative": ("is_derivative", ("security_chosen",), ("confirm_selection",)),
    "Related party": ("is_related_party", ("flags_set", "escalated"), ("set_compliance_flags",)),
}
# What a value's own words stand beside: the currency of an amount, the search that the choice was made from.
_BESIDE = {
    "estimated_value": "estimated_currency",
    "security": "security_search_term",
    "existing_position": "security",
    "is_derivative": "security",
}
_LATER = ("undone", "submitted", "approved", "declined")
_DECIDED = (DraftRequest.Status.APPROVED, DraftRequest.Status.DECLINED, DraftRequest.Status.EXPIRED)
MAX_REQUESTS = 20


def traced_values(thread: Any) -> dict[str, Traced]:
    """The values of the newest requests of a thread by "<request>.<field>"."""
    values: dict[str, Traced] = {}
    for draft in DraftRequest.objects.filter(thread=thread).order_by("-created_at")[:MAX_REQUESTS]:
        checks = [f"{check['label']}: {check['sentence']}" for check in trace_of(draft)] if draft.submitted_at else []
        for label, value in preview_lines(draft):
            if label in _FIELDS and getattr(draft, _FIELDS[label][0]) not in (None, ""):
                field, acts, tools = _FIELDS[label]
                values[f"{draft.pk}.{field}"] = Traced(
                    label=gettext(label),
                    value=value,
                    record=draft,
                    acts=[f"pa_dealing.{act}" for act in (*acts, *_LATER)],
                    tools=tools,
                    words=[draft.evidence[key] for key in (field, _BESIDE.get(field, "")) if key in draft.evidence],
                    checks=checks,
                )
        if draft.status in _DECIDED:
            # It is nobody's words: an officer decides, or time does.
            decisions = [f"pa_dealing.{status}" for status in _DECIDED]
            label, value = gettext("Decision"), draft.get_status_display()
            values[f"{draft.pk}.decision"] = Traced(label, value, record=draft, acts=decisions, checks=checks)
    return values
