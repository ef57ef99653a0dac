"""What the employee is told of a review, and by which ways. Of the decision they read the officer's reason, no more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.utils.translation import gettext
from procrastinate.contrib.django import app

from chat.access import in_language_of, stamp
from chat.live import post_notice, state_changed
from pa_dealing.amounts import amount, page_amount
from pa_dealing.models import DraftRequest
from pa_dealing.state import state_of

P = ParamSpec("P")
Text = Callable[Concatenate[DraftRequest, P], str]


def in_base_currency(draft: DraftRequest) -> str:
    """ "EUR 1,200" for a value in another currency, as its checks converted it; empty where there is none to add."""
    base = settings.PA_DEALING_BASE_CURRENCY
    if draft.base_value is None or draft.estimated_currency == base:
        return ""
    return f"{base} {amount(draft.base_value)}"


def _for_the_owner(text: Text[P]) -> Text[P]:
    """The text of a request in the language that its owner reads, whoever acts."""

    def written(draft: DraftRequest, /, *args: P.args, **kwargs: P.kwargs) -> str:
        with in_language_of(draft.owner_id):
            return text(draft, *args, **kwargs)

    return written


def _request(draft: DraftRequest) -> str:
    if draft.security is None or not draft.direction:
        return gettext("your request")
    name = f"{draft.security['name']} ({draft.security['symbol']})"
    what = f"{page_amount(draft.quantity)} {name}" if draft.quantity else name
    buys = draft.direction == DraftRequest.Direction.BUY
    return (gettext("your request to buy %(what)s") if buys else gettext("your request to sell %(what)s")) % {
        "what": what
    }


def _until(draft: DraftRequest) -> str:
    return stamp(draft.expires_at) if draft.expires_at else ""


@_for_the_owner
def approved(draft: DraftRequest) -> str:
    text = gettext("Compliance approved %(request)s. The approval ends on %(until)s.\nTheir reason: %(reason)s")
    return text % {"request": _request(draft), "until": _until(draft), "reason": draft.decision_reason}


@_for_the_owner
def declined(draft: DraftRequest) -> str:
    if draft.decision_code == DraftRequest.Code.CLOSED:
        text = gettext("Compliance closed %(request)s. Please do not make this trade.\nTheir reason: %(reason)s")
    else:
        text = gettext("Compliance declined %(request)s. Please do not make this trade.\nTheir reason: %(reason)s")
    return text % {"request": _request(draft), "reason": draft.decision_reason}


@_for_the_owner
def taken_back(draft: DraftRequest, reason: str) -> str:
    """Written before the decision is gone."""
    if draft.status == DraftRequest.Status.APPROVED:
        was = gettext("Compliance took back its approval of %(request)s.")
    else:
        was = gettext("Compliance took back its refusal of %(request)s.")
    rest = gettext(
        "It is looked at again: please do not make this trade until you hear from them, and tell them if you have made "
        "it already.\nTheir reason: %(reason)s"
    )
    return f"{was % {'request': _request(draft)}} {rest % {'reason': reason}}"


@_for_the_owner
def asked(draft: DraftRequest, question: str) -> str:
    text = gettext(
        "Compliance has a question about %(request)s:\n%(question)s\n\n"
        "Your next message here is passed on to them as your answer."
    )
    return text % {"request": _request(draft), "question": question}


@_for_the_owner
def expired(draft: DraftRequest) -> str:
    text = gettext("The approval of %(request)s has expired. If you have not traded yet, please begin a new request.")
    return text % {"request": _request(draft)}


@_for_the_owner
def extended(draft: DraftRequest) -> str:
    text = gettext("Compliance extended the approval of %(request)s. It now ends on %(until)s.")
    return text % {"request": _request(draft), "until": _until(draft)}


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
