"""One function for each act on a dossier, the only writers. Every change is a row of the log with its audit entry."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any
from uuid import UUID, uuid4

from django.db import IntegrityError, connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from audit.trail import Actor, record
from chat.acts import lock_rows, made_row
from chat.errors import Refused
from chat.threads import begin_thread
from tax_dossier import record as records, titles
from tax_dossier.models import Dossier, Patch, Source
from tax_dossier.patches import DossierPatch, NewSource
from tax_dossier.record import DossierRecord, SourceView

# What a dossier may be called: letters and digits of any language, and signs that are safe in an address.
DOSSIER_ID = re.compile(r"(?!\.{1,2}(?:/|$))[\w.:@+~-]{1,64}")
_SEARCHES = (Patch.Origin.LEGISLATION, Patch.Origin.CASE_LAW)


@dataclass(frozen=True, slots=True)
class Applied:
    """What a patch did to a dossier."""

    added: list[SourceView] = field(default_factory=list)
    already: list[SourceView] = field(default_factory=list)
    selected: list[SourceView] = field(default_factory=list)
    unselected: list[SourceView] = field(default_factory=list)
    removed: list[SourceView] = field(default_factory=list)
    reference: tuple[date | None, date | None] | None = None

    def __bool__(self) -> bool:
        return bool(self.added or self.selected or self.unselected or self.removed or self.reference)

    def as_json(self) -> dict[str, Any]:
        """For the log: ids of sources, and the two days."""
        effect: dict[str, Any] = {
            name: [source.id for source in getattr(self, name)]
            for name in ("added", "selected", "unselected", "removed")
        }
        if self.reference:
            effect["reference"] = [day.isoformat() if day else None for day in self.reference]
        return effect


@contextmanager
def open_dossier(thread_id: UUID, by: Actor) -> Iterator[DossierRecord]:
    """A thread's dossier, locked in the caller's transaction; made if there is none."""
    made = None
    if not lock_rows(Dossier, thread_id):
        dossier = records.new_dossier(thread_id)
        # Only its owner acts in a thread.
        dossier.owner_id = by.user_id or records.owner_of(thread_id)
        made = made_row(dossier)
        if not (made or lock_rows(Dossier, thread_id)):
            # Its owner has given another dossier this very name.
            dossier.pk, dossier.dossier_id = uuid4(), f"dos-{thread_id.hex}"
            if not made_row(dossier):
                lock_rows(Dossier, thread_id)
    held = DossierRecord(made, []) if made else records.load(thread_id)
    yield held
    _write(held)


def _write(dossier: DossierRecord) -> None:
    """Write the changes since the last time: the dossier's row once, and each as a row of the log."""
    if dossier.changes:
        dossier.row.save()
        Patch.objects.bulk_create(dossier.changes)
        dossier.changes = []


def dossier_named(owner_id: int, dossier_id: str | None) -> Dossier:
    """The owner's dossier of that name, with its thread; made when unknown, and named when no name is given.

    Raises Refused for a name that is not 1 to 64 safe characters, and for one whose conversation was deleted.
    """
    if dossier_id is not None and not (isinstance(dossier_id, str) and DOSSIER_ID.fullmatch(dossier_id)):
        shown = repr(dossier_id if len(repr(dossier_id)) <= 90 else str(dossier_id)[:80] + "…")
        raise Refused(
            "dossier_id_invalid",
            f"dossier_id is {shown}. It must be 1 to 64 letters, digits or . _ : @ + ~ -, such as 'dos-2022'.",
            status=400,
        )
    if dossier_id is None:
        return _make(owner_id, f"dos-{uuid4().hex[:12]}")
    own = Dossier.objects.select_related("thread").filter(owner_id=owner_id, dossier_id=dossier_id)
    dossier = own.first()
    if dossier is None:
        try:
            return _make(owner_id, dossier_id)
        except IntegrityError:
            # Another process made it in this moment.
            dossier = own.get()
    if dossier.thread.deleted_at is not None:
        raise Refused("dossier_id_invalid", f"The dossier {dossier_id!r} was deleted. Choose another name.")
    return dossier


