"""The page of the document: its text as sent, headings, findings beside what they cite, and what decided ones change."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from investor_review import manual_changes
from investor_review.intake import start
from investor_review.intake.payload import read_payload
from investor_review.models import NitpickIssue, RedlineDraft, ReviewSession
from investor_review.tests.shared import nitpick, payload
from llm.testing import ScriptedModel

pytestmark = pytest.mark.django_db

DONE = NitpickIssue.Status.RESOLVED
AUDIT, QUARTERLY = "issue_001", 'replace "annual" with "quarterly"'
_TEXT = r'<div class="text[^>]*>(.*?)</div>'


class Page:
    """The document's page as one person reads it."""

    def __init__(self, session: ReviewSession, user: User) -> None:
        self.session, self.user, self.client = session, user, Client()
        self.client.force_login(user)

    def read(self, query: str = "") -> str:
        answer = self.client.get(f"/reviews/{self.session.pk}/document/{query}")
        assert answer.status_code == 200
        return answer.content.decode()

    def text(self, query: str = "") -> str:
        """The markup of the document's text alone."""
        return "".join(re.findall(_TEXT, self.read(query), re.DOTALL))

    def beside(self) -> list[tuple[str, str]]:
        """The first word of each row of text, and the words of the findings that stand beside it."""
        rows = re.findall(rf"{_TEXT}(.*?)</div>", self.read(), re.DOTALL)
        return [(plain(text).split()[0], " ".join(plain(notes).split())) for text, notes in rows]

    def decide(self, issue_id: str, words: str) -> None:
        manual_changes.change_nitpick(self.session, issue_id, user=self.user, status=DONE, instructions=words)


def plain(markup: str) -> str:
    return unescape(re.sub(r"<[^>]*>", "", re.sub(r'<span class="sr-only">.*?</span>', "", markup)))


def started(user: User, session_id: str, text: str, chunks: dict[str, str], nitpicks: list[Any]) -> ReviewSession:
    cited = [{"chunk_id": key, "text": words, "source_name": "C", "citations": []} for key, words in chunks.items()]
    whole = payload(session_id, full_document_text=text, document_chunks=cited, nitpicks=nitpicks)
    return start.start_session(read_payload(whole, session_id), user_id=user.pk)


@pytest.fixture
def page(session: ReviewSession, upstream: User) -> Page:
    return Page(session, upstream)


def test_the_page_adds_no_space_or_line_to_the_text(page: Page) -> None:
    """The style sheet keeps spaces and lines of the text, so one in the markup would be read as the document's."""
    assert "<mark" in page.text()
    assert plain(page.text()) == page.session.full_document_text


def test_each_finding_stands_beside_the_passage_that_it_cites_and_leads_to_its_place_in_the_panel(page: Page) -> None:
    assert page.beside() == [
        ("Supplier", "1. No annual scope-3 audit clause open"),
        ("The", "2. Offsets are not limited open"),
        ("Either", "3. Notice is short open"),
    ]
    thread = f"/threads/{page.session.thread_id}/"
    assert f'href="{thread}#finding-2"' in page.read()
    assert 'id="finding-2"' in page.client.get(thread).content.decode()


def test_what_decided_findings_change_is_marked_and_their_notes_lead_to_the_page_of_the_changes(page: Page) -> None:
    page.decide(AUDIT, QUARTERLY)
    page.decide("issue_002", "Have an accredited independent body verify the credits.")
    page.decide("issue_003", 'replace "thirty" with "<b>sixty</b>"')
    markup = page.text()
    assert markup.count("[struck:") == markup.count("[new:") == 2
    shown = re.sub(r'<span class="sr-only">.*?</span>|</?mark[^>]*>', "", markup)
    assert "Supplier emissions reporting is <del>annual</del><ins>quarterly</ins>. The report covers" in shown
    assert "<del>thirty</del><ins>&lt;b&gt;sixty&lt;/b&gt;</ins> days" in shown
    assert plain(re.sub(r"<ins>.*?</ins>", "", shown)) == page.session.full_document_text
    changes = f"/reviews/threads/{page.session.thread_id}/changes/"
    read, there = page.read(), page.client.get(changes).content.decode()
    for anchor in ("change-0", "open-issue_002", "change-1"):
        assert f'href="{changes}#{anchor}"' in read
        assert f'id="{anchor}"' in there
    assert [notes.rpartition(" ")[2] for _, notes in page.beside()] == ["resolved"] * 3


