"""The first condition of most acts on a request: it is still a draft."""

from __future__ import annotations

from django.utils.translation import gettext

from chat.errors import Refused
from pa_dealing.models import DraftRequest


def require_open(draft: DraftRequest) -> None:
    """Raises Refused when the request is no draft any more."""
    if draft.is_open:
        return
    if draft.escalated:
        raise Refused(
            "not_open", gettext("This request is with compliance, who will be in touch. It cannot be changed here.")
        )
    raise Refused(
        "not_open",
        gettext(
            "This request is %(status)s and cannot be changed. "
            "Name a security to begin a new one, or withdraw this one first."
        )
        % {"status": gettext(draft.get_status_display()).lower()},
    )
