"""A review as papers are made of it: its decided issues with the passages that they cite, and the mark of both."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.contrib.auth.models import User
from django.utils import timezone

from chat import models_in_use
from investor_review.edits import DecidedIssue, Entry, build_log, place_named, plan_edits, propose_by_rule
from investor_review.intake import evidence
from investor_review.models import NitpickIssue, ReviewSession
from investor_review.papers.production import ReviewSnapshot
from llm.registry import OFFLINE


def material_of(session: ReviewSession, investor: User, run_id: str = "") -> ReviewSnapshot:
    """The review as it stands now, read once."""
    nitpicks = list(session.nitpicks.order_by("position"))
    chunks = evidence.read(session, [chunk for nitpick in nitpicks for chunk in nitpick.citations])
    name = models_in_use.model_name("investor_review")
    offline = name == OFFLINE
    return ReviewSnapshot(
        session_id=session.session_id,
        run_id=run_id,
        company=session.company_name,
        investor=name_of(investor),
        doc_id=session.doc_id,
        doc_title=session.doc_title,
        text=ReviewSession.objects.text_of(session.pk),
        issues=[_issue(nitpick, chunks) for nitpick in nitpicks],
        made_at=timezone.now(),
        model=None if offline else models_in_use.WithCard("investor_review"),
        model_name=name,
    )


def _issue(nitpick: NitpickIssue, chunks: Mapping[str, evidence.Evidence]) -> DecidedIssue:
    return DecidedIssue(
        issue_id=nitpick.issue_id,
        title=nitpick.title,
        severity=str(nitpick.severity),
        status=str(nitpick.status),
        summary=nitpick.summary,
        instruction=nitpick.accepted_change_instructions,
        suggested=tuple(nitpick.suggested_changes),
        cited=tuple(chunks[chunk].text for chunk in nitpick.citations if chunk in chunks),
        cited_ids=tuple(nitpick.citations),
        places=tuple(place_named(chunks[chunk].citations) for chunk in nitpick.citations if chunk in chunks),
        is_left=bool(nitpick.left_as_is),
    )


def fingerprint(issues: Sequence[NitpickIssue | DecidedIssue]) -> str:
    """The SHA-256 of what the investor has decided about all issues. What was accepted counts as confirmed."""
    settled = [(*facts[:1], _settled(*facts[1:3]), *facts[2:]) for facts in map(decided, issues)]
    return hashlib.sha256(json.dumps(settled, ensure_ascii=False).encode()).hexdigest()


def settled(issues: Sequence[DecidedIssue]) -> list[DecidedIssue]:
    """The issues as they are when papers are asked for: what was accepted is confirmed by that."""
    return [replace(issue, status=_settled(issue.status, issue.instruction)) for issue in issues]


def _settled(status: str, instruction: str) -> str:
    accepted = status == NitpickIssue.Status.IN_PROGRESS and instruction.strip()
    return str(NitpickIssue.Status.RESOLVED) if accepted else status


def decided(issue: NitpickIssue | DecidedIssue) -> tuple[str, str, str, bool]:
    """What the investor has decided about an issue, as it was and as it is."""
    if isinstance(issue, DecidedIssue):
        return issue.issue_id, issue.status, issue.instruction, issue.is_left
    return issue.issue_id, str(issue.status), issue.accepted_change_instructions, bool(issue.left_as_is)


def preview(nitpick: NitpickIssue) -> Entry:
    """What the accepted words of a nitpick, else its suggestion, would change now. By rule, without a model."""
    session = nitpick.session
    chunks = evidence.read(session, nitpick.citations)
    unfinished = _issue(nitpick, chunks)
    words = unfinished.instruction.strip() or "\n".join(unfinished.suggested)
    issue = replace(unfinished, status=NitpickIssue.Status.RESOLVED.value, instruction=words)
    text = ReviewSession.objects.text_of(session.pk)
    change = issue.change()
    plan = plan_edits(text, [change] if change else [], propose_by_rule)
    return build_log(text, [issue], plan).entries[0]


def name_of(user: User) -> str:
    return user.get_full_name() or user.get_username()