def _make(owner_id: int, dossier_id: str) -> Dossier:
    with transaction.atomic():
        thread = begin_thread(owner_id, "tax_dossier")
        return Dossier.objects.create(thread=thread, owner_id=owner_id, dossier_id=dossier_id)


def apply_patch(dossier: DossierRecord, patch: DossierPatch, *, origin: str, by: Actor) -> Applied:
    """Apply a patch to the locked dossier and log it; a patch that changes nothing leaves no row.

    A source that is in the dossier already is not added again, and one that the person removed stays removed.
    A title that no source has is passed over.
    """
    known = {source.key: source for source in dossier.everything}
    fresh = [new for new in patch.added if not (new.key in known and known[new.key].in_dossier)]
    already = [known[new.key] for new in patch.added if new.key in known and known[new.key].in_dossier]
    added = _add(dossier, fresh)
    wanted = {source.id for title in patch.select_titles if (source := dossier.titled(title))}
    dropped = {source.id for title in patch.unselect_titles if (source := dossier.titled(title))}
    applied = Applied(
        added=added,
        already=already,
        selected=_set_selected(dossier, wanted - dropped, True),
        unselected=_set_selected(dossier, dropped, False),
        reference=_set_reference(dossier.row, patch),
    )
    _log(dossier, applied, patch.as_json(), origin=origin, by=by)
    return applied


def _add(dossier: DossierRecord, fresh: Sequence[NewSource]) -> list[SourceView]:
    """Add the sources with the next numbers; one that an undo took out comes back with the newer text."""
    number = max((source.number for source in dossier.sources), default=0)
    gone = {source.key for source in dossier.everything if not source.in_dossier}
    back = [new.key for new in fresh if new.key in gone]
    rows = {row.key: row for row in dossier.row.sources.filter(key__in=back)} if back else {}
    taken = {source.title for source in dossier.everything}
    added: dict[str, Source] = {}
    for new in fresh:
        if new.key in added:
            continue
        number += 1
        row = rows.get(new.key) or Source(dossier=dossier.row, key=new.key, title=titles.distinct(new, taken))
        row.kind, row.number, row.text, row.origin = new.kind, number, new.text, new.origin[:1000]
        row.citations, row.metadata, row.document_id = list(new.citations), dict(new.metadata), new.document_id
        row.parts = [{"anchor": p.anchor, "label": p.label, "start": p.start, "end": p.end} for p in new.parts]
        row.match_start, row.match_end = new.match_start, new.match_end
        row.valid_from, row.valid_to = new.valid_from, new.valid_to
        row.selected = row.in_dossier = True
        taken.add(row.title)
        added[new.key] = row
    Source.objects.bulk_create([row for row in added.values() if row.pk is None])
    for row in rows.values():
        row.save()
    views = [view_of(row) for row in added.values()]
    ids = {view.id for view in views}
    dossier.everything = [source for source in dossier.everything if source.id not in ids] + views
    return views


def view_of(row: Source) -> SourceView:
    """The row without its text."""
    return SourceView(
        id=row.pk,
        kind=row.kind,
        number=row.number,
        key=row.key,
        title=row.title,
        citations=row.citations,
        parts=row.parts,
        valid_from=row.valid_from,
        valid_to=row.valid_to,
        metadata=row.metadata,
        selected=row.selected,
        in_dossier=row.in_dossier,
    )


def _set_selected(dossier: DossierRecord, ids: set[int], selected: bool) -> list[SourceView]:
    changed = [source for source in dossier.sources if source.id in ids and source.selected != selected]
    return _update(dossier, changed, selected=selected)


