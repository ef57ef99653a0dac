"""What the model may call. Every argument is required and is checked against the person's own words."""

from __future__ import annotations

from pa_dealing.tools.amounts import (
    MAX_QUANTITY,
    MAX_VALUE,
    set_quantity,
    set_trade_value,
    set_value_pending_currency,
)
from pa_dealing.tools.answers import confirm_pending, set_compliance_flags, set_justification, show_preview
from pa_dealing.tools.results import next_step
from pa_dealing.tools.security import SECURITY_FIELDS, confirm_selection, set_direction, set_security
from pa_dealing.tools.steps import leave_empty, start_over, undo

__all__ = ["MAX_QUANTITY", "MAX_VALUE", "SECURITY_FIELDS", "TOOLS", "next_step"]

TOOLS = (
    set_security,
    confirm_selection,
    set_direction,
    set_quantity,
    set_trade_value,
    set_value_pending_currency,
    set_justification,
    set_compliance_flags,
    confirm_pending,
    show_preview,
    undo,
    leave_empty,
    start_over,
)
