"""The trail is a chain: whoever changes, removes or adds an entry behind its back is found."""

from __future__ import annotations

import threading
from io import StringIO
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.db import connection

from audit.chain import ERASED, Fault, erase_entries, verify
from audit.models import AuditEntry
from audit.trail import Actor, collecting, record

SYSTEM = Actor(None)


@pytest.fixture
def group(db: None) -> Group:
    return Group.objects.create(name="reviewers of the test")


@pytest.fixture
def trail(group: Group) -> Group:
    """Five entries, three of them written by one statement."""
    record("group.made", group, by=SYSTEM)
    with collecting():
        for number in range(3):
            record("group.changed", group, by=SYSTEM, data={"number": number, "text": "naïve 😀", "amount": "1.50"})
    record("group.closed", group, by=SYSTEM)
    return group


def tamper(statement: str) -> None:
    """What somebody with the database's own rights could do."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL app.erasing = 'on'")
        cursor.execute(statement)
        cursor.execute("SET LOCAL app.erasing = 'off'")


def faults() -> list[Fault]:
    return verify()[2]


def test_an_empty_trail_is_whole(db: None) -> None:
    assert verify() == (0, "", [])


def test_every_entry_follows_from_the_one_before_it(trail: Group) -> None:
    entries = list(AuditEntry.objects.order_by("sequence"))
    assert [entry.sequence for entry in entries] == [1, 2, 3, 4, 5]
    assert [entry.previous_hash for entry in entries] == ["", *(entry.hash for entry in entries[:-1])]
    assert len({entry.hash for entry in entries}) == 5
    assert [entry.data.get("number") for entry in entries] == [None, 0, 1, 2, None]
    assert verify() == (5, entries[-1].hash, [])


@pytest.mark.parametrize(
    "change",
    [
        "action = 'nothing.happened'",
        "data = '{}'",
        "object_id = '0'",
        "thread_id = gen_random_uuid()",
        "at = at + interval '1 second'",
    ],
)
def test_a_changed_entry_is_found(trail: Group, change: str) -> None:
    tamper(f"UPDATE audit_auditentry SET {change} WHERE sequence = 3")
    assert faults() == [Fault(3, "its values are not those that were written")]


def test_an_entry_that_was_changed_with_its_hash_breaks_the_next(trail: Group) -> None:
    tamper("UPDATE audit_auditentry SET action = 'nothing' WHERE sequence = 3")
    tamper("UPDATE audit_auditentry e SET hash = audit_entry_hash(e.*) WHERE sequence = 3")
    assert [fault.sequence for fault in faults()] == [4]


def test_a_removed_entry_is_missed(trail: Group) -> None:
    tamper("DELETE FROM audit_auditentry WHERE sequence IN (2, 3)")
    assert faults() == [Fault(4, "entries 2 to 3 are missing before it")]


def test_an_entry_that_was_emptied_without_an_erasure_is_found(trail: Group) -> None:
    tamper("UPDATE audit_auditentry SET data = '{}', erased = true WHERE sequence = 3")
    assert [fault.sequence for fault in faults()] == [3]


def test_an_erasure_empties_a_threads_entries_and_keeps_the_chain(trail: Group) -> None:
    thread, turn = uuid4(), uuid4()
    record("note.kept", trail, by=Actor(None, thread, turn), data={"text": "a person's words"})
    hashes = list(AuditEntry.objects.order_by("sequence").values_list("hash", flat=True))
    assert erase_entries(thread) == 1
    emptied = AuditEntry.objects.get(sequence=6)
    assert (emptied.data, emptied.object_id, emptied.thread_id, emptied.erased) == ({}, "", None, True)
    assert "words" not in str(list(AuditEntry.objects.values()))
    assert list(AuditEntry.objects.order_by("sequence").values_list("hash", flat=True))[:6] == hashes
    last = AuditEntry.objects.get(sequence=7)
    assert (last.action, last.object_id, last.data) == (ERASED, str(thread), {"sequences": [6]})
    assert faults() == []


def test_an_erasure_leaves_the_trail_append_only(trail: Group) -> None:
    erase_entries(UUID(int=0))
    with pytest.raises(Exception, match="append-only"):
        AuditEntry.objects.update(action="nothing")


def test_the_command_says_whether_the_trail_is_whole(trail: Group) -> None:
    out, err = StringIO(), StringIO()
    call_command("verify_audit", stdout=out, stderr=err)
    last = AuditEntry.objects.order_by("sequence").last()
    assert last is not None
    assert out.getvalue() == f"5 entries, unbroken. Last hash: {last.hash}\n"
    tamper("DELETE FROM audit_auditentry WHERE sequence = 2")
    with pytest.raises(SystemExit) as ended:
        call_command("verify_audit", stdout=out, stderr=err)
    assert ended.value.code == 1
    assert "Entry 3:" in err.getvalue()


@pytest.mark.django_db(transaction=True)
def test_many_writers_at_once_make_one_chain(group: Group) -> None:
    failures: list[Exception] = []

    def write(number: int) -> None:
        try:
            for n in range(5):
                with collecting():
                    record("group.changed", group, by=SYSTEM, data={"writer": number, "n": n})
                    record("group.changed", group, by=SYSTEM, data={"writer": number, "n": n, "again": True})
        except Exception as error:
            failures.append(error)
        finally:
            connection.close()

    writers = [threading.Thread(target=write, args=[number]) for number in range(6)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(30)
    assert failures == []
    assert verify()[::2] == (60, [])
