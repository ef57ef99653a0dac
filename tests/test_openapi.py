"""The OpenAPI is true: what an address answers to hundreds of made calls, right and wrong ones, is what it says there.

Bounded and seeded. The persons are an employee who owns everything, an officer, and nobody. `make fuzz` makes 20,000
calls; `make check-long` 1,500, or as many as FUZZ_CALLS says.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, given, seed, settings, strategies as st
from hypothesis.errors import Unsatisfiable
from rest_framework.authtoken.models import Token

from audit.trail import Actor
from chat.live import runs
from chat.models import Thread
from conftest import person
from investor_review.actions import share_session
from investor_review.intake import start
from investor_review.intake.payload import read_payload
from investor_review.tests.shared import payload
from pa_dealing.models import DraftRequest
from pursuit.models import MasterObjective
from tax_dossier.models import Dossier

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(120)]

SEED, CALLS = 20261122, int(os.environ.get("FUZZ_CALLS", "1500"))
MODES = ("positive", "negative")


@dataclass
class World:
    """What there is, by the name of the path parameter that points at it, and who calls."""

    ids: dict[str, str]
    tokens: dict[str, str | None] = field(default_factory=dict)

    def headers(self, who: str) -> dict[str, str]:
        return {"Authorization": f"Token {self.tokens[who]}"} if self.tokens[who] else {}


@pytest.fixture
def _one_connection() -> Iterator[None]:
    """Requests run in the test's own transaction, as those of Django's test client do."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def world(employee: User, officer: User, _one_connection: None) -> World:
    def talk(assistant: str, text: str) -> Thread:
        thread = Thread.objects.create(owner=employee, assistant=assistant)
        runs.run_here(runs.begin(thread.pk, employee.pk, text, None))  # type: ignore[arg-type]
        return thread

    upstream = person("upstream", "upstream")
    session = start.start_session(read_payload(payload(), "sess_001"), user_id=upstream.pk)
    share_session(session, employee, by=Actor(upstream.pk, session.thread_id))
    trade = talk("pa_dealing", "I want to buy 20 shares, about EUR 300")
    talk("pursuit", "Does Great Lakes cover a wheelchair in Michigan?")
    talk("tax_dossier", "Mag ik de kosten van mijn werkkamer aftrekken?")
    talk("retirement", "I am 58")
    ids = {
        "thread_id": str(trade.pk),
        "turn_id": str(trade.turns.get().pk),
        "request_id": str(DraftRequest.objects.get().pk),
        "objective_id": str(MasterObjective.objects.get().pk),
        "dossier_id": Dossier.objects.get().dossier_id,
        "session_id": session.session_id,
        "chunk_id": "doc_001:c001",
        "issue_id": "issue_001",
    }
    tokens = {user.username: Token.objects.create(user=user).key for user in (employee, officer, upstream)}
    return World(ids, {**tokens, "nobody": None})


def operations() -> list[Any]:
    """Every address with each of its methods. Their library takes a second to load, so it is loaded here."""
    import schemathesis

    schema = schemathesis.openapi.from_dict(SchemaGenerator().get_schema(request=None, public=True))
    schema.app = get_wsgi_application()
    return [result.ok() for result in schema.get_all_operations()]


def test_every_address_answers_right_calls_as_it_is_described(world: World, subtests: pytest.Subtests) -> None:
    for operation in operations():
        with subtests.test(operation.label), _undone():
            call_often(operation, MODES[0], 1, world)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_thousands_of_calls_meet_no_fault(
    world: World, subtests: pytest.Subtests, caplog: pytest.LogCaptureFixture
) -> None:
    known, calls, numbers = operations(), 0, itertools.count(SEED)
    while calls < CALLS:
        number = next(numbers)
        for operation, mode in itertools.product(known, MODES):
            with subtests.test(operation.label, mode=mode, seed=number), _undone():
                calls += call_often(operation, mode, 8, world, number)
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []


@contextmanager
def _undone() -> Iterator[None]:
    """What one address deletes is there for the next."""
    before = transaction.savepoint()
    yield
    transaction.savepoint_rollback(before)


def call_often(operation: Any, mode: str, examples: int, world: World, number: int = SEED) -> int:
    """`examples` calls of an address, with right parameters and bodies or with wrong ones. Returns how many it made."""
    import schemathesis
    from schemathesis.specs.openapi import checks

    checked = [
        schemathesis.checks.not_a_server_error,
        checks.status_code_conformance,
        checks.content_type_conformance,
        checks.response_schema_conformance,
        # An empty query parameter is one that is not given, so only bodies can be wrong and must be refused.
        *([checks.negative_data_rejection] if list(operation.body) else []),
    ]
    bounded: Callable[..., Any] = settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )

    calls = 0

    @seed(number)
    @bounded
    @given(
        case=operation.as_strategy(generation_mode=schemathesis.GenerationMode(mode)),
        who=st.sampled_from(sorted(world.tokens)),
        real=st.sampled_from([True, True, True, False]),
    )
    def every_call(case: Any, who: str, real: bool) -> None:
        nonlocal calls
        calls += 1
        if real:
            case.path_parameters = {name: world.ids.get(name, value) for name, value in case.path_parameters.items()}
        case.call_and_validate(headers=world.headers(who), checks=checked)

    try:
        every_call()
    except Unsatisfiable:
        # Of an address without a body and with ids of any text, nothing can be wrong.
        assert mode == "negative"
        assert not list(operation.body)
    return calls
