"""Recents, the document page, the panel's forms and the dashboard; ownership first."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from pursuit.models import MasterObjective
from pursuit.tests.shared import APPEALS, Talk, policy, store, store_policies
from retrieval.models import Document

pytestmark = pytest.mark.django_db
OPEN = "What is the reimbursement rate for cochlear implants under Harbor Health in Florida?"


@pytest.fixture
def talk(employee: User) -> Talk:
    store_policies()
    talk = Talk(employee)
    talk.say(OPEN)
    return talk


@pytest.fixture
def browser(employee: User) -> Client:
    client = Client()
    client.force_login(employee)
    return client


def test_recents_are_the_persons_own(talk: Talk, browser: Client, colleague: User) -> None:
    rows = browser.get("/v1/pursuit/recents/").json()
    objective = MasterObjective.objects.get()
    assert [set(row) for row in rows] == [{"id", "question", "objective_status", "updated_at"}]
    assert (rows[0]["id"], rows[0]["question"], rows[0]["objective_status"]) == (str(objective.pk), OPEN, "need_info")
    stranger = Client()
    stranger.force_login(colleague)
    assert stranger.get("/v1/pursuit/recents/").json() == []
    assert stranger.post(f"/v1/pursuit/recents/{objective.pk}/retry/").status_code == 404
    assert Client().get("/v1/pursuit/recents/").status_code in (401, 403)


def test_recents_are_found_by_every_word(talk: Talk, browser: Client) -> None:
    assert len(browser.get("/v1/pursuit/recents/", {"search": "cochlear reimbursement"}).json()) == 1
    assert browser.get("/v1/pursuit/recents/", {"search": "cochlear dentist"}).json() == []
    assert browser.get("/v1/pursuit/recents/", {"search": "\x00%_'"}).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_a_retry_tells_what_is_new_and_tries_at_once(talk: Talk, browser: Client, settings: object) -> None:
    settings.PURSUIT_MAX_ATTEMPTS = 2  # type: ignore[attr-defined]
    talk.say("try again")
    objective = MasterObjective.objects.get()
    assert objective.status == "incomplete"
    text = "Harbor Health pays a reimbursement rate of 31,000 dollars for cochlear implants, once in five years."
    store(policy("Cochlear implant fee schedule", text))
    answer = browser.post(f"/v1/pursuit/recents/{objective.pk}/retry/")
    assert answer.status_code == 200
    assert answer.json()["objective_status"] == "need_info"
    assert "Cochlear implant fee schedule" in answer.json()["changed"]
    talk.wait()
    assert "31,000 dollars" in talk.reply
    assert talk.state["objective_status"] == "resolved"


@pytest.mark.django_db(transaction=True)
def test_the_button_of_the_recents_looks_again_with_every_query(talk: Talk, browser: Client, settings: object) -> None:
    settings.PURSUIT_MAX_ATTEMPTS = 2  # type: ignore[attr-defined]
    talk.say("try again")
    row = talk.record.row
    assert row is not None
    assert row.status == "incomplete"
    before = [(attempt["place"], attempt["query_sha"]) for attempt in talk.record.tried]
    settings.PURSUIT_MAX_ATTEMPTS = 4  # type: ignore[attr-defined]
    assert browser.post(reverse("pursuit-retry", args=[row.pk])).status_code == 302
    talk.wait()
    again = [(attempt["place"], attempt["query_sha"]) for attempt in talk.record.tried][len(before) :]
    assert again
    assert set(again) <= set(before)
    assert talk.state["master_objective"]["attempts"] == 1


def test_a_solved_question_has_nothing_to_retry(talk: Talk, browser: Client) -> None:
    other = Talk(talk.owner)
    other.say("Within how many calendar days may a member file an appeal with Harbor Health in Florida?")
    row = MasterObjective.objects.get(thread=other.thread)
    answer = browser.post(f"/v1/pursuit/recents/{row.pk}/retry/")
    assert (answer.status_code, answer.json()["code"]) == (409, "nothing_open")


def test_a_citation_leads_to_the_passage_and_only_in_the_persons_thread(
    talk: Talk, browser: Client, colleague: User
) -> None:
    reply = talk.say("Within how many calendar days may a member file an appeal with Harbor Health in Florida?")
    address = reply.split("](")[1].split(")")[0].split("#")[0]
    page = browser.get(address)
    assert page.status_code == 200
    assert 'id="passage"' in page.content.decode()
    assert "within 60 calendar days" in page.content.decode().split('id="passage"')[1]
    stranger = Client()
    stranger.force_login(colleague)
    assert stranger.get(address).status_code == 404


def test_material_of_another_thread_is_neither_shown_nor_cited(talk: Talk, browser: Client, colleague: User) -> None:
    text = "Harbor Health pays a reimbursement rate of 31,000 dollars for cochlear implants."
    theirs = Talk(colleague)
    store(policy("Private schedule", text), collection=f"thread:{theirs.thread.pk}")
    talk.say("try again")
    assert talk.statuses == ["failed"]
    document = Document.objects.get(title="Private schedule")
    assert browser.get(reverse("pursuit-document", args=[talk.thread.pk, document.pk])).status_code == 404


@pytest.mark.parametrize("query", ["chunk=x&start=1&end=2", "chunk=99999999999999999&start=0&end=1", "chunk=1", ""])
def test_a_wrong_place_shows_the_document_without_a_mark(talk: Talk, browser: Client, query: str) -> None:
    document = Document.objects.get(title="Appeals policy")
    page = browser.get(f"{reverse('pursuit-document', args=[talk.thread.pk, document.pk])}?{query}")
    assert page.status_code == 200
    assert APPEALS[:40] in page.content.decode()


def test_the_panel_shows_the_parts_what_was_tried_and_the_ask(talk: Talk, browser: Client) -> None:
    page = browser.get(f"/threads/{talk.thread.pk}/").content.decode()
    assert "cochlear implants" in page
    assert "What was tried" in page
    assert "What I asked you" in page
    assert "not named" in page


def test_the_end_is_undone_in_the_panel_and_a_second_undo_is_refused(talk: Talk, browser: Client) -> None:
    talk.say("never mind")
    address = reverse("pursuit-undo", args=[talk.thread.pk])
    assert browser.post(address).status_code == 200
    assert talk.state["master_objective"]["status"] == "active"
    assert browser.post(address).status_code == 409


def test_the_dashboard_shows_what_is_lacked_most_and_the_admin_changes_nothing(talk: Talk) -> None:
    talk.owner.is_staff = talk.owner.is_superuser = True
    talk.owner.save()
    browser = Client()
    browser.force_login(talk.owner)
    page = browser.get("/admin/pursuit/masterobjective/dashboard/").content.decode()
    assert "<svg" in page
    assert "reimbursement rate" in page
    row = MasterObjective.objects.get()
    assert browser.get(f"/admin/pursuit/masterobjective/{row.pk}/change/").status_code == 200
    assert browser.post(f"/admin/pursuit/masterobjective/{row.pk}/delete/", {"post": "yes"}).status_code == 403
    assert browser.get("/admin/pursuit/masterobjective/add/").status_code == 403
