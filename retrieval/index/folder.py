"""Reads a folder of documents into a collection. Run again, it goes on: a file that has not changed is not read."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from llm.interface import StopSignal
from retrieval.index.ingest import embed_missing, store_documents
from retrieval.index.rows import NewDocument, NotStorable
from retrieval.models import Collection, Document
from retrieval.reading import DEFAULT, Unreadable, pieces, read

ENDINGS = frozenset({".pdf", ".docx", ".html", ".htm", ".md", ".markdown", ".txt"})
# A change in how documents are read or cut makes every file new.
_READING = 1
# Files read at once, in processes of their own, and files stored in one transaction.
_READERS = max(2, min(4, os.cpu_count() or 2))
_BATCH = 16
_LONGEST_KEY = 500
# The names that front matter has for what a document is, and for when it holds.
_FROM = ("valid_from", "effective_date", "effective_from", "effective", "start_date")
_TO = ("valid_to", "valid_until", "expiry_date", "expires", "end_date")
_OWN = {"title", "source", "url", "language", "lang", *_FROM, *_TO}
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_DATES = (
    re.compile(r"(?P<y>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})(?:[T ].*)?"),
    re.compile(r"(?P<d>\d{1,2})\s+(?P<n>[A-Za-z]{3,9})\.?,?\s+(?P<y>\d{4})"),
    re.compile(r"(?P<n>[A-Za-z]{3,9})\.?\s+(?P<d>\d{1,2}),?\s+(?P<y>\d{4})"),
)


@dataclass(slots=True)
class ImportCount:
    """What became of the files so far. `bad` holds (file, reason) of those that were skipped."""

    total: int = 0
    added: int = 0
    replaced: int = 0
    unchanged: int = 0
    bad: list[tuple[str, str]] = field(default_factory=list)

    @property
    def done(self) -> int:
        return self.added + self.replaced + self.unchanged + len(self.bad)


class _Bad(Exception):
    """A file that is skipped; the text is the reason."""


def import_folder(
    folder: Path, collection: Collection, *, language: str = "", report: Callable[[ImportCount], None] | None = None
) -> ImportCount:
    """Read every PDF, DOCX, HTML, Markdown and text file below `folder` (or the one file) into `collection`.

    A document's key is its path below the folder. Each batch is committed, `report` is called after it. A file that
    cannot be read or stored is named and skipped. The vectors come when all is stored, so that many are written as one
    load. Raises ModelError when the embedder fails; what was stored stays.
    """
    paths = list(documents_below(folder))
    count = ImportCount(total=len(paths))
    root = folder if folder.is_dir() else folder.parent
    stop = StopSignal()
    pool = ThreadPoolExecutor(_READERS, thread_name_prefix="reader")
    try:
        for start in range(0, len(paths), _BATCH):
            batch = paths[start : start + _BATCH]
            known = _fingerprints(collection, [_key(root, path) for path in batch])
            jobs = [pool.submit(_read, root, path, language, known.get(_key(root, path), ""), stop) for path in batch]
            _store(collection, _fresh(batch, jobs, root, count), count)
            if report is not None:
                report(count)
    finally:
        # Ctrl-C does not wait for what is being read.
        stop.set()
        pool.shutdown(cancel_futures=True)
    embed_missing(collection)
    return count


def documents_below(folder: Path) -> Iterator[Path]:
    """The files that can be read, in order of their names. Hidden ones and links that lead elsewhere are left out."""
    if folder.is_file():
        yield folder
        return
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            path = Path(place, name)
            if not name.startswith((".", "~$")) and path.suffix.lower() in ENDINGS and not path.is_symlink():
                yield path


def validity(metadata: dict[str, str]) -> tuple[date | None, date | None]:
    """From which day a document holds, and the first day on which it no longer does. Raises ValueError."""
    days = [_day(metadata, names) for names in (_FROM, _TO)]
    if days[0] and days[1] and days[1] <= days[0]:
        raise ValueError(f"it would hold from {days[0]} to {days[1]}: the end comes first")
    return days[0], days[1]


def _day(metadata: dict[str, str], names: Sequence[str]) -> date | None:
    name = next((name for name in names if metadata.get(name)), "")
    if not name:
        return None
    written = metadata[name]
    for pattern in _DATES:
        if match := pattern.fullmatch(written.strip()):
            parts = match.groupdict()
            month = parts["m"] if "m" in parts else _month(parts["n"])
            try:
                return date(int(parts["y"]), int(month), int(parts["d"]))
            except ValueError:
                break
    raise ValueError(f"{name} is {written!r}, which is not a date. Write it as 2025-03-01")


def _month(name: str) -> int:
    return _MONTHS.index(name[:3].lower()) + 1 if name[:3].lower() in _MONTHS else 0


def _fresh(
    batch: Sequence[Path], jobs: Sequence[Future[NewDocument | None]], root: Path, count: ImportCount
) -> list[NewDocument]:
    """The documents of a batch that are new or changed; the others are counted."""
    fresh: list[NewDocument] = []
    for path, job in zip(batch, jobs, strict=True):
        try:
            made = job.result()
        except _Bad as reason:
            count.bad.append((_key(root, path), str(reason)))
            continue
        if made is None:
            count.unchanged += 1
        else:
            fresh.append(made)
    return fresh


def _read(root: Path, path: Path, language: str, known: str, stop: StopSignal) -> NewDocument | None:
    """The document of a file, or None where it has not changed since. Raises _Bad."""
    key = _key(root, path)
    try:
        size = path.stat().st_size
        if size > DEFAULT.file_bytes:
            raise _Bad(f"It has {size / 1e6:,.1f} MB; at most {DEFAULT.file_bytes / 1e6:g} MB are read.")
        data = path.read_bytes()
    except OSError as error:
        raise _Bad(f"It cannot be opened: {error.strerror or error}.") from None
    fingerprint = hashlib.sha256(json.dumps([_READING, language]).encode() + data).hexdigest()
    if fingerprint == known:
        return None
    try:
        document = read(data, path.name, stop=stop)
        metadata = dict(document.metadata)
        valid_from, valid_to = validity(metadata)
    except Unreadable as refusal:
        raise _Bad(str(refusal)) from None
    except ValueError as error:
        raise _Bad(f"In its front matter, {error}.") from None
    return NewDocument(
        key=key,
        title=document.title,
        text=document.text,
        pieces=pieces(document),
        source=metadata.get("source") or metadata.get("url") or key,
        language=language or document.language,
        valid_from=valid_from,
        valid_to=valid_to,
        metadata={
            **{name: value for name, value in metadata.items() if name not in _OWN},
            "kind": document.kind,
            "fingerprint": fingerprint,
        },
    )


def _store(collection: Collection, documents: list[NewDocument], count: ImportCount) -> None:
    """Store a batch; where one of it cannot be stored, each by itself, so that only that one is skipped."""
    try:
        outcomes = (
            [stored.outcome for stored in store_documents(collection, documents, embed=False)] if documents else []
        )
    except NotStorable as error:
        if len(documents) == 1:
            count.bad.append((documents[0].key, str(error)))
            return
        for document in documents:
            _store(collection, [document], count)
        return
    count.added += outcomes.count("added")
    count.replaced += outcomes.count("replaced")
    count.unchanged += outcomes.count("unchanged")


def _fingerprints(collection: Collection, keys: Sequence[str]) -> dict[str, str]:
    rows = Document.objects.filter(collection=collection, key__in=keys)
    return {key: fingerprint or "" for key, fingerprint in rows.values_list("key", "metadata__fingerprint")}


def _key(root: Path, path: Path) -> str:
    """The path below the folder; a very long one by its end and a hash of it."""
    key = os.fsencode(path.relative_to(root).as_posix()).decode("utf-8", "replace")
    if len(key) <= _LONGEST_KEY:
        return key
    return f"{hashlib.sha256(key.encode()).hexdigest()[:16]}…{key[-400:]}"
