"""The panel and the pages beside the chat, in English and in Dutch; what was said and cited stays as it is."""

from __future__ import annotations

from datetime import date

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import translation

from chat.models import Thread
from pursuit.models import Code, MasterObjective, Material, SubObjective
from pursuit.pages import panel
from pursuit.record import OUTCOMES
from pursuit.tests.shared import Talk, policy, store, store_policies
from pursuit.tests.test_lifecycle import THREE
from retrieval.models import Chunk, Document

pytestmark = pytest.mark.django_db


@pytest.fixture
def talk(employee: User) -> Talk:
    store_policies()
    talk = Talk(employee)
    talk.say(THREE)
    return talk


def page(talk: Talk, address: str, language: str = "nl") -> str:
    browser = Client(headers={"accept-language": language})
    browser.force_login(talk.owner)
    answer = browser.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def shown(talk: Talk, language: str = "nl") -> str:
    return page(talk, reverse("thread-panel", args=[talk.thread.pk]), language)


def test_a_dutch_page_tells_the_statuses_in_dutch_and_the_question_in_its_own_words(talk: Talk) -> None:
    dates = shown(talk)
    for words in ("Doel", "2 van 3 beantwoord", "poging 1", "nog niet gevonden", "Wat is geprobeerd", "Wat u deelde"):
        assert words in dates
    assert dates.count(">beantwoord<") == 2
    assert "Polissen:" in dates
    assert "geldig vanaf 1 januari 2025" in dates
    assert "What is the reimbursement rate for cochlear implants" in dates
    assert "Do you have any materials or links" in dates
    for words in ("answered<", "not found yet", "effective", "What was tried", "coverage 0."):
        assert words not in dates


def test_the_start_page_says_how_a_question_stands_and_that_an_open_one_waits(talk: Talk) -> None:
    thread = talk.thread.pk
    assert panel.standings([thread]) == {thread: "Open"}
    assert Thread.objects.filter(panel.waiting(), pk=thread).exists()
    MasterObjective.objects.filter(thread=thread).update(stuck_reason="conflicting_info")
    with translation.override("nl"):
        assert panel.standings([thread]) == {thread: "Bronnen spreken elkaar tegen"}
    MasterObjective.objects.filter(thread=thread).update(status="solved")
    assert panel.standings([thread]) == {thread: "Resolved"}
    assert not Thread.objects.filter(panel.waiting(), pk=thread).exists()


def test_an_english_page_is_english(talk: Talk) -> None:
    dates = shown(talk, "en-GB")
    for words in ("2 of 3 answered", "attempt 1", "not found yet", "What was tried", "effective 1 January 2025"):
        assert words in dates


def test_the_steps_of_a_turn_are_told_in_dutch_and_the_reply_is_not(talk: Talk) -> None:
    dates = page(talk, reverse("thread", args=[talk.thread.pk]))
    assert "onderdelen bepaald" in dates.lower()
    assert "In de polissen gezocht" in dates
    assert "2 of 3 parts answered." in dates
    assert "Documenten toevoegen" in dates


@pytest.mark.parametrize("language", ["nl", "en-gb"])
def test_every_status_that_there_is_can_be_told(language: str) -> None:
    assert set(panel.PART) == set(SubObjective.Status.values)
    assert set(panel.MATERIAL) == set(Material.Status.values)
    assert set(panel.OBJECTIVE) == {OUTCOMES[status].objective_status for status in MasterObjective.Status}
    assert {
        outcome.objective_status: outcome.closure_message for outcome in OUTCOMES.values() if outcome.closure_message
    } == dict(panel.CLOSURE)
    with translation.override(language):
        dates = [translation.gettext(words) for table in panel.TABLES for words in table.values()]
    written = [words for table in panel.TABLES for words in table.values()]
    same = {words for words, other in zip(written, dates, strict=True) if words == other}
    assert same == (set(written) if language == "en-gb" else {"open"})


def test_a_refused_act_is_told_in_the_language_of_the_page(talk: Talk) -> None:
    browser = Client(headers={"accept-language": "nl"})
    browser.force_login(talk.owner)
    answer = browser.post(reverse("pursuit-undo", args=[talk.thread.pk]))
    assert answer.status_code == 409
    assert "De vraag was niet beëindigd, dus er valt niets terug te draaien." in answer.content.decode()


