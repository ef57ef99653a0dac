"""A question of the recents is taken up again: attempts at nought, what has changed since is told, and it is tried."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import uuid4

from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from audit.trail import Actor
from chat.acts import act_on
from chat.live import post_notice, state_changed
from pursuit import actions, closing
from pursuit.material import new_documents, uploads
from pursuit.models import MasterObjective
from pursuit.record import record_of, with_parts

_NAMED = 5
# What the button says for the person.
_WORDS = "Try again"


def try_again(row: MasterObjective, user: Any) -> str:
    """Take it up and begin a turn that tries it; the sentence on what has changed since. Raises Refused.

    Where no turn can begin the thread says what to do.
    """
    change = take_up_again(row, user)
    uploads.begin_in_pool(row.thread_id, user.pk, _WORDS, f"retry-{uuid4()}")
    return change


def take_up_again(row: MasterObjective, user: Any) -> str:
    """Take it up; the sentence on what has changed since, also put into the chat. Raises Refused."""
    by = Actor(user.pk, row.thread_id)
    with act_on(actions.open_objective(row.thread_id, by)):
        record = record_of(with_parts(MasterObjective.objects.filter(pk=row.pk)).get())
        summary = record.row.summary if record.row else ""
        reply = " ".join((gettext("Picked up again: “%(question)s”.") % {"question": summary}, changed_since(row)))
        closing.take_up(record, by=by)
        post_notice(row.thread_id, " ".join((reply, gettext("Say “try again” to look for what is open."))))
        state_changed(row.thread_id, record.state())
    return reply


def changed_since(row: MasterObjective) -> str:
    """ "2 documents are new or changed since 3 May 2026: …", or that nothing is."""
    since: datetime = row.tried_at or row.created_at
    new = new_documents(row)
    when = date_format(since.date(), "j F Y")
    if not new:
        return gettext("The materials have not changed since %(when)s.") % {"when": when}
    names = "; ".join(str(title) for title in new[:_NAMED]) + ("; …" if len(new) > _NAMED else "")
    sentence = ngettext(
        "%(number)s document new or changed since %(when)s: %(names)s.",
        "%(number)s documents new or changed since %(when)s: %(names)s.",
        len(new),
    )
    return sentence % {"number": len(new), "when": when, "names": names}
