"""Making the artifacts: synchronous or with a token, once for two that ask, whole or not at all."""

from __future__ import annotations

import hashlib
import json
import re
import threading
import time
from pathlib import Path
from typing import Any

import docx
import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection, connections
from django.test import Client
from procrastinate.contrib.django.models import ProcrastinateJob
from pypdf import PdfReader

from audit.models import AuditEntry
from audit.trail import Actor
from chat.acts import act_on
from chat.errors import Refused
from chat.models import Message
from investor_review import actions
from investor_review.intake import start
from investor_review.intake.payload import read_payload
from investor_review.models import Artifact, CleanupRun, NitpickChange, NitpickIssue, ReviewSession
from investor_review.papers import artifacts, generation, material, runs
from investor_review.tests.shared import payload
from llm.interface import ModelError
from llm.testing import ScriptedModel, call

TEXT = payload()["full_document_text"]


@pytest.fixture(autouse=True)
def _own_folder(settings: Any, tmp_path: Path) -> None:
    settings.ARTIFACTS_DIR = tmp_path / "artifacts"


def by(session: ReviewSession) -> Actor:
    return Actor(session.started_by_id, session.thread_id)


def settle(session: ReviewSession, issue_id: str, words: str) -> None:
    """The issue is resolved with these words."""
    with act_on(actions.open_review(session.thread_id, by(session))) as review:
        nitpick = review.nitpick(issue_id)
        assert nitpick is not None
        actions.accept_instructions(nitpick, words, how=NitpickChange.How.PATCH, by=by(session))
        actions.set_status(nitpick, NitpickIssue.Status.RESOLVED, how=NitpickChange.How.PATCH, by=by(session))


def folder_of(run: CleanupRun, root: Path) -> Path:
    return root / run.session.session_id / str(run.pk)


def everything_in(root: Path) -> list[str]:
    return sorted(str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()) if root.exists() else []


def test_a_review_becomes_a_text_a_pdf_an_email_and_a_log(session: ReviewSession, settings: Any) -> None:
    settle(session, "issue_001", "say quarterly instead")
    settle(session, "issue_003", "sixty days, please")
    run = generation.generate(session, by(session))
    assert (run.status, run.error, run.progress) == ("done", "", 100)
    folder = folder_of(run, settings.ARTIFACTS_DIR)
    text = (folder / "document.txt").read_bytes().decode()
    assert text == TEXT.replace("reporting is annual", "reporting is quarterly").replace("thirty days'", "sixty days'")
    pdf = "".join(
        " ".join(page.extract_text().split()) for page in PdfReader(folder / "climate-contract-v3-reviewed.pdf").pages
    )
    assert "Supplier emissions reporting is quarterly." in pdf
    assert "Offsets are not limited" in pdf.partition("Open issues")[2]
    email = (folder / "email.txt").read_text()
    assert email.startswith("Subject: Requested changes to Climate Contract v3")
    assert "Offsets are not limited (clause 2, page 2): open" in email
    log = json.loads((folder / "change-log.json").read_text())
    assert [entry["outcome"] for entry in log["entries"]] == ["applied", "open", "applied"]
    assert log["entries"][0]["investor_words"] == "say quarterly instead"
    assert "<del>annual</del><ins>quarterly</ins>" in log["entries"][0]["changes"][0]["redline_html"]


def test_the_manifest_proves_every_file_and_every_untouched_byte(session: ReviewSession, settings: Any) -> None:
    settle(session, "issue_001", "say quarterly instead")
    run = generation.generate(session, by(session))
    folder = folder_of(run, settings.ARTIFACTS_DIR)
    manifest = json.loads((folder / "manifest.json").read_text())
    assert {path.name for path in folder.iterdir()} == {Path(f["path"]).name for f in manifest["files"]} | {
        "manifest.json"
    }
    for file in manifest["files"]:
        data = (settings.ARTIFACTS_DIR / file["path"]).read_bytes()
        assert (hashlib.sha256(data).hexdigest(), len(data)) == (file["sha256"], file["size"])
    assert manifest["source"]["sha256"] == hashlib.sha256(TEXT.encode()).hexdigest()
    [edit] = manifest["edits"]
    whole = TEXT[: edit["start"]] + edit["replacement"] + TEXT[edit["end"] :]
    assert hashlib.sha256(whole.encode()).hexdigest() == manifest["result"]["sha256"]