def test_a_rejected_change_leaves_the_text_as_it_is(page: Page) -> None:
    page.decide(AUDIT, QUARTERLY)
    assert "<ins>" in page.text()
    draft = RedlineDraft.objects.get()
    draft.edits[0]["choice"] = "rejected"
    draft.save()
    assert "<ins>" not in page.text()
    assert "<del>" not in page.text()


def test_an_inserted_sentence_stands_behind_the_passage_and_has_its_finding_beside_it(page: Page) -> None:
    page.decide("issue_003", "add: Notices are in writing")
    shown = plain(page.text())
    assert shown.rstrip().endswith("notice. Notices are in writing.")
    assert page.beside()[2] == ("Either", "3. Notice is short resolved")


def test_reading_the_document_asks_nothing_of_a_model(page: Page, scripted: ScriptedModel) -> None:
    page.decide(AUDIT, QUARTERLY)
    assert "<ins>" not in page.text()
    assert not RedlineDraft.objects.exists()
    assert scripted.requests == []


def test_headings_are_headings_also_inside_of_a_passage(upstream: User) -> None:
    text = (
        "CLIMATE AGREEMENT\n\n1. Reports and audits\n<PAGE>\n\nARTICLE 2\r\n\r\n"
        "Reports & <b>audits</b> are annual.\n\n3. End\nIt ends on\nARTICLE 9\n"
    )
    cited = {"c1": "ARTICLE 2\n\nReports & <b>audits</b> are annual."}
    page = Page(started(upstream, "heads", text, cited, [nitpick(citations=["c1"])]), upstream)
    markup = page.text("?chunk=c1")
    heads = re.findall(r"<h2>(.*?)</h2>", markup, re.DOTALL)
    assert [plain(head).strip() for head in heads] == ["CLIMATE AGREEMENT", "1. Reports and audits", "ARTICLE 2"]
    assert plain(markup) == text
    assert "&lt;b&gt;" in markup
    assert (markup.count('id="passage"'), markup.count('class="asked"')) == (1, 2)


@pytest.mark.parametrize("between", ["\n\n", "\n", " "], ids=["paragraphs", "lines", "one line"])
def test_a_long_document_has_pages_with_their_own_findings_and_takes_no_more_queries_than_a_short_one(
    upstream: User, page: Page, between: str
) -> None:
    clauses = [f"{n:04}. The Supplier measures emission number {n} within {n} days of the report." for n in range(2000)]
    cited = {f"c{n}": clauses[n] for n in range(0, 2000, 20)}
    nitpicks = [nitpick(f"i{n}", title=f"Finding at {key}", citations=[key]) for n, key in enumerate(cited)]
    long = Page(started(upstream, "long", between.join(clauses), cited, nitpicks), upstream)
    page.read(), long.read()
    with CaptureQueriesContext(connection) as short:
        page.read()
    with CaptureQueriesContext(connection) as many:
        pages = [long.read()]
    assert len(many) <= len(short)
    pages += [long.read(f"?page={n}") for n in (2, 3)]
    assert all(sum(f"Finding at {key}</a>" in read for read in pages) == 1 for key in cited)
    assert "".join(plain(long.text(f"?page={n}")) for n in (1, 2, 3)) == long.session.full_document_text


def test_a_stranger_gets_nothing_and_a_reader_the_same_page(page: Page, reviewer: User) -> None:
    assert "1. No annual scope-3 audit clause" in Page(page.session, reviewer).read()
    stranger = Client()
    stranger.force_login(User.objects.create_user("stranger"))
    assert stranger.get(f"/reviews/{page.session.pk}/document/").status_code == 404
