"""From the last decision to the papers, by talk alone: one question for all that was accepted, and a plain answer to it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from pypdf import PdfReader

from investor_review import record
from investor_review.models import CleanupRun, ReviewSession
from investor_review.papers import runs
from investor_review.tests.test_conversation import say, statuses

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_folder(settings: Any, tmp_path: Path) -> None:
    settings.ARTIFACTS_DIR = tmp_path / "artifacts"


def is_asked(reply: str) -> bool:
    return "Do you want me to generate a cleaned-up version" in reply


def accepted(session: ReviewSession) -> list[str]:
    return [nitpick.accepted_change_instructions for nitpick in record.load(session.thread_id).nitpicks]


def test_what_was_accepted_and_not_confirmed_is_in_every_paper(session: ReviewSession, settings: Any) -> None:
    say(session, session.started_by, "for the first say quarterly instead")
    say(session, session.started_by, "the suggestion for the third sounds good")
    assert statuses(session) == ["resolved", "open", "in_progress"]
    turn = say(session, session.started_by, "I'm done")
    assert is_asked(turn.reply)
    assert "quarterly" in turn.reply.partition("The accepted changes:")[2]
    say(session, session.started_by, "yes")
    assert statuses(session) == ["resolved", "open", "resolved"]
    run = session.runs.get()
    runs.perform(run.pk)
    run.refresh_from_db()
    # The suggestion of the third is an instruction and no clause: it is confirmed, and proposed instead of printed.
    assert [entry["outcome"] for entry in run.change_log] == ["applied", "open", "refused"]
    assert [entry["status"] for entry in run.change_log] == statuses(session)
    folder = settings.ARTIFACTS_DIR / session.session_id / str(run.pk)
    pdf = "".join(" ".join(page.extract_text().split()) for page in PdfReader(next(folder.glob("*.pdf"))).pages)
    for text in ((folder / "document.txt").read_text(), pdf, (folder / "email.txt").read_text()):
        assert "reporting is quarterly" in text
    entries = json.loads((folder / "change-log.json").read_text())["entries"]
    assert [entry["outcome"] for entry in entries] == ["applied", "open", "refused"]
    email = " ".join((folder / "email.txt").read_text().split())
    assert "Proposed: The investor asks to add annual third-party scope-3 audit requirement." in " ".join(email.split())
    session.refresh_from_db()
    assert (session.status, session.outcome) == ("completed", "generated")
    change = record.load(session.thread_id).nitpicks[2].changes.latest("number")
    assert (change.to_status, change.quoted_words) == ("resolved", "yes")


def test_a_program_that_generates_confirms_what_was_accepted(session: ReviewSession, program: Any) -> None:
    say(session, session.started_by, "for the first say quarterly instead")
    log = program.post("/sess_001/cleanup/generate").json()["change_log"]
    assert log[0]["outcome"] == "applied"
    assert statuses(session) == ["resolved", "open", "open"]


def test_a_yes_with_a_change_makes_the_change_and_asks_again(session: ReviewSession) -> None:
    say(session, session.started_by, "accept the first")
    say(session, session.started_by, "I'm done")
    turn = say(session, session.started_by, "Yes, but first change the second one to quarterly")
    assert not CleanupRun.objects.exists()
    assert "quarterly" in accepted(session)[1]
    assert is_asked(turn.reply)
    say(session, session.started_by, "yes")
    assert CleanupRun.objects.count() == 1
    assert statuses(session) == ["resolved", "resolved", "open"]


@pytest.mark.parametrize(
    "words", ["yes and also accept 3", "Sure, and leave 2 as it is", "ok, but also accept number 3"]
)
def test_a_yes_and_also_does_both_and_asks_before_it_generates(words: str, session: ReviewSession) -> None:
    say(session, session.started_by, "I'm done")
    turn = say(session, session.started_by, words)
    assert not CleanupRun.objects.exists()
    assert is_asked(turn.reply)
    session.refresh_from_db()
    assert session.status == "ready_for_cleanup"


@pytest.mark.parametrize("words", ["No, go back to number 3", "not yet, show me number 3", "no, first tell me about 3"])
def test_a_no_that_goes_back_shows_that_finding_and_keeps_the_review_open(words: str, session: ReviewSession) -> None:
    say(session, session.started_by, "I'm done")
    turn = say(session, session.started_by, words)
    session.refresh_from_db()
    assert (session.status, session.outcome) == ("active", "")
    assert "3. Notice is short" in turn.reply
    say(session, session.started_by, "yes")
    assert not CleanupRun.objects.exists()
    assert statuses(session) == ["open", "open", "in_progress"]


@pytest.mark.parametrize(
    "words", ["not yet", "wait, I want to look at the offsets again", "thanks, bye", "I have to go"]
)
def test_what_is_no_plain_answer_neither_generates_nor_declines(words: str, session: ReviewSession) -> None:
    say(session, session.started_by, "I'm done")
    say(session, session.started_by, words)
    session.refresh_from_db()
    assert session.outcome == ""
    assert not CleanupRun.objects.exists()


def test_a_yes_to_another_question_generates_nothing(session: ReviewSession) -> None:
    say(session, session.started_by, "I'm done")
    say(session, session.started_by, "What does the document say about emissions reporting?")
    say(session, session.started_by, "yes")
    assert not CleanupRun.objects.exists()


def test_an_order_with_a_decision_loses_neither(session: ReviewSession) -> None:
    turn = say(session, session.started_by, "accept 1 and 2, and generate the clean version")
    assert statuses(session) == ["resolved", "resolved", "open"]
    assert is_asked(turn.reply)


@pytest.mark.parametrize(
    "words", ["yes", "Yes please.", "yes, that would be great", "yes, generate it", "please generate the clean version"]
)
def test_a_plain_yes_or_order_generates(words: str, session: ReviewSession, upstream: User) -> None:
    say(session, upstream, "I'm done")
    say(session, upstream, words)
    assert CleanupRun.objects.count() == 1


@pytest.mark.parametrize("words", ["no", "No thanks", "no, I don't need a document"])
def test_a_plain_no_declines(words: str, session: ReviewSession) -> None:
    say(session, session.started_by, "I'm done")
    say(session, session.started_by, words)
    session.refresh_from_db()
    assert (session.status, session.outcome) == ("completed", "declined")


@pytest.mark.parametrize(
    "words", ["leave 3 as it is, I can live with that", "number three should be dropped", "ignore number 3"]
)
def test_leaving_an_open_finding_keeps_the_words_and_says_what_stands(words: str, session: ReviewSession) -> None:
    turn = say(session, session.started_by, words)
    assert statuses(session) == ["open", "open", "open"]
    kept = record.load(session.thread_id).nitpicks[2].changes.get()
    assert kept.quoted_words in words
    assert "3. Notice is short: open, left as it is" in turn.reply
    again = say(session, session.started_by, words)
    assert "Noted" not in again.reply
    assert "Nothing has changed" in again.reply


@pytest.mark.parametrize("words", ["thanks, bye", "please just fix my printer", "my lawyer would accept 2", "qwerty"])
def test_what_was_not_understood_changes_nothing_and_says_so(words: str, session: ReviewSession) -> None:
    turn = say(session, session.started_by, words)
    assert statuses(session) == ["open", "open", "open"]
    assert "Noted:" not in turn.reply
    assert turn.calls == []


def test_what_is_in_progress_after_the_request_keeps_the_review_open(session: ReviewSession) -> None:
    say(session, session.started_by, "please generate the clean version")
    say(session, session.started_by, "2 sounds good")
    runs.perform(session.runs.get().pk)
    session.refresh_from_db()
    assert (session.status, session.runs.get().status) == ("active", "done")


def test_a_yes_to_a_reply_that_only_quotes_a_question_confirms_nothing(session: ReviewSession) -> None:
    say(session, session.started_by, "number 1 sounds good")
    say(session, session.started_by, "what happens if I say yes?")
    say(session, session.started_by, "yes")
    assert statuses(session) == ["in_progress", "open", "open"]


def test_the_summary_of_a_review_is_shown_as_it_is(session: ReviewSession) -> None:
    reply = say(session, session.started_by, "list all findings please").reply
    assert "3. Notice is short (low): open" in reply
    assert "As recorded" not in reply


@pytest.mark.parametrize(
    "lines",
    [
        ("I'm done", "No papers for me, that isn't needed. You may close it."),
        ("I'm done with all of this. I want no new document, so please just close it.",),
    ],
)
def test_who_wants_no_document_and_the_review_closed_ends_it(session: ReviewSession, lines: Sequence[str]) -> None:
    for words in ("accept the first", *lines):
        reply = say(session, session.started_by, words).reply
    session.refresh_from_db()
    assert (session.status, session.outcome) == ("completed", "declined")
    assert statuses(session) == ["resolved", "open", "open"]
    assert "I leave the document as it is." in reply


def test_a_finding_that_is_settled_beside_a_no_to_the_document_is_settled(session: ReviewSession) -> None:
    for words in ("the suggestion for the third sounds good", "I'm done", "no document, but the third is settled"):
        say(session, session.started_by, words)
    assert statuses(session) == ["open", "open", "resolved"]


@pytest.mark.parametrize("words", ["No, we're not ready yet", "no, I am not through, I want to read it again"])
def test_who_is_not_done_goes_on_with_the_review(words: str, session: ReviewSession) -> None:
    say(session, session.started_by, "I think I'm done")
    say(session, session.started_by, words)
    session.refresh_from_db()
    assert session.status == ReviewSession.Status.ACTIVE


@pytest.mark.parametrize("words", ["Please note it", "Accept 1, and please note that"])
def test_what_names_no_making_and_no_paper_orders_none(words: str, session: ReviewSession) -> None:
    say(session, session.started_by, words)
    session.refresh_from_db()
    assert (session.status, CleanupRun.objects.count()) == (ReviewSession.Status.ACTIVE, 0)
