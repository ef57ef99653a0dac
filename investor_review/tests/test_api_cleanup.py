"""Generating through the API: who may, what comes back, tokens, and files that can be fetched."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User

from audit.trail import Actor
from chat.api.sharing import share_with_person
from investor_review.models import CleanupRun, ReviewSession
from investor_review.papers import generation, runs
from investor_review.papers.pdf import PdfFailed
from investor_review.tests.shared import Program


@pytest.fixture(autouse=True)
def _own_folder(settings: Any, tmp_path: Path) -> None:
    settings.ARTIFACTS_DIR = tmp_path / "artifacts"


def test_a_stranger_and_a_reader_cannot_generate(session: ReviewSession, outsider: User, reviewer: User) -> None:
    assert Program(outsider).post("/sess_001/cleanup/generate", {}).status_code == 404
    assert Program(reviewer).post("/sess_001/cleanup/generate", {}).status_code in (403, 404)
    assert not CleanupRun.objects.exists()


def test_whom_it_was_shared_with_generates(session: ReviewSession, investor: User) -> None:
    share_with_person(session.thread, investor, by=Actor(session.started_by_id, session.thread_id))
    answer = Program(investor).post("/sess_001/cleanup/generate", {})
    assert answer.status_code == 200
    assert CleanupRun.objects.get().requested_by == investor


def test_generating_gives_the_artifacts_and_the_change_log(session: ReviewSession, program: Program) -> None:
    resolved = {"status": "resolved", "accepted_change_instructions": "say quarterly instead"}
    assert program.ask("PATCH", "/sess_001/nitpicks/issue_001", resolved).status_code == 200
    answer = program.post("/sess_001/cleanup/generate")
    assert answer.status_code == 200
    body = answer.json()
    assert [artifact["kind"] for artifact in body["artifacts"]] == ["pdf", "email_txt", "eml", "change_log"]
    assert body["session_status"] == "completed"
    assert body["change_log"][0]["changes"][0]["after"].startswith("Supplier emissions reporting is quarterly.")
    for artifact in body["artifacts"]:
        file = program.client.get(artifact["url"], headers=program.headers)
        assert hashlib.sha256(b"".join(file.streaming_content)).hexdigest() == artifact["sha256"]
    assert program.get("/sess_001/artifacts").json() == body["artifacts"]
    assert program.get("/sess_001").json()["green_score"] == 72.5


def test_a_second_generation_keeps_the_files_of_the_first(session: ReviewSession, program: Program) -> None:
    first = program.post("/sess_001/cleanup/generate", {}).json()["artifacts"]
    second = program.post("/sess_001/cleanup/generate", {}).json()["artifacts"]
    assert not {artifact["path"] for artifact in first} & {artifact["path"] for artifact in second}
    for artifact in first:
        assert program.client.get(artifact["url"], headers=program.headers).status_code == 200


def test_a_run_under_way_is_202_with_a_token_that_answers_later(
    session: ReviewSession, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generation, "_waited_for", lambda run, timeout: CleanupRun.objects.get(pk=run.pk))
    waiting = program.post("/sess_001/cleanup/generate", {})
    assert waiting.status_code == 202
    token = waiting.json()["retry_token"]
    assert program.post("/sess_001/cleanup/generate", {}).json()["retry_token"] == token
    runs.perform(CleanupRun.objects.get().pk)
    done = program.post("/sess_001/cleanup/generate", {"retry_token": token})
    assert done.status_code == 200
    assert len(done.json()["artifacts"]) == 4


@pytest.mark.parametrize(
    ("token", "status"), [("nonsense", 400), ("00000000-0000-4000-8000-000000000000", 404), (5, 400)]
)
def test_a_wrong_token_is_told(session: ReviewSession, program: Program, token: object, status: int) -> None:
    answer = program.post("/sess_001/cleanup/generate", {"retry_token": token})
    assert answer.status_code == status
    assert str(token) in answer.json()["detail"]


def test_a_run_that_failed_says_why(session: ReviewSession, program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    def lossy(material: Any, plan: Any, progress: Any) -> Any:
        raise PdfFailed("The finished PDF does not hold the text as it should: Text is missing: 'Clause 4'.")

    monkeypatch.setattr(runs, "produce", lossy)
    answer = program.post("/sess_001/cleanup/generate", {})
    assert answer.status_code == 503
    assert answer.json()["code"] == "cleanup_failed"
    assert "Clause 4" in answer.json()["detail"]
    assert program.get("/sess_001/artifacts").json() == []


def test_a_preview_shows_what_the_words_would_change_and_changes_nothing(
    session: ReviewSession, program: Program, outsider: User
) -> None:
    program.ask("PATCH", "/sess_001/nitpicks/issue_001", {"accepted_change_instructions": "say quarterly instead"})
    shown = program.get("/sess_001/nitpicks/issue_001/preview").json()
    assert "<del>annual</del><ins>quarterly</ins>" in shown["changes"][0]["redline_html"]
    suggested = program.get("/sess_001/nitpicks/issue_002/preview").json()
    assert suggested["instruction"] == "Add annual third-party scope-3 audit requirement."
    assert (suggested["changes"], len(suggested["reasons"])) == ([], 1)
    assert Program(outsider).get("/sess_001/nitpicks/issue_001/preview").status_code == 404
    assert "annual" in program.get("/sess_001/document").json()["full_document_text"]
