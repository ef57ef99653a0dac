"""The edits as they are shown before papers are made: composed once for each set of decisions, then accepted, rejected
or put in other words by the investor, one by one. Papers hold exactly what stands here.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _
from procrastinate.contrib.django import app

from audit.trail import Actor, record
from chat import models_in_use
from chat.errors import Refused
from investor_review.edits import REJECTED, CannotPlace, Edit, EditPlan, Proposal, RefusedEdit, insertion
from investor_review.models import CleanupRun, NitpickIssue, RedlineDraft, ReviewSession
from investor_review.papers.material import fingerprint, material_of, settled
from investor_review.papers.production import Progress, ReviewSnapshot, composed
from investor_review.record import Review
from llm.registry import OFFLINE

CHANGED_SINCE = _(
    "Your decisions have changed since these changes were shown. Look at the changes again, then make the papers."
)
CHANGED_MEANWHILE = _(
    "Your decisions were changed while these papers were being made. They would have been of the earlier ones, so none "
    "was kept; the papers can be made again."
)
OTHERS_BY_NOW = _("The changes are others by now. Look at them again; nothing was kept of this click.")
NO_WORDING = _("Write how it shall stand in the contract, or reject the change.")
AS_IT_IS = _("That is what the contract says already. Reject the change to leave it as it is.")
NO_PLACE = _("The place for this wording is not certain: the cited passage does not stand there once.")
CHOICES = ("", "accepted", "rejected")
# A draft that nobody has finished for so long is composed again.
GIVEN_UP = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Shown:
    """The edits of one set of decisions as they were shown, what could not be put in place, and the mark of both."""

    edits: Sequence[dict[str, Any]]
    refused: Sequence[dict[str, Any]]
    sha256: str

    @classmethod
    def of_run(cls, run: CleanupRun) -> Shown:
        return cls(run.edits["edits"], run.edits["refused"], run.edits_sha256)

    @classmethod
    def of_draft(cls, draft: RedlineDraft) -> Shown:
        return cls(draft.edits, draft.refused, draft.sha256)

    def as_json(self) -> dict[str, Any]:
        return {"edits": list(self.edits), "refused": list(self.refused)}

    def plan(self, material: ReviewSnapshot) -> EditPlan:
        """The edits that papers hold: of issues that are settled, without those that the investor rejected."""
        asked_for = {issue.issue_id for issue in material.issues if issue.change() is not None}
        plan = EditPlan(refused=[RefusedEdit(left["issue_id"], left["reason"]) for left in self.refused])
        for edit in self.edits:
            if edit["choice"] == "rejected":
                plan.refused.append(RefusedEdit(edit["issue_id"], REJECTED))
            elif edit["issue_id"] in asked_for:
                plan.edits.append(as_edit(edit, material.text))
        return plan


def as_edit(edit: dict[str, Any], text: str) -> Edit:
    return Edit(edit["issue_id"], edit["start"], edit["end"], edit["replacement"], text[edit["start"] : edit["end"]])


def _as_kept(edit: Edit | Proposal, issue_id: str, instruction: str, *, composed: str, choice: str) -> dict[str, Any]:
    """An edit as a draft holds it."""
    place = {"start": edit.start, "end": edit.end, "replacement": edit.replacement}
    return {"issue_id": issue_id, "instruction": instruction, **place, "composed": composed, "choice": choice}


def shown_of(session: ReviewSession, material: ReviewSnapshot, progress: Progress) -> Shown:
    """The edits of these decisions as they stand: what was shown of them before, else composed now and kept.

    Raises ModelError when the model fails.
    """
    mark = fingerprint(material.issues)
    draft = RedlineDraft.objects.filter(session=session, decisions=mark).exclude(sha256="").first()
    if draft is not None:
        return Shown.of_draft(draft)
    plan = composed(replace(material, issues=settled(material.issues)), progress)
    words = {issue.issue_id: issue.instruction for issue in material.issues}
    edits = [
        _as_kept(edit, edit.issue_id, words[edit.issue_id], composed=edit.replacement, choice="") for edit in plan.edits
    ]
    refused = [{"issue_id": left.issue_id, "reason": left.reason} for left in plan.refused]
    return _kept(session, mark, words, edits, refused)


def _kept(
    session: ReviewSession,
    mark: str,
    words: Mapping[str, str],
    edits: list[dict[str, Any]],
    refused: list[dict[str, Any]],
) -> Shown:
    """Keep what was composed, with what the investor said to the same edits before; nothing for decisions of before."""
    with transaction.atomic():
        locked = ReviewSession.objects.select_for_update().get(pk=session.pk)
        before = RedlineDraft.objects.filter(session=locked).first()
        for edit in edits:
            same = next((old for old in (before.edits if before else ()) if _same(old, edit)), None)
            edit.update({key: same[key] for key in ("replacement", "choice")} if same else {})
        edits, refused = _with_written(before.edits if before else (), words, edits, refused)
        shown = Shown(edits, refused, _mark(mark, edits, refused))
        if fingerprint(list(NitpickIssue.objects.filter(session=locked).order_by("position"))) == mark:
            values = {**shown.as_json(), "decisions": mark, "sha256": shown.sha256, "error": ""}
            RedlineDraft.objects.update_or_create(session=locked, defaults=values)
    return shown


def _with_written(
    before: Sequence[dict[str, Any]],
    words: Mapping[str, str],
    edits: list[dict[str, Any]],
    refused: list[dict[str, Any]],
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """With the wordings that the investor wrote for points that still have none and are asked for in the same words."""
    without = {left["issue_id"] for left in refused}
    written = [
        old
        for old in before
        if not old["composed"]
        and old["issue_id"] in without
        and old["instruction"] == words.get(old["issue_id"])
        and not any(edit["start"] < old["start"] < edit["end"] for edit in edits)
    ]
    answered = {old["issue_id"] for old in written}
    return _in_order([*edits, *written]), [left for left in refused if left["issue_id"] not in answered]


def _in_order(edits: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(edits, key=lambda edit: (edit["start"], edit["end"]))


def _same(old: dict[str, Any], new: dict[str, Any]) -> bool:
    return all(old[key] == new[key] for key in ("issue_id", "instruction", "start", "end", "composed"))


def _mark(decisions: str, edits: Sequence[dict[str, Any]], refused: Sequence[dict[str, Any]]) -> str:
    return hashlib.sha256(
        json.dumps([decisions, edits, refused], ensure_ascii=False, sort_keys=True).encode()
    ).hexdigest()


def draft_of(review: Review) -> RedlineDraft:
    """The changes of a review to look at. Without a model they are composed at once; with one a job composes them, and
    the draft has no mark until then.
    """
    session = review.session
    assert session is not None
    mark = fingerprint(review.nitpicks)
    draft = RedlineDraft.objects.filter(session=session).first()
    is_of_now = draft is not None and draft.decisions == mark
    if draft and is_of_now and (draft.sha256 or draft.error or draft.updated_at > timezone.now() - GIVEN_UP):
        return draft
    if models_in_use.model_name("investor_review") == OFFLINE:
        shown = shown_of(session, material_of(session, session.started_by), lambda done, sentence: None)
        return RedlineDraft(session=session, decisions=mark, sha256=shown.sha256, **shown.as_json())
    with transaction.atomic():
        waiting = {"decisions": mark, "sha256": "", "error": ""}
        draft, _made = RedlineDraft.objects.update_or_create(session=session, defaults=waiting)
        app.configure_task("investor_review.compose_edits").defer(session=str(session.pk))
    return draft


def failed(session_pk: UUID, sentence: str) -> None:
    """The model could not compose the changes."""
    RedlineDraft.objects.filter(session_id=session_pk, sha256="").update(error=sentence)


def compose_again(review: Review) -> None:
    """Forget why the changes could not be composed; the next look composes them."""
    RedlineDraft.objects.filter(session=review.session, sha256="").update(error="", decisions="")


def pinned(session: ReviewSession, nitpicks: Sequence[NitpickIssue], shown: str) -> Shown:
    """The edits with the mark `shown`. Raises Refused when they, or the decisions, are others by now."""
    draft = RedlineDraft.objects.filter(session=session).first()
    if draft is None or not shown or draft.sha256 != shown or draft.decisions != fingerprint(nitpicks):
        raise Refused("decisions_changed", CHANGED_SINCE, status=409)
    return Shown.of_draft(draft)


def hold_to_what_was_shown(run: CleanupRun, decisions: str) -> None:
    """Raises Refused for a run from the page of the changes whose decisions are others by now."""
    if run.edits_sha256 and decisions != run.decisions:
        raise Refused("decisions_changed", CHANGED_SINCE, status=409)


def hold_to_what_is_decided(run: CleanupRun, review: Review, decisions: str, shown: Shown) -> None:
    """Raises Refused when the review is another, or the decisions or what was said to its edits are others by now."""
    if review.session is None or review.session.pk != run.session_id:
        raise Refused("replaced", f"A newer version of {run.session.session_id} was sent. Go on there.")
    draft = RedlineDraft.objects.filter(session=run.session_id, decisions=decisions).exclude(sha256="").first()
    if fingerprint(review.nitpicks) != decisions or (draft is not None and draft.sha256 != shown.sha256):
        raise Refused("decisions_changed", CHANGED_MEANWHILE, status=409)


def choose(review: Review, shown: str, number: int, choice: str, *, by: Actor) -> None:
    """Accept or reject an edit; "" takes either back, and other words too. Raises Refused."""
    draft = _open(review, shown)
    edit = _edit(draft, number)
    edit["choice"] = choice if choice in CHOICES else ""
    if not edit["choice"] and edit["composed"]:
        edit["replacement"] = edit["composed"]
    _save(draft, edit, by)


def reword(review: Review, shown: str, number: int, wording: str, *, by: Actor) -> None:
    """Put an edit in the investor's own words; its place stays. Raises Refused."""
    draft = _open(review, shown)
    edit = _edit(draft, number)
    before = ReviewSession.objects.text_of(draft.session_id)[edit["start"] : edit["end"]]
    model = edit["composed"] or edit["replacement"] or before
    bare = model.strip()
    if not wording.strip():
        raise Refused("no_wording", NO_WORDING)
    lead, tail = model[: model.find(bare)], model[model.find(bare) + len(bare) :]
    edit["replacement"] = f"{lead}{wording.strip()}{tail}"
    if edit["replacement"] == before:
        raise Refused("no_wording", AS_IT_IS)
    edit["choice"] = "reworded"
    _save(draft, edit, by)


