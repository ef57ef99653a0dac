"""Where each decision about a nitpick comes from: the change that stands last, its words and its turn."""

from __future__ import annotations

from typing import Any

from audit.traced import Traced
from investor_review.models import NitpickChange, NitpickIssue


def traced_values(thread: Any) -> dict[str, Traced]:
    """The last decision about each nitpick of a thread's reviews, by "nitpick.<id>"; of one that nobody has decided
    about, that the review began with it.
    """
    changes = NitpickChange.objects.filter(nitpick__session__thread=thread).select_related("nitpick")
    last = changes.order_by("nitpick_id", "-number").distinct("nitpick_id")
    decided = {
        f"nitpick.{change.nitpick_id}": Traced(
            label=change.nitpick.title,
            value=change.left_after or change.instructions_after or change.nitpick.get_status_display(),
            record=change.nitpick,
            acts=("review.nitpick_changed",),
            tools=("decide_nitpicks", "undo"),
            words=[{"quote": change.quoted_words}] if change.quoted_words else [],
            turn_id=change.turn_id,
        )
        for change in last
    }
    undecided = NitpickIssue.objects.filter(session__thread=thread, changes=None).select_related("session")
    as_it_came = {
        f"nitpick.{nitpick.pk}": Traced(
            label=nitpick.title,
            value=nitpick.get_status_display(),
            record=nitpick.session,
            acts=("review.started",),
        )
        for nitpick in undecided
    }
    return {**as_it_came, **decided}
