"""What of a review leaves the house: everything in an export, and everything at once in an erasure."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from audit import chain
from chat.live import runs
from chat.models import Thread, ThreadAccess
from chat.turns.turn import TurnRun
from investor_review import manual_changes
from investor_review.intake import start
from investor_review.intake.payload import read_payload
from investor_review.models import (
    Artifact,
    CleanupRun,
    ConversationTurn,
    NitpickChange,
    NitpickIssue,
    ReviewSession,
)
from investor_review.tests.shared import payload
from retrieval.models import Chunk, Collection


@pytest.fixture
def used(session: ReviewSession, upstream: User, settings: Settings, tmp_path: Path) -> ReviewSession:
    """A session with a conversation, a change and a file."""
    settings.ARTIFACTS_DIR = tmp_path
    turn = runs.begin(session.thread_id, upstream.pk, "What was found?", None)
    assert isinstance(turn, TurnRun)
    runs.run_here(turn)
    manual_changes.change_nitpick(session, "issue_001", user=upstream, status=NitpickIssue.Status.RESOLVED)
    run = CleanupRun.objects.create(session=session, status="done", requested_by=upstream)
    path = f"sess_001/{run.pk}/cleaned-up.pdf"
    (tmp_path / path).parent.mkdir(parents=True)
    (tmp_path / path).write_bytes(b"content")
    Artifact.objects.create(session=session, run=run, kind="pdf", path=path, sha256="0" * 64, size=7)
    return session


def lines(folder: Path, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / f"{name}.jsonl").read_text().splitlines()]


def test_an_export_holds_the_session_and_the_trail_of_every_change(used: ReviewSession, tmp_path: Path) -> None:
    call_command("export_thread", str(used.thread_id), "--out", str(tmp_path / "out"), stdout=io.StringIO())
    out = tmp_path / "out"
    [session] = lines(out, "review_session")
    assert (session["session_id"], session["counters"]["resolved"]) == ("sess_001", 1)
    assert [row["issue_id"] for row in lines(out, "nitpick_issues")] == ["issue_001", "issue_002", "issue_003"]
    [change] = lines(out, "nitpick_changes")
    assert (change["nitpick__issue_id"], change["to_status"], change["by__username"]) == (
        "issue_001",
        "resolved",
        "upstream",
    )
    assert [row["role"] for row in lines(out, "conversation_turns")] == ["user", "assistant"]


def test_an_export_holds_the_texts_of_the_document_and_the_files_that_were_made(
    used: ReviewSession, tmp_path: Path
) -> None:
    call_command("export_thread", str(used.thread_id), "--out", str(tmp_path / "out"), stdout=io.StringIO())
    texts = Chunk.objects.filter(collection__name=used.collection).values_list("text", flat=True)
    assert len(texts) == 3
    assert {row["text"] for row in lines(tmp_path / "out", "document_chunks")} == set(texts)
    [run] = used.runs.all()
    assert (tmp_path / "out" / "files" / str(run.pk) / "cleaned-up.pdf").read_bytes() == b"content"


def test_an_erasure_takes_the_files_of_a_run_that_ended_before_it_was_written_down(
    used: ReviewSession,
    upstream: User,
    tmp_path: Path,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    died = CleanupRun.objects.create(session=used, status="failed", requested_by=upstream)
    for folder in (str(died.pk), f".{died.pk}.abc"):
        (tmp_path / "sess_001" / folder).mkdir()
        (tmp_path / "sess_001" / folder / "cleaned-up.pdf").write_bytes(b"content")
    with django_capture_on_commit_callbacks(execute=True):
        call_command("erase_thread", str(used.thread_id), "--yes", stdout=io.StringIO())
    assert list(tmp_path.iterdir()) == []


def test_an_erasure_leaves_nothing_of_the_session_and_all_of_the_others(
    used: ReviewSession,
    upstream: User,
    tmp_path: Path,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    other = start.start_session(read_payload(payload("sess_002"), "sess_002"), user_id=upstream.pk)
    (tmp_path / "sess_002").mkdir()
    (tmp_path / "sess_002" / "a.pdf").write_bytes(b"stays")
    with django_capture_on_commit_callbacks(execute=True):
        call_command("erase_thread", str(used.thread_id), "--yes", stdout=io.StringIO())
    assert list(ReviewSession.objects.all()) == [other]
    assert list(Thread.objects.all()) == [other.thread]
    assert NitpickIssue.objects.count() == 3
    assert not NitpickChange.objects.exists()
    assert not ConversationTurn.objects.exists()
    assert not CleanupRun.objects.exists()
    assert not Artifact.objects.exists()
    assert set(ThreadAccess.objects.values_list("thread", flat=True)) == {other.thread_id}
    assert [row.name for row in Collection.objects.filter(name__startswith="review:")] == [other.collection]
    assert Chunk.objects.filter(collection__name=other.collection).count() == 3
    assert [path.name for path in tmp_path.iterdir()] == ["sess_002"]
    assert (tmp_path / "sess_002" / "a.pdf").read_bytes() == b"stays"
    assert chain.verify()[2] == []


def test_a_thread_of_this_assistant_without_a_session_talks_exports_and_is_erased(
    investor: User, tmp_path: Path
) -> None:
    thread = Thread.objects.create(owner=investor, assistant="investor_review")
    turn = runs.begin(thread.pk, investor.pk, "Hello", None)
    assert isinstance(turn, TurnRun)
    assert runs.run_here(turn).status == "done"
    assert "no review" in turn.reply.lower()
    assert turn.state["session_id"] is None
    call_command("export_thread", str(thread.pk), "--out", str(tmp_path), stdout=io.StringIO())
    call_command("erase_thread", str(thread.pk), "--yes", stdout=io.StringIO())
    assert not Thread.objects.exists()
