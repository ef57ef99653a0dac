"""Labelled utterances: does the status of each named issue after the message stand where a person would put it?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import uuid4

from chat.evaluations import share
from chat.live import trial_thread
from chat.models import Message, Turn
from investor_review.intake import read_payload, start
from investor_review.offline import infer
from investor_review.record import load
from investor_review.words import Issue

# A message of before: {"role", "content"}.
Spoken = dict[str, str]
# The status of each issue after a message, from the issues and what was said before.
StatusAfter = Callable[[Sequence[Issue], Sequence[Spoken], str], dict[str, str]]
STATUSES = ("open", "in_progress", "resolved")
SEVERITIES = ("high", "medium", "low")


def evaluate(cases: Iterable[Mapping[str, Any]], model: str | None = None) -> dict[str, Any]:
    """`figures` of turns as users get them: each case is a review of its nitpicks, in which the message is said.

    Nothing is left in the database. `failed` counts the turns that did not end as done. `model` is provider:id; without
    one the configured model answers.
    """
    failed = 0

    def after_the_turn(issues: Sequence[Issue], history: Sequence[Spoken], message: str) -> dict[str, str]:
        nonlocal failed
        with trial_thread("investor_review", model) as trial:
            body = _body(issues)
            session = start.start_session(read_payload(body, body["session_id"]), user_id=trial.user_id)
            Message.objects.bulk_create(
                Message(thread=session.thread, role=said_by["role"], content=said_by["content"]) for said_by in history
            )
            turn = replace(trial, thread=session.thread).say(message)
            failed += turn is None or turn.status != Turn.Status.DONE
            return {nitpick.issue_id: str(nitpick.status) for nitpick in load(session.thread_id).nitpicks}

    return figures(cases, after_the_turn) | {"failed": failed}


def by_the_reader(issues: Sequence[Issue], history: Sequence[Spoken], message: str) -> dict[str, str]:
    """The statuses after what the reader without a model makes of a message."""
    after = {issue.issue_id: issue.status for issue in issues}
    return after | {change.issue_id: change.status for change in infer(message, issues, history).changes}


def figures(cases: Iterable[Mapping[str, Any]], status_after: StatusAfter) -> dict[str, Any]:
    """`accuracy`: the share of issues named in `expect` whose status after the message is the expected one.

    `messages` is the share of messages with every named issue right, `decided` the share of issues that are open where
    they should be and not where they should not (a turn settles what plain words accept, which labels may call in
    progress), `by_status` the accuracy for each expected status. A case is {"nitpicks", "history", "message",
    "expect": {issue_id: status}}; a nitpick needs its issue_id, the rest of the fields of the start request are
    optional; a message of the history is {"role", "content"}.

    Raises:
        ValueError: a case has another form, or expects a status of an issue that it does not have.
    """
    right = total = whole = n = decided = 0
    right_of, total_of = Counter[str](), Counter[str]()
    for position, case in enumerate(cases, start=1):
        issues, history, message, expect = read_case(position, case)
        after = status_after(issues, history, message)
        hits = {issue_id: after[issue_id] == status for issue_id, status in expect.items()}
        n, whole = n + 1, whole + all(hits.values())
        decided += sum((after[issue_id] == "open") == (status == "open") for issue_id, status in expect.items())
        right, total = right + sum(hits.values()), total + len(hits)
        for issue_id, hit in hits.items():
            right_of[expect[issue_id]] += hit
            total_of[expect[issue_id]] += 1
    by_status = {status: share(right_of[status], total_of[status]) for status in STATUSES if total_of[status]}
    return {
        "accuracy": share(right, total),
        "decided": share(decided, total),
        "messages": share(whole, n),
        "n": n,
        "by_status": by_status,
    }


def _body(issues: Sequence[Issue]) -> dict[str, Any]:
    """The start of a review of these issues, in a document that says what they find."""
    nitpicks = [
        {
            "issue_id": issue.issue_id,
            "title": issue.title or issue.issue_id,
            "severity": issue.severity,
            "status": issue.status,
            "summary": issue.summary or issue.title or issue.issue_id,
            "citations": [],
            "suggested_changes": list(issue.suggested),
        }
        for issue in issues
    ]
    text = "\n\n".join(str(nitpick["summary"]) for nitpick in nitpicks)
    chunk = {"chunk_id": "doc:c1", "text": text, "source_name": "Document", "citations": ["p1"]}
    return {
        "session_id": f"evaluation-{uuid4().hex[:12]}",
        "company_name": "Company",
        "doc_id": "doc",
        "doc_title": "Document",
        "full_document_text": text,
        "green_score": 50,
        "document_chunks": [chunk],
        "nitpicks": nitpicks,
    }


def read_case(position: int, case: Mapping[str, Any]) -> tuple[list[Issue], list[Spoken], str, dict[str, str]]:
    """The parts of a case, checked."""
    nitpicks, message, expect = case.get("nitpicks"), case.get("message"), case.get("expect")
    if not isinstance(nitpicks, list) or not isinstance(message, str) or not isinstance(expect, dict):
        raise ValueError(
            f'Case {position} is not {{"nitpicks": [...], "history": [...], "message": "...", "expect": {{}}}}.'
        )
    issues = [_issue(position, number, nitpick) for number, nitpick in enumerate(nitpicks, start=1)]
    known = {issue.issue_id for issue in issues}
    for issue_id, status in expect.items():
        if issue_id not in known or status not in STATUSES:
            raise ValueError(
                f"Case {position} expects {issue_id!r} to be {status!r}; it knows {sorted(known)}, {STATUSES}."
            )
    return issues, _history(case.get("history") or []), message, expect


def _issue(position: int, number: int, nitpick: Any) -> Issue:
    if not isinstance(nitpick, dict) or not isinstance(nitpick.get("issue_id"), str):
        raise ValueError(f"Case {position}, nitpick {number}: {nitpick!r} has no issue_id.")
    status, severity = str(nitpick.get("status") or "open"), str(nitpick.get("severity") or "medium")
    if status not in STATUSES or severity not in SEVERITIES:
        raise ValueError(f"Case {position}, nitpick {number}: status {status!r} or severity {severity!r} is not known.")
    return Issue(
        nitpick["issue_id"],
        number,
        str(nitpick.get("title") or ""),
        severity,
        status,
        str(nitpick.get("summary") or ""),
        tuple(str(change) for change in nitpick.get("suggested_changes") or []),
    )


def _history(turns: Sequence[Any]) -> list[Spoken]:
    """The earlier messages; of a bare text it is taken that the two spoke in turns and the assistant last."""
    history = []
    for place, turn in enumerate(turns):
        if isinstance(turn, dict):
            content = turn.get("content") or turn.get("message") or turn.get("text") or ""
            history.append({"role": str(turn.get("role") or "user"), "content": str(content)})
        else:
            role = "assistant" if (len(turns) - place) % 2 else "user"
            history.append({"role": role, "content": str(turn)})
    return history
