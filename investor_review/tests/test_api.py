"""The API of reviews: who may what, the chat, changes by hand, what was generated."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import Settings

from audit.models import AuditEntry
from chat.models import Thread, Turn
from conftest import person
from investor_review.models import Artifact, CleanupRun, NitpickChange, ReviewSession
from investor_review.tests.shared import Program, nitpick, payload

READS = ("", "/document", "/chunks/doc_001:c001", "/generations", "/artifacts", "/nitpicks/issue_001")


@pytest.fixture
def shared(session: ReviewSession, program: Program, investor: User) -> ReviewSession:
    """The session, shared with the investor."""
    assert program.post("/sess_001/share", {"user": "investor"}).status_code == 200
    return session


def test_a_stranger_finds_nothing(shared: ReviewSession, outsider: User, employee: User, officer: User) -> None:
    for user in (outsider, employee, officer, person("upstream_2", "upstream")):
        stranger = Program(user)
        for path in READS:
            assert stranger.get(f"/sess_001{path}").status_code == 404, path
        for path, body in (
            ("/chat", {"message": "Hello"}),
            ("/share", {"user": user.username}),
            ("/nitpicks/issue_001/undo", {}),
        ):
            assert stranger.post(f"/sess_001{path}", body).status_code == 404, path
        assert stranger.ask("PATCH", "/sess_001/nitpicks/issue_001", {"status": "open"}).status_code == 404
        assert stranger.get("").json()["results"] == []
    assert Turn.objects.count() == 0


def test_nobody_gets_in_without_signing_in(shared: ReviewSession) -> None:
    client = Client()
    for path in READS:
        assert client.get(f"/v1/reviews/sessions/sess_001{path}").status_code == 401
    for path in ("start", "chat", "share"):
        answer = client.post(f"/v1/reviews/sessions/sess_001/{path}", {}, content_type="application/json")
        assert answer.status_code == 401


def test_only_upstream_starts(investor: User, reviewer: User, officer: User, outsider: User, admin: User) -> None:
    for user in (investor, reviewer, officer, outsider):
        answer = Program(user).start()
        assert answer.status_code == 403
        assert "upstream" in answer.json()["detail"]
    assert not ReviewSession.objects.exists()
    assert Program(admin).start().status_code == 201


def test_upstream_reads_what_it_started_and_the_investor_what_was_shared(
    shared: ReviewSession, program: Program, investor: User
) -> None:
    for somebody in (program, Program(investor)):
        for path in READS:
            assert somebody.get(f"/sess_001{path}").status_code == 200, path
        assert [session["session_id"] for session in somebody.get("").json()["results"]] == ["sess_001"]


@pytest.mark.parametrize("word", ["start", "share", "chat", "document", "artifacts", "undo"])
def test_an_id_may_be_a_word_that_ends_another_address(program: Program, word: str) -> None:
    chunk = {"chunk_id": word, "text": "Notice is ten days.", "source_name": "Climate Contract v3", "citations": []}
    program.start("sess_words", document_chunks=[chunk], nitpicks=[nitpick(word)])
    assert program.get(f"/sess_words/chunks/{word}").json()["text"] == "Notice is ten days."
    assert program.get(f"/sess_words/nitpicks/{word}").json()["issue_id"] == word


def test_an_investor_sees_only_what_was_shared_with_them(
    shared: ReviewSession, program: Program, investor: User
) -> None:
    program.start("sess_002")
    somebody = Program(investor)
    assert somebody.get("/sess_002").status_code == 404
    assert [session["session_id"] for session in somebody.get("").json()["results"]] == ["sess_001"]


def test_a_reviewer_reads_everything_and_decides_nothing(session: ReviewSession, reviewer: User) -> None:
    somebody = Program(reviewer)
    for path in READS:
        assert somebody.get(f"/sess_001{path}").status_code == 200, path
    for answer in (
        somebody.post("/sess_001/chat", {"message": "Hello"}),
        somebody.ask("PATCH", "/sess_001/nitpicks/issue_001", {"status": "resolved"}),
        somebody.post("/sess_001/nitpicks/issue_001/undo"),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "read_only")
    assert somebody.post("/sess_001/share", {"user": "reviewer"}).status_code == 403
    assert Client().get(f"/v1/threads/{session.thread_id}/", headers=somebody.headers).status_code == 200
    assert not NitpickChange.objects.exists()


def test_sharing_is_for_whoever_started_it(
    shared: ReviewSession, program: Program, investor: User, outsider: User, admin: User
) -> None:
    answer = Program(investor).post("/sess_001/share", {"user": "outsider"})
    assert (answer.status_code, answer.json()["code"]) == (403, "not_the_owner")
    assert Program(outsider).get("/sess_001").status_code == 404
    answer = Program(admin).post("/sess_001/share", {"user": "outsider"})
    assert answer.json() == {"session_id": "sess_001", "shared_with": ["investor", "outsider"]}
    assert Program(outsider).get("/sess_001").status_code == 200
    assert AuditEntry.objects.filter(action="review.shared").count() == 2


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({"user": "nobody"}, "There is no user 'nobody'"),
        ({"user": ""}, "may not be blank"),
        ({}, "required"),
        ({"user": 5}, "Not a valid string."),
        ([], "must be a JSON object"),
    ],
)
def test_a_share_with_nobody_is_refused(session: ReviewSession, program: Program, body: Any, sentence: str) -> None:
    answer = program.post("/sess_001/share", body)
    assert answer.status_code == 400
    assert sentence in answer.json()["detail"]


def test_what_is_taken_away_is_gone_and_what_was_said_stays(
    shared: ReviewSession, program: Program, investor: User
) -> None:
    somebody = Program(investor)
    somebody.post("/sess_001/chat", {"message": "What was found?"})
    answer = program.ask("DELETE", "/sess_001/share", {"user": "investor"})
    assert answer.json()["shared_with"] == []
    assert somebody.get("/sess_001").status_code == 404
    assert somebody.post("/sess_001/chat", {"message": "Hello"}).status_code == 404
    assert shared.conversation_turns.filter(author=investor).count() == 1


def test_the_chat_is_the_conversation_of_the_page(shared: ReviewSession, investor: User) -> None:
    somebody = Program(investor)
    answer = somebody.post("/sess_001/chat", {"message": "What was found?", "client_id": "c1"})
    assert answer.status_code == 200, answer.content
    exchange = answer.json()
    assert "No annual scope-3 audit clause" in exchange["reply"]
    assert set(exchange) >= {"reply", "citations", "nitpicks_changed", "session_status", "ask"}
    assert set(exchange["citations"]) <= {"doc_001:c001", "doc_001:c002", "doc_001:c003"}
    assert exchange["session_status"] == "active"
    thread = Client().get(f"/v1/threads/{shared.thread_id}/", headers=somebody.headers).json()
    assert [message["content"] for message in thread["messages"]] == ["What was found?", exchange["reply"]]
    assert thread["state"]["session_id"] == "sess_001"
    assert Turn.objects.get().author == investor
    assert somebody.post("/sess_001/chat", {"message": "What was found?", "client_id": "c1"}).json() == exchange
    assert Turn.objects.count() == 1
    other = somebody.post("/sess_001/chat", {"message": "Something else", "client_id": "c1"})
    assert (other.status_code, other.json()["code"]) == (409, "client_id_reused")


def test_before_the_start_there_is_nothing(program: Program) -> None:
    assert program.post("/sess_001/chat", {"message": "Hello"}).status_code == 404
    assert program.get("/sess_001").status_code == 404
    assert program.get("/sess_001/generations/").status_code == 404
    assert not Thread.objects.exists()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "invalid"),
        ({"message": ""}, "empty_message"),
        ({"message": 5}, "empty_message"),
        ({"message": "x" * 40_000}, "message_too_long"),
        ({"message": "Hi", "client_id": "x" * 101}, "client_id_invalid"),
    ],
)
def test_a_message_that_cannot_be_taken_is_refused(
    session: ReviewSession, program: Program, body: dict[str, Any], code: str
) -> None:
    answer = program.post("/sess_001/chat", body)
    assert (answer.status_code, answer.json()["code"]) == (400, code)


def test_a_deleted_conversation_hides_itself_and_not_the_session(
    shared: ReviewSession, program: Program, investor: User
) -> None:
    ReviewSession.objects.filter(pk=shared.pk).update(status="completed", outcome="declined")
    client = Client(headers=program.headers)
    assert client.delete(f"/v1/threads/{shared.thread_id}/").status_code == 204
    for somebody in (program, Program(investor)):
        assert somebody.get("/sess_001").status_code == 200
        answer = somebody.post("/sess_001/chat", {"message": "Hello"})
        assert (answer.status_code, answer.json()["code"]) == (409, "conversation_deleted")
    answer = Program(investor).ask("PATCH", "/sess_001/nitpicks/issue_001", {"status": "resolved"})
    assert answer.status_code == 200


def test_a_change_by_hand_is_kept_with_its_author(shared: ReviewSession, investor: User) -> None:
    somebody = Program(investor)
    change = {"status": "resolved", "accepted_change_instructions": "Audit it every two years."}
    answer = somebody.ask("PATCH", "/sess_001/nitpicks/issue_001", change)
    assert answer.status_code == 200, answer.content
    nitpick = answer.json()
    assert {**nitpick, **change} == nitpick
    [made] = nitpick["changes"]
    assert (made["by"], made["how"], made["from_status"], made["to_status"]) == (
        "investor",
        "patch",
        "open",
        "resolved",
    )
    assert somebody.get("/sess_001").json()["counters"]["resolved"] == 1
    assert somebody.get("/sess_001/nitpicks/issue_001").json() == nitpick
    notice = shared.thread.messages.get(role="notice", content__contains="investor")
    assert "No annual scope-3 audit clause" in notice.content
    again = somebody.ask("PATCH", "/sess_001/nitpicks/issue_001", change)
    assert len(again.json()["changes"]) == 1


def test_a_resolved_nitpick_is_opened_again_by_hand_and_by_undo(shared: ReviewSession, investor: User) -> None:
    somebody = Program(investor)
    for status in ("resolved", "open", "in_progress"):
        answer = somebody.ask("PATCH", "/sess_001/nitpicks/issue_001", {"status": status})
        assert answer.json()["status"] == status
    undone = somebody.post("/sess_001/nitpicks/issue_001/undo").json()
    assert (undone["status"], undone["changes"][-1]["how"]) == ("open", "undo")
    answer = somebody.post("/sess_001/nitpicks/issue_002/undo")
    assert (answer.status_code, answer.json()["code"]) == (409, "nothing_to_undo")


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({}, "Nothing to change"),
        ({"status": "done"}, "status is 'done'; it must be open, in_progress or resolved"),
        ({"status": None}, "status is null"),
        ({"status": ["open"]}, "must be open"),
        ({"severity": "low"}, "'severity' cannot be changed"),
        ({"status": "open", "green_score": 99}, "'green_score' cannot be changed"),
        ({"accepted_change_instructions": None}, "may not be null"),
        ([], "must be a JSON object"),
    ],
)
def test_a_patch_of_anything_else_is_refused(
    session: ReviewSession, program: Program, body: Any, sentence: str
) -> None:
    answer = program.ask("PATCH", "/sess_001/nitpicks/issue_001", body)
    assert answer.status_code == 400, answer.content
    assert sentence in answer.json()["detail"]
    assert not NitpickChange.objects.exists()


def test_an_unknown_nitpick_is_not_found(session: ReviewSession, program: Program) -> None:
    for path in ("/sess_001/nitpicks/issue_999", "/sess_001/nitpicks/a/b"):
        assert program.get(path).status_code == 404
        assert program.ask("PATCH", path, {"status": "open"}).status_code == 404


def test_the_list_is_filtered_by_status(session: ReviewSession, program: Program) -> None:
    assert len(program.get("?status=active").json()["results"]) == 1
    assert program.get("?status=completed").json()["results"] == []
    answer = program.get("?status=odd")
    assert answer.status_code == 400
    assert "'odd'" in answer.json()["detail"]


@pytest.fixture
def run(session: ReviewSession, upstream: User, settings: Settings, tmp_path: Path) -> CleanupRun:
    """A finished run with a PDF and the list of its files."""
    settings.ARTIFACTS_DIR = tmp_path / "artifacts"
    folder = tmp_path / "artifacts" / "sess_001"
    folder.mkdir(parents=True)
    run = CleanupRun.objects.create(session=session, status="done", progress=100, requested_by=upstream)
    for kind, name in (("pdf", "cleaned-up.pdf"), ("manifest", "manifest.json")):
        (folder / name).write_bytes(b"content")
        Artifact.objects.create(
            session=session,
            run=run,
            kind=kind,
            path=f"sess_001/{name}",
            sha256=hashlib.sha256(b"content").hexdigest(),
            size=7,
        )
    return run


def test_artifacts_are_listed_and_downloaded(run: CleanupRun, program: Program) -> None:
    [artifact] = program.get("/sess_001/artifacts").json()
    assert {"kind", "url", "path", "sha256"} <= set(artifact)
    assert (artifact["kind"], artifact["path"]) == ("pdf", "sess_001/cleaned-up.pdf")
    answer = program.client.get(artifact["url"], headers=program.headers)
    assert answer.status_code == 200
    assert hashlib.sha256(b"".join(answer.streaming_content)).hexdigest() == artifact["sha256"]
    assert "attachment" in answer["Content-Disposition"]
    assert answer["Content-Type"] == "application/pdf"


def test_a_stranger_downloads_nothing(run: CleanupRun, program: Program, outsider: User) -> None:
    [artifact] = program.get("/sess_001/artifacts").json()
    assert Client().get(artifact["url"]).status_code == 401
    assert Client().get(artifact["url"], headers=Program(outsider).headers).status_code == 404
    program.start("sess_002")
    other = artifact["url"].replace("sess_001", "sess_002")
    assert Client().get(other, headers=program.headers).status_code == 404


def test_a_file_that_is_gone_or_elsewhere_is_not_served(run: CleanupRun, program: Program, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    artifact = run.artifacts.get(kind="pdf")
    url = program.get("/sess_001/artifacts").json()[0]["url"]
    for path in ("../secret", str(tmp_path / "secret"), "sess_001", "sess_001/nothing.pdf"):
        Artifact.objects.filter(pk=artifact.pk).update(path=path)
        answer = program.client.get(url, headers=program.headers)
        assert (answer.status_code, answer.json()["code"]) == (404, "file_missing")
    unknown = f"/sess_001/artifacts/{uuid4()}"
    assert program.get(unknown).status_code == 404


def test_there_are_no_artifacts_before_a_run_is_finished(
    session: ReviewSession, program: Program, upstream: User
) -> None:
    CleanupRun.objects.create(session=session, status="running", requested_by=upstream)
    assert program.get("/sess_001/artifacts").json() == []


def test_an_unknown_address_under_a_session_is_not_found(session: ReviewSession, program: Program) -> None:
    answer = program.get("/sess_001/nothing")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_the_schema_shows_the_addresses_of_the_specification(admin: User) -> None:
    client = Client()
    client.force_login(admin)
    schema = client.get("/v1/schema/?format=json").json()["paths"]
    base = "/v1/reviews/sessions/{session_id}"
    for path, method in (
        ("/start", "post"),
        ("", "get"),
        ("/chat", "post"),
        ("/nitpicks/{issue_id}", "patch"),
        ("/artifacts", "get"),
    ):
        assert method in schema[f"{base}{path}"]
    example = schema[f"{base}/start"]["post"]["requestBody"]["content"]["application/json"]["examples"]
    assert next(iter(example.values()))["value"].keys() == payload().keys()
    assert not [path for path in schema if path.startswith("/v1/reviews") and path.endswith("/")]
