"""Where a review stands when the investor is done, and what a yes to generating would put into the document."""

from __future__ import annotations

from django.urls import reverse

from investor_review.edits import short
from investor_review.models import NitpickIssue
from investor_review.record import Review

Status = NitpickIssue.Status


def accepted(review: Review) -> str:
    """What a yes to generating would put into the document: each accepted change with its words."""
    lines = [
        f"- {number}. {nitpick.title}: {short(nitpick.accepted_change_instructions, 300)}"
        for number, nitpick in enumerate(review.nitpicks, start=1)
        if nitpick.status != Status.OPEN and nitpick.accepted_change_instructions.strip()
    ]
    if not lines or review.session is None:
        return "No change is accepted so far."
    page = reverse("review-changes", args=[review.session.thread_id])
    return "The accepted changes:\n\n" + "\n".join(lines) + f"\n\n[See each change in the text]({page})"


def standing(review: Review) -> str:
    """Where the review stands, in one sentence for the investor."""
    count = {status: sum(nitpick.status == status for nitpick in review.nitpicks) for status in Status}
    text = (
        f"{count[Status.RESOLVED]} of {len(review.nitpicks)} resolved, {count[Status.IN_PROGRESS]} in progress, "
        f"{count[Status.OPEN]} open."
    )
    return text + (" What is open stays as it is, and is listed in both papers." if count[Status.OPEN] else "")
