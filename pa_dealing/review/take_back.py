"""An officer takes a decision of their own back while it is fresh: the request waits again, and its owner is told."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext

from audit.trail import Actor, record
from chat.errors import Refused
from pa_dealing.models import DraftRequest
from pa_dealing.review import actions, texts

Status = DraftRequest.Status


def until(draft: DraftRequest) -> datetime | None:
    """Until when the decision can be taken back; None where there is none, or it is too late."""
    if draft.decided_at is None or draft.status not in (Status.APPROVED, Status.DECLINED) or draft.has_lapsed:
        return None
    end = draft.decided_at + timedelta(minutes=settings.TAKE_BACK_MINUTES)
    return end if end > timezone.now() else None


def take_back_decision(draft: DraftRequest, *, reason: str, by: Actor, seen: datetime | None = None) -> None:
    """The request waits for compliance as it did before. Takes the row locked by reviewing().

    Raises Refused: not_decided, not_your_decision, too_late, new_draft, changed, reason_required, reason_too_long.
    """
    if draft.status not in (Status.APPROVED, Status.DECLINED):
        raise Refused("not_decided", gettext("There is no decision to take back."))
    if by.user_id is None or draft.decided_by_id != by.user_id:
        raise Refused(
            "not_your_decision", gettext("Only the officer who decided can take the decision back."), status=403
        )
    if until(draft) is None:
        late = gettext("A decision can be taken back for %(minutes)s minutes, and these are over.")
        raise Refused("too_late", late % {"minutes": settings.TAKE_BACK_MINUTES})
    actions.require_seen(draft, seen)
    reason = actions.checked_reason(reason)
    assert draft.decided_at is not None
    data = {
        "reason": reason,
        "was": str(draft.status),
        "was_reason": draft.decision_reason,
        "was_code": draft.decision_code,
        "was_at": draft.decided_at.isoformat(),
        "sha256": draft.payload_hash(),
    }
    notice = texts.taken_back(draft, reason)
    _wait_again(draft)
    record("pa_dealing.taken_back", draft, by=by, data=data)
    texts.tell_owner(draft, notice)


def _wait_again(draft: DraftRequest) -> None:
    if draft.submitted_at is None:
        # A flagged draft that was closed is a draft again; a thread holds no second one.
        if DraftRequest.objects.filter(thread=draft.thread_id, status__in=DraftRequest.OPEN).exists():
            raise Refused("new_draft", gettext("The employee has begun a new request in this conversation since."))
        draft.status, draft.preview_hash = Status.DRAFT, ""
    else:
        draft.status = Status.SUBMITTED
    draft.decided_by, draft.decided_at = None, None
    draft.decision_code = draft.decision_reason = ""
    draft.expires_at = draft.extension_requested_at = None
    draft.extension_reason = ""
    # A question that was open when the decision came is open again.
    waiting = draft.questions.filter(answered_at=None).values_list("asked_at", flat=True)
    draft.information_requested_at = waiting.first()
