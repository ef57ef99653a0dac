"""What the start page and the list of requests say of a trade request, and what is offered to begin."""

from __future__ import annotations

import html
import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from chat.assistants import all_assistants
from chat.models import Message, Thread, Turn
from pa_dealing.models import DraftRequest
from pa_dealing.review import actions
from pa_dealing.tests.review_shared import act, approved, previewed, submitted

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(employee: User) -> Client:
    client = Client()
    client.force_login(employee)
    return client


def home(page: Client, address: str = "/", **headers: str) -> str:
    Thread.objects.update(turn_count=1)
    return " ".join(page.get(address, **headers).content.decode().split())  # type: ignore[arg-type]


def standing(page: Client, **headers: str) -> list[str]:
    shown = home(page, **headers)
    return [part.partition("<")[0] for part in shown.split('<span class="standing">')[1:]]


def test_a_conversation_says_how_its_request_stands_and_not_what_was_said_last(page: Client, employee: User) -> None:
    draft = submitted(employee)
    assert standing(page) == ["Submitted"]
    assert standing(page, HTTP_ACCEPT_LANGUAGE="nl") == ["Ingediend"]
    assert "No to both." not in home(page)
    DraftRequest.objects.filter(pk=draft.pk).update(status="withdrawn")
    assert standing(page) == ["Withdrawn"]


def test_what_compliance_asks_stands_at_its_conversation_and_first_among_the_requests(
    page: Client, employee: User, officer: User
) -> None:
    asked = act(actions.ask_for_information, submitted(employee), officer, question="Is it your own account?")
    previewed(employee)
    approved(employee, officer)
    # What was seen is no news any more; what the person has to do stands before what is over, the newest first.
    Message.objects.update(seen_at=timezone.now())
    Thread.objects.filter(pk=asked.thread_id).update(updated_at=timezone.now() - timedelta(days=2))
    assert standing(page) == ["Ready to submit", "Compliance asks you something", "Approved"]
    listed = page.get("/pa-dealing/requests/").content.decode()
    first = listed.index('<li class="row recent-query">')
    assert f"/threads/{asked.thread_id}/" in listed[first : first + 300]
    assert "Is it your own account?" in listed


def test_news_stand_first_then_what_waits_and_each_once_however_old_it_is(page: Client, employee: User) -> None:
    begun = timezone.now() - timedelta(days=9)
    old = {name: Thread.objects.create(owner=employee, assistant="pa_dealing", title=name) for name in ("News", "Asks")}
    Message.objects.create(thread=old["News"], role="notice", content="Compliance has read it.")
    turn = Turn.objects.create(thread=old["Asks"], number=1, client_id="a", status="done", asked="direction")
    Message.objects.create(thread=old["Asks"], turn=turn, role="assistant", content="Noted. Do you buy or sell?")
    ready = previewed(employee).thread
    Thread.objects.filter(pk=ready.pk).update(title="Ready", updated_at=begun)
    Thread.objects.filter(pk=old["News"].pk).update(updated_at=begun - timedelta(days=1))
    Thread.objects.filter(pk=old["Asks"].pk).update(updated_at=begun - timedelta(days=2))
    for number in range(10):
        done = Thread.objects.create(owner=employee, assistant="tax_dossier", title=f"Done {number}")
        Thread.objects.filter(pk=done.pk).update(updated_at=begun + timedelta(hours=number))
    first = home(page)
    assert titles(first) == ["News", "Ready", "Asks", *(f"Done {number}" for number in range(9, 4, -1))]
    older = html.unescape(first.partition('class="button" href="')[2].partition('"')[0])
    assert titles(home(page, older)) == [f"Done {number}" for number in range(4, -1, -1)]


def titles(shown: str) -> list[str]:
    return [part.partition("<")[0].strip() for part in shown.split('class="thread-title">')[1:]]


def test_the_page_of_another_language_says_which_one_the_assistant_answers_in(page: Client) -> None:
    assert "This assistant answers in English." not in home(page)
    # TESS answers in the language of the question.
    assert home(page, HTTP_ACCEPT_LANGUAGE="nl").count("Deze assistent antwoordt in het Engels.") == 3


def test_the_card_of_an_assistant_with_a_list_of_its_own_leads_there(page: Client) -> None:
    linked = dict(re.findall(r'<a class="button" href="([^"]+)">([^<]+)</a>', home(page)))
    declared = {assistant.list_page for assistant in all_assistants() if assistant.list_page}
    assert {("pa-requests", "My requests"), ("pursuit-recents", "Recent queries")} <= declared
    for name, title in declared - {("reviews", "My reviews")}:
        assert linked[reverse(name)] == title
        assert page.get(reverse(name)).status_code == 200


def test_nobody_is_offered_to_begin_a_review_which_a_document_begins(page: Client) -> None:
    assert 'value="investor_review"' not in home(page)
    offered = [assistant["slug"] for assistant in page.get("/find/").json()["assistants"]]
    assert "pa_dealing" in offered
    assert "investor_review" not in offered


def test_a_short_answer_is_offered_in_the_language_of_the_page_and_said_in_that_of_the_assistant(
    page: Client, employee: User, instruments: None
) -> None:
    thread = Thread.objects.create(owner=employee, assistant="pa_dealing")
    message = {"message": "I want to buy 2,000 Siemens shares"}
    page.post(f"/v1/threads/{thread.pk}/turns/", message, content_type="application/json")
    shown = " ".join(page.get(f"/threads/{thread.pk}/", HTTP_ACCEPT_LANGUAGE="nl").content.decode().split())
    assert 'data-say="yes">ja</button>' in shown
