"""What a person does to a nitpick themselves, by the API or a form: the change, a line in the chat, the new panel."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.utils.translation import gettext, gettext_noop as _

from audit.trail import Actor
from chat.acts import act_on
from chat.live import post_notice, state_changed
from investor_review import actions
from investor_review.models import NitpickChange, NitpickIssue, ReviewSession
from investor_review.state import state_of

_STATUS = {"open": _("open again"), "in_progress": _("in progress"), "resolved": _("resolved")}
_SET = (_("set “%(title)s” to %(status)s"), _("set what shall be done about “%(title)s”: %(what)s"))
_PUT_BACK = (_("put “%(title)s” back to %(status)s"), _("put what shall be done about “%(title)s” back: %(what)s"))


def change_nitpick(
    session: ReviewSession,
    issue_id: str,
    *,
    user: User,
    status: NitpickIssue.Status | None = None,
    instructions: str | None = None,
) -> NitpickIssue:
    """Set the status of a nitpick, what shall be done about it, or both. Raises Refused."""
    by = Actor(user.pk, session.thread_id)
    with act_on(actions.open_review(session.thread_id, by)) as review:
        nitpick = review.known(issue_id)
        made = actions.change_by_hand(nitpick, by=by, status=status, instructions=instructions)
        if made is not None:
            post_notice(session.thread_id, line_of(made, user))
            state_changed(session.thread_id, state_of(review))
    return nitpick


def undo_nitpick(session: ReviewSession, issue_id: str, *, user: User) -> NitpickIssue:
    """Take back the last change of a nitpick. Raises Refused."""
    by = Actor(user.pk, session.thread_id)
    with act_on(actions.open_review(session.thread_id, by)) as review:
        nitpick = review.known(issue_id)
        post_notice(session.thread_id, line_of(actions.undo_last(nitpick, by=by), user))
        state_changed(session.thread_id, state_of(review))
    return nitpick


def line_of(made: NitpickChange, user: User) -> str:
    """The change as a line of the chat, in the language of who made it."""
    to_status, to_do = _PUT_BACK if made.how == NitpickChange.How.UNDO else _SET
    nitpick = made.nitpick
    title, parts = nitpick.title, []
    if made.from_status != made.to_status:
        parts.append(gettext(to_status) % {"title": title, "status": gettext(_STATUS[made.to_status])})
    if made.instructions_before != made.instructions_after:
        after = " ".join(made.instructions_after.split())
        shown = after if len(after) <= 200 else f"{after[:199]}…"
        emptied = gettext("took back what shall be done about “%(title)s”")
        parts.append((gettext(to_do) if shown else emptied) % {"title": title, "what": shown})
    if not parts:
        left = gettext("left “%(title)s” as it is") if made.left_after else gettext("took “%(title)s” up again")
        parts.append(left % {"title": title})
    name = user.get_full_name() or user.get_username()
    return f"{name} {gettext(' and ').join(parts)}.".replace("..", ".")
