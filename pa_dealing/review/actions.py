"""Compliance's side of a request: claim, ask, decide, extend, expire. Each act takes the row locked by reviewing().

Nobody reviews their own request: the acts refuse it in words, and the database refuses it in any case.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from audit.trail import Actor, record
from chat.access import stamp
from chat.acts import act_on
from chat.errors import Refused
from llm.text import clean_text
from pa_dealing.actions import saving
from pa_dealing.amounts import page_amount
from pa_dealing.models import ComplianceQuestion, DraftRequest
from pa_dealing.review import texts as texts

Status, Code = DraftRequest.Status, DraftRequest.Code
MAX_REASON = 2000
_NAMES = {"reason": gettext_noop("reason"), "question": gettext_noop("question")}
APPROVE_CODES = (Code.WITHIN_POLICY, Code.DISCUSSED, Code.OTHER)
DECLINE_CODES = (
    Code.CONFLICT,
    Code.INSIDE,
    Code.RESTRICTED,
    Code.REASON,
    Code.INCOMPLETE,
    Code.CLOSED,
    Code.OTHER,
)


@contextmanager
def reviewing(request_id: UUID) -> Iterator[DraftRequest]:
    """The request, locked, in one transaction with everything that the block does to it.

    Raises DraftRequest.DoesNotExist.
    """
    with act_on(_open(request_id)) as draft:
        yield draft


@contextmanager
def _open(request_id: UUID) -> Iterator[DraftRequest]:
    # Without joins: after a wait for the lock PostgreSQL reads this row again, and joined ones as they were before.
    draft = DraftRequest.objects.select_for_update().get(pk=request_id)
    with saving(draft):
        yield draft


def claim_request(draft: DraftRequest, *, by: Actor, take_over: bool = False) -> None:
    """Say that this officer is on it. What another one has claimed must be taken over explicitly."""
    _require_waiting(draft, by)
    if draft.claimed_by_id == by.user_id:
        return
    if not take_over:
        _require_not_claimed_by_other(draft, by)
    before = draft.claimed_by_id
    draft.claimed_by_id, draft.claimed_at = by.user_id, timezone.now()
    record("pa_dealing.claimed", draft, by=by, data={"taken_over_from": before} if before else {})


def release_request(draft: DraftRequest, *, by: Actor) -> None:
    """The officer who claimed it gives it back to all."""
    require_free(draft, by)
    if draft.claimed_by_id is not None:
        draft.claimed_by_id = draft.claimed_at = None
        record("pa_dealing.released", draft, by=by)


def approve_request(
    draft: DraftRequest, *, reason: str, code: str = "", by: Actor, seen: datetime | None = None
) -> None:
    """Allow the trade for APPROVAL_DAYS days. `seen` is the updated_at of what the officer looked at."""
    _require_decidable(draft, by, seen)
    if draft.escalated or draft.has_inside_info:
        raise Refused(
            "not_approvable",
            gettext(
                "This request cannot be approved: its owner answered that they have inside information. "
                "Decline it, or close it with the code 'closed'."
            ),
        )
    reason = checked_reason(reason)
    draft.expires_at = timezone.now() + timedelta(days=settings.APPROVAL_DAYS)
    _decide(draft, Status.APPROVED, reason, _checked_code(code, APPROVE_CODES), by)
    texts.tell_owner(draft, texts.approved(draft))


def decline_request(
    draft: DraftRequest, *, reason: str, code: str = "", by: Actor, seen: datetime | None = None
) -> None:
    """Refuse the trade. `seen` is the updated_at of what the officer looked at."""
    _require_decidable(draft, by, seen)
    _decide(draft, Status.DECLINED, checked_reason(reason), _checked_code(code or Code.OTHER, DECLINE_CODES), by)
    texts.tell_owner(draft, texts.declined(draft))


def ask_for_information(draft: DraftRequest, *, question: str, by: Actor, seen: datetime | None = None) -> None:
    """Put a question into the employee's thread; their next message there is the answer."""
    _require_decidable(draft, by, seen)
    question = checked_reason(question, "question")
    if draft.information_requested_at is not None:
        raise Refused(
            "question_open", gettext("A question is open already. Wait for its answer, or decide without it.")
        )
    draft.information_requested_at = timezone.now()
    ComplianceQuestion.objects.create(request=draft, asked_by_id=by.user_id or 0, text=question)
    record("pa_dealing.question_asked", draft, by=by, data={"question": question})
    texts.tell_owner(draft, texts.asked(draft, question))