def test_the_rows_name_the_files_and_the_review_is_complete(session: ReviewSession, settings: Any) -> None:
    run = generation.generate(session, by(session))
    rows = {row.kind: row for row in Artifact.objects.filter(run=run)}
    assert set(rows) == {"pdf", "docx", "email_txt", "eml", "change_log", "manifest"}
    for row in rows.values():
        assert hashlib.sha256((settings.ARTIFACTS_DIR / row.path).read_bytes()).hexdigest() == row.sha256
    session.refresh_from_db()
    assert (session.status, session.outcome) == ("completed", "generated")
    assert set(session.artifact_paths) == {row.path for row in rows.values()}
    assert AuditEntry.objects.filter(action="review.artifacts_made", object_id=str(run.pk)).count() == 1
    assert "are ready" in Message.objects.filter(thread=session.thread, role="notice").latest("id").content


def test_a_change_that_has_no_place_is_refused_alone_and_listed(session: ReviewSession) -> None:
    settle(session, "issue_001", "say quarterly instead")
    settle(session, "issue_002", 'replace "carbon tax" with "levy"')
    run = generation.generate(session, by(session))
    first, second, _ = run.change_log
    assert first["outcome"] == "applied"
    assert second["outcome"] == "refused"
    assert "'carbon tax' do not stand in the cited passage" in second["reasons"][0]


def test_asking_twice_at_once_makes_one_run_and_one_job(session: ReviewSession) -> None:
    first = generation.request_run(session, by=by(session))
    second = generation.request_run(session, by=by(session))
    assert first.pk == second.pk
    assert ProcrastinateJob.objects.filter(task_name="investor_review.clean_up").count() == 1


def test_decisions_that_changed_after_a_run_was_asked_for_are_a_conflict(session: ReviewSession) -> None:
    settle(session, "issue_001", "say quarterly instead")
    run = generation.request_run(session, by=by(session))
    settle(session, "issue_001", "say monthly instead")
    with pytest.raises(Refused, match="Papers of your earlier decisions are being made"):
        generation.request_run(session, by=by(session))
    settle(session, "issue_001", "say quarterly instead")
    assert generation.request_run(session, by=by(session)).pk == run.pk


def test_the_docx_opens_and_tracks_the_change_in_the_name_of_the_investor(session: ReviewSession) -> None:
    settle(session, "issue_001", "say quarterly instead")
    run = generation.generate(session, by(session))
    with (Path(settings.ARTIFACTS_DIR) / run.artifacts.get(kind="docx").path).open("rb") as stream:
        xml = docx.Document(stream).element.xml
    assert re.findall(r"<w:delText[^>]*>([^<]*)<", xml) == ["annual"]
    assert f'w:author="{material.name_of(run.requested_by)}"' in xml


def test_a_session_that_was_replaced_is_not_generated(session: ReviewSession, upstream: User) -> None:
    start.start_session(read_payload(payload(), "sess_001"), user_id=upstream.pk, force=True)
    with pytest.raises(Refused, match="A newer version of sess_001"):
        generation.generate(session, by(session))


def test_a_token_of_another_session_is_unknown(session: ReviewSession, upstream: User) -> None:
    other = start.start_session(read_payload(payload("other"), "other"), user_id=upstream.pk)
    run = generation.request_run(other, by=by(other))
    with pytest.raises(generation.UnknownToken):
        generation.generate(session, by(session), retry_token=run.pk)


