"""The API of threads and turns, from outside: whose a thread is, shapes, and a clear answer to bad input."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import OperationalError
from django.test import Client
from django.urls import reverse
from rest_framework.authtoken.models import Token

from chat.api import urls
from chat.live import runs
from chat.models import Message, Thread, Turn
from chat.tests.shared import begin, drain, said
from chat.turns import rows
from llm.interface import ModelError
from llm.testing import ScriptedModel, call, say
from llm.types import TextDelta, ToolCall as Call, Usage

# Every address under /v1/ and its methods; the AG-UI endpoint has tests of its own.
METHODS = {
    "api-assistants": {"get"},
    "api-threads": {"get", "post"},
    "api-thread": {"get", "patch", "delete"},
    "api-thread-state": {"get"},
    "api-turns": {"post"},
    "api-turn": {"get"},
    "api-turn-retry": {"post"},
    "api-turn-stop": {"post"},
    "api-turn-branch": {"post"},
    "api-branches": {"get"},
}
EVERYTHING = [(name, method) for name, methods in METHODS.items() for method in sorted(methods)]
OF_A_THREAD = [(name, method) for name, method in EVERYTHING if name not in ("api-assistants", "api-threads")]
BODY = {"message": "Hello", "title": "Mine", "assistant": "notes"}


@cache
def _program() -> Client:
    """One client for all: it keeps no cookie, and its middleware takes longer to load than a request."""
    return Client(raise_request_exception=False)


class Api:
    """A person's program: JSON in, JSON out."""

    def __init__(self, user: User | None = None, token: str = "") -> None:
        self.client = _program()
        if user is not None:
            token = Token.objects.get_or_create(user=user)[0].key
        self.headers = {"authorization": f"Token {token}"} if token else {}

    def send(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        text = body if isinstance(body, str | bytes) else json.dumps({} if body is None else body)
        answer = self.client.generic(method.upper(), path, text, "application/json", headers=self.headers)
        self.answer = answer
        return answer.status_code, json.loads(answer.content) if answer.content else None

    def get(self, path: str) -> tuple[int, Any]:
        return self.send("get", path)

    def post(self, path: str, body: Any = None) -> tuple[int, Any]:
        return self.send("post", path, body)


@pytest.fixture
def api(employee: User) -> Api:
    return Api(employee)


@pytest.fixture
def turn(thread: Thread, model: ScriptedModel) -> Turn:
    """A finished turn of the employee's thread."""
    model.then("Good.")
    run = begin(thread, "Hello", "c0")
    drain(run)
    return Turn.objects.get(pk=run.id)


def address(name: str, turn: Turn) -> str:
    known = {"thread_id": turn.thread_id, "turn_id": turn.pk}
    return reverse(name, kwargs={key: known[key] for key in _parameters(name)})


def _parameters(name: str) -> list[str]:
    route = next(str(url.pattern) for url in urls.urlpatterns if url.name == name)
    return re.findall(r":(\w+)>", route)


def test_this_table_knows_every_address() -> None:
    assert {url.name for url in urls.urlpatterns} == {*METHODS, "api-agui"}


@pytest.mark.parametrize(("name", "method"), OF_A_THREAD)
@pytest.mark.parametrize("who", ["colleague", "officer", "outsider", "admin"])
@pytest.mark.every_case
def test_somebody_elses_thread_is_not_found(
    name: str, method: str, who: str, turn: Turn, request: pytest.FixtureRequest
) -> None:
    status, answer = Api(request.getfixturevalue(who)).send(method, address(name, turn), BODY)
    assert (status, answer["code"]) == (404, "not_found")
    assert said(turn.thread) == [("user", "Hello"), ("assistant", "Good.")]
    turn.thread.refresh_from_db()
    assert (turn.thread.title, turn.thread.deleted_at) == ("Hello", None)


@pytest.mark.parametrize(("name", "method"), EVERYTHING)
@pytest.mark.every_case
def test_nobody_gets_in_without_signing_in(name: str, method: str, turn: Turn) -> None:
    status, answer = Api().send(method, address(name, turn), BODY)
    assert (status, answer["code"]) == (401, "not_authenticated")
    wrong = Api(token="0" * 40)
    status, answer = wrong.send(method, address(name, turn), BODY)
    assert (status, answer["code"]) == (401, "authentication_failed")
    assert wrong.answer["WWW-Authenticate"] == "Token"


@pytest.mark.parametrize("name", METHODS)
def test_a_wrong_method_is_said_to_be_wrong(name: str, turn: Turn, api: Api) -> None:
    for method in {"get", "post", "put", "patch", "delete"} - METHODS[name]:
        status, answer = api.send(method, address(name, turn), BODY)
        assert (status, answer["code"]) == (405, "method_not_allowed")


@pytest.mark.parametrize("header", ["Token", "Token a b", "Token \xe9", "Bearer abc", "Basic YTpi"])
@pytest.mark.every_case
def test_a_malformed_token_is_refused(header: str, employee: User) -> None:
    api = Api(employee)
    api.headers = {"authorization": header}
    assert api.get("/v1/threads/")[0] == 401


def test_a_user_who_was_deactivated_is_refused(employee: User, api: Api) -> None:
    User.objects.update(is_active=False)
    assert api.get("/v1/threads/")[0] == 401


def test_a_session_needs_the_csrf_token_and_a_token_needs_none(employee: User, thread: Thread) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(employee)
    path = f"/v1/threads/{thread.id}/"
    answer = strict.patch(path, {"title": "Mine"}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (403, "permission_denied")
    token = {"authorization": f"Token {Token.objects.create(user=employee).key}"}
    answer = Client(enforce_csrf_checks=True).patch(
        path, {"title": "Mine"}, content_type="application/json", headers=token
    )
    assert answer.status_code == 200


def test_the_assistants_are_listed(api: Api, model: ScriptedModel) -> None:
    status, answer = api.get("/v1/assistants/")
    assert status == 200
    assert {"slug": "notes", "title": "Notes", "description": "Keeps notes."} in answer
    assert all(set(item) == {"slug", "title", "description"} for item in answer)


def test_a_thread_is_made_read_renamed_and_hidden(api: Api, model: ScriptedModel) -> None:
    status, made = api.post("/v1/threads/", {"assistant": "notes"})
    assert (status, set(made)) == (201, {"id", "assistant", "title", "created_at", "state"})
    assert (made["assistant"], made["title"], made["state"]) == ("notes", "", {"notes": []})
    path = f"/v1/threads/{made['id']}/"
    status, read = api.get(path)
    assert (status, set(read)) == (200, {"id", "assistant", "title", "created_at", "state", "messages"})
    assert read["messages"] == []
    status, renamed = api.send("patch", path, {"title": "A b\x00c"})
    assert (status, renamed["title"]) == (200, "A b\ufffdc")
    assert api.get(f"{path}state/") == (200, {"notes": []})
    assert api.send("delete", path) == (204, None)
    assert [api.get(path)[0], api.get(f"{path}state/")[0], api.send("delete", path)[0]] == [404] * 3
    assert api.get("/v1/threads/")[1]["results"] == []
    assert Thread.objects.get(pk=made["id"]).deleted_at is not None


@pytest.mark.parametrize("assistant", ["gone", "", None, 5, ["notes"], "no\x00tes"])
def test_a_thread_of_an_unknown_assistant_is_refused_by_its_field(api: Api, assistant: Any) -> None:
    status, answer = api.post("/v1/threads/", {"assistant": assistant})
    assert (status, answer["code"]) == (400, "invalid")
    assert set(answer) == {"detail", "code", "errors"}
    assert answer["errors"]["assistant"]


@pytest.mark.parametrize("title", ["", "   ", "x" * 201, None, 7, 1.5, True, {"a": 1}, ["a"]])
def test_a_title_that_cannot_be_shown_is_refused(api: Api, thread: Thread, title: Any) -> None:
    status, answer = api.send("patch", f"/v1/threads/{thread.id}/", {"title": title})
    assert (status, answer["code"]) == (400, "invalid")
    assert answer["errors"]["title"]


def test_a_turn_is_answered_in_the_shape_of_the_contract(api: Api, thread: Thread, model: ScriptedModel) -> None:
    model.then([call("note", text="milk"), Usage(10, 2, model="m-1")], [*say("Noted."), Usage(20, 3, model="m-1")])
    status, answer = api.post(f"/v1/threads/{thread.id}/turns/", {"message": "milk", "client_id": "c1"})
    assert status == 200
    assert (answer["status"], answer["reply"], answer["error"]) == ("done", "Noted.", None)
    [made] = answer["tool_calls"]
    assert (made["name"], made["arguments"], made["result"]["status"]) == ("note", {"text": "milk"}, "success")
    assert (answer["state"], answer["model"]) == ({"notes": ["milk"]}, "openai:m-1")
    assert (answer["usage"]["input_tokens"], answer["usage"]["output_tokens"]) == (30, 5)
    assert set(answer) == {"id", "status", "reply", "tool_calls", "state", "model", "usage", "error"}
    # From its rows it looks the same.
    assert api.get(f"/v1/threads/{thread.id}/turns/{answer['id']}/") == (200, answer)
    messages = api.get(f"/v1/threads/{thread.id}/")[1]["messages"]
    assert [(m["role"], m["content"], m["turn"]) for m in messages] == [
        ("user", "milk", answer["id"]),
        ("assistant", "Noted.", answer["id"]),
    ]
    assert all({"role", "content", "created_at", "turn"} <= set(m) for m in messages)


def test_a_turn_that_fails_says_why_and_can_be_retried(api: Api, thread: Thread, model: ScriptedModel) -> None:
    model.then(ModelError("rate_limited", "429"), "Good.")
    status, failed = api.post(f"/v1/threads/{thread.id}/turns/", {"message": "Hello"})
    assert (status, failed["status"], failed["error"]["code"]) == (200, "failed", "rate_limited")
    assert failed["error"]["detail"].startswith("The language model is limiting requests")
    status, again = api.post(f"/v1/threads/{thread.id}/turns/{failed['id']}/retry/")
    assert (status, again["id"], again["status"], again["reply"]) == (200, failed["id"], "done", "Good.")
    status, refused = api.post(f"/v1/threads/{thread.id}/turns/{failed['id']}/retry/")
    assert (status, refused["code"]) == (409, "not_retryable")


def test_the_same_client_id_is_run_once(api: Api, thread: Thread, model: ScriptedModel) -> None:
    model.then("Good.")
    path, body = f"/v1/threads/{thread.id}/turns/", {"message": " Hello ", "client_id": "c1"}
    first = api.post(path, body)
    assert api.post(path, body) == first
    assert api.post(path, {**body, "message": "Hello"}) == first
    status, answer = api.post(path, {**body, "message": "Something else"})
    assert (status, answer["code"]) == (409, "client_id_reused")
    assert said(thread) == [("user", "Hello"), ("assistant", "Good.")]


def test_a_second_message_while_a_turn_runs_is_a_conflict(api: Api, thread: Thread, model: ScriptedModel) -> None:
    turn = begin(thread, "Hello", "c1")
    path = f"/v1/threads/{thread.id}/turns/"
    status, answer = api.post(path, {"message": "And this"})
    assert (status, answer["code"]) == (409, "turn_in_progress")
    status, attached = api.post(path, {"message": "Hello", "client_id": "c1"})
    assert (status, attached["id"], attached["status"]) == (200, str(turn.id), "running")
    model.then("Good.")
    drain(turn)


def test_a_turn_that_runs_elsewhere_is_stopped_by_its_column(api: Api, thread: Thread, model: ScriptedModel) -> None:
    turn = begin(thread)
    status, answer = api.post(f"/v1/threads/{thread.id}/turns/{turn.id}/stop/")
    assert (status, answer["status"]) == (200, "running")
    assert rows.beat([(turn.id, 1)]) == {turn.id: True}


def test_stopping_a_turn_that_has_ended_changes_nothing(api: Api, turn: Turn) -> None:
    status, answer = api.post(f"/v1/threads/{turn.thread_id}/turns/{turn.pk}/stop/")
    assert (status, answer["status"], answer["reply"]) == (200, "done", "Good.")


def test_a_turn_that_ends_while_it_is_being_stopped_is_no_error(
    api: Api, thread: Thread, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn = begin(thread)

    def ended(thread_id: object, turn_id: object) -> bool:
        Turn.objects.update(status="done")
        return False

    monkeypatch.setattr(runs, "stop", ended)
    status, answer = api.post(f"/v1/threads/{thread.id}/turns/{turn.id}/stop/")
    assert (status, answer["status"]) == (200, "done")


def test_a_turn_of_another_thread_is_not_found_in_this_one(api: Api, turn: Turn, employee: User) -> None:
    other = Thread.objects.create(owner=employee, assistant="notes")
    for part, method in [("", "get"), ("retry/", "post"), ("stop/", "post")]:
        assert api.send(method, f"/v1/threads/{other.id}/turns/{turn.pk}/{part}")[0] == 404
        assert api.send(method, f"/v1/threads/{turn.thread_id}/turns/{uuid4()}/{part}")[0] == 404


def test_a_hidden_thread_takes_no_message(api: Api, turn: Turn) -> None:
    api.send("delete", f"/v1/threads/{turn.thread_id}/")
    assert api.post(f"/v1/threads/{turn.thread_id}/turns/", {"message": "Hello"})[0] == 404


def test_a_thread_of_an_assistant_that_was_removed_is_not_found(api: Api, turn: Turn) -> None:
    Thread.objects.update(assistant="gone")
    for name, method in OF_A_THREAD:
        status, answer = api.send(method, address(name, turn), BODY)
        assert (status, answer["code"]) == (404, "not_found"), (name, method)


def test_older_messages_come_by_before(api: Api, thread: Thread) -> None:
    Message.objects.bulk_create(Message(thread=thread, role="user", content=f"message {n}") for n in range(450))
    path = f"/v1/threads/{thread.id}/"
    seen: list[str] = []
    query = ""
    while messages := api.get(path + query)[1]["messages"]:
        seen = [message["content"] for message in messages] + seen
        assert len(messages) <= 200
        query = f"?before={messages[0]['id']}"
    assert seen == [f"message {n}" for n in range(450)]


@pytest.mark.parametrize("before", ["x", "-1", "1.5", "%00", "9" * 30, "²", ""])
def test_a_before_that_is_no_message_is_refused(api: Api, thread: Thread, before: str) -> None:
    status, answer = api.get(f"/v1/threads/{thread.id}/?before={before}")
    assert (status, answer["code"]) == (400, "parse_error")


def test_threads_are_paged_filtered_and_searched(
    api: Api, employee: User, colleague: User, model: ScriptedModel
) -> None:
    Thread.objects.bulk_create(Thread(owner=employee, assistant="notes", title=f"Note {n}") for n in range(55))
    savings = Thread.objects.create(owner=employee, assistant="pa_dealing", title="Savings")
    Message.objects.create(thread=savings, role="user", content="Something about 100% of my PENSION")
    Thread.objects.create(owner=colleague, assistant="notes", title="Not yours, pension")
    status, first = api.get("/v1/threads/")
    assert (status, set(first)) == (200, {"count", "next", "previous", "results"})
    assert (first["count"], len(first["results"]), first["results"][0]["title"]) == (56, 50, "Savings")
    assert set(first["results"][0]) == {"id", "assistant", "title", "created_at"}
    second = api.get(first["next"].replace("http://testserver", ""))[1]
    assert (len(second["results"]), second["next"]) == (6, None)
    assert api.get("/v1/threads/?assistant=pa_dealing")[1]["count"] == 1
    for search in ["pension", "savings+pension", "100%25"]:
        assert [t["id"] for t in api.get(f"/v1/threads/?search={search}")[1]["results"]] == [str(savings.id)]
    assert api.get("/v1/threads/?search=pension+zebra")[1]["count"] == 0
    assert api.get("/v1/threads/?search=%25%25")[1]["count"] == 0
    for query in ["search=%00%ED%A0%80'\\", "assistant=%00", "search=" + "x" * 5000, "page=1"]:
        assert api.get(f"/v1/threads/?{query}")[0] == 200
    for page in ["0", "99", "x", "%00"]:
        assert api.get(f"/v1/threads/?page={page}")[0] == 404


NOT_OBJECTS: list[Any] = ["[]", '["message"]', '"message"', "5", "null", "true"]
NOT_JSON: list[Any] = ["", "{", "{'message': 'x'}", b"\xff\xfe", "[" * 100_000, '{"message": NaN}', "nul"]


@pytest.mark.parametrize("path", ["/v1/threads/", "/v1/threads/{}/turns/"])
@pytest.mark.parametrize("body", [*NOT_OBJECTS, *NOT_JSON], ids=lambda body: repr(body)[:20])
def test_a_body_that_is_no_json_object_is_refused(api: Api, thread: Thread, path: str, body: Any) -> None:
    status, answer = api.post(path.format(thread.id), body)
    assert (status, set(answer) - {"errors"}) == (400, {"detail", "code"})
    assert not Turn.objects.exists()


@pytest.mark.parametrize("body", NOT_OBJECTS)
def test_a_title_in_a_body_that_is_no_object_is_refused(api: Api, thread: Thread, body: str) -> None:
    assert api.send("patch", f"/v1/threads/{thread.id}/", body)[1]["code"] == "parse_error"


def test_a_form_is_refused_as_no_json(api: Api, thread: Thread) -> None:
    answer = api.client.post(f"/v1/threads/{thread.id}/turns/", {"message": "Hello"}, headers=api.headers)
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "invalid"),
        ({"message": ""}, "empty_message"),
        ({"message": " \n\t"}, "empty_message"),
        ({"message": None}, "empty_message"),
        ({"message": 5}, "empty_message"),
        ({"message": {"text": "Hello"}}, "empty_message"),
        ({"message": ["Hello"]}, "empty_message"),
        ({"message": "x" * 100_000}, "message_too_long"),
        ({"message": "Hello", "client_id": 5}, "client_id_invalid"),
        ({"message": "Hello", "client_id": "x" * 101}, "client_id_invalid"),
        ({"message": "Hello", "client_id": ["a"]}, "client_id_invalid"),
        ({"message": "Hello", "client_id": "a\x00"}, "client_id_invalid"),
        ({"message": "Hello", "client_id": "\ud800"}, "client_id_invalid"),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_a_message_that_cannot_be_taken_is_refused_with_a_reason(
    api: Api, thread: Thread, body: dict[str, Any], code: str
) -> None:
    status, answer = api.post(f"/v1/threads/{thread.id}/turns/", body)
    assert (status, answer["code"]) == (400, code)
    assert answer["detail"].endswith(".")
    assert not Turn.objects.exists()


def naughty() -> Iterator[str]:
    """Texts that broke other programs, with and without the shared collection of them."""
    yield from ["<script>alert(1)</script>", "\u202eright to left", "a\x00b", "\ud800", "\x1b[31m", "'; DROP TABLE--"]
    yield from ["{{ 7 * 7 }}", "%s%n", "\\", "😀" * 500, "ﷺ", "\ufeff", "\uffff", "x" * 32_000, "𝔘𝔫𝔦", "\x7f\x80\x9f"]
    path = Path(os.environ.get("SHARED_DATA_DIR", "/nowhere")) / "robustness" / "blns.json"
    if path.exists():
        texts = json.loads(path.read_text())
        yield from ("\n".join(texts[start : start + 20]) for start in range(0, len(texts), 20))


def test_naughty_texts_are_stored_as_they_are_and_come_back(api: Api, thread: Thread, model: ScriptedModel) -> None:
    for text in naughty():
        kept = re.sub("[\x00\ud800-\udfff]", "\ufffd", text).strip()
        model.then(
            [TextDelta(text), Call("c", "note", json.dumps({"text": text}))], lambda request: request.messages[-3].text
        )
        status, answer = api.post(f"/v1/threads/{thread.id}/turns/", {"message": text})
        assert (status, answer["status"]) == (200, "done"), text
        assert answer["reply"].endswith(kept)
        assert answer["tool_calls"][0]["arguments"] == {"text": re.sub("[\x00\ud800-\udfff]", "\ufffd", text)}
    status, read = api.get(f"/v1/threads/{thread.id}/")
    assert (status, len(read["messages"])) == (200, min(200, 3 * len(list(naughty()))))


@pytest.mark.parametrize(
    "arguments",
    [
        *('{"text": NaN}', '{"text": -Infinity}', '"\ud800"', '{"text": "\\ud800"}'),
        *("[" * 50_000, f'{{"text": {"[" * 600}{"]" * 600}}}'),
        *('{"text": 1e999}', '{"text": -1e999999999}', '{"text": 1e99999999999999999999}', f'{{"text": {"1" * 5000}}}'),
    ],
)
def test_whatever_a_model_writes_as_arguments_the_answer_is_json(
    api: Api, thread: Thread, model: ScriptedModel, arguments: str
) -> None:
    model.then(Call("c", "note", arguments), "Good.")
    status, answer = api.post(f"/v1/threads/{thread.id}/turns/", {"message": "Hello"})
    assert (status, answer["status"]) == (200, "done")
    assert answer["tool_calls"][0]["result"]["status"] == "error" or "ud800" in arguments
    assert api.get(f"/v1/threads/{thread.id}/turns/{answer['id']}/")[0] == 200


def test_a_database_that_is_away_is_said_to_be_away(api: Api, thread: Thread, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*arguments: Any, **values: Any) -> None:
        raise OperationalError("connection refused: host=10.0.0.1")

    monkeypatch.setattr("chat.live.runs.claim_turn", away)
    status, answer = api.post(f"/v1/threads/{thread.id}/turns/", {"message": "Hello"})
    assert (status, answer["code"]) == (503, "database_unavailable")
    assert api.answer["Retry-After"]
    monkeypatch.setattr("rest_framework.authentication.TokenAuthentication.authenticate_credentials", away)
    status, answer = api.get("/v1/threads/")
    assert (status, answer["code"]) == (503, "database_unavailable")
    assert "10.0.0.1" not in str(answer)


def test_the_schema_generates_without_a_warning(tmp_path: Path) -> None:
    file = tmp_path / "schema.yml"
    call_command("spectacular", validate=True, fail_on_warn=True, file=str(file))
    assert "/v1/threads/{thread_id}/turns/" in file.read_text()


def test_the_schema_and_its_page_are_served(api: Api) -> None:
    assert api.client.get("/v1/schema/", headers=api.headers).status_code == 200
    page = api.client.get("/v1/docs/", headers=api.headers)
    assert page.status_code == 200
    assert "cdn" not in page.content.decode()


@pytest.mark.django_db
def test_an_address_that_is_none_is_json_for_programs_and_a_page_for_people(client: Client) -> None:
    program, person = client.get("/v1/nowhere/"), client.get("/nowhere/")
    assert (program.status_code, person.status_code) == (404, 404)
    assert program.json() == {"detail": "There is nothing at this address.", "code": "not_found"}
    assert "<html" in person.content.decode()
