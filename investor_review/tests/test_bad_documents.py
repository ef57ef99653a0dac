"""Documents that papers cannot be made of as one would wish: each is a clear sentence, or a right result."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import Settings

from audit.trail import Actor
from investor_review import manual_changes
from investor_review.intake import start
from investor_review.intake.document import warnings_of
from investor_review.intake.payload import read_payload
from investor_review.models import CleanupRun, NitpickIssue, ReviewSession
from investor_review.papers import generation
from investor_review.tests.shared import nitpick, payload
from investor_review.tests.test_conversation import say

pytestmark = pytest.mark.django_db

CLAUSE = "Either party may end this agreement with thirty days' notice in writing."
LEFT = "The Seller delivers the goods within    The Buyer pays the price within"
COLUMNS = "\n".join([LEFT, "thirty days after the order has been    sixty days after the invoice has been"] * 6)
GERMAN = (
    "Der Verkäufer liefert die Ware innerhalb von dreißig Tagen. Die Käuferin zahlt den Preis nach der Lieferung. " * 3
)
MARKED = "The Seller delivers within [-thirty-] {+sixty+} days. Either party may end this agreement."
FEET = "\n\n".join(f"– {n} –" for n in range(1, 13))
BOTH = (
    "Reports are annualquarterly. The Seller pays EUR 5,000,0003,000,000 within thirty sixty (30)(60) days of notice."
)
SCANNED = "\n".join(f"<PAGE>\nPage {n}\n" for n in range(1, 13))


@pytest.fixture(autouse=True)
def artifacts_folder(settings: Settings, tmp_path: Path) -> None:
    settings.ARTIFACTS_DIR = tmp_path


def started(user: User, text: str, cited: str, nitpicks: list[dict[str, Any]] | None = None) -> ReviewSession:
    chunk = {"chunk_id": "c1", "text": cited, "source_name": "Contract", "citations": ["p1"]}
    findings = nitpicks if nitpicks is not None else [nitpick("i1", citations=["c1"])]
    sent = payload("bad", full_document_text=text, document_chunks=[chunk], nitpicks=findings)
    return start.start_session(read_payload(sent, "bad"), user_id=user.pk)


def papers_of(session: ReviewSession, user: User, words: str) -> CleanupRun:
    manual_changes.change_nitpick(session, "i1", user=user, status=NitpickIssue.Status.RESOLVED, instructions=words)
    run = generation.generate(session, Actor(user.pk, session.thread_id))
    assert run.status == "done", run.error
    return run


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (SCANNED, "its pages are pictures"),
        (COLUMNS, "in two columns side by side"),
        (GERMAN, "not in English"),
        (MARKED, "tracked changes in its text already"),
        (FEET, "its pages are pictures"),
        (BOTH, "the old and the new words of changes"),
    ],
    ids=["scanned pages", "two columns", "German", "tracked changes", "numbers at the foot", "old and new words"],
)
def test_the_start_and_the_page_of_the_changes_say_what_is_the_matter(text: str, sentence: str, upstream: User) -> None:
    session = started(upstream, text, text[:60])
    assert any(sentence in warning["detail"] for warning in session.warnings)
    reader = Client()
    reader.force_login(upstream)
    assert sentence in reader.get(f"/reviews/threads/{session.thread_id}/changes/").content.decode()


def test_pages_that_only_the_citations_know_are_seen(upstream: User) -> None:
    chunks = [{"chunk_id": f"c{n}", "text": "–", "source_name": "Scan", "citations": [f"p{n}"]} for n in range(1, 9)]
    sent = payload("bad", full_document_text="Agreement\n\n–", document_chunks=chunks, nitpicks=[])
    session = start.start_session(read_payload(sent, "bad"), user_id=upstream.pk)
    assert [(warning["code"], warning["count"]) for warning in session.warnings] == [("document_no_text", 8)]


@pytest.mark.parametrize(
    "plain", ["Twenty one days.", "It may not.", "Ten (10) days, thirty (30) days.", "30% or 40%."]
)
def test_words_that_only_look_like_old_and_new_ones_are_no_tracked_change(plain: str) -> None:
    assert warnings_of(f"{CLAUSE} {plain}") == []


def test_where_old_and_new_words_stand_a_change_is_an_open_point(upstream: User) -> None:
    run = papers_of(
        started(upstream, f"Reports are annual quarterly. {CLAUSE}", "Reports are annual quarterly."),
        upstream,
        "make it monthly",
    )
    assert [entry["outcome"] for entry in run.change_log] == ["refused"]


def test_a_plain_document_is_told_nothing_of(upstream: User) -> None:
    assert started(upstream, f"1. Term\n\n{CLAUSE}\n\n{'The Seller delivers the goods. ' * 20}", CLAUSE).warnings == []


@pytest.mark.parametrize(
    ("text", "cited", "words"),
    [
        (SCANNED, "Page 3", "make it sixty days"),
        (COLUMNS, "The Seller delivers the goods within thirty days", "make it sixty days"),
        (GERMAN, "innerhalb von dreißig Tagen", "make it sixty days"),
    ],
    ids=["scanned pages", "two columns", "German"],
)
def test_a_change_without_a_certain_place_is_an_open_point_and_the_text_stays(
    text: str, cited: str, words: str, upstream: User
) -> None:
    run = papers_of(started(upstream, text, cited), upstream, words)
    assert [entry["outcome"] for entry in run.change_log] == ["refused"]
    assert run.edits["edits"] == []


def test_a_german_contract_is_changed_by_its_own_words(upstream: User) -> None:
    text = GERMAN.partition(" Die")[0]
    run = papers_of(started(upstream, text, text), upstream, 'replace "dreißig Tagen" with "sechzig Tagen"')
    [change] = run.change_log[0]["changes"]
    assert change["after"] == "Der Verkäufer liefert die Ware innerhalb von sechzig Tagen."


def test_tracked_changes_that_were_there_stay_as_they_were(upstream: User) -> None:
    session = started(upstream, MARKED, "Either party may end this agreement.")
    run = papers_of(session, upstream, 'replace "Either party" with "The Buyer"')
    [change] = run.change_log[0]["changes"]
    assert change["after"].endswith("The Buyer may end this agreement.")
    assert [(e["start"], e["end"]) for e in run.edits["edits"]] == [(MARKED.index("Either"), MARKED.index(" may"))]


@pytest.mark.long
def test_four_hundred_clauses_of_one_name_are_asked_about_and_none_is_taken_for_another(upstream: User) -> None:
    text = "\n\n".join(f"{n}. Notice\n\n{CLAUSE}" for n in range(1, 401))
    findings = [nitpick(f"i{n}", title="Notice", citations=["c1"]) for n in range(1, 401)]
    session = started(upstream, text, CLAUSE, findings)
    say(session, upstream, "accept the notice one")
    assert not session.nitpicks.exclude(status="open").exists()
    run = papers_of(session, upstream, "make it sixty days")
    assert run.edits["edits"] == []
    assert "stands 400 times in the document" in run.change_log[0]["reasons"][0]


def test_the_email_of_an_empty_review_asks_for_nothing(upstream: User, tmp_path: Path) -> None:
    session = started(upstream, CLAUSE, CLAUSE, [])
    run = generation.generate(session, Actor(upstream.pk, session.thread_id))
    assert run.status == "done", run.error
    email = next(tmp_path.glob("bad/*/email.txt")).read_text()
    assert email.startswith("Subject: Review of Climate Contract v3 before investment")
    assert "The review raised no issues. We ask for no change." in email
    assert "what we ask you to change" not in email
