"""Threads that are shared: with a person, who talks in them; with a group, which reads along. Nobody else gets in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser, Group, User
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from rest_framework.authtoken.models import Token

from audit.models import AuditEntry
from audit.trail import Actor
from chat.api.sharing import share_with_group, share_with_person, unshare_with_person
from chat.errors import TurnRefused
from chat.live import runs
from chat.models import Message, Thread, ThreadAccess, Turn
from chat.pages import rendering
from chat.turns import run, usage
from chat.turns.rows import _CLAIM
from chat.turns.turn import TurnRun
from conftest import person
from llm.testing import ScriptedModel, call

Pages = Callable[[User, Thread], str]


@pytest.fixture
def reader(db: None) -> User:
    """Somebody of the group that reads the shared thread."""
    return person("reader", "readers")


@pytest.fixture
def shared(thread: Thread, employee: User, colleague: User, reader: User) -> Thread:
    """A thread of the employee's: the colleague talks in it, the group `readers` reads it."""
    by = Actor(employee.pk, thread.pk)
    share_with_person(thread, colleague, by=by)
    share_with_group(thread, Group.objects.get(name="readers"), by=by)
    return thread


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> Pages:
    """The page of a thread as a person gets it. The notes have no panel."""
    monkeypatch.setattr(rendering, "panel_html", lambda thread: "")

    def page(user: User, thread: Thread) -> str:
        browser = Client()
        browser.force_login(user)
        return browser.get(f"/threads/{thread.pk}/").content.decode()

    return page


def say(thread: Thread, user: User, text: str = "Hello", client_id: str | None = None) -> TurnRun | Turn:
    turn = runs.begin(thread.pk, user.pk, text, client_id)
    return runs.run_here(turn) if isinstance(turn, TurnRun) else turn