def test_a_failed_run_says_why_writes_nothing_and_can_be_asked_for_again(
    session: ReviewSession, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = artifacts._write

    def full(making: Path, shown: Path, file: artifacts.File) -> artifacts.Written:
        if file.kind == "eml":
            raise OSError(28, "No space left on device")
        return real(making, shown, file)

    monkeypatch.setattr(artifacts, "_write", full)
    run = generation.generate(session, by(session))
    assert run.status == "failed"
    assert "no space left" in run.error
    assert everything_in(settings.ARTIFACTS_DIR) == []
    assert not Artifact.objects.exists()
    session.refresh_from_db()
    assert session.status == "active"
    monkeypatch.setattr(artifacts, "_write", real)
    again = generation.generate(session, by(session))
    assert again.status == "done"
    assert again.pk != run.pk


def test_a_model_that_fails_half_way_leaves_no_file(
    session: ReviewSession, scripted: ScriptedModel, settings: Any
) -> None:
    settle(session, "issue_001", "tighten the reporting as your counsel suggested")
    settle(session, "issue_002", "cap the credits sensibly")
    scripted.then(
        call("ProposedEdits", edits=[{"quote": "reporting is annual", "replacement": "reporting is frequent"}]),
        ModelError("unavailable", "gone"),
    )
    run = generation.generate(session, by(session))
    assert run.status == "failed"
    assert run.error.startswith("The language model cannot be reached. No artifact was written")
    assert everything_in(settings.ARTIFACTS_DIR) == []
    assert Message.objects.filter(thread=session.thread, role="notice", content__contains="could not be made").exists()


def test_a_model_proposes_edits_and_its_summary_is_checked(
    session: ReviewSession, scripted: ScriptedModel, settings: Any
) -> None:
    settle(session, "issue_002", "let an independent registry approve the credits")
    scripted.then(
        call(
            "ProposedEdits",
            edits=[
                {"quote": "credits of its own choice", "replacement": "credits approved by an independent registry"},
                {"quote": "remaining emissions", "replacement": "remaining emissions up to 10%"},
            ],
        ),
        call("ChangeSummary", summary="We ask for 3 changes by 1 March 2027."),
    )
    run = generation.generate(session, by(session))
    folder = folder_of(run, settings.ARTIFACTS_DIR)
    assert "credits approved by an independent registry." in (folder / "document.txt").read_text()
    entry = next(entry for entry in run.change_log if entry["issue_id"] == "issue_002")
    assert entry["outcome"] == "partly"
    assert "number 10" in entry["reasons"][0]
    email = (folder / "email.txt").read_text()
    assert "1 March" not in email
    assert "We ask you to agree to 1 change:" in email
    scripted.assert_used_up()


def test_what_is_certain_is_not_asked_of_a_model(
    session: ReviewSession, scripted: ScriptedModel, settings: Any
) -> None:
    settle(session, "issue_001", "say quarterly instead")
    scripted.then(call("ChangeSummary", summary="Please report quarterly."))
    run = generation.generate(session, by(session))
    scripted.assert_used_up()
    assert run.change_log[0]["outcome"] == "applied"
    assert "Please report quarterly." in (folder_of(run, settings.ARTIFACTS_DIR) / "email.txt").read_text()


def test_the_contract_reaches_the_model_as_material(session: ReviewSession, scripted: ScriptedModel) -> None:
    settle(session, "issue_002", "let an independent registry approve the credits")
    scripted.then(call("ProposedEdits", edits=[], problem="unclear"), call("ChangeSummary", summary="Nothing."))
    generation.generate(session, by(session))
    instructions = scripted.requests[0].instructions
    fence = instructions.partition("<<<passage ")[2].partition("\n")[0]
    assert len(fence) == 20
    assert f"\n{fence} passage>>>" in instructions


def test_the_papers_are_written_by_the_card_of_the_model(
    session: ReviewSession, scripted: ScriptedModel, settings: Any
) -> None:
    settings.ASSISTANT_CARD_FIELDS = {"investor_review": {"context": 4096}}
    settings.MODEL_CARD_FIELDS = {"prompt_tokens_s": 10}
    settle(session, "issue_002", "let an independent registry approve the credits")
    scripted.then(call("ProposedEdits", edits=[], problem="unclear"), call("ChangeSummary", summary="Nothing."))
    generation.generate(session, by(session))
    for request in scripted.requests:
        assert request.card is not None
        assert request.card.context == 4096
        assert request.clocks.first_token > 60
        assert 0 < (request.max_output_tokens or 0) < 4096


def test_papers_of_decisions_that_changed_meanwhile_are_not_released(
    session: ReviewSession, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = runs.produce

    def slow(material: Any, plan: Any, progress: Any) -> Any:
        product = real(material, plan, progress)
        settle(session, "issue_003", "ninety days")
        return product

    monkeypatch.setattr(runs, "produce", slow)
    run = generation.generate(session, by(session))
    session.refresh_from_db()
    assert (run.status, session.status, session.artifact_paths) == ("failed", "active", [])
    assert not Artifact.objects.exists()
    assert everything_in(settings.ARTIFACTS_DIR) == []
    changed = "Your decisions were changed while these papers were being made. "
    assert run.error.startswith(changed)
    assert changed in Message.objects.filter(thread=session.thread, role="notice").latest("id").content
    client = Client()
    client.force_login(session.started_by)
    assert changed in client.get(f"/threads/{session.thread_id}/panel/").content.decode()
    monkeypatch.setattr(runs, "produce", real)
    again = generation.generate(session, by(session))
    assert again.status == "done"
    assert "ninety days" in (folder_of(again, settings.ARTIFACTS_DIR) / "document.txt").read_text()


def test_a_run_that_was_written_before_a_crash_is_not_written_twice(
    session: ReviewSession, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = generation.request_run(session, by=by(session))
    real = runs._complete
    monkeypatch.setattr(runs, "_complete", lambda *args: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        runs.perform(run.pk)
    before = everything_in(settings.ARTIFACTS_DIR)
    monkeypatch.setattr(runs, "_complete", real)
    runs.perform(run.pk)
    run.refresh_from_db()
    assert run.status == "done"
    assert everything_in(settings.ARTIFACTS_DIR) == before


def test_a_decision_changed_before_a_run_is_taken_up_again_is_in_every_file(
    session: ReviewSession, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settle(session, "issue_001", "say quarterly instead")
    run = generation.request_run(session, by=by(session))
    real = runs._complete
    monkeypatch.setattr(runs, "_complete", lambda *args: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        runs.perform(run.pk)
    names = everything_in(settings.ARTIFACTS_DIR)
    monkeypatch.setattr(runs, "_complete", real)
    settle(session, "issue_001", "say monthly instead")
    runs.perform(run.pk)
    run.refresh_from_db()
    folder = folder_of(run, settings.ARTIFACTS_DIR)
    assert "reporting is monthly" in (folder / "document.txt").read_text()
    assert "monthly" in (folder / "email.txt").read_text()
    assert "quarterly" not in (folder / "change-log.txt").read_text()
    assert json.loads((folder / "change-log.json").read_text())["entries"] == run.change_log
    for row in Artifact.objects.filter(run=run):
        assert hashlib.sha256((settings.ARTIFACTS_DIR / row.path).read_bytes()).hexdigest() == row.sha256
    assert everything_in(settings.ARTIFACTS_DIR) == names


def test_the_job_makes_the_run_and_a_second_one_does_no_harm(session: ReviewSession) -> None:
    from investor_review.jobs import clean_up

    run = generation.request_run(session, by=by(session))
    clean_up(run=str(run.pk))
    clean_up(run=str(run.pk))
    run.refresh_from_db()
    assert run.status == "done"
    assert Artifact.objects.filter(run=run, kind="pdf").count() == 1


# With threads and real commits.


@pytest.mark.django_db(transaction=True)
def test_what_takes_longer_than_the_timeout_goes_on_and_answers_to_its_token(
    session: ReviewSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()
    real = runs.produce

    def held(material: Any, plan: Any, progress: Any) -> Any:
        assert go_on.wait(20)
        return real(material, plan, progress)

    monkeypatch.setattr(runs, "produce", held)
    monkeypatch.setattr(generation, "WORKER_GRACE_S", 0.05)
    first = generation.generate(session, by(session), timeout_s=0.4)
    assert first.status in ("queued", "running")
    assert generation.generate(session, by(session), timeout_s=0).pk == first.pk
    assert generation.generate(session, by(session), retry_token=first.pk, timeout_s=0).status == "running"
    with pytest.raises(runs.StillRunning):
        runs.perform(first.pk)
    go_on.set()
    done = generation.generate(session, by(session), retry_token=first.pk, timeout_s=30)
    assert done.status == "done"
    assert CleanupRun.objects.count() == 1
    _join("cleanup-")


@pytest.mark.django_db(transaction=True)
def test_two_that_generate_at_the_same_moment_get_one_run(session: ReviewSession) -> None:
    runs: list[Any] = []

    def ask() -> None:
        try:
            runs.append(generation.generate(session, by(session), timeout_s=30))
        finally:
            connections.close_all()

    threads = [threading.Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len({run.pk for run in runs}) == 1
    assert {run.status for run in runs} == {"done"}
    _join("cleanup-")


@pytest.mark.django_db(transaction=True)
def test_a_run_whose_process_died_is_taken_up_again(session: ReviewSession, monkeypatch: pytest.MonkeyPatch) -> None:
    run = generation.request_run(session, by=by(session))
    CleanupRun.objects.filter(pk=run.pk).update(status="running")
    monkeypatch.setattr(generation, "WORKER_GRACE_S", 0.05)
    done = generation.generate(session, by(session), retry_token=run.pk, timeout_s=30)
    assert done.status == "done"
    _join("cleanup-")


def _join(prefix: str) -> None:
    for thread in threading.enumerate():
        if thread.name.startswith(prefix):
            thread.join(30)
    connection.close()
    time.sleep(0)
