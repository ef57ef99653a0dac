"""The trail can be added to and never altered, by anyone; entries of one block are written together or not at all."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.contrib.auth.models import Group, User
from django.db import connection, transaction
from django.db.models import ProtectedError
from django.db.utils import IntegrityError
from django.test import Client
from django.test.utils import CaptureQueriesContext

from audit.models import AuditEntry
from audit.trail import Actor, collecting, record


@pytest.fixture
def group(db: None) -> Group:
    """Any object that something can be done to."""
    return Group.objects.create(name="reviewers of the test")


@pytest.fixture
def entry(group: Group, employee: User) -> AuditEntry:
    record("group.made", group, by=Actor(employee.pk), data={"why": "a test"})
    return AuditEntry.objects.get()


def test_an_entry_says_who_did_what_to_which_object_in_which_turn(group: Group, employee: User) -> None:
    thread, turn = uuid4(), uuid4()
    record("group.made", group, by=Actor(employee.pk, thread, turn), data={"why": "a test"})
    entry = AuditEntry.objects.get()
    assert (entry.actor, entry.action, entry.data) == (employee, "group.made", {"why": "a test"})
    assert (entry.object_type, entry.object_id) == ("auth.group", str(group.pk))
    assert (entry.thread_id, entry.turn_id) == (thread, turn)
    assert str(entry) == f"group.made on auth.group {group.pk}"


def test_the_system_itself_may_act(group: Group) -> None:
    record("group.expired", group, by=Actor(None))
    assert AuditEntry.objects.get().actor is None


def test_an_entry_outlives_what_it_is_about(entry: AuditEntry, group: Group) -> None:
    group.delete()
    assert AuditEntry.objects.get().object_id == entry.object_id


def test_who_acted_cannot_be_deleted(entry: AuditEntry, employee: User) -> None:
    with pytest.raises(ProtectedError):
        employee.delete()


def test_an_entry_cannot_be_saved_again(entry: AuditEntry) -> None:
    entry.action = "nothing.happened"
    with pytest.raises(TypeError, match="cannot be changed"):
        entry.save()


@pytest.mark.parametrize(
    "statement", ["UPDATE audit_auditentry SET action = 'nothing'", "DELETE FROM audit_auditentry"]
)
def test_the_database_itself_refuses_to_alter_the_trail(entry: AuditEntry, statement: str) -> None:
    with connection.cursor() as cursor:
        for attempt in (statement, statement + " WHERE id > 0"):
            with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
                cursor.execute(attempt)
    for alter in (lambda: AuditEntry.objects.update(action="nothing"), lambda: AuditEntry.objects.all().delete()):
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            alter()
    assert AuditEntry.objects.get().action == "group.made"


def test_entries_of_one_block_are_written_in_one_statement_at_its_end(group: Group) -> None:
    with CaptureQueriesContext(connection) as captured, collecting():
        for number in range(5):
            record("group.changed", group, by=Actor(None), data={"number": number})
        assert not AuditEntry.objects.exists()
    assert [query["sql"].startswith("INSERT") for query in captured] == [False, True]
    assert [entry.data["number"] for entry in AuditEntry.objects.order_by("id")] == [0, 1, 2, 3, 4]


def _fail_after_a_record(group: Group) -> None:
    record("group.changed", group, by=Actor(None))
    raise LookupError


def test_a_block_that_fails_writes_no_entry(group: Group) -> None:
    with pytest.raises(LookupError), collecting():
        _fail_after_a_record(group)
    assert not AuditEntry.objects.exists()
    # What comes after the block is written at once again.
    record("group.changed", group, by=Actor(None))
    assert AuditEntry.objects.count() == 1


def test_an_entry_goes_with_its_transaction(group: Group) -> None:
    with pytest.raises(LookupError), transaction.atomic():
        _fail_after_a_record(group)
    assert not AuditEntry.objects.exists()


def test_the_admin_shows_the_trail_and_changes_nothing(entry: AuditEntry, admin: User, client: Client) -> None:
    client.force_login(admin)
    path = "/admin/audit/auditentry/"
    assert "group.made" in client.get(path).content.decode()
    assert client.get(f"{path}{entry.pk}/change/").status_code == 200
    for forbidden in (f"{path}add/", f"{path}{entry.pk}/delete/"):
        assert client.post(forbidden, {"post": "yes"}).status_code == 403
    assert client.post(f"{path}{entry.pk}/change/", {"action": "nothing"}).status_code == 403
    client.post(path, {"action": "delete_selected", "_selected_action": [entry.pk], "post": "yes"})
    assert AuditEntry.objects.get().action == "group.made"
