"""Every address of the project, walked by everyone: nobody gets in unasked, and a stranger's object is not there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from rest_framework.authtoken.models import Token

from audit.trail import Actor
from chat.models import Message, Thread, Turn
from conftest import person
from investor_review import actions
from investor_review.intake import start
from investor_review.intake.payload import read_payload
from investor_review.models import ReviewSession
from investor_review.tests.shared import payload

# What nobody needs to sign in for.
ANSWERS = ("tax-answer-pdf", "tax-answer-docx")
PUBLIC = {
    "login",
    "admin-sign-in",
    "logout",
    "sign_in_once",
    "healthz",
    "readyz",
    "metrics",
    "schema",
    "api-docs",
    "set_language",
}
# The parameters that name something of somebody's.
OBJECTS = {
    *("thread_id", "turn_id", "request_id", "retirement_thread_id", "name"),
    *("tax_thread_id", "dossier_id", "source_id"),
    *("pursuit_thread_id", "objective_id", "document_id"),
    *("session_id", "session_pk", "review_thread_id", "issue_id", "chunk_id", "artifact_id"),
}
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


def routes(patterns: list[URLPattern | URLResolver] | None = None, before: str = "") -> Iterator[tuple[str, str]]:
    """Every address as (route, name), without the admin's, which is Django's own."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            if pattern.app_name != "admin":
                yield from routes(pattern.url_patterns, route)
        else:
            yield route, str(pattern.name)


ROUTES = list(routes())
OF_OBJECTS = [(route, name) for route, name in ROUTES if OBJECTS & set(re.findall(r"<(?:\w+:)?(\w+)>", route))]


@pytest.fixture
def turn(employee: User) -> Turn:
    thread = Thread.objects.create(owner=employee, assistant="pa_dealing", title="Private")
    turn = Turn.objects.create(thread=thread, number=1, client_id="c1", status="done")
    Message.objects.create(thread=thread, turn=turn, role="user", content="Private words")
    Thread.objects.filter(pk=thread.pk).update(turn_count=1)
    return turn


@pytest.fixture
def values(turn: Turn, employee: User) -> dict[str, Any]:
    """Something of the employee's for every parameter of an address."""
    request = apps.get_model("pa_dealing", "DraftRequest").objects.create(
        thread=turn.thread, owner=employee, quantity=7
    )
    return {
        "thread_id": turn.thread_id,
        "turn_id": turn.pk,
        "request_id": request.pk,
        "retirement_thread_id": Thread.objects.create(owner=employee, assistant="retirement", title="Private").pk,
        **review_of(employee),
        **dossier_of(employee),
        **objective_of(employee),
        "code_id": 1,
        "kind": "json",
        "name": f"{request.pk}.quantity",
        "slug": "pa_dealing",
        "uidb64": "MQ",
        "token": "wrong",
    }


def review_of(user: User) -> dict[str, Any]:
    """A review session that the user has started, with a nitpick, a chunk and a file that is gone."""
    sent = payload("private-1", doc_title="Private")
    session = start.start_session(read_payload(sent, "private-1"), user_id=user.pk)
    Thread.objects.filter(pk=session.thread_id).update(title="Private")
    run = session.runs.create(status="done", requested_by=user)
    file = session.artifacts.create(run=run, kind="pdf", path="private-1/a.pdf", sha256="0" * 64, size=1)
    return {
        "session_id": session.session_id,
        "session_pk": session.pk,
        "review_thread_id": session.thread_id,
        "issue_id": "issue_001",
        "chunk_id": "doc_001:c001",
        "artifact_id": file.pk,
    }


def dossier_of(owner: User) -> dict[str, Any]:
    """A tax dossier of that person with one source."""
    thread = Thread.objects.create(owner=owner, assistant="tax_dossier", title="Private")
    dossier = apps.get_model("tax_dossier", "Dossier").objects.create(thread=thread, owner=owner, dossier_id="Private")
    source = dossier.sources.create(kind="legislation", number=1, key="k", title="Private law", text="Private words")
    return {"tax_thread_id": thread.pk, "dossier_id": "Private", "source_id": source.pk}


