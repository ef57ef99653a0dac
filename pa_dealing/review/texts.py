"""What the employee is told of a review, and by which ways. Of the decision they read the officer's reason, no more."""

from __future__ import annotations

from django.conf import settings
from procrastinate.contrib.django import app

from chat.live import post_notice, state_changed
from pa_dealing.amounts import amount
from pa_dealing.models import DraftRequest
from pa_dealing.state import state_of


def trade_of(draft: DraftRequest) -> str:
    """The trade as it stands in a sentence: "buy 2,000 Siemens AG (SIE.DE)", as far as it is known."""
    if draft.security is None or not draft.direction:
        return ""
    name = f"{draft.security['name']} ({draft.security['symbol']})"
    return f"{draft.get_direction_display().lower()} {amount(draft.quantity) if draft.quantity else ''} {name}".replace(
        "  ", " "
    )


def in_base_currency(draft: DraftRequest) -> str:
    """ "EUR 1,200" for a value in another currency, as its checks converted it; empty where there is none to add."""
    base = settings.PA_DEALING_BASE_CURRENCY
    if draft.base_value is None or draft.estimated_currency == base:
        return ""
    return f"{base} {amount(draft.base_value)}"


def _request(draft: DraftRequest) -> str:
    trade = trade_of(draft)
    return f"your request to {trade}" if trade else "your request"


def _until(draft: DraftRequest) -> str:
    return f"{draft.expires_at:%d %B %Y, %H:%M} UTC" if draft.expires_at else ""


def approved(draft: DraftRequest) -> str:
    return (
        f"Compliance approved {_request(draft)}. The approval ends on {_until(draft)}.\n"
        f"Their reason: {draft.decision_reason}"
    )


def declined(draft: DraftRequest) -> str:
    verb = "closed" if draft.decision_code == DraftRequest.Code.CLOSED else "declined"
    return f"Compliance {verb} {_request(draft)}. Please do not make this trade.\nTheir reason: {draft.decision_reason}"


def taken_back(draft: DraftRequest, reason: str) -> str:
    """Written before the decision is gone."""
    was = "approval of" if draft.status == DraftRequest.Status.APPROVED else "refusal of"
    return (
        f"Compliance took back its {was} {_request(draft)}. It is looked at again: please do not make this trade until "
        f"you hear from them, and tell them if you have made it already.\nTheir reason: {reason}"
    )


def asked(draft: DraftRequest, question: str) -> str:
    return (
        f"Compliance has a question about {_request(draft)}:\n{question}\n\n"
        "Your next message here is passed on to them as your answer."
    )


def expired(draft: DraftRequest) -> str:
    trade = trade_of(draft)
    return (
        f"Your approval{f' to {trade}' if trade else ''} has expired. If you have not traded yet, "
        "please begin a new request."
    )


def extended(draft: DraftRequest) -> str:
    return f"Compliance extended the approval of {_request(draft)}. It now ends on {_until(draft)}."


def tell_owner(draft: DraftRequest, text: str) -> None:
    """Into the thread, onto the home page and by e-mail, in the caller's transaction."""
    notice = post_notice(draft.thread_id, text, news=True)
    state_changed(draft.thread_id, state_of(draft))
    app.configure_task("pa_dealing.mail_notice").defer(message_id=notice.pk)


def tell_officer(draft: DraftRequest, officer_id: int | None, what: str) -> None:
    """By e-mail to the officer who waits for it, in the caller's transaction."""
    if officer_id is not None:
        mail = app.configure_task("pa_dealing.mail_officer")
        mail.defer(request_id=str(draft.pk), officer_id=officer_id, what=what)
