"""Two officers at the same moment: one of them has the request."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connections

from audit.trail import Actor
from chat.errors import Refused
from conftest import person
from pa_dealing.models import DraftRequest
from pa_dealing.review import actions
from pa_dealing.tests.review_shared import submitted


def at_once(*acts: Callable[[], Any]) -> list[str]:
    """Run each on a connection of its own, all at the same moment; "done" or the code of the refusal."""
    gate, outcomes = threading.Barrier(len(acts)), [""] * len(acts)

    def run(number: int, do: Callable[[], Any]) -> None:
        try:
            gate.wait(10)
            do()
            outcomes[number] = "done"
        except Refused as refusal:
            outcomes[number] = refusal.code
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    return outcomes


@pytest.mark.django_db(transaction=True)
def test_of_two_officers_who_decide_at_once_one_wins_and_the_other_is_told(employee: User, officer: User) -> None:
    second = person("officer2", "compliance")
    for _ in range(5):
        draft = submitted(employee)

        def decide(do: Any, who: User, draft: DraftRequest = draft) -> Callable[[], Any]:
            def run() -> None:
                with actions.reviewing(draft.pk) as row:
                    do(row, reason="Because.", by=Actor(who.pk), seen=draft.updated_at)

            return run

        outcomes = at_once(decide(actions.approve_request, officer), decide(actions.decline_request, second))
        assert sorted(outcomes) == ["already_decided", "done"]
        draft.refresh_from_db()
        assert (draft.status, draft.decided_by) == (
            ("approved", officer) if outcomes[0] == "done" else ("declined", second)
        )


@pytest.mark.django_db(transaction=True)
def test_of_two_officers_who_claim_at_once_one_has_it(employee: User, officer: User) -> None:
    second = person("officer2", "compliance")
    draft = submitted(employee)

    def claim(who: User) -> Callable[[], Any]:
        def run() -> None:
            with actions.reviewing(draft.pk) as row:
                actions.claim_request(row, by=Actor(who.pk))

        return run

    assert sorted(at_once(claim(officer), claim(second))) == ["claimed_by_other", "done"]