def objective_of(owner: User) -> dict[str, Any]:
    """An objective of that person with a document that they brought."""
    thread = Thread.objects.create(owner=owner, assistant="pursuit", title="Private")
    objective = apps.get_model("pursuit", "MasterObjective").objects.create(
        thread=thread, summary="Private", question="Private words", status="incomplete"
    )
    objective.parts.create(key="sq1", text="Private part", position=1, status="failed")
    collection = apps.get_model("retrieval", "Collection").objects.create(name=f"thread:{thread.pk}")
    document = collection.documents.create(key="k", title="Private", text="Private words", sha256="0" * 64)
    return {"pursuit_thread_id": thread.pk, "objective_id": objective.pk, "document_id": document.pk}


def address(route: str, values: dict[str, Any]) -> str:
    """The route with these values. An unknown parameter fails here: give it one of the employee's objects above."""
    if route.startswith(("v1/retirement/", "retirement/")):
        # An assistant's own addresses know its own threads only.
        values = {**values, "thread_id": values["retirement_thread_id"]}
    if route.startswith("tax-dossier/"):
        values = {**values, "thread_id": values["tax_thread_id"]}
    if route.startswith("pursuit/"):
        values = {**values, "thread_id": values["pursuit_thread_id"]}
    if route.startswith("reviews/"):
        values = {**values, "thread_id": values["review_thread_id"]}
    path = "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda match: str(values[match[1]]), route)
    return f"{path}?before=5" if path.endswith("/earlier/") else path


class Visitor:
    """Somebody with a browser and with a program."""

    def __init__(self, user: User | None) -> None:
        self.browser, self.program = Client(raise_request_exception=False), Client(raise_request_exception=False)
        self.headers: dict[str, str] = {}
        if user is not None:
            self.browser.force_login(user)
            self.headers = {"authorization": f"Token {Token.objects.create(user=user).key}"}

    def ask(self, method: str, path: str) -> Any:
        if path.startswith("/v1/"):
            body = json.dumps({"message": "Hello", "title": "Mine", "reason": "No", "message_id": 1})
            return self.program.generic(method, path, body, "application/json", headers=self.headers)
        return self.browser.generic(method, path, "title=Mine", "application/x-www-form-urlencoded")


def test_the_walk_sees_the_project() -> None:
    names = {name for _, name in ROUTES}
    assert {"home", "thread", "api-threads", "api-turn-stop", "healthz"} <= names
    assert len(OF_OBJECTS) > 15


def test_who_is_not_signed_in_gets_nothing(values: dict[str, Any]) -> None:
    visitor, wrong = Visitor(None), []
    for route, name in ROUTES:
        for method in METHODS:
            if name in PUBLIC or (name == "api-agui" and method == "POST"):
                continue  # AG-UI reads on a connection of its own; its tests are in chat/tests/test_agui.py.
            answer = visitor.ask(method, address(route, values))
            allowed = (401, 405) if route.startswith("v1/") else (302, 405)
            to_login = answer.get("Location", "/accounts/login/").startswith(("/accounts/login/", "/admin/login/"))
            if answer.status_code not in allowed or not to_login:
                wrong.append((method, route, answer.status_code))
    assert wrong == []


@pytest.mark.parametrize("who", ["colleague", "officer"])
def test_somebody_elses_object_is_not_there(
    who: str, values: dict[str, Any], turn: Turn, request: pytest.FixtureRequest
) -> None:
    """Not for an officer either: what the employee has not submitted is the employee's alone."""
    visitor, wrong = Visitor(request.getfixturevalue(who)), []
    nothing = {key: uuid4() if key in OBJECTS else value for key, value in values.items()}
    for route, _ in OF_OBJECTS:
        codes = {method: visitor.ask(method, address(route, values)).status_code for method in METHODS}
        answered = {method: code for method, code in codes.items() if code != 405}
        # 403 is for whoever may not do this to any object; a refusal that differs would tell that this one exists.
        if (
            not answered
            or not set(answered.values()) <= {404, 403}
            or {method: visitor.ask(method, address(route, nothing)).status_code for method in answered} != answered
        ):
            wrong.append((route, codes))
    assert wrong == []
    turn.thread.refresh_from_db()
    assert (turn.thread.title, turn.thread.deleted_at, turn.thread.turns.count()) == ("Private", None, 1)