def answer_question(draft: DraftRequest, *, answer: str, message_id: int, by: Actor) -> None:
    """Keep the owner's words as the answer to compliance's open question."""
    question = ComplianceQuestion.objects.select_for_update().filter(request=draft, answered_at=None).first()
    if question is None or draft.information_requested_at is None:
        raise Refused("no_question", "Compliance has no open question about this request.")
    draft.information_requested_at = None
    question.answer, question.answer_message_id, question.answered_at = answer, message_id, timezone.now()
    question.save(update_fields=["answer", "answer_message_id", "answered_at"])
    record("pa_dealing.question_answered", draft, by=by, data={"message": message_id, "words": answer[:500]})
    texts.tell_officer(draft, question.asked_by_id, "answered")


def expire_approval(draft: DraftRequest, *, by: Actor) -> None:
    """End an approval whose days are over."""
    if draft.status != Status.APPROVED or draft.expires_at is None or draft.expires_at > timezone.now():
        raise Refused("not_due", "Only an approval whose days are over expires.")
    draft.status, draft.extension_requested_at = Status.EXPIRED, None
    record("pa_dealing.expired", draft, by=by, data={"expires_at": draft.expires_at.isoformat()})
    texts.tell_owner(draft, texts.expired(draft))


def expire_due_approvals() -> int:
    """End every approval that is due, each in a transaction of its own; how many there were."""
    due = DraftRequest.objects.filter(status=Status.APPROVED, expires_at__lte=timezone.now())
    ended = 0
    for request_id, thread_id in list(due.order_by("expires_at").values_list("pk", "thread_id")):
        with suppress(Refused), reviewing(request_id) as draft:
            expire_approval(draft, by=Actor(None, thread_id))
            ended += 1
    return ended


def request_extension(draft: DraftRequest, *, reason: str = "", by: Actor) -> None:
    """The owner asks for more time, before the approval ends."""
    if draft.owner_id != by.user_id:
        raise Refused("not_yours", "Only the owner of a request can ask for more time.", status=403)
    _require_approved(draft)
    if draft.extension_requested_at is not None:
        raise Refused("already_requested", gettext("You have asked for more time already. Compliance will look at it."))
    draft.extension_reason = checked_reason(reason, required=False)
    draft.extension_requested_at = timezone.now()
    record("pa_dealing.extension_requested", draft, by=by, data={"reason": draft.extension_reason})
    texts.tell_officer(draft, draft.decided_by_id, "extension")


def extend_approval(draft: DraftRequest, *, reason: str = "", by: Actor, seen: datetime | None = None) -> None:
    """Give an approval APPROVAL_DAYS more days, whether or not its owner asked."""
    _require_not_own(draft, by)
    _require_approved(draft)
    require_seen(draft, seen)
    reason, before = checked_reason(reason, required=False), draft.expires_at
    assert before is not None
    draft.expires_at = before + timedelta(days=settings.APPROVAL_DAYS)
    draft.extension_requested_at, draft.extension_reason = None, ""
    data = {"was": before.isoformat(), "expires_at": draft.expires_at.isoformat(), "reason": reason}
    record("pa_dealing.extended", draft, by=by, data=data)
    texts.tell_owner(draft, texts.extended(draft))


def checked_reason(text: str, name: str = "reason", *, required: bool = True) -> str:
    """The text, cleaned. Raises Refused for none and for more than MAX_REASON characters."""
    cleaned = clean_text(text).strip()
    if required and not cleaned:
        raise Refused(
            f"{name}_required",
            gettext("Give a %(name)s: the employee will read it, and so will an auditor.")
            % {"name": gettext(_NAMES[name])},
            status=400,
        )
    if len(cleaned) > MAX_REASON:
        raise Refused(
            f"{name}_too_long",
            gettext("The %(name)s has %(characters)s characters; %(most)s are allowed.")
            % {"name": gettext(_NAMES[name]), "characters": page_amount(len(cleaned)), "most": page_amount(MAX_REASON)},
            status=400,
        )
    return cleaned


