"""What a model proposes in a review: honest calls are taken in any wording, lies and the opposite of what was said never."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

from audit.trail import Actor
from chat.acts import act_on
from chat.assistants import Said, ToolContext
from investor_review import actions, tools
from investor_review.models import NitpickIssue, ReviewSession

CASES = Path(__file__).parent / "cases"
_IN_BRACKETS = re.compile(r"\[(.*?)\]")


@dataclass(frozen=True)
class Proposed:
    """A call: its decision ("finish" is another tool), the nitpicks, the message and what of it is quoted."""

    decision: str
    issue_ids: tuple[str, ...]
    message: str
    quote: str


def cases(name: str) -> list[Proposed]:
    lines = (CASES / f"calls_{name}.txt").read_text("utf-8").splitlines()
    return [_read(line) for line in lines if line and not line.startswith("#")]


def _read(line: str) -> Proposed:
    decision, numbers, message = (part.strip() for part in line.split("|", 2))
    ids = tuple(f"issue_{int(number):03}" for number in numbers.split(",") if number)
    return Proposed(decision, ids, _IN_BRACKETS.sub(r"\1", message), _IN_BRACKETS.findall(message)[0])


def lies() -> list[Proposed]:
    """The honest calls with one thing that can be verified made false: a word, the quote's length, or a nitpick."""
    made = []
    for number, case in enumerate(cases("honest")):
        words = case.quote.split()
        altered = " ".join(("ninety" if n == number % len(words) else word) for n, word in enumerate(words))
        made.append(replace(case, quote=altered if altered != case.quote else f"{altered} today"))
        if case.issue_ids:
            made.append(replace(case, issue_ids=(*case.issue_ids[1:], "issue_007")))
    return made


def result_of(session: ReviewSession, case: Proposed) -> dict[str, Any]:
    """The result of the call where the first nitpick is in progress, or settled where it is to be reopened."""
    by = Actor(session.started_by_id, session.thread_id)
    with transaction.atomic():
        if case.decision in ("confirm", "reopen"):
            status = NitpickIssue.Status.IN_PROGRESS if case.decision == "confirm" else NitpickIssue.Status.RESOLVED
            NitpickIssue.objects.filter(session=session, issue_id="issue_001").update(status=status)
            ReviewSession.objects.filter(pk=session.pk).update(version="00000000-0000-0000-0000-000000000001")
        with act_on(actions.open_review(session.thread_id, by)) as review:
            context = ToolContext(by, session.thread_id, review, [Said(1, case.message)], "")
            result = _called(context, case)
        transaction.set_rollback(True)
    return result


def _called(context: ToolContext, case: Proposed) -> dict[str, Any]:
    if case.decision == "finish":
        return dict(tools.finish_review.function(context, quote=case.quote))
    return dict(
        tools.decide_nitpicks.function(
            context, issue_ids=list(case.issue_ids), decision=case.decision, quote=case.quote
        )
    )


@pytest.mark.django_db
@pytest.mark.long
def test_at_most_one_honest_call_of_a_hundred_is_refused(session: ReviewSession) -> None:
    honest = cases("honest")
    refused = [(case, result) for case in honest if (result := result_of(session, case))["status"] != "success"]
    assert len(honest) >= 120
    assert len(refused) <= 0.01 * len(honest), "\n".join(map(str, refused))


@pytest.mark.django_db
def test_no_call_that_says_the_opposite_is_taken(session: ReviewSession) -> None:
    opposite = cases("opposite")
    accepted = [case for case in opposite if result_of(session, case)["status"] == "success"]
    assert len(opposite) >= 75
    assert accepted == [], "\n".join(map(str, accepted))


@pytest.mark.django_db
def test_no_lie_about_words_or_nitpicks_is_taken(session: ReviewSession) -> None:
    false = lies()
    accepted = [case for case in false if result_of(session, case)["status"] == "success"]
    assert len(false) >= 200
    assert accepted == [], "\n".join(map(str, accepted))
