"""Imports states of acts into the collection "legislation": versions side by side, each valid until the next."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from django.db import transaction

from imports import only_one
from retrieval.index import NewDocument, Piece, delete_document, store_documents
from retrieval.models import Collection, Document
from tax_dossier.law.act_documents import NEVER, Provision, provisions
from tax_dossier.law.act_header import ActHeader, read_header
from tax_dossier.law.act_xml import read_units
from tax_dossier.law.import_count import LawImportCount, Report, embed, file_sha256, silent
from tax_dossier.law.source_xml import UnusableFile, xml_files
from tax_dossier.models_law import ActState

LEGISLATION = "legislation"
# Raised when the reader gives other text for the same file, so that files are read again.
READER = "act-1"
_BATCH = 100
_LOCK = 2_001_011_353


def legislation() -> Collection:
    """The collection of all articles."""
    return Collection.objects.named(LEGISLATION, "nl")


def import_acts(path: Path, *, report: Report = silent) -> LawImportCount:
    """Import a file, or every .xml file below a folder. A file that cannot be used is named in `bad`.

    Batches are committed, so a run that was cut off goes on; the same files again change nothing. The vectors come
    last. Raises ImportRunningError.
    """
    with only_one(_LOCK, "legislation"):
        files = xml_files(path)
        count = LawImportCount(all_files=len(files))
        collection = legislation()
        for bwb_id, states in itertools.groupby(_in_order(files, count, report), key=lambda known: known[1].bwb_id):
            for file, header in states:
                _import_state(collection, file, header, count, report)
                count.files += 1
                report(count)
            _settle(collection, bwb_id, count)
        report(count)
        embed(collection, count, report)
    return count


def _in_order(files: Iterable[Path], count: LawImportCount, report: Report) -> list[tuple[Path, ActHeader]]:
    """The files that can be used, the states of one act together and in the order of time."""
    usable = []
    for file in files:
        try:
            usable.append((file, read_header(file)))
        except UnusableFile as reason:
            count.bad.append((file, str(reason)))
            count.files += 1
            report(count)
    return sorted(usable, key=lambda known: (known[1].bwb_id, known[1].in_force, known[1].revision, str(known[0])))


def _import_state(collection: Collection, file: Path, header: ActHeader, count: LawImportCount, report: Report) -> None:
    sha256 = file_sha256(file, READER)
    known = ActState.objects.filter(bwb_id=header.bwb_id, in_force=header.in_force).first()
    if known is not None and known.revision > header.revision:
        count.bad.append((file, f"is an older correction of the state of {header.in_force} than the one imported."))
        return
    if known is not None and known.sha256 == sha256 and _all_there(collection, known):
        count.unchanged += len(known.versions)
        return
    later = _keys_of_later_states(header)
    versions: dict[str, str] = {}
    all_provisions = provisions(header, read_units(file))
    while batch := list(itertools.islice(all_provisions, _BATCH)):
        versions |= {provision.place: provision.document.key for provision in batch}
        _store(collection, batch, later, count)
        report(count)
    if not versions:
        count.bad.append((file, "holds no article and no other text."))
        return
    values = {"revision": header.revision, "title": header.title, "sha256": sha256, "versions": versions}
    ActState.objects.update_or_create(bwb_id=header.bwb_id, in_force=header.in_force, defaults=values)


def _all_there(collection: Collection, state: ActState) -> bool:
    keys = set(state.versions.values())
    return Document.objects.filter(collection=collection, key__in=keys).count() == len(keys)


def _keys_of_later_states(header: ActHeader) -> set[str]:
    """Versions of which a later state has given the text, which is the corrected one."""
    later = ActState.objects.filter(bwb_id=header.bwb_id, in_force__gt=header.in_force)
    return {key for versions in later.values_list("versions", flat=True) for key in versions.values()}


def _store(collection: Collection, batch: list[Provision], later: set[str], count: LawImportCount) -> None:
    documents = [provision.document for provision in batch]
    keys = [document.key for document in documents]
    known = {row.key: row for row in Document.objects.filter(collection=collection, key__in=keys).defer("text")}
    kept = [document for document in documents if document.key in known and document.key in later]
    count.unchanged += len(kept)
    fresh = []
    for document in documents:
        row = known.get(document.key)
        if row is not None and document.key in later:
            continue
        # What follows from other states is settled at the end; until then a known version keeps it.
        fresh.append(replace(document, title=row.title, valid_to=row.valid_to) if row is not None else document)
    count.note(store_documents(collection, fresh, embed=False))


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a unit, as it follows from all states of its act."""

    valid_to: date | None
    dated: bool  # there are others, so that its title names its day


def chain(states: Iterable[tuple[date, Mapping[str, str]]]) -> dict[str, Version]:
    """What holds until when, by document key, from the states of one act in the order of time.

    A version ends when another one of the same unit begins, by the act's own dates, or with the first state that no
    longer holds the unit.
    """
    ordered = sorted(states, key=lambda state: state[0])
    last_seen: dict[tuple[str, str], date] = {}
    places: dict[str, set[str]] = {}
    for in_force, versions in ordered:
        for place, key in versions.items():
            last_seen[place, key] = in_force
            places.setdefault(place, set()).add(key)
    chained: dict[str, Version] = {}
    for place, keys in places.items():
        starts = sorted(start for start in map(_start, keys) if start != NEVER)
        for key in keys:
            start = _start(key)
            seen = last_seen[place, key]
            gone = next((day for day, versions in ordered if day > seen and place not in versions), NEVER)
            end = min([other for other in (*starts, gone) if other > start], default=NEVER)
            chained[key] = Version(None if NEVER in (start, end) else end, len(keys) > 1)
    return chained


def _start(key: str) -> date:
    shown = key.rsplit(":", 1)[1]
    return date.fromisoformat(shown) if shown[:1].isdigit() else NEVER


def _settle(collection: Collection, bwb_id: str, count: LawImportCount) -> None:
    """Give every version of the act the end and the title that follow from all its states; drop what none holds."""
    states = ActState.objects.filter(bwb_id=bwb_id).values_list("in_force", "versions")
    versions = chain(states)
    if not versions:
        return
    rows = Document.objects.filter(collection=collection, key__startswith=f"{bwb_id}:").defer("text")
    for row in rows.iterator(chunk_size=500):
        version = versions.get(row.key)
        if version is None:
            delete_document(row)
            count.withdrawn += 1
            continue
        title = _title(row.metadata, row.key, version)
        if (row.valid_to, row.title) != (version.valid_to, title):
            with transaction.atomic():
                again = replace(stored_document(row), title=title, valid_to=version.valid_to)
                store_documents(collection, [again], embed=False)
            count.revised += 1


def _title(metadata: Mapping[str, Any], key: str, version: Version) -> str:
    title = str(metadata["title"])
    start = _start(key)
    return f"{title} (versie {start.isoformat()})" if version.dated and start != NEVER else title


def stored_document(row: Document) -> NewDocument:
    """A stored document as it was given, to be stored again with other dates."""
    pieces = [
        Piece(
            text=chunk.text,
            heading=chunk.heading.removeprefix(row.title).removeprefix(" › "),
            citations=tuple(chunk.citations),
            start=chunk.start,
            end=chunk.end,
            key=chunk.key,
            source_name=chunk.source_name,
            metadata=chunk.metadata,
        )
        for chunk in row.chunks.order_by("position")
    ]
    return NewDocument(
        key=row.key,
        title=row.title,
        text=row.text,
        pieces=pieces,
        source=row.source,
        language=row.language,
        valid_from=row.valid_from,
        valid_to=row.valid_to,
        metadata=row.metadata,
    )
