"""What stands around a conversation: the bin, files of it, who shares it, thumbs, and what the palette finds."""

from __future__ import annotations

import tomllib
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.auth.models import Group, User
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from django.utils import timezone

from audit.models import AuditEntry
from chat.models import Feedback, Message, Thread, ThreadAccess, Turn
from chat.scenarios import BadScenario, read


@pytest.fixture
def page(client: Client, employee: User) -> Client:
    client.force_login(employee)
    return client


@pytest.fixture
def thread(employee: User) -> Thread:
    """A conversation of two turns, of which the second has a reply in Markdown."""
    thread = Thread.objects.create(owner=employee, assistant="pursuit", title="Hearing aids", turn_count=2)
    for number, text in enumerate(("Does Harbor Health cover them?", "And in Ohio?"), 1):
        turn = Turn.objects.create(thread=thread, number=number, status="done", client_id=f"c{number}")
        Message.objects.create(thread=thread, turn=turn, role="user", content=text)
        Message.objects.create(thread=thread, turn=turn, role="assistant", content=f"**Answer {number}** & more")
    return thread


def last(thread: Thread) -> Turn:
    return thread.turns.get(number=2)


# --- The bin ------------------------------------------------------------------------------------------------------


def test_a_deleted_conversation_is_put_back_by_its_owner_alone(
    page: Client, thread: Thread, outsider: User, client: Client
) -> None:
    page.post(f"/threads/{thread.pk}/delete/")
    assert "Hearing aids" in page.get("/?bin=1").content.decode()
    client.force_login(outsider)
    assert client.post(f"/threads/{thread.pk}/restore/").status_code == 404
    client.force_login(thread.owner)
    assert client.post(f"/threads/{thread.pk}/restore/")["Location"] == f"/threads/{thread.pk}/"
    assert client.get(f"/threads/{thread.pk}/").status_code == 200


def test_what_lies_in_the_bin_for_a_month_is_not_put_back(page: Client, thread: Thread) -> None:
    Thread.objects.filter(pk=thread.pk).update(deleted_at=timezone.now() - timedelta(days=31))
    assert "Hearing aids" not in page.get("/?bin=1").content.decode()
    assert page.post(f"/threads/{thread.pk}/restore/").status_code == 404


def test_an_empty_conversation_that_was_deleted_is_put_back_too(page: Client, employee: User) -> None:
    empty = Thread.objects.create(owner=employee, assistant="pursuit")
    page.post(f"/threads/{empty.pk}/delete/")
    assert page.post(f"/threads/{empty.pk}/restore/").status_code == 302


# --- Files --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "begins"), [("md", b"# Hearing aids"), ("json", b"{"), ("pdf", b"%PDF-")])
def test_a_conversation_is_a_file_for_whoever_may_read_it(
    page: Client, thread: Thread, outsider: User, kind: str, begins: bytes
) -> None:
    response = page.get(f"/threads/{thread.pk}/conversation.{kind}")
    assert response.content.startswith(begins)
    assert f'filename="hearing-aids-{timezone.now():%Y-%m-%d}.{kind}"' in response["Content-Disposition"]
    assert AuditEntry.objects.get(action="thread.exported").data == {"as": kind}
    page.force_login(outsider)
    assert page.get(f"/threads/{thread.pk}/conversation.{kind}").status_code == 404


def test_an_answer_is_given_as_it_was_written(page: Client, thread: Thread) -> None:
    response = page.get(f"/threads/{thread.pk}/turns/{last(thread).pk}/text/")
    assert response.content.decode() == "**Answer 2** & more"
    assert response["Content-Type"].startswith("text/plain")


# --- Sharing ------------------------------------------------------------------------------------------------------


def share(page: Client, thread: Thread, **values: str) -> str:
    return page.post(f"/threads/{thread.pk}/share/", values).content.decode()