@pytest.mark.parametrize("who", ["employee", "officer"])
def test_nobody_meets_an_error_of_ours(who: str, values: dict[str, Any], request: pytest.FixtureRequest) -> None:
    visitor = Visitor(request.getfixturevalue(who))
    for route, name in ROUTES:
        if name in ("logout", "api-agui") or "delete" in name:
            continue
        answer = visitor.ask("GET", address(route, values))
        assert answer.status_code < 500, (route, answer.status_code)


def test_an_owner_sees_what_is_theirs(values: dict[str, Any], employee: User) -> None:
    visitor = Visitor(employee)
    for route, name in OF_OBJECTS:
        # There is no evidence of what was not submitted, no file behind the artifact, and no answer in the dossier.
        if name not in ("api-pa-evidence", "api-review-artifact", "api-review-artifact-slash", *ANSWERS):
            assert visitor.ask("GET", address(route, values)).status_code in (200, 403, 405, 409), (route, name)


def test_a_shared_review_opens_itself_and_nothing_else(
    values: dict[str, Any], employee: User, colleague: User, outsider: User
) -> None:
    session = ReviewSession.objects.get(session_id=values["session_id"])
    actions.share_session(session, colleague, by=Actor(employee.pk, session.thread_id))
    own = {**values, "thread_id": session.thread_id}
    visitors = {user.username: Visitor(user) for user in (colleague, outsider, person("reviewer", "reviewers"))}
    for name, visitor in visitors.items():
        expected = 404 if name == "outsider" else 200
        pages = ("v1/reviews/sessions/<session_id>", "reviews/<session_pk>/document/")
        for route in (*pages, "v1/threads/<thread_id>/", "threads/<thread_id>/"):
            assert visitor.ask("GET", address(route, own)).status_code == expected, (name, route)
        # The employee's other threads stay the employee's.
        for route, _ in OF_OBJECTS:
            if not route.startswith(("v1/reviews/", "reviews/")):
                assert visitor.ask("GET", address(route, values)).status_code in (404, 403, 405), (name, route)


def test_lists_hold_only_ones_own(values: dict[str, Any], colleague: User) -> None:
    visitor = Visitor(colleague)
    for route, name in ROUTES:
        if (route, name) in OF_OBJECTS or name in ("logout", "api-agui"):
            continue
        answer = visitor.ask("GET", address(route, values))
        text = b"".join(answer.streaming_content) if answer.streaming else answer.content
        assert b"Private" not in text, route
        assert str(values["thread_id"]).encode() not in text, route


ADMIN = ["/admin/", "/admin/auth/user/", "/admin/chat/thread/", "/admin/chat/turn/", "/admin/audit/auditentry/"]


@pytest.mark.parametrize("path", [*ADMIN, "/admin/chat/thread/{thread_id}/change/"])
@pytest.mark.every_case
def test_the_admin_is_for_staff_alone(path: str, values: dict[str, Any], employee: User, outsider: User) -> None:
    for user in (None, employee, outsider):
        answer = Visitor(user).browser.get(path.format(**values))
        assert answer.status_code == 302
        assert answer["Location"].startswith("/admin/login/")


def test_an_officer_sees_no_threads_and_no_users_in_the_admin(values: dict[str, Any], officer: User) -> None:
    browser = Visitor(officer).browser
    for path in [*ADMIN[1:4], "/admin/chat/thread/{thread_id}/change/"]:
        assert browser.get(path.format(**values)).status_code == 403
    assert b"Private" not in browser.get("/admin/").content


def test_not_even_an_administrator_changes_a_conversation(values: dict[str, Any], admin: User) -> None:
    browser = Visitor(admin).browser
    path = f"/admin/chat/thread/{values['thread_id']}/"
    assert browser.get(f"{path}change/").status_code == 200
    for part in ("change/", "delete/"):
        assert browser.post(path + part, {"title": "Changed", "post": "yes"}).status_code == 403
    assert {thread.title for thread in Thread.objects.all()} == {"Private"}


def test_what_is_public_tells_nothing_of_anybody(values: dict[str, Any]) -> None:
    visitor = Visitor(None)
    for route, name in ROUTES:
        if name in PUBLIC - {"logout", "set_language"}:
            answer = visitor.ask("GET", address(route, values))
            assert answer.status_code in (200, 404), (name, answer.status_code)
            assert b"Private" not in answer.content


def test_every_app_of_the_settings_is_walked() -> None:
    assert set(settings.ASSISTANTS) <= {config.label for config in apps.get_app_configs()}
