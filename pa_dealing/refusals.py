"""What an act is refused with, and the first condition of most: the request is still a draft."""

from __future__ import annotations

from django.utils.translation import gettext

from pa_dealing.models import DraftRequest


class ActionRefused(Exception):
    """The act does not fit the request's state. `code` is for programs, the text for people; nothing changed."""

    def __init__(self, code: str, detail: str) -> None:
        self.code, self.detail = code, detail
        super().__init__(detail)


def require_open(draft: DraftRequest) -> None:
    """Raises ActionRefused when the request is no draft any more."""
    if draft.is_open:
        return
    if draft.escalated:
        raise ActionRefused(
            "not_open", gettext("This request is with compliance, who will be in touch. It cannot be changed here.")
        )
    raise ActionRefused(
        "not_open",
        gettext(
            "This request is %(status)s and cannot be changed. "
            "Name a security to begin a new one, or withdraw this one first."
        )
        % {"status": gettext(draft.get_status_display()).lower()},
    )