def why_not(draft: DraftRequest, *, by: Actor) -> str:
    """Why this officer cannot decide the request now, or an empty text. For showing; the acts ask again, locked."""
    try:
        _require_decidable(draft, by, None)
    except Refused as refusal:
        return refusal.detail
    return ""


def _checked_code(code: str, allowed: tuple[DraftRequest.Code, ...]) -> str:
    if not code:
        return str(allowed[0])
    if code not in allowed:
        known = ", ".join(allowed)
        raise Refused(
            "unknown_code", f"There is no reason code {code[:40]!r} for this decision. There are: {known}.", status=400
        )
    return code


def _decide(draft: DraftRequest, status: DraftRequest.Status, reason: str, code: str, by: Actor) -> None:
    draft.status, draft.decision_code, draft.decision_reason = status, code, reason
    draft.decided_by_id, draft.decided_at = by.user_id, timezone.now()
    draft.information_requested_at = None
    data = {"reason": reason, "code": code, "sha256": draft.payload_hash()}
    if draft.expires_at is not None:
        data["expires_at"] = draft.expires_at.isoformat()
    record(f"pa_dealing.{status}", draft, by=by, data=data)


def _require_decidable(draft: DraftRequest, by: Actor, seen: datetime | None) -> None:
    require_free(draft, by)
    require_seen(draft, seen)


def require_free(draft: DraftRequest, by: Actor) -> None:
    """Raises Refused where the request does not wait, is this officer's own, or another one is on it."""
    _require_waiting(draft, by)
    _require_not_claimed_by_other(draft, by)


def _require_not_own(draft: DraftRequest, by: Actor) -> None:
    if by.user_id is None or draft.owner_id == by.user_id:
        raise Refused("own_request", gettext("This is your own request: another officer must look at it."), status=403)


def _require_waiting(draft: DraftRequest, by: Actor) -> None:
    _require_not_own(draft, by)
    if draft.has_lapsed:
        raise Refused("expired", gettext("This request was approved, and the approval has expired."))
    if draft.status in DraftRequest.DECIDED and draft.decided_by is not None and draft.decided_at is not None:
        decided = (
            gettext("%(who)s approved this request on %(time)s.")
            if draft.expires_at
            else gettext("%(who)s declined this request on %(time)s.")
        )
        words = {"who": draft.decided_by.get_username(), "time": stamp(draft.decided_at)}
        raise Refused("already_decided", decided % words)
    if not draft.waits:
        raise Refused(
            "not_submitted",
            gettext("This request is %(status)s: it does not wait for compliance.") % {"status": _status_of(draft)},
        )


def _require_approved(draft: DraftRequest) -> None:
    if draft.has_lapsed:
        raise Refused("expired", gettext("The approval has expired. A new request is needed."))
    if draft.status != Status.APPROVED:
        raise Refused(
            "not_approved",
            gettext("This request is %(status)s: only an approval can be extended.") % {"status": _status_of(draft)},
        )


def _status_of(draft: DraftRequest) -> str:
    return gettext(str(draft.status).capitalize()).lower()


def _require_not_claimed_by_other(draft: DraftRequest, by: Actor) -> None:
    if draft.claimed_by is not None and draft.claimed_by_id != by.user_id:
        raise Refused(
            "claimed_by_other",
            gettext("%(who)s has claimed this request. Take it over first, or leave it to them.")
            % {"who": draft.claimed_by.get_username()},
        )


def require_seen(draft: DraftRequest, seen: datetime | None) -> None:
    """Raises Refused when the request has changed since the officer looked at it."""
    if seen is not None and seen != draft.updated_at:
        raise Refused("changed", gettext("The request has changed since you opened it. Look at it again, then decide."))
