"""What a reply may tell of a request: its status as it is, and numbers that stand in it."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Any

from pa_dealing.conversation import questions
from pa_dealing.models import DraftRequest

_Status = DraftRequest.Status
_HANDED_IN = {"complete", "submitted"}
# What each status bears out. A draft that misses nothing is complete besides.
_CLAIMABLE: dict[str, Set[str]] = {
    _Status.DRAFT: set(),
    _Status.PREVIEWED: {"complete"},
    _Status.SUBMITTED: _HANDED_IN,
    _Status.APPROVED: {*_HANDED_IN, "approved", "accepted", "may_trade"},
    _Status.DECLINED: {*_HANDED_IN, "declined"},
    _Status.EXPIRED: {*_HANDED_IN, "approved"},
    _Status.WITHDRAWN: {*_HANDED_IN, "withdrawn"},
}
TRUTH: dict[str, str] = {
    _Status.DRAFT: "Nothing has been submitted: your request is still a draft.",
    _Status.PREVIEWED: "Nothing has been submitted: your request is ready, and only you can submit it.",
    _Status.SUBMITTED: "Your request is submitted, and compliance has not decided.",
    _Status.APPROVED: "Compliance has approved your request.",
    _Status.DECLINED: "Compliance has declined your request.",
    _Status.EXPIRED: "The approval of your request has expired.",
    _Status.WITHDRAWN: "Your request is withdrawn.",
}


def claimable(draft: DraftRequest, state: dict[str, Any]) -> Set[str]:
    """The acts that the request bears out."""
    whole = {"complete"} if draft.is_open and not state.get("missing") else set()
    return whole | _CLAIMABLE[draft.status]


def stated(draft: DraftRequest) -> Sequence[str]:
    """The question that is put next, which names what it asks about."""
    return [questions.question_for(draft)] if draft.is_open else []


def truth(draft: DraftRequest) -> str:
    """What stands with the request, and what is asked next."""
    return " ".join([TRUTH[draft.status], *stated(draft)])