def write(review: Review, shown: str, issue_id: str, wording: str, *, by: Actor) -> None:
    """Put the investor's wording behind the passage that an open point cites. Raises Refused."""
    draft = _open(review, shown)
    if not wording.strip():
        raise Refused("no_wording", NO_WORDING)
    assert review.session is not None
    material = material_of(review.session, review.session.started_by)
    issue = next((issue for issue in material.issues if issue.issue_id == issue_id), None)
    if issue is None:
        raise Refused("no_such_nitpick", f"There is no nitpick {issue_id!r} in this review.")
    try:
        placed = insertion(material.text, issue.cited, issue.title, wording)
    except CannotPlace:
        raise Refused("no_place", NO_PLACE) from None
    if any(edit["start"] < placed.start < edit["end"] for edit in draft.edits):
        raise Refused("no_place", NO_PLACE)
    edit = _as_kept(placed, issue_id, issue.instruction, composed="", choice="reworded")
    draft.edits = _in_order([*draft.edits, edit])
    draft.refused = [left for left in draft.refused if left["issue_id"] != issue_id]
    _save(draft, edit, by)


def _open(review: Review, shown: str) -> RedlineDraft:
    """The draft of a locked review, as it was shown."""
    session = review.session
    if session is None or session.replaced_at is not None:
        raise Refused("replaced", "A newer version of this document was sent. Go on there.")
    draft = RedlineDraft.objects.filter(session=session, sha256=shown).exclude(sha256="").first()
    if draft is None or draft.decisions != fingerprint(review.nitpicks):
        raise Refused("changes_changed", OTHERS_BY_NOW, status=409)
    draft.session = session
    return draft


def _edit(draft: RedlineDraft, number: int) -> dict[str, Any]:
    if not 0 <= number < len(draft.edits):
        raise Refused("no_such_change", OTHERS_BY_NOW, status=409)
    edit: dict[str, Any] = draft.edits[number]
    return edit


def _save(draft: RedlineDraft, edit: dict[str, Any], by: Actor) -> None:
    draft.sha256 = _mark(draft.decisions, draft.edits, draft.refused)
    draft.save()
    facts = {"session_id": draft.session.session_id, "issue_id": edit["issue_id"], "choice": edit["choice"]}
    record("review.edit_chosen", draft.session, by=by, data=facts | {"wording": edit["replacement"][:500]})