def test_the_owner_lets_in_a_person_or_a_group_of_their_own(page: Client, thread: Thread, outsider: User) -> None:
    own, foreign = (Group.objects.create(name=name) for name in ("Claims desk", "Board"))
    thread.owner.groups.add(own)
    share(page, thread, add=outsider.username, may_talk="1")
    share(page, thread, add="Claims desk")
    assert "Nobody here is called “Board”" in share(page, thread, add="Board")
    access = ThreadAccess.objects.filter(thread=thread)
    assert {(entry.user, entry.group, entry.may_talk) for entry in access} == {
        (outsider, None, True),
        (None, own, False),
    }
    for entry in access:
        share(page, thread, remove=str(entry.pk))
    assert not ThreadAccess.objects.filter(thread=thread).exists()
    assert foreign.pk
    assert AuditEntry.objects.filter(action="thread.unshared").count() == 2


def test_what_is_a_persons_own_declaration_others_read_and_do_not_talk_in(page: Client, outsider: User) -> None:
    thread = Thread.objects.create(owner=User.objects.get(username="employee"), assistant="pa_dealing", title="Trade")
    share(page, thread, add=outsider.username, may_talk="1")
    assert not thread.may_talk(outsider)


def test_an_address_that_two_people_have_lets_in_neither(page: Client, thread: Thread, outsider: User) -> None:
    User.objects.create(username="namesake", email="both@example.org")
    User.objects.filter(pk=outsider.pk).update(email="Both@example.org")
    assert "Nobody here is called" in share(page, thread, add="both@example.org")
    assert share(page, thread, remove="9" * 5000)
    assert not ThreadAccess.objects.filter(thread=thread).exists()


def test_nobody_but_the_owner_shares(page: Client, thread: Thread, outsider: User) -> None:
    share(page, thread, add=outsider.username, may_talk="1")
    page.force_login(outsider)
    assert page.post(f"/threads/{thread.pk}/share/", {"add": "officer"}).status_code == 403


# --- Thumbs -------------------------------------------------------------------------------------------------------


def test_the_newest_thumb_of_a_person_stands_and_can_be_taken_back(page: Client, thread: Thread) -> None:
    address = f"/threads/{thread.pk}/turns/{last(thread).pk}/feedback/"
    page.post(address, {"good": "1"})
    page.post(address, {"good": "0", "reason": "  The wrong\nstate "})
    assert [(thumb.good, thumb.reason) for thumb in Feedback.objects.all()] == [(False, "The wrong state")]
    assert page.post(address, {"good": "0", "reason": "x" * 501}).status_code == 422
    assert page.post(address, {"good": "perhaps"}).status_code == 400
    assert Feedback.objects.get().reason == "The wrong state"
    page.post(address, {"good": ""})
    assert not Feedback.objects.exists()


def test_a_thumb_down_becomes_a_scenario(thread: Thread, tmp_path: Path) -> None:
    Feedback.objects.create(turn=last(thread), user=thread.owner, good=False, reason='It "answered" for Florida')
    call_command("export_feedback", "--out", str(tmp_path))
    [scenario] = tomllib.loads((tmp_path / "pursuit.toml").read_text(encoding="utf-8"))["scenario"]
    assert scenario["lines"] == ["Does Harbor Health cover them?", "And in Ohio?"]
    assert scenario["goal"] == 'It "answered" for Florida'
    with pytest.raises(BadScenario, match=r"scenario feedback-\d+ says nothing of its end: fill in"):
        read(tmp_path / "pursuit.toml")
    with pytest.raises(CommandError, match="--since 'monday' is no day"):
        call_command("export_feedback", "--out", str(tmp_path), "--since", "monday")


# --- The palette --------------------------------------------------------------------------------------------------


def test_the_palette_finds_titles_and_places_of_the_open_conversation(
    page: Client, thread: Thread, outsider: User
) -> None:
    answer = page.get("/find/", {"q": "hearing", "thread": str(thread.pk)}).json()
    assert [entry["title"] for entry in answer["threads"]] == ["Hearing aids"]
    places = page.get("/find/", {"q": "in ohio", "thread": str(thread.pk)}).json()["places"]
    assert [(place["number"], place["text"]) for place in places] == [(2, "And in Ohio?")]
    page.force_login(outsider)
    assert page.get("/find/", {"q": "hearing"}).json()["threads"] == []
    assert page.get("/find/", {"q": "ohio", "thread": str(thread.pk)}).status_code == 404