def _update(dossier: DossierRecord, changed: Sequence[SourceView], **values: Any) -> list[SourceView]:
    """Set these values of sources, in the rows and in the record."""
    ids = {source.id for source in changed}
    if not ids:
        return []
    Source.objects.filter(pk__in=ids).update(**values)
    dossier.everything = [replace(source, **values) if source.id in ids else source for source in dossier.everything]
    return [source for source in dossier.everything if source.id in ids]


def _set_reference(row: Dossier, patch: DossierPatch) -> tuple[date | None, date | None] | None:
    new = patch.reference
    if new is None or new.day == row.reference_date:
        return None
    before = row.reference_date
    row.reference_date, row.reference_words = new.day, new.words.text[:120]
    row.reference_message_id = new.words.source
    return before, new.day


def _log(
    dossier: DossierRecord,
    applied: Applied,
    patch: dict[str, Any],
    *,
    origin: str,
    by: Actor,
    undoes: Patch | None = None,
) -> None:
    if not applied:
        return
    row = dossier.row
    row.patch_count += 1
    row.updated_at = timezone.now()
    logged = Patch(
        dossier=row,
        number=row.patch_count,
        origin=origin,
        patch=patch,
        effect=applied.as_json(),
        undoes=undoes,
        by_id=by.user_id,
        turn_id=by.turn_id,
    )
    dossier.changes.append(logged)
    record(f"tax_dossier.{origin}", row, by=by, data={"patch": patch, "number": row.patch_count})


def last_change(dossier: DossierRecord) -> Patch | None:
    """The newest change that is not an undo and was not undone."""
    return _undoable(dossier).order_by("-number").first()


def _undoable(dossier: DossierRecord) -> QuerySet[Patch]:
    return Patch.objects.filter(dossier=dossier.row, undone_by=None).exclude(origin=Patch.Origin.UNDO)


def undo_last(dossier: DossierRecord, *, by: Actor) -> Applied:
    """Take the last change of the locked dossier back, as a new row of the log; nothing when there is none left.

    The two searches of one question are taken back together.
    """
    _write(dossier)
    last = last_change(dossier)
    changes = [last] if last else []
    if last and last.turn_id and last.origin in _SEARCHES:
        changes = list(_undoable(dossier).filter(turn_id=last.turn_id, origin__in=_SEARCHES).order_by("-number"))
    undone = [_undo(dossier, change, by=by) for change in changes]
    days = [applied.reference for applied in undone if applied.reference]
    return Applied(
        removed=[source for applied in undone for source in applied.removed],
        selected=[source for applied in undone for source in applied.selected],
        unselected=[source for applied in undone for source in applied.unselected],
        reference=(days[0][0], days[-1][1]) if days else None,
    )


def _undo(dossier: DossierRecord, change: Patch, *, by: Actor) -> Applied:
    effect = change.effect
    views = {source.id: source for source in dossier.sources}

    def named(key: str) -> list[SourceView]:
        return [views[pk] for pk in effect.get(key, []) if pk in views]

    back = effect.get("reference")
    if back:
        row, days = dossier.row, [date.fromisoformat(day) if day else None for day in back]
        row.reference_date, row.reference_words, row.reference_message_id = days[0], "", None
    applied = Applied(
        removed=_update(dossier, named("added"), in_dossier=False),
        selected=_update(dossier, named("unselected"), selected=True),
        unselected=_update(dossier, named("selected"), selected=False),
        reference=(days[1], days[0]) if back else None,
    )
    _log(dossier, applied, {"undoes": change.number}, origin=Patch.Origin.UNDO, by=by, undoes=change)
    return applied


def erase_records(thread_id: UUID) -> None:
    """Delete everything of a thread, in the erasure's transaction: the one pass that append-only rows let through."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL app.erasing = 'on'")
        Dossier.objects.filter(thread_id=thread_id).delete()
        cursor.execute("SET LOCAL app.erasing = 'off'")
