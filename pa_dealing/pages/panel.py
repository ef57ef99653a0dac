"""What stands beside the chat: the request as it fills in, each value with the words it came from."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext, gettext_noop as _

from audit.trail import Actor
from chat.acts import act_on
from chat.errors import Refused
from pa_dealing import actions, hints
from pa_dealing.amounts import page_amount
from pa_dealing.conversation import questions
from pa_dealing.models import ComplianceQuestion, DraftRequest
from pa_dealing.pages import own_requests
from pa_dealing.rules import spoken_trace, trace_of
from pa_dealing.state import decision_of, state_of

_YES_NO = [("yes", _("Yes")), ("no", _("No"))]
_LABELS = {
    "security": (_("Security"), "text", []),
    "direction": (_("Direction"), "choice", [("BUY", _("Buy")), ("SELL", _("Sell"))]),
    "quantity": (_("Quantity"), "number", []),
    "estimated_value": (_("Estimated value"), "money", []),
    "justification": (_("Justification"), "text", []),
    "has_inside_info": (_("Inside information"), "boolean", _YES_NO),
    "is_related_party": (_("Related party"), "boolean", _YES_NO),
}
# What a preview has beside them: a label, and the values that are none of the person's own words.
_PRICE = _("Price per unit")
_CHOICES = frozenset(("Buy", "Sell", "Yes", "No"))
_ASKED = {
    hints.SECURITY_SELECTION_REQUIRED: "security",
    "SELECTION_LIST": "security",
    hints.ONLY_INSIDE_INFO: "has_inside_info",
    hints.CURRENCY_CONFIRMATION_REQUIRED: "estimated_value",
    hints.VALUE_CONFIRMATION_REQUIRED: "estimated_value",
    hints.COACHING_REQUIRED: "justification",
    **{f"MISSING_{name.upper()}": name for name in hints.REQUIRED},
}


def context_of(thread: Any, error: str = "", error_field: str = "") -> dict[str, Any]:
    """The context of pa_dealing/panel.html for a thread's newest request."""
    draft = actions.load_request(thread.id)
    missing = hints.missing_fields(draft)
    asked = _ASKED.get(draft.question or hints.determine_instructional_hint(draft), "") if draft.is_open else ""
    done = len(hints.REQUIRED) - len([name for name in missing if name in hints.REQUIRED])
    previewed = draft.status == DraftRequest.Status.PREVIEWED
    return {
        "thread": thread,
        "draft": state_of(draft)["draft"],
        "request_id": draft.pk,
        "evidence": draft.evidence,
        "rows": [_row(draft, name, asked, error if name == error_field else "") for name in _LABELS] + _derived(draft),
        "candidates": draft.candidates if draft.is_open and draft.security is None else [],
        "progress": {"done": done, "total": len(hints.REQUIRED), "sentence": _progress(draft, done)},
        "status": "expired" if draft.has_lapsed else str(draft.status),
        "status_label": own_requests.status_label(draft),
        "escalated": draft.escalated and draft.waits,
        "review": _review(draft),
        "preview": {"hash": draft.preview_hash, "lines": _preview(draft), "short": own_requests.in_short(draft)}
        if previewed
        else None,
        "can_submit": previewed,
        "can_preview": draft.status == DraftRequest.Status.DRAFT
        and hints.determine_instructional_hint(draft) == hints.DRAFT_COMPLETE,
        "can_withdraw": own_requests.can_withdraw(draft),
        "others": own_requests.beside(draft, thread.id),
        "notices": [],
        "error": error if not error_field else "",
    }


def _preview(draft: DraftRequest) -> list[tuple[str, str]]:
    """What would be submitted, in the page's language."""
    numbers = {
        "Quantity": page_amount(draft.quantity or 0),
        _PRICE: page_amount(draft.unit_price or 0),
        "Estimated value": f"{draft.estimated_currency} {page_amount(draft.estimated_value or 0)}",
    }
    return [
        (
            gettext(label),
            numbers.get(label) or (gettext(value) if value in _CHOICES and label != "Justification" else value),
        )
        for label, value in questions.preview_lines(draft)
    ]


