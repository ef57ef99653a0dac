"""The changes before papers are made: shown in their clause, accepted or not one by one; papers hold what was shown."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pypdf import PdfReader
from pytest_django import Settings

from audit.trail import Actor
from chat.models import Message
from investor_review import manual_changes
from investor_review.models import CleanupRun, NitpickIssue, RedlineDraft, ReviewSession
from investor_review.papers import generation, runs
from investor_review.tests.test_conversation import say

pytestmark = pytest.mark.django_db

PDF = "climate-contract-v3-reviewed.pdf"
DONE = NitpickIssue.Status.RESOLVED


@pytest.fixture(autouse=True)
def artifacts_folder(settings: Settings, tmp_path: Path) -> Path:
    settings.ARTIFACTS_DIR = tmp_path
    return tmp_path


@pytest.fixture
def page(session: ReviewSession, upstream: User) -> Page:
    """The page of one whose notice shall be sixty days, whose reports shall be quarterly, and who wants an audit."""
    for issue_id, words in (
        ("issue_003", "make it sixty days"),
        ("issue_001", 'replace "annual" with "quarterly"'),
        ("issue_002", "Have an accredited independent body verify the credits."),
    ):
        manual_changes.change_nitpick(session, issue_id, user=upstream, status=DONE, instructions=words)
    return Page(session, upstream)


class Page:
    def __init__(self, session: ReviewSession, user: User) -> None:
        self.session, self.client = session, Client()
        self.client.force_login(user)
        self.address = f"/reviews/threads/{session.thread_id}"

    def read(self) -> str:
        answer = self.client.get(f"{self.address}/changes/")
        assert answer.status_code == 200
        return answer.content.decode()

    def mark(self) -> str:
        found_mark = re.search(r'name="shown" value="(\w+)"', self.read())
        assert found_mark
        return found_mark[1]

    def say(self, choice: str, shown: str = "", **more: Any) -> Any:
        return self.client.post(
            f"{self.address}/changes/say/", {"choice": choice, "shown": shown or self.mark(), **more}
        )

    def papers(self, shown: str = "") -> Any:
        return self.client.post(f"{self.address}/papers/", {"shown": shown or self.mark()})

    def text(self) -> str:
        """The cleaned-up text of the newest papers."""
        run = CleanupRun.objects.filter(session=self.session).latest("created_at")
        runs.perform(run.pk)
        run.refresh_from_db()
        assert run.status == "done", run.error
        return next(Path(self.folder(run)).glob("document.txt")).read_text()

    def folder(self, run: CleanupRun) -> Path:
        from django.conf import settings

        return Path(settings.ARTIFACTS_DIR) / self.session.session_id / str(run.pk)


def test_each_change_stands_in_its_clause_with_its_words_and_what_has_none_is_an_open_point(page: Page) -> None:
    read = page.read()
    shown = re.sub(r'<span class="sr-only">.*?</span>', "", re.sub(r"\s+>", ">", read))
    assert "Supplier emissions reporting is <del>annual</del><ins>quarterly</ins>. The report covers" in shown
    assert "<del>thirty</del><ins>sixty</ins> days" in shown
    assert "replace &quot;annual&quot; with &quot;quarterly&quot;" in read
    assert "No wording yet" in read
    assert "Have an accredited independent body verify the credits." in read
    tags = re.findall(r'finding-tags"><span class="tag">(.*?)</span>', read)
    assert tags[:2] == ["clause 1, page 1", "clause 3, page 3"]


def test_each_change_stands_with_the_words_of_the_chat_that_asked_for_it(
    session: ReviewSession, upstream: User
) -> None:
    say(session, session.started_by, 'for 1: replace "annual" with "quarterly"')
    say(session, session.started_by, "yes")
    read = Page(session, upstream).read()
    words = re.search(r"Your words: <q>(.*?)</q>", read)
    assert words
    assert "replace &quot;annual&quot; with &quot;quarterly&quot;" in words[1]


def test_papers_hold_exactly_what_was_shown(page: Page) -> None:
    page.say("rejected", number=0)
    page.say("reworded", number=1, wording="forty-five days")
    mark = page.mark()
    assert page.papers(mark).status_code == 303
    text = page.text()
    assert "reporting is annual" in text
    assert "forty-five days' notice" in text
    run = CleanupRun.objects.get()
    assert run.edits_sha256 == mark == RedlineDraft.objects.get().sha256
    assert "The newest papers hold exactly these." in page.read()


def test_a_rejected_change_is_in_no_text_that_goes_out_and_told_in_the_log(page: Page) -> None:
    page.say("rejected", number=0)
    page.papers()
    page.text()
    run = CleanupRun.objects.get()
    email = (page.folder(run) / "email.txt").read_text()
    pdf = " ".join(sheet.extract_text() for sheet in PdfReader(page.folder(run) / PDF).pages)
    for text in (email, pdf):
        assert "No annual scope-3 audit clause" not in text
        assert "quarterly" not in text
        assert "Offsets are not limited" in text
    entry = next(e for e in run.change_log if e["issue_id"] == "issue_001")
    assert (entry["outcome"], entry["reasons"]) == ("rejected", ["The investor rejected this edit."])
    assert "1 is listed as open" in Message.objects.filter(role="notice").latest("id").content


def test_of_two_changes_of_a_finding_the_rejected_one_is_not_asked_for(page: Page, upstream: User) -> None:
    both = 'replace "annual" with "quarterly" and replace "scope 2" with "scope 3"'
    manual_changes.change_nitpick(page.session, "issue_001", user=upstream, instructions=both)
    page.say("rejected", number=0)
    page.papers()
    assert "reporting is annual. The report covers scope 1 and scope 3" in page.text()
    run = CleanupRun.objects.get()
    email = (page.folder(run) / "email.txt").read_text()
    assert "quarterly" not in email
    assert "No annual scope-3 audit clause" not in email.partition("Open issues")[2]
    entry = next(e for e in run.change_log if e["issue_id"] == "issue_001")
    assert (entry["outcome"], entry["reasons"]) == ("applied", ["The investor rejected this edit."])


def test_an_open_point_is_put_in_as_the_investor_writes_it(page: Page) -> None:
    page.say("written", issue_id="issue_002", wording="The Company shall have the credits verified once a year")
    page.papers()
    assert "of its own choice. The Company shall have the credits verified once a year." in page.text()
    assert "No wording yet" not in page.read()


def test_a_choice_can_be_taken_back(page: Page) -> None:
    before = page.mark()
    page.say("reworded", number=0, wording="monthly")
    page.say("", number=0)
    assert page.mark() == before


def test_papers_of_other_decisions_than_were_shown_are_refused_with_a_sentence(page: Page, upstream: User) -> None:
    mark = page.mark()
    manual_changes.change_nitpick(page.session, "issue_003", user=upstream, instructions="make it ninety days")
    refused = page.papers(mark)
    assert refused.status_code == 409
    assert "Your decisions have changed since these changes were shown." in refused.content.decode()
    assert not CleanupRun.objects.exists()


def test_a_run_from_the_page_fails_with_a_sentence_when_decisions_changed_before_it_began(
    page: Page, upstream: User
) -> None:
    page.papers()
    run = CleanupRun.objects.get()
    manual_changes.change_nitpick(page.session, "issue_003", user=upstream, instructions="make it ninety days")
    runs.perform(run.pk)
    run.refresh_from_db()
    assert run.status == "failed"
    assert run.error.startswith("Your decisions have changed since these changes were shown.")


def test_a_click_on_changes_that_are_others_by_now_keeps_nothing(page: Page) -> None:
    old = page.mark()
    page.say("rejected", old, number=1)
    refused = page.say("rejected", old, number=0)
    assert refused.status_code == 409
    assert [edit["choice"] for edit in RedlineDraft.objects.get().edits] == ["", "rejected"]


def test_a_choice_outlives_a_decision_about_another_finding(page: Page, upstream: User) -> None:
    page.say("rejected", number=0)
    manual_changes.change_nitpick(page.session, "issue_003", user=upstream, instructions="make it ninety days")
    page.read()
    assert [edit["choice"] for edit in RedlineDraft.objects.get().edits] == ["rejected", ""]


def test_a_wording_for_an_open_point_outlives_a_decision_about_another_finding(page: Page, upstream: User) -> None:
    wording = "The Company shall have the credits verified once a year."
    page.say("written", issue_id="issue_002", wording=wording)
    manual_changes.change_nitpick(page.session, "issue_003", user=upstream, instructions="make it ninety days")
    assert "No wording yet" not in page.read()
    page.papers()
    assert f"of its own choice. {wording}" in page.text()


def test_a_wording_for_a_point_that_is_asked_for_otherwise_is_not_kept(page: Page, upstream: User) -> None:
    page.say("written", issue_id="issue_002", wording="The Company shall have the credits verified once a year.")
    others = "Have the registry approve the credits."
    manual_changes.change_nitpick(page.session, "issue_002", user=upstream, instructions=others)
    assert "No wording yet" in page.read()


def test_papers_from_which_a_change_was_rejected_meanwhile_are_not_released(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = runs.produce

    def slow(*args: Any) -> Any:
        page.say("rejected", number=0)
        return real(*args)

    page.papers()
    monkeypatch.setattr(runs, "produce", slow)
    runs.perform(CleanupRun.objects.get().pk)
    run = CleanupRun.objects.get()
    assert (run.status, run.artifacts.count()) == ("failed", 0)
    assert run.error.startswith("Your decisions were changed while these papers were being made.")


def test_a_program_gets_papers_with_the_changes_that_the_page_would_show(page: Page, upstream: User) -> None:
    run = generation.generate(page.session, Actor(upstream.pk, page.session.thread_id))
    assert run.status == "done"
    mark = RedlineDraft.objects.get().sha256
    assert page.mark() == mark == run.edits_sha256


def test_a_program_gets_papers_without_what_was_rejected_on_the_page(page: Page, upstream: User) -> None:
    page.say("rejected", number=0)
    generation.generate(page.session, Actor(upstream.pk, page.session.thread_id))
    assert "reporting is annual" in page.text()


@pytest.mark.parametrize(("choice", "wording"), [("reworded", " "), ("written", "")])
def test_no_wording_is_no_change(page: Page, choice: str, wording: str) -> None:
    refused = page.say(choice, number=0, issue_id="issue_002", wording=wording)
    assert (refused.status_code, "Write how it shall stand" in refused.content.decode()) == (409, True)


def test_a_reader_sees_the_changes_and_no_forms_and_a_stranger_nothing(page: Page, reviewer: User) -> None:
    reader = Client()
    reader.force_login(reviewer)
    read = reader.get(f"{page.address}/changes/").content.decode()
    assert "quarterly" in read
    assert 'name="shown"' not in read
    answer = reader.post(f"{page.address}/changes/say/", {"choice": "rejected", "number": 0, "shown": page.mark()})
    assert answer.status_code == 404
    stranger = Client()
    stranger.force_login(User.objects.create_user("stranger"))
    assert stranger.get(f"{page.address}/changes/").status_code == 404


def test_a_form_without_its_token_is_refused(page: Page, upstream: User) -> None:
    careful = Client(enforce_csrf_checks=True)
    careful.force_login(upstream)
    answer = careful.post(f"{page.address}/changes/say/", {"choice": "rejected", "number": 0, "shown": page.mark()})
    assert answer.status_code == 403
