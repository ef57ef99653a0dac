"""What the review's tests share: requests in every state, made by the actions that make them in life."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from audit.trail import Actor
from chat.acts import act_on
from chat.models import Message, Thread
from pa_dealing import actions
from pa_dealing.models import DraftRequest
from pa_dealing.review import actions as review
from wording.quotes import Quote

SIEMENS = {
    "symbol": "SIE.DE",
    "name": "Siemens AG",
    "isin": "DE0007236101",
    "inst_type": "EQUITY",
    "trade_currency": "EUR",
}
WORDS = "I want to buy 2,000 Siemens shares at 131.45, EUR 262,900, to diversify into European industry. No to both."
REASON = "to diversify into European industry"


def thread_of(owner: User) -> Thread:
    return Thread.objects.create(owner=owner, assistant="pa_dealing", title="Siemens")


def previewed(owner: User, thread: Thread | None = None, **values: Any) -> DraftRequest:
    """A complete request, as a person has it before them when they submit."""
    thread = thread or thread_of(owner)
    message = Message.objects.create(thread=thread, role="user", content=WORDS)
    given = {
        "security": SIEMENS,
        "direction": "BUY",
        "quantity": 2000,
        "unit_price": Decimal("131.45"),
        "estimated_value": Decimal(262_900),
        "estimated_currency": "EUR",
        "currency_confirmed": True,
        "justification": REASON,
        "justification_quality": "GOOD",
        "justification_reason": "It states an aim: diversification.",
        "has_inside_info": False,
        "is_related_party": False,
        "existing_position": False,
        "is_derivative": False,
        "value_confirmed": True,
        **values,
    }
    spans = {
        "quantity": "2,000",
        "estimated_value": "EUR 262,900",
        "justification": REASON,
        "has_inside_info": "No to both",
    }
    evidence = {
        name: Quote(words, message.pk, WORDS.index(words), WORDS.index(words) + len(words)).to_json()
        | {"source": "chat"}
        for name, words in spans.items()
    }
    draft = DraftRequest.objects.create(thread=thread, owner=owner, evidence=evidence, **given)
    with act_on(actions.open_request(thread.pk, Actor(owner.pk, thread.pk))) as row:
        actions.preview_request(row, by=Actor(owner.pk, thread.pk))
    draft.refresh_from_db()
    return draft


def submitted(owner: User, thread: Thread | None = None, **values: Any) -> DraftRequest:
    draft = previewed(owner, thread, **values)
    with act_on(actions.open_request(draft.thread_id, Actor(owner.pk))) as row:
        actions.submit_request(row, by=Actor(owner.pk), preview_hash=draft.preview_hash)
    draft.refresh_from_db()
    return draft


def escalated(owner: User) -> DraftRequest:
    """A draft in which inside information was affirmed, with no value but the security."""
    thread = thread_of(owner)
    message = Message.objects.create(thread=thread, role="user", content="Yes, I know something about Siemens.")
    DraftRequest.objects.create(thread=thread, owner=owner, security=SIEMENS)
    words = {"has_inside_info": Quote("Yes", message.pk, 0, 3)}
    with act_on(actions.open_request(thread.pk, Actor(owner.pk, thread.pk))) as row:
        actions.set_compliance_flags(row, inside=True, related=None, by=Actor(owner.pk, thread.pk), words=words)
    return DraftRequest.objects.get(thread=thread)


def approved(owner: User, officer: User, *, ends_in: timedelta | None = None, **values: Any) -> DraftRequest:
    draft = submitted(owner, **values)
    with review.reviewing(draft.pk) as row:
        review.approve_request(row, reason="Within policy.", by=Actor(officer.pk))
    if ends_in is not None:
        DraftRequest.objects.filter(pk=draft.pk).update(expires_at=timezone.now() + ends_in)
    return DraftRequest.objects.get(pk=draft.pk)


def act(do: Any, draft: DraftRequest, by: User, **values: Any) -> DraftRequest:
    """One act of the review, in a transaction of its own; the request as it is afterwards."""
    with review.reviewing(draft.pk) as row:
        do(row, by=Actor(by.pk, draft.thread_id), **values)
    return DraftRequest.objects.get(pk=draft.pk)