def test_the_page_of_a_document_is_dutch_and_the_document_is_not(talk: Talk) -> None:
    document = Document.objects.get(key="Appeals policy")
    dates = page(talk, reverse("pursuit-document", args=[talk.thread.pk, document.pk]))
    assert "Terug naar het gesprek" in dates
    assert "geldig vanaf 1 januari 2025" in dates
    assert "A member may file an appeal" in dates


def test_a_policy_in_markdown_is_shown_without_its_marks_and_with_the_passage_in_its_place(talk: Talk) -> None:
    text = "# Rides\n\n*A sample.*\n\n## Limits\nTwelve <b>rides</b> a year.\nNot at night.\n\n## Booking\n# 1 is the line."
    store(policy("rides.md", text))
    chunk = Chunk.objects.get(document__key="rides.md", text__contains="Twelve")
    quote = "Twelve <b>rides</b> a year."
    start = chunk.text.index(quote)
    address = reverse("pursuit-document", args=[talk.thread.pk, chunk.document_id])
    dates = page(talk, f"{address}?chunk={chunk.pk}&start={start}&end={start + len(quote)}")
    before, passage = dates.split('id="passage"')
    assert "<h2>Rides</h2>" in before
    assert "<p>A sample.</p>" in before
    assert "<h2>Limits</h2>" in before
    assert "<mark>Twelve &lt;b&gt;rides&lt;/b&gt; a year.</mark>" in passage
    assert "<p>Not at night.</p>" in passage
    assert dates.count("<mark>") == 1


def test_what_is_no_markdown_keeps_every_mark(talk: Talk) -> None:
    store(policy("rides", "# of rides a year: 12\n*see the member line*"))
    document = Document.objects.get(key="rides")
    dates = page(talk, reverse("pursuit-document", args=[talk.thread.pk, document.pk]))
    assert "# of rides a year: 12<br>*see the member line*" in dates


@pytest.mark.parametrize(("source", "linked"), [("https://a.example/p", True), ("javascript:alert(1)", False)])
def test_only_an_address_of_the_web_is_a_link(talk: Talk, source: str, linked: bool) -> None:
    store(policy("linked", "Rides.", source=source))
    document = Document.objects.get(key="linked")
    dates = page(talk, reverse("pursuit-document", args=[talk.thread.pk, document.pk]))
    assert source in dates
    assert (f'href="{source}"' in dates) == linked


def test_the_page_of_a_code_is_dutch_and_its_description_is_not(talk: Talk) -> None:
    code = Code.objects.create(
        system="icd10cm", edition="2019", code="E11", plain="E11", description="Type 2 diabetes mellitus",
        billable=False, valid_from=date(2018, 10, 1),
    )  # fmt: skip
    dates = page(talk, reverse("pursuit-code", args=[code.pk]))
    assert "een kop, niet declarabel" in dates
    assert "editie 2019" in dates
    assert "geldig vanaf 1 oktober 2018" in dates
    assert "Type 2 diabetes mellitus" in dates


def test_a_question_of_another_conversation_is_among_the_recents_and_is_taken_up_from_there(talk: Talk) -> None:
    other = Talk(talk.owner)
    dates = shown(other)
    assert "Eerdere vragen" in dates
    assert reverse("thread", args=[talk.thread.pk]) in dates
    row = talk.record.row
    assert row is not None
    assert reverse("pursuit-retry", args=[row.pk]) in dates
    assert "need_info" not in dates


def test_the_page_of_recent_queries_finds_ones_own_by_their_words_and_nobody_elses(
    employee: User, colleague: User, client: Client
) -> None:
    store_policies()
    Talk(employee).say("Is bariatric surgery covered by Harbor Health in Florida?")
    Talk(employee).say("How many telehealth visits does Harbor Health in Florida cover in a calendar year?")
    Talk(colleague).say("Is bariatric surgery covered by Sunshine Health in Texas?")
    client.force_login(employee)
    address = reverse("pursuit-recents")
    page = client.get(address).content.decode()
    assert "bariatric surgery covered by Harbor Health" in page
    assert "telehealth visits" in page
    assert "Sunshine" not in page
    html = client.get(address, {"search": "bariatric"}).content.decode()
    assert "telehealth visits" not in html
    assert html.count("Try again") == 1
    assert "No question of yours holds “\ufffdzz”" in client.get(address, {"search": "\0zz"}).content.decode()
