"""An earlier message is changed, or answered again: a branch that goes on from there, beside what there was."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, Settings
from rest_framework.test import APIClient

from audit.models import AuditEntry
from audit.trail import Actor, record
from chat.acts import close_other_branches
from chat.api.exports import export_thread
from chat.errors import Refused, TurnRefused
from chat.live import archive
from chat.models import Message, Thread, ThreadAccess, Turn
from chat.replay import branch_at, replay_thread
from chat.tests import shared
from chat.tests.shared import begin, calls_of, drain, notes_of, said, talk
from chat.threads import versions_of
from chat.turns import TurnRun
from llm.testing import ScriptedModel, call


def parted(thread: Thread, number: int, text: str, client_id: str = "parted") -> Thread:
    """The branch in which `text` is said in the place of turn `number`; its answer has come."""
    turn = thread.turns.get(number=number)
    run = branch_at(turn, user_id=thread.owner_id, text=text, client_id=client_id)
    assert isinstance(run, TurnRun)
    drain(run)
    thread.refresh_from_db()
    return Thread.objects.get(pk=run.thread_id)


@pytest.fixture
def spoken(thread: Thread, model: ScriptedModel) -> Thread:
    """Three turns, two of which keep a note."""
    model.then(
        [call("note", text="milk")], "Noted milk.", [call("note", text="eggs")], "Noted eggs.", "You are welcome."
    )
    for words in ("milk", "eggs", "thanks"):
        talk(thread, words)
    thread.refresh_from_db()
    return thread


def test_the_record_goes_back_to_the_changed_message_and_the_former_branch_stays(
    spoken: Thread, model: ScriptedModel
) -> None:
    model.then([call("note", text="bread")], "Noted bread.")
    branch = parted(spoken, 2, "bread")
    assert (notes_of(spoken), notes_of(branch)) == (["milk", "eggs"], ["milk", "bread"])
    assert [content for _, content in said(branch) if content] == ["milk", "Noted milk.", "bread", "Noted bread."]
    assert spoken.turn_count == 3
    assert (branch.branch_of_id, branch.branched_at, branch.title) == (spoken.pk, 2, spoken.title)


def test_what_went_before_keeps_its_times_and_costs_nothing_again(spoken: Thread, model: ScriptedModel) -> None:
    Turn.objects.filter(thread=spoken, number=1).update(created_at="2026-01-02T03:04:05Z")
    Message.objects.filter(turn__thread=spoken, turn__number=1).update(created_at="2026-01-02T03:04:05Z")
    model.then("Fine.")
    branch = parted(spoken, 2, "bread")
    first, second = branch.turns.order_by("number")
    assert first.created_at.isoformat() == "2026-01-02T03:04:05+00:00"
    assert {message.created_at.month for message in first.messages.all()} == {1}
    assert {made.created_at.month for made in calls_of(branch)} == {1}
    assert (first.input_tokens, first.output_tokens) == (0, 0)
    assert second.created_at.month != 1


def test_what_is_replayed_stands_in_the_trail_of_the_branch(spoken: Thread, model: ScriptedModel) -> None:
    model.then("Fine.")
    branch = parted(spoken, 2, "bread")
    entries = AuditEntry.objects.filter(thread_id=branch.pk).order_by("id")
    assert list(entries.values_list("action", flat=True)) == ["note.kept", "thread.branched"]
    assert entries[1].data == {"from": str(spoken.pk), "at": 2}
    assert AuditEntry.objects.filter(thread_id=spoken.pk).count() == 2
    assert replay_thread(branch).differences == []


def test_an_answer_is_had_again_and_arrows_lead_to_every_version(spoken: Thread, model: ScriptedModel) -> None:
    model.then("With pleasure.", "Any time.")
    second = parted(spoken, 3, "thanks", "second")
    third = parted(second, 3, "thanks", "third")
    places = [versions_of(branch)[3] for branch in (spoken, second, third)]
    assert [(at.place, at.count) for at in places] == [(1, 3), (2, 3), (3, 3)]
    assert [at.before for at in places] == [None, spoken.pk, second.pk]
    assert [at.after for at in places] == [second.pk, third.pk, None]
    assert 2 not in versions_of(third)


def test_versions_of_a_later_message_belong_to_their_own_branch(spoken: Thread, model: ScriptedModel) -> None:
    model.then("Fine.", "Good.", "Better.")
    branch = parted(spoken, 1, "hello", "first")
    talk(branch, "more")
    branch.refresh_from_db()
    deeper = parted(branch, 2, "less", "deeper")
    assert set(versions_of(spoken)) == {1}
    assert (versions_of(deeper)[1].count, versions_of(deeper)[2].count) == (2, 2)
    # To where something was said last.
    assert versions_of(spoken)[1].after in (branch.pk, deeper.pk)


def test_a_thread_without_branches_asks_nothing_more(
    spoken: Thread, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        assert versions_of(spoken) == {}


def test_an_act_by_hand_is_not_taken_back(spoken: Thread) -> None:
    record("note.submitted", shared.Notes().load(spoken.pk), by=Actor(spoken.owner_id, spoken.pk))
    with pytest.raises(Refused) as refused:
        parted(spoken, 2, "bread")
    assert refused.value.code == "changed_by_hand"
    assert Thread.objects.count() == 1


def test_nothing_parts_while_an_answer_runs(spoken: Thread, model: ScriptedModel) -> None:
    running = begin(spoken, "and more")
    with pytest.raises(Refused) as refused:
        parted(spoken, 2, "bread")
    assert refused.value.code == "turn_in_progress"
    model.then("Yes.")
    drain(running)


def test_a_tool_that_does_otherwise_now_changes_nothing(spoken: Thread, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared.Notes, "tools", shared.Notes.tools[1:])
    with pytest.raises(Refused) as refused:
        parted(spoken, 2, "bread")
    assert refused.value.code == "not_exactly"
    assert (Thread.objects.count(), AuditEntry.objects.count()) == (1, 2)


def test_an_assistant_may_have_one_course_only(spoken: Thread, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared.Notes, "branches", False)
    with pytest.raises(Refused) as refused:
        parted(spoken, 2, "bread")
    assert refused.value.code == "no_branches"


def test_once_a_branch_is_handed_in_the_others_are_there_to_be_read(
    spoken: Thread, model: ScriptedModel, client: Client, employee: User
) -> None:
    model.then([call("note", text="bread")], "Noted bread.")
    branch = parted(spoken, 2, "bread")
    with transaction.atomic():
        close_other_branches(branch.pk)
    client.force_login(employee)
    page = client.get(reverse("thread-transcript", args=[spoken.pk])).content.decode()
    assert "Noted eggs." in page
    assert "data-change" not in page
    with pytest.raises(TurnRefused, match="was handed in"):
        talk(spoken, "and cheese")
    refused = client.post(reverse("turn-branch", args=[spoken.pk, spoken.turns.get(number=1).pk]))
    assert (refused.status_code, "was handed in" in refused.content.decode()) == (409, True)
    with pytest.raises(Refused, match="was handed in"), transaction.atomic():
        close_other_branches(spoken.pk)
    model.then("Welcome.")
    talk(branch, "thanks")


def test_the_same_client_id_parts_once(spoken: Thread, model: ScriptedModel) -> None:
    model.then("Fine.")
    branch = parted(spoken, 2, "bread")
    again = branch_at(spoken.turns.get(number=2), user_id=spoken.owner_id, text="bread", client_id="parted")
    assert again.thread_id == branch.pk
    with pytest.raises(Refused):
        branch_at(spoken.turns.get(number=2), user_id=spoken.owner_id, text="cake", client_id="parted")


def test_who_was_let_in_is_let_into_the_branch_and_who_was_shut_out_is_not(
    spoken: Thread, model: ScriptedModel, colleague: User, outsider: User
) -> None:
    group = Group.objects.create(name="readers")
    ThreadAccess.objects.create(thread=spoken, user=colleague)
    ThreadAccess.objects.create(thread=spoken, group=group)
    # Has talked here once, and was shut out since.
    Turn.objects.filter(thread=spoken, number=1).update(author=outsider)
    model.then("Fine.")
    branch = parted(spoken, 2, "bread")
    rows = ThreadAccess.objects.filter(thread=branch).values_list("user", "group", "may_talk")
    assert sorted(rows, key=str) == sorted([(colleague.pk, None, False), (None, group.pk, False)], key=str)


def test_a_conversation_is_listed_renamed_and_deleted_as_one(spoken: Thread, model: ScriptedModel) -> None:
    model.then("Fine.")
    branch = parted(spoken, 2, "bread")
    Thread.objects.filter(pk=spoken.pk).update(updated_at="2026-01-02T03:04:05Z")
    owner = spoken.owner
    assert list(Thread.objects.listed_for(owner)) == [branch]
    page = Client()
    page.force_login(owner)
    page.post(reverse("thread-rename", args=[branch.pk]), {"title": "Shopping"})
    spoken.refresh_from_db()
    assert spoken.title == "Shopping"
    assert archive.discard(branch) == ""
    assert list(Thread.objects.visible_to(owner)) == []
    assert list(Thread.objects.binned_by(owner)) == [branch]
    archive.restore(branch)
    assert Thread.objects.visible_to(owner).count() == 2


def test_one_branch_that_must_stay_keeps_them_all(
    spoken: Thread, model: ScriptedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    model.then("Fine.")
    branch = parted(spoken, 2, "bread")
    monkeypatch.setattr(shared.Notes, "must_stay", lambda self, thread: "Kept." if thread.pk == spoken.pk else "")
    assert archive.discard(branch) == "Kept."
    assert Thread.objects.filter(archived_at__isnull=False).count() == 2


def test_sharing_is_for_the_whole_conversation(spoken: Thread, model: ScriptedModel, colleague: User) -> None:
    model.then("Fine.")
    branch = parted(spoken, 2, "bread")
    page = Client()
    page.force_login(spoken.owner)
    address = reverse("thread-share", args=[branch.pk])
    page.post(address, {"add": colleague.username})
    assert Thread.objects.visible_to(colleague).count() == 2
    page.post(address, {"remove": ThreadAccess.objects.get(thread=branch).pk})
    assert Thread.objects.visible_to(colleague).count() == 0


def test_json_has_every_branch_and_markdown_the_one_that_is_open(
    spoken: Thread, model: ScriptedModel, tmp_path: Path
) -> None:
    model.then("Fine.")
    branch = parted(spoken, 2, "bread")
    page = Client()
    page.force_login(spoken.owner)
    body: dict[str, Any] = json.loads(page.get(reverse("thread-file", args=[branch.pk, "json"])).content)
    assert [other["id"] for other in body["branches"]] == [str(spoken.pk)]
    assert "eggs" in {message["content"] for message in body["branches"][0]["messages"]}
    assert "eggs" not in page.get(reverse("thread-file", args=[branch.pk, "md"])).content.decode()
    export_thread(branch, tmp_path)
    head = json.loads((tmp_path / "thread.json").read_text())
    assert (head["branch_of"], head["branched_at"], head["branches"]) == (str(spoken.pk), 2, [str(spoken.pk)])
    assert json.loads((tmp_path / "branches" / str(spoken.pk) / "thread.json").read_text())["id"] == str(spoken.pk)


def test_an_erasure_takes_every_branch(spoken: Thread, model: ScriptedModel) -> None:
    model.then("Fine.")
    branch = parted(spoken, 2, "bread")
    call_command("erase_thread", str(branch.pk), "--yes")
    assert not Thread.objects.exists()
    assert not AuditEntry.objects.filter(thread_id__in=[spoken.pk, branch.pk], erased=False).exists()


def test_the_api_branches_answers_and_lists(
    spoken: Thread, model: ScriptedModel, outsider: User, colleague: User
) -> None:
    client = APIClient()
    client.force_authenticate(spoken.owner)
    address = reverse("api-turn-branch", args=[spoken.pk, spoken.turns.get(number=3).pk])
    model.then("With pleasure.", "Goodbye.")
    again = client.post(address, {}, format="json").json()
    assert (again["reply"], again["status"]) == ("With pleasure.", "done")
    changed = client.post(address, {"message": "bye"}, format="json").json()
    assert changed["thread"] not in (str(spoken.pk), again["thread"])
    listed = client.get(reverse("api-branches", args=[changed["thread"]])).json()
    assert {row["id"] for row in listed} == {str(spoken.pk), again["thread"], changed["thread"]}
    assert client.post(address, {"message": " "}, format="json").status_code == 400
    client.force_authenticate(outsider)
    assert client.post(address, {}, format="json").status_code == 404
    ThreadAccess.objects.create(thread=spoken, user=colleague)
    client.force_authenticate(colleague)
    assert client.post(address, {}, format="json").status_code == 403


def test_the_page_shows_the_versions_and_says_why_there_is_no_branch(spoken: Thread, model: ScriptedModel) -> None:
    page = Client()
    page.force_login(spoken.owner)
    model.then("Fine.")
    branch = parted(spoken, 2, "bread")
    html = page.get(reverse("thread-transcript", args=[branch.pk])).content.decode()
    assert f'href="{reverse("thread", args=[spoken.pk])}#version-2"' in html
    assert "2 / 2" in html
    assert "data-change" in html
    record("note.submitted", shared.Notes().load(branch.pk), by=Actor(spoken.owner_id, branch.pk))
    refused = page.post(reverse("turn-branch", args=[branch.pk, branch.turns.get(number=1).pk]), {"message": "tea"})
    assert (refused.status_code, b"cannot be taken back" in refused.content) == (409, True)


TALK = {
    "pa_dealing": ("I want to buy 2,000 Siemens shares", "about EUR 262,900", "about EUR 100,000"),
    "retirement": ("I'm 58 and want to stop at 64", "we have about $420,000 in a 401(k)", "we have about $300,000"),
    "tax_dossier": ("Mag ik de kosten van mijn werkruimte thuis aftrekken?", "help", "wat kun je?"),
    "pursuit": (
        "Does a glucose monitor need prior authorization with Harbor Health in Florida?",
        "thanks",
        "and appeals?",
    ),
}


@pytest.mark.parametrize("slug", TALK)
def test_every_assistant_branches_offline(employee: User, settings: Settings, slug: str) -> None:
    settings.CHAT_MODEL = "offline"
    thread = Thread.objects.create(owner=employee, assistant=slug)
    first, second, instead = TALK[slug]
    talk(thread, first)
    talk(thread, second)
    thread.refresh_from_db()
    branch = parted(thread, 2, instead)
    spoken = [[text for role, text in said(t) if role == "user"] for t in (thread, branch)]
    assert spoken == [[first, second], [first, instead]]
    texts = [t.turns.get(number=1).spoken_texts() for t in (thread, branch)]
    assert texts[0] == texts[1]
    assert replay_thread(branch).differences == []
    assert branch.turns.get(number=2).status == "done"
