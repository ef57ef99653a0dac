"""The changes before papers are made: each edit in its clause, whose words it comes from, and what it was said to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from chat.models import Thread
from investor_review import record
from investor_review.edits import DecidedIssue, Part, SourceText, compared, defined_terms, proposed_wording
from investor_review.models import CleanupRun, NitpickChange, RedlineDraft
from investor_review.papers import ReviewSnapshot, drafts, material as review_material
from investor_review.record import Review

# Characters of a clause that are shown on each side of a change.
SHOWN = 500


def context_of(thread: Thread, user: AbstractBaseUser | AnonymousUser, error: str = "") -> dict[str, Any]:
    """The values of the page. Of a review that was replaced there are no changes to look at."""
    review = record.load(thread.pk)
    session = review.session
    shown: dict[str, Any] = {"thread": thread, "session": session, "error": error, "may_act": thread.may_talk(user)}
    if session is None or session.replaced_at is not None:
        return {**shown, "may_act": False}
    shown["warnings"] = [w["detail"] for w in session.warnings if w["code"].startswith("document_")]
    draft = drafts.draft_of(review)
    if not draft.sha256:
        return {**shown, "draft": draft, "is_composing": not draft.error}
    run = CleanupRun.objects.filter(session=session).defer("change_log", "edits").order_by("-created_at").first()
    material = review_material.material_of(session, session.started_by)
    edits = _edits(review, draft, material)
    return {
        **shown,
        "draft": draft,
        "edits": edits,
        "going_in": sum(edit["choice"] != "rejected" for edit in edits),
        "open_points": _open_points(review, draft, material),
        "is_made": run is not None and run.status == CleanupRun.Status.DONE and run.edits_sha256 == draft.sha256,
        "working": run is not None and run.status in (CleanupRun.Status.QUEUED, CleanupRun.Status.RUNNING),
    }


def _edits(review: Review, draft: RedlineDraft, material: ReviewSnapshot) -> list[dict[str, Any]]:
    words = words_of(review)
    issues = {issue.issue_id: (number, issue) for number, issue in enumerate(material.issues, start=1)}
    source = SourceText(material.text)
    shown = []
    for number, edit in enumerate(draft.edits):
        position, issue = issues[edit["issue_id"]]
        shown.append(
            {
                **edit,
                "number": number,
                "finding": f"{position}. {issue.title}",
                "place": issue.place_at(source, edit["start"]),
                "clause": drawn(in_clause(material.text, edit)),
                "wording": edit["replacement"].strip(),
                "words": words.get(edit["issue_id"], ""),
                "is_suggested": edit["instruction"] in (*issue.suggested, " ".join(issue.suggested)),
            }
        )
    return shown


def words_of(review: Review) -> Mapping[str, str]:
    """For each nitpick the investor's words by which its last change was decided in the chat."""
    rows = NitpickChange.objects.filter(nitpick__session=review.session).exclude(quoted_words="").order_by("at")
    return dict(rows.values_list("nitpick__issue_id", "quoted_words"))


def in_clause(text: str, edit: Mapping[str, Any]) -> list[Part]:
    """The clause of an edit as parts: what stays, what goes ("del"), what comes ("ins")."""
    start, end = edit["start"], edit["end"]
    low = max(text.rfind("\n\n", 0, start) + 2 if "\n\n" in text[:start] else 0, start - SHOWN)
    stop = text.find("\n\n", end)
    high = min(len(text) if stop < 0 else stop, end + SHOWN)
    before, after = text[low:start], text[end:high]
    if low and text[low - 1] != "\n":
        before = f"… {before.partition(' ')[2]}"
    if high < len(text) and text[high] != "\n":
        after = f"{after.rpartition(' ')[0]} …"
    return [("same", before), *compared(text[start:end], edit["replacement"]), ("same", after)]


def drawn(parts: Iterable[Part]) -> SafeString:
    """The parts as escaped HTML, in which what goes and what comes says so to the eye and to the ear."""
    spoken = {"del": gettext("[struck:"), "ins": gettext("[new:")}
    form = '<{0}><span class="sr-only">{1} </span>{2}<span class="sr-only">]</span></{0}>'
    pieces = (escape(text) if kind == "same" else format_html(form, kind, spoken[kind], text) for kind, text in parts)
    return mark_safe("".join(pieces))  # noqa: S308


def _open_points(review: Review, draft: RedlineDraft, material: ReviewSnapshot) -> list[dict[str, Any]]:
    """What is asked for and has no place in the text yet, with a wording to judge where one follows from the words."""
    left: dict[str, list[str]] = {}
    for refusal in draft.refused:
        left.setdefault(refusal["issue_id"], []).append(refusal["reason"])
    terms = defined_terms(material.text) if left else frozenset()
    return [
        {
            "issue_id": issue.issue_id,
            "finding": f"{number}. {issue.title}",
            "asked": issue.instruction,
            "reasons": left[issue.issue_id],
            "place": next(iter(issue.places), ""),
            "proposed": _proposed(issue, terms),
        }
        for number, issue in enumerate(material.issues, start=1)
        if issue.issue_id in left
    ]


def _proposed(issue: DecidedIssue, terms: frozenset[str]) -> str:
    own: Sequence[str] = (issue.instruction, " ".join(issue.suggested))
    return next((wording for text in own if (wording := proposed_wording(text, issue.cited, terms))), "")
