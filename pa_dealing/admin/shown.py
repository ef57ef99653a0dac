"""How a request reads on the desk, in the language of its page. What is stored and exported does not follow it."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils.translation import gettext, gettext_noop as _

from pa_dealing.amounts import page_amount
from pa_dealing.conversation import questions
from pa_dealing.models import DraftRequest
from pa_dealing.rules import risk_labels

# What stands in the history of a request, from the audit trail.
_ACTS = (
    _("Approved"), _("Assigned"), _("Changed"), _("Claimed"), _("Declined"), _("Escalated"), _("Evidence taken"),
    _("Expired"), _("Extended"), _("Extension requested"), _("Previewed"), _("Question answered"), _("Question asked"),
    _("Released"), _("Started over"), _("Submitted"), _("Taken back"), _("Undone"), _("Withdrawn"),
)  # fmt: skip
# What the words of a message were read as; and the labels of risks, which the rules keep in English.
_LABELS = (
    _("Security"), _("Direction"), _("Quantity"), _("Price per unit"), _("Estimated value"), _("Value"), _("Currency"),
    _("Justification"), _("Inside information"), _("Related party"), _("Existing position"), _("Derivative"),
    _("High value"), _("No rate"), _("Mismatch"), _("Weak justification"), _("No exchange rate"), _("Escalated"),
    _("Quantity × price differs"),
    _("Employee"), _("Assistant"), _("Notice"),
)  # fmt: skip
_CHOICES = frozenset((_("Buy"), _("Sell"), _("Yes"), _("No"), _("Not answered")))


def trade(draft: DraftRequest) -> str:
    """ "Buy 2,000 Siemens AG (SIE.DE)", as far as it is known."""
    security = draft.security or {}
    direction = gettext(str(DraftRequest.Direction(draft.direction).label)) if draft.direction else ""
    name = f"{security['name']} ({security['symbol']})" if security else draft.security_search_term
    parts = (
        direction,
        page_amount(draft.quantity) if draft.quantity else "",
        name or gettext("no security was chosen"),
    )
    return " ".join(part for part in parts if part)


def value(draft: DraftRequest) -> str:
    """The estimated value with its currency; empty without one."""
    if draft.estimated_value is None:
        return ""
    return f"{draft.estimated_currency or '?'} {page_amount(draft.estimated_value)}"


def base_value(draft: DraftRequest) -> str:
    """ "EUR 1,200" for a value in another currency, as its checks converted it; empty where there is none to add."""
    base = settings.PA_DEALING_BASE_CURRENCY
    if draft.base_value is None or draft.estimated_currency == base:
        return ""
    return f"{base} {page_amount(draft.base_value)}"


def flags(draft: DraftRequest) -> list[str]:
    """The kinds of risk in words, the heaviest first."""
    return [gettext(label) for label in risk_labels(draft.risk)]


def person(draft: DraftRequest) -> str:
    """Whose request it is."""
    return str(draft.owner.get_full_name() or draft.owner.get_username())


def act(action: str) -> str:
    """What an entry of the audit trail says was done: "Question asked" for pa_dealing.question_asked."""
    return gettext(action.partition(".")[2].replace("_", " ").capitalize())


def values_of(draft: DraftRequest, lines: list[tuple[str, str]]) -> list[tuple[str, str, str]]:
    """The lines of a preview as (English label, label, value), numbers and fixed answers in the page's language."""
    numbers: dict[str, Any] = {
        "Quantity": draft.quantity,
        "Price per unit": draft.unit_price,
    }
    shown = []
    for label, text in lines:
        if label == "Security" and draft.security:
            text = questions.name_of({**draft.security, "inst_type": gettext(draft.security.get("inst_type") or "")})
        elif numbers.get(label):
            text = page_amount(numbers[label])
        elif label == "Estimated value" and draft.estimated_value is not None:
            text = value(draft)
        elif text in _CHOICES and label != "Justification":
            text = gettext(text)
        shown.append((label, gettext(label), text))
    return shown
