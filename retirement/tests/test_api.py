"""A thread's facts and snapshots by API: ownership first, then what they hold."""

from __future__ import annotations

import uuid

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from chat.models import Thread
from retirement.checklist.topics import Topic
from retirement.tests.shared import Desk

ENDS = ["information/", "completeness/", "handover.pdf"]


def client(user: User | None) -> APIClient:
    made = APIClient()
    if user is not None:
        made.force_authenticate(user)
    return made


def url(thread_id: uuid.UUID, end: str) -> str:
    return f"/v1/retirement/threads/{thread_id}/{end}"


@pytest.fixture
def filled(desk: Desk) -> Desk:
    desk.tool("information", "I'm 58", topic="longevity_inflation", value="Is 58", fact_type="age")
    desk.score(longevity_inflation=20)
    return desk


@pytest.mark.parametrize("end", ENDS)
def test_somebody_elses_thread_is_not_found(
    filled: Desk, colleague: User, officer: User, admin: User, outsider: User, end: str
) -> None:
    for other in (colleague, officer, admin, outsider):
        assert client(other).get(url(filled.thread.pk, end)).status_code == 404


@pytest.mark.parametrize("end", ENDS)
def test_who_is_not_signed_in_is_refused(filled: Desk, end: str) -> None:
    assert client(None).get(url(filled.thread.pk, end)).status_code == 401


@pytest.mark.parametrize("end", ENDS)
def test_no_thread_and_one_of_another_assistant_are_not_found(desk: Desk, end: str) -> None:
    other = Thread.objects.create(owner=desk.owner, assistant="pa_dealing")
    for thread_id in (uuid.uuid4(), other.pk):
        assert client(desk.owner).get(url(thread_id, end)).status_code == 404


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_nothing_is_written_here(filled: Desk, end: str, method: str) -> None:
    assert getattr(client(filled.owner), method)(url(filled.thread.pk, end), {}).status_code == 405


def test_a_deleted_thread_is_not_found(filled: Desk) -> None:
    assert client(filled.owner).delete(f"/v1/threads/{filled.thread.pk}/").status_code == 204
    assert client(filled.owner).get(url(filled.thread.pk, "information/")).status_code == 404


def test_an_empty_thread_has_empty_lists(desk: Desk) -> None:
    for end in ENDS[:2]:
        assert client(desk.owner).get(url(desk.thread.pk, end)).json() == []


def test_information_holds_every_fact_with_its_words(filled: Desk) -> None:
    filled.tool("information", "No, I'm 59", topic="longevity_inflation", value="Is 59", fact_type="age")
    first, second = client(filled.owner).get(url(filled.thread.pk, "information/")).json()
    assert (first["value"], first["quote"], first["superseded_by"]) == ("Is 58", "58", second["id"])
    assert (second["supersedes"], second["superseded_by"], second["quote"]) == (first["id"], None, "59")
    assert first["session_id"] == str(filled.thread.pk)


def test_information_is_not_cut_at_fifty_a_topic(desk: Desk) -> None:
    desk.fill(1_000)
    facts = client(desk.owner).get(url(desk.thread.pk, "information/")).json()
    assert len(facts) == 1_000
    state = client(desk.owner).get(f"/v1/threads/{desk.thread.pk}/state/").json()
    assert [len(topic["facts"]) for topic in state["topics"]] == [50] * len(Topic)


def test_completeness_holds_every_snapshot_as_it_was_sent(filled: Desk) -> None:
    sent = [{"topic": "estate_planning", "score": 0, "reason": "Nothing said"}]
    filled.tool("completeness", scores=sent)
    snapshots = client(filled.owner).get(url(filled.thread.pk, "completeness/")).json()
    assert [snapshot["scores"] for snapshot in snapshots] == [[{"topic": "longevity_inflation", "score": 20}], sent]
    assert {snapshot["session_id"] for snapshot in snapshots} == {str(filled.thread.pk)}


def test_the_assistant_is_listed_and_its_threads_begin_with_the_eight_topics(employee: User) -> None:
    asked = client(employee)
    assert "retirement" in [assistant["slug"] for assistant in asked.get("/v1/assistants/").json()]
    made = asked.post("/v1/threads/", {"assistant": "retirement"}, format="json").json()
    assert [topic["topic"] for topic in made["state"]["topics"]] == Topic.values