def _review(draft: DraftRequest) -> dict[str, Any]:
    """What compliance asked and decided, and the checks that it sees as well."""
    asked_id = getattr(draft, "asked_request", None)
    question = ComplianceQuestion.objects.filter(request=asked_id, answered_at=None).first() if asked_id else None
    approved = draft.status == DraftRequest.Status.APPROVED and not draft.has_lapsed
    return {
        "question": question.text if question else "",
        "decision": decision_of(draft),
        "expires_at": draft.expires_at,
        "can_extend": approved and draft.extension_requested_at is None,
        "extension_requested": approved and draft.extension_requested_at is not None,
        "checks": spoken_trace(trace_of(draft)) if draft.submitted_at else [],
        "evidence": draft.submitted_at is not None,
    }


def _row(draft: DraftRequest, name: str, asked: str, error: str) -> dict[str, Any]:
    label, kind, choices = _LABELS[name]
    quote = draft.evidence.get(name, {}).get("quote", "")
    value = _shown(draft, name)
    if name == "security" and not value:
        quote = draft.evidence.get("security_search_term", {}).get("quote", "")
    if name == "estimated_value" and (currency := draft.evidence.get("estimated_currency")):
        quote = f"{quote} … {currency['quote']}"
    return {
        "field": name,
        "label": gettext(label),
        "value": value,
        "quote": quote,
        "by_form": draft.evidence.get(name, {}).get("source") == "form",
        "badge": draft.justification_quality if name == "justification" else "",
        "badge_reason": draft.justification_reason if name == "justification" else "",
        "missing": not value,
        "asked": name == asked,
        "editable": draft.is_open,
        "kind": kind,
        "choices": [(choice, gettext(word)) for choice, word in choices],
        "input": _input(draft, name),
        "error": error,
    }


def _shown(draft: DraftRequest, name: str) -> str:
    value = getattr(draft, name)
    if value is None or value == "":
        return ""
    if name == "security":
        return questions.name_of(value)
    if name == "direction":
        return gettext(str(DraftRequest.Direction(value).label))
    if name == "quantity":
        return page_amount(value)
    if name == "estimated_value":
        return f"{draft.estimated_currency or 'currency?'} {page_amount(value)}"
    if isinstance(value, bool):
        return gettext("Yes") if value else gettext("No")
    return str(value)


def _input(draft: DraftRequest, name: str) -> str:
    """The value as it stands in an edit field."""
    value = getattr(draft, name)
    if value is None:
        return ""
    if name == "security":
        return str(value["symbol"])
    if name == "estimated_value":
        return f"{draft.estimated_currency or ''} {value:,.2f}".strip()
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _derived(draft: DraftRequest) -> list[dict[str, Any]]:
    """What the checks found by themselves."""
    answers = {True: gettext("Yes"), False: gettext("No"), None: ""}
    rows = [("existing_position", gettext("Existing position")), ("is_derivative", gettext("Derivative"))]
    return [
        {
            "field": name,
            "label": label,
            "value": answers[getattr(draft, name)],
            "quote": "",
            "derived": True,
            "missing": False,
            "asked": False,
            "editable": False,
            "kind": "derived",
            "choices": [],
            "error": "",
        }
        for name, label in rows
    ]


def _progress(draft: DraftRequest, done: int) -> str:
    if not draft.is_open:
        status = (
            gettext("With compliance")
            if draft.escalated
            else gettext(own_requests.STATUSES[DraftRequest.Status(draft.status)])
        )
        return gettext("This request is %(status)s.") % {"status": status.lower()}
    left = len(hints.REQUIRED) - done
    if left:
        return gettext("%(left)s of %(all)s answers to go") % {"left": left, "all": len(hints.REQUIRED)}
    hint = hints.determine_instructional_hint(draft)
    return gettext("Ready to submit") if hint == hints.DRAFT_COMPLETE else gettext("One question to go")


def command(name: str, thread: Any, user: Any) -> str | None:
    """The person's acts in the terminal: /preview, /submit, /withdraw, /state."""
    by = Actor(user.pk, thread.id)
    acts = {"preview": actions.preview_request, "submit": actions.submit_request, "withdraw": actions.withdraw_request}
    if name == "state":
        return "\n".join(
            f"{label}: {value}" for label, value in questions.preview_lines(actions.load_request(thread.id))
        )
    if name not in acts:
        return None
    try:
        with act_on(actions.open_request(thread.id, by)) as draft:
            acts[name](draft, by=by)
    except Refused as refusal:
        return refusal.detail
    if name == "preview":
        return "\n".join(f"{label}: {value}" for label, value in questions.preview_lines(draft))
    return f"The request is {draft.status}."