def api(user: User, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
    token = Token.objects.get_or_create(user=user)[0].key
    client = Client(headers={"authorization": f"Token {token}"})
    return getattr(client, method)(path, data=body, content_type="application/json")


def test_each_of_the_cast_sees_what_they_may(
    shared: Thread, employee: User, colleague: User, reader: User, outsider: User
) -> None:
    other = Thread.objects.create(owner=employee, assistant="notes", title="Private")
    for user in (employee, colleague, reader):
        assert Thread.objects.visible_to(user).filter(pk=shared.pk).exists()
    assert not Thread.objects.visible_to(outsider).exists()
    assert not Thread.objects.visible_to(AnonymousUser()).exists()
    assert set(Thread.objects.visible_to(employee)) == {shared, other}
    for user in (colleague, reader):
        assert set(Thread.objects.visible_to(user)) == {shared}
    assert [shared.may_talk(user) for user in (employee, colleague, reader, outsider)] == [True, True, False, False]


def test_lists_hold_what_was_shared_by_name_and_not_what_a_group_reads(
    shared: Thread, colleague: User, reader: User
) -> None:
    assert [row["id"] for row in api(colleague, "get", "/v1/threads/").json()["results"]] == [str(shared.pk)]
    assert api(reader, "get", "/v1/threads/").json()["results"] == []
    assert not Thread.objects.listed_for(AnonymousUser()).exists()


def test_a_shared_thread_takes_the_words_of_both_and_knows_who_said_what(
    shared: Thread, employee: User, colleague: User, model: ScriptedModel
) -> None:
    model.then("Hello, employee.", [call("note", text="milk")], "Noted for the colleague.")
    say(shared, employee)
    reply = say(shared, colleague, "note milk")
    assert reply.status == "done"
    assert list(shared.turns.values_list("author__username", flat=True)) == ["employee", "colleague"]
    assert AuditEntry.objects.get(action="note.kept").actor == colleague


def test_whoever_reads_along_says_stops_and_retries_nothing(
    shared: Thread, employee: User, reader: User, model: ScriptedModel
) -> None:
    model.then("Hello.")
    turn = say(shared, employee)
    with pytest.raises(TurnRefused) as refused:
        runs.begin(shared.pk, reader.pk, "Hello", None)
    assert (refused.value.code, refused.value.status) == ("read_only", 403)
    path = f"/v1/threads/{shared.pk}"
    assert api(reader, "get", f"{path}/").status_code == 200
    assert api(reader, "post", f"{path}/turns/", {"message": "Hi"}).json()["code"] == "read_only"
    for act in ("stop", "retry"):
        assert api(reader, "post", f"{path}/turns/{turn.id}/{act}/").status_code == 403
    assert shared.turns.count() == 1


def test_only_the_owner_renames_and_deletes(shared: Thread, colleague: User, reader: User, employee: User) -> None:
    for user in (colleague, reader):
        assert api(user, "patch", f"/v1/threads/{shared.pk}/", {"title": "Mine"}).status_code == 403
        assert api(user, "delete", f"/v1/threads/{shared.pk}/").json()["code"] == "not_the_owner"
        browser = Client()
        browser.force_login(user)
        assert browser.post(f"/threads/{shared.pk}/delete/").status_code == 403
        assert browser.post(f"/threads/{shared.pk}/rename/", {"title": "Mine"}).status_code == 403
    shared.refresh_from_db()
    assert (shared.title, shared.deleted_at) == ("", None)
    assert api(employee, "delete", f"/v1/threads/{shared.pk}/").status_code == 204
    for user in (colleague, reader):
        assert api(user, "get", f"/v1/threads/{shared.pk}/").status_code == 404


def test_the_same_client_id_is_the_same_turn_for_whoever_was_let_in(
    shared: Thread, colleague: User, outsider: User, model: ScriptedModel
) -> None:
    model.then("Hello.")
    first = say(shared, colleague, "Hello", "c1")
    again = say(shared, colleague, "Hello", "c1")
    assert again.pk == first.id  # type: ignore[union-attr]
    with pytest.raises(TurnRefused) as refused:
        runs.begin(shared.pk, outsider.pk, "Hello", "c1")
    assert refused.value.code == "not_found"


def test_a_colleague_retries_what_failed(shared: Thread, colleague: User, model: ScriptedModel) -> None:
    model.then(RuntimeError("away"), "Hello.")
    failed = say(shared, colleague)
    assert failed.status == "failed"
    assert runs.retry_here(failed.id, colleague.pk).status == "done"
    assert shared.turns.get().author == colleague


def test_who_was_shut_out_is_a_stranger_again(shared: Thread, employee: User, colleague: User) -> None:
    by = Actor(employee.pk, shared.pk)
    assert unshare_with_person(shared, colleague, by=by)
    assert not unshare_with_person(shared, colleague, by=by)
    assert not Thread.objects.visible_to(colleague).exists()
    with pytest.raises(TurnRefused) as refused:
        run.claim_turn(shared.pk, colleague.pk, "Hello", "c1")
    assert refused.value.code == "not_found"


def test_sharing_is_in_the_trail_once_and_never_with_the_owner(thread: Thread, employee: User, colleague: User) -> None:
    by = Actor(employee.pk, thread.pk)
    assert share_with_person(thread, colleague, by=by)
    assert not share_with_person(thread, colleague, by=by)
    assert not share_with_person(thread, employee, by=by)
    assert share_with_person(thread, colleague, by=by, may_talk=False)
    entries = AuditEntry.objects.filter(action="thread.shared").order_by("id")
    assert [entry.data for entry in entries] == [
        {"user": "colleague", "may_talk": True},
        {"user": "colleague", "may_talk": False},
    ]
    assert not thread.may_talk(colleague)


def test_access_names_a_person_or_a_group(thread: Thread, employee: User, reader: User) -> None:
    for wrong in ({}, {"user": reader, "group": Group.objects.get(name="readers")}):
        with pytest.raises(IntegrityError), transaction.atomic():
            ThreadAccess.objects.create(thread=thread, **wrong)


def test_who_leaves_the_group_reads_no_more(shared: Thread, reader: User) -> None:
    reader.groups.clear()
    assert not Thread.objects.visible_to(reader).exists()


def test_the_page_of_a_reader_has_nothing_to_write_with(
    shared: Thread, employee: User, colleague: User, reader: User, pages: Pages
) -> None:
    assert "You may read this conversation" in pages(reader, shared)
    assert "You may read this conversation" not in pages(colleague, shared)
    assert "data-delete" not in pages(colleague, shared)
    assert "data-delete" in pages(employee, shared)


def test_the_page_names_whoever_said_it_but_the_reader(
    shared: Thread, employee: User, colleague: User, model: ScriptedModel, pages: Pages
) -> None:
    model.then("One.", "Two.")
    say(shared, employee, "From the owner")
    say(shared, colleague, "From the other")
    page = pages(employee, shared)
    assert page.count('class="author"') == 1
    assert "colleague<span" in page
    # Nobody reads their own name above their own words.
    theirs = pages(colleague, shared)
    assert theirs.count('class="author"') == 1
    assert "employee<span" in theirs


def test_a_reader_takes_no_news_from_those_it_is_for(shared: Thread, colleague: User, reader: User) -> None:
    Message.objects.create(thread=shared, role="notice", content="News")
    for user, left in ((reader, 1), (colleague, 0)):
        browser = Client()
        browser.force_login(user)
        assert browser.post(f"/threads/{shared.pk}/seen/").status_code == 204
        assert shared.messages.filter(seen_at=None).count() == left


def test_usage_counts_for_whoever_spoke(shared: Thread, employee: User, colleague: User, model: ScriptedModel) -> None:
    model.then("One.", "Two.")
    say(shared, employee)
    say(shared, colleague)
    assert {(row.user, row.calls) for row in usage.usage(7)} == {("employee", 1), ("colleague", 1)}
    assert [row.user for row in usage.usage(7, user="colleague")] == ["colleague"]


@pytest.mark.django_db(transaction=True)
def test_a_turn_in_a_shared_thread_asks_no_more_of_the_database(
    shared: Thread, employee: User, colleague: User, model: ScriptedModel
) -> None:
    counts = {}
    # The first turn of all stores the prompt that the others name.
    for number, user in enumerate((employee, employee, colleague)):
        model.then([call("note", text="milk"), call("note", text="bread")], "Noted.")
        turn = run.claim_turn
        with CaptureQueriesContext(connection) as captured:
            claimed = turn(shared.pk, user.pk, "milk and bread", f"c{number}")
            assert isinstance(claimed, TurnRun)
            assert len(list(run.run_turn(claimed))) > 3
        asked = [
            q["sql"] for q in captured if not q["sql"].startswith(("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "SET "))
        ]
        counts[user.username] = len(asked)
    assert counts["colleague"] == counts["employee"] <= 9


def test_the_claim_of_ones_own_thread_never_looks_at_access(thread: Thread, employee: User) -> None:
    """The second half of the condition is a subplan that PostgreSQL does not run for the owner."""
    values = {"title": "t", "thread": thread.pk, "user": employee.pk, "turn": thread.pk, "client": "c", "text": "x"}
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) {_CLAIM}", values)
        plan = [row[0] for row in cursor.fetchall()]
    on_access = [line for line in plan if "chat_threadaccess" in line]
    assert on_access
    assert all("never executed" in line for line in on_access)


def test_who_reads_along_changes_nothing_and_goes_only_to_branches_that_they_may_read(
    shared: Thread, employee: User, colleague: User, reader: User, model: ScriptedModel, pages: Pages
) -> None:
    model.then("Hello to you.", "And to you.")
    say(shared, employee)
    branch = Thread.objects.create(assistant=shared.assistant, owner=employee, branch_of=shared, branched_at=1)
    say(branch, employee, "Good morning")
    Thread.objects.filter(pk__in=[shared.pk, branch.pk]).update(family=uuid4())
    may_change = {user.username: "data-change" in pages(user, shared) for user in (employee, colleague, reader)}
    assert may_change == {"employee": True, "colleague": True, "reader": False}
    led_on = {user.username: f"/threads/{branch.pk}/" in pages(user, shared) for user in (employee, reader)}
    assert led_on == {"employee": True, "reader": False}
