"""Labelled utterances: does the status of each named issue after the message stand where a person would put it?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from chat.evaluations import share
from investor_review.offline import infer
from investor_review.words import Issue

STATUSES = ("open", "in_progress", "resolved")
SEVERITIES = ("high", "medium", "low")


def evaluate(cases: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """`accuracy`: the share of issues named in `expect` whose status after the message is the expected one.

    `messages` is the share of messages with every named issue right, `by_status` the accuracy for each expected
    status. A case is {"nitpicks", "history", "message", "expect": {issue_id: status}}; a nitpick needs its issue_id,
    the rest of the fields of the start request are optional; a message of the history is {"role", "content"}.

    Raises:
        ValueError: a case has another form, or expects a status of an issue that it does not have.
    """
    right = total = whole = n = 0
    right_of, total_of = Counter[str](), Counter[str]()
    for position, case in enumerate(cases, start=1):
        issues, history, message, expect = read_case(position, case)
        after = {issue.issue_id: issue.status for issue in issues}
        after |= {change.issue_id: change.status for change in infer(message, issues, history).changes}
        hits = {issue_id: after[issue_id] == status for issue_id, status in expect.items()}
        n, whole = n + 1, whole + all(hits.values())
        right, total = right + sum(hits.values()), total + len(hits)
        for issue_id, hit in hits.items():
            right_of[expect[issue_id]] += hit
            total_of[expect[issue_id]] += 1
    by_status = {status: share(right_of[status], total_of[status]) for status in STATUSES if total_of[status]}
    return {"accuracy": share(right, total), "messages": share(whole, n), "n": n, "by_status": by_status}


def read_case(position: int, case: Mapping[str, Any]) -> tuple[list[Issue], list[dict[str, str]], str, dict[str, str]]:
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


def _history(turns: Sequence[Any]) -> list[dict[str, str]]:
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
