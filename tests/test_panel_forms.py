"""The forms of the five panels in a thread that is shared: who may talk in it acts by them, who reads along does not."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client

from audit.trail import Actor
from chat.acts import act_on
from chat.api.sharing import share_with_person
from chat.models import Message, Thread
from investor_review.intake import start
from investor_review.intake.payload import read_payload
from investor_review.models import NitpickIssue
from investor_review.tests.shared import payload
from pa_dealing.models import DraftRequest
from pursuit import actions as pursuit, closing, undoing
from pursuit.models import MasterObjective
from pursuit.record import Part
from retirement.models import Plan
from tax_dossier.models import Dossier
from tests.test_permissions import routes

pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class Form:
    """One form of a panel that does something, the thread that it needs, and what is kept once it was sent."""

    address: str
    data: dict[str, str]
    thread: Callable[[User], Thread]
    kept: Callable[[Thread], Any]
    after: Any


def with_(assistant: str) -> Callable[[User], Thread]:
    return lambda owner: Thread.objects.create(owner=owner, assistant=assistant)


def given_up(owner: User) -> Thread:
    """A thread whose question the person has ended."""
    thread = with_("pursuit")(owner)
    by = Actor(owner.pk, thread.pk)
    with act_on(pursuit.open_objective(thread.pk, by)) as record:
        pursuit.begin(record, "Is it covered?", "Is it covered?", [Part(None, "", "Is it covered?")], by=by)
        with undoing.undoable(record, "the end of the question"):
            closing.abandon(record, by=by)
    return thread


def reviewed(owner: User) -> Thread:
    session = start.start_session(read_payload(payload(), "sess_001"), user_id=owner.pk)
    Thread.objects.filter(pk=session.thread_id).update(owner=owner)
    return Thread.objects.get(pk=session.thread_id)


FORMS = {
    "retirement": Form(
        "/retirement/threads/{}/prompt/",
        {"prompt": "readiness"},
        with_("retirement"),
        lambda thread: list(Plan.objects.filter(thread=thread).values_list("prompt", flat=True)),
        ["readiness"],
    ),
    "pa_dealing": Form(
        "/pa-dealing/threads/{}/edit/",
        {"field": "direction", "value": "BUY"},
        with_("pa_dealing"),
        lambda thread: list(DraftRequest.objects.filter(thread=thread).values_list("direction", flat=True)),
        ["BUY"],
    ),
    "pursuit": Form(
        "/pursuit/threads/{}/undo/",
        {},
        given_up,
        lambda thread: MasterObjective.objects.get(thread=thread).status,
        "active",
    ),
    "investor_review": Form(
        "/reviews/threads/{}/status/",
        {"issue_id": "issue_001", "status": "in_progress"},
        reviewed,
        lambda thread: NitpickIssue.objects.get(session__thread=thread, issue_id="issue_001").status,
        "in_progress",
    ),
    "tax_dossier": Form(
        "/tax-dossier/threads/{}/date/",
        {"date": "2022-07-01"},
        with_("tax_dossier"),
        lambda thread: [str(dossier.reference_date) for dossier in Dossier.objects.filter(thread=thread)],
        ["2022-07-01"],
    ),
}


def browser_of(user: User) -> Client:
    browser = Client()
    browser.force_login(user)
    return browser


@pytest.fixture(params=FORMS)
def form(request: pytest.FixtureRequest) -> Form:
    return FORMS[request.param]


@pytest.fixture
def shared(form: Form, employee: User, colleague: User, outsider: User) -> Thread:
    """The employee's thread: the colleague talks in it, the outsider was let in to read."""
    thread = form.thread(employee)
    by = Actor(employee.pk, thread.pk)
    share_with_person(thread, colleague, by=by)
    share_with_person(thread, outsider, by=by, may_talk=False)
    return thread


@pytest.mark.every_case
def test_who_may_only_read_a_thread_does_not_act_by_its_panel(form: Form, shared: Thread, outsider: User) -> None:
    before = form.kept(shared)
    browser = browser_of(outsider)
    assert browser.get(f"/threads/{shared.pk}/panel/").status_code == 200
    for headers in ({}, {"HX-Request": "true"}):
        assert browser.post(form.address.format(shared.pk), form.data, headers=headers).status_code == 404
    assert form.kept(shared) == before != form.after
    assert not Message.objects.filter(thread=shared, role="notice").exists()


def test_who_may_talk_in_a_thread_acts_by_its_panel(form: Form, shared: Thread, colleague: User) -> None:
    answer = browser_of(colleague).post(form.address.format(shared.pk), form.data)
    assert answer.status_code == 200
    assert form.kept(shared) == form.after


def test_no_form_of_any_panel_is_open_to_who_only_reads(employee: User, outsider: User) -> None:
    threads = {form.address.split("/")[1]: form.thread(employee) for form in FORMS.values()}
    for thread in threads.values():
        share_with_person(thread, outsider, by=Actor(employee.pk, thread.pk), may_talk=False)
    browser, asked = browser_of(outsider), set()
    for route, _ in routes():
        room = route.split("/")[0]
        if room not in threads or "<uuid:thread_id>" not in route:
            continue
        address = f"/{route}".replace("<uuid:thread_id>", str(threads[room].pk)).replace("<int:source_id>", "1")
        answer = browser.post(re.sub(r"<[^>]+>", str(uuid4()), address))
        assert answer.status_code in (404, 405), route
        asked.add(room)
    assert asked == set(threads)


def test_the_prompt_of_a_thread_is_chosen_by_the_api_only_where_one_may_talk(
    employee: User, colleague: User, outsider: User
) -> None:
    thread = with_("retirement")(employee)
    by = Actor(employee.pk, thread.pk)
    share_with_person(thread, colleague, by=by)
    share_with_person(thread, outsider, by=by, may_talk=False)
    address, body = f"/v1/retirement/threads/{thread.pk}/prompt/", {"prompt": "readiness"}
    refused = browser_of(outsider).post(address, body, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (403, "read_only")
    assert browser_of(outsider).get(address).json() == {"prompt": "completeness"}
    assert browser_of(colleague).post(address, body, content_type="application/json").json() == body
