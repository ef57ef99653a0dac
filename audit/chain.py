"""Checks the chain of audit entries, and empties entries without breaking it when a person's data is erased."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from django.db import connection, transaction
from django.db.models import BooleanField, F
from django.db.models.expressions import RawSQL

from audit.models import AuditEntry

ERASED = "audit.erased"


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with the entry of that sequence number."""

    sequence: int
    reason: str


def verify() -> tuple[int, str, list[Fault]]:
    """Walk the whole chain: how many entries, the last hash, and every fault. Memory does not grow with it."""
    count, last_hash, faults, expected = 0, "", [], 1
    erased: list[int] = []
    named: set[int] = set()
    for sequence, stored, previous, is_erased, matches, erasure in _rows():
        count += 1
        if sequence is None:
            faults.append(Fault(0, "it stands outside the chain"))
            continue
        if sequence != expected:
            faults.append(Fault(sequence, f"entries {expected} to {sequence - 1} are missing before it"))
        if previous != last_hash and sequence == expected:
            faults.append(Fault(sequence, "it does not follow from the entry before it"))
        if is_erased:
            erased.append(sequence)
        elif not matches:
            faults.append(Fault(sequence, "its values are not those that were written"))
        if erasure:
            named.update(erasure["sequences"])
        last_hash, expected = stored, sequence + 1
    faults += [Fault(number, "it was emptied, and no erasure names it") for number in erased if number not in named]
    return count, last_hash, sorted(faults, key=lambda fault: fault.sequence)


def _rows() -> Iterator[tuple[int | None, str, str, bool, bool, dict[str, list[int]] | None]]:
    """The chain in order, through a server-side cursor."""
    matches = RawSQL("audit_entry_hash(audit_auditentry.*) = hash", [], output_field=BooleanField())
    entries = AuditEntry.objects.annotate(matches=matches).order_by(F("sequence").asc(nulls_first=True))
    fields = ("sequence", "hash", "previous_hash", "erased", "matches", "action", "data")
    for sequence, stored, previous, erased, same, action, data in entries.values_list(*fields).iterator(
        chunk_size=2000
    ):
        yield sequence, stored, previous, erased, same, data if action == ERASED and not erased else None


def erase_entries(thread_id: UUID) -> int:
    """Empty the entries of a thread for good, in the caller's transaction; the chain and their hashes stay."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL app.erasing = 'on'")
        cursor.execute(
            "UPDATE audit_auditentry SET data = '{}', object_id = '', actor_id = NULL, thread_id = NULL,"
            " turn_id = NULL, erased = true WHERE thread_id = %s RETURNING sequence",
            [thread_id],
        )
        sequences = sorted(row[0] for row in cursor.fetchall())
        cursor.execute("SET LOCAL app.erasing = 'off'")
        entry = AuditEntry(
            action=ERASED, object_type="chat.thread", object_id=str(thread_id), data={"sequences": sequences}
        )
        entry.save(force_insert=True)
    return len(sequences)
