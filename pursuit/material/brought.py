"""What a person brings: links in a message, a pasted text, a file. Read as text to search, never as instructions."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID

import structlog
from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext
from procrastinate.contrib.django import app

from audit.trail import Actor, record as audit
from chat.assistants import ToolContext
from llm.interface import ModelError, StopSignal
from llm.text import clean_text
from pursuit.models import Material
from pursuit.record import Record
from pursuit.talk import LINK, pasted_in
from retrieval.index import (
    NewDocument,
    NotStorable,
    Prepared,
    embed_missing,
    prepare_documents,
    write_late_vectors,
    write_prepared,
)
from retrieval.links import Fetched, FetchRefused, fetch_all
from retrieval.models import Collection
from retrieval.reading import Limits, ReadDocument, Unreadable, pieces, read
from wording.phrases import patterns

_PATTERNS = patterns(Path(__file__).with_name("brought_patterns.txt"), re.I)

log = structlog.get_logger("pursuit")

# Links of one message that are read, files of one upload, and what one thread holds.
MOST_LINKS, MOST_FILES, MOST_MATERIAL = 8, 20, 300
# A document of more chunks gets its vectors by a job.
_VECTORS_AT_ONCE = 300
# Characters and seconds of one document: more than a thousand pages, read in less than a request may take.
_LIMITS = Limits(characters=4_000_000, seconds=30)
# What is shown of a name in a sentence.
_NAME_CHARS = 120
_CLOSING = ".,;:!?)]}>\"'’”"
_EFFECTIVE = _PATTERNS["effective"]
_MONTHS = "january february march april may june july august september october november december".split()  # noqa: SIM905


def thread_collection(thread_id: UUID) -> str:
    """The collection of what a person brought into a thread. No other thread searches it."""
    return f"thread:{thread_id}"


@dataclass(frozen=True, slots=True)
class Brought:
    """One thing that was brought, read or refused with a sentence."""

    kind: str
    name: str
    size: int
    document: ReadDocument | None = None
    problem: str = ""
    # Of the reader's refusal: which kind of reason it is.
    code: str = ""


def links_of(text: str) -> list[str]:
    """The addresses in a message, each once, without the marks that end a sentence after them."""
    links = (match[0].rstrip(_CLOSING) for match in LINK.finditer(text))
    return list(dict.fromkeys(link if link.lower().startswith("http") else f"https://{link}" for link in links))


def bring(text: str, stop: StopSignal | None = None) -> list[Brought]:
    """Everything that a message brings, read: its links in parallel, or else the text itself where it is long."""
    links = links_of(text)
    if links:
        fetched = fetch_all(links[:MOST_LINKS], stop=stop)
        over = [
            Brought("link", link, 0, problem=f"{link} was not read: of one message {MOST_LINKS} links are.")
            for link in links[MOST_LINKS:]
        ]
        return [*(_page(url, fetched_page, stop) for url, fetched_page in zip(links, fetched, strict=False)), *over]
    if pasted := pasted_in(text):
        return [read_file("text", "Pasted text.txt", pasted.encode(), stop=stop)]
    return []


def _page(url: str, fetched: Fetched | FetchRefused, stop: StopSignal | None) -> Brought:
    if isinstance(fetched, FetchRefused):
        return Brought("link", url, 0, problem=str(fetched))
    return read_file("link", url, fetched.data, content_type=fetched.content_type, stop=stop)


def read_file(kind: str, name: str, data: bytes, *, content_type: str = "", stop: StopSignal | None = None) -> Brought:
    """A file, a page or a text, read; a refusal carries the reader's sentence."""
    try:
        return Brought(kind, name, len(data), read(data, name, limits=_LIMITS, content_type=content_type, stop=stop))
    except Unreadable as refusal:
        return Brought(kind, name, len(data), problem=str(refusal), code=refusal.code)


def bring_in_message(context: ToolContext) -> list[Ready]:
    """The links or the text of the newest message, read and embedded before the lock."""
    return make_ready(context.thread_id, bring(context.said[-1].text))


@dataclass(frozen=True, slots=True)
class Ready:
    """One thing that was brought, cut and embedded so far that it has only to be written."""

    brought: Brought
    prepared: Prepared | None = None
    problem: str = ""
    # Its vectors are left to a job: they are many, or the embedder is away.
    vectors_later: bool = False


def make_ready(thread_id: UUID, brought: Sequence[Brought]) -> list[Ready]:
    """The slow half of keeping, for before the lock: an embedder may be far away."""
    return [_ready(thread_id, document) for document in brought]


def _ready(thread_id: UUID, document: Brought) -> Ready:
    if document.document is None:
        return Ready(document, problem=document.problem)
    collection, new = Collection.objects.named(thread_collection(thread_id)), _document(document, document.document)
    later = len(new.pieces or ()) > _VECTORS_AT_ONCE
    try:
        return Ready(document, prepare_documents(collection, [new], embed=not later), vectors_later=later)
    except NotStorable as refusal:
        return Ready(document, problem=str(refusal))
    except ModelError as error:
        log.warning("material without vectors", code=error.code, thread=str(thread_id))
        return Ready(document, prepare_documents(collection, [new], embed=False), vectors_later=True)


def save_material(objective: Record, ready: Sequence[Ready], *, by: Actor) -> list[Material]:
    """Store what was read in the thread's own collection, and what was refused with its sentence."""
    assert by.user_id is not None
    held = _count_held(objective.thread_id)
    kept = []
    for document in ready:
        name = clean_text(document.brought.name)[:2000]
        row = Material(
            thread_id=objective.thread_id, kind=document.brought.kind, name=name, size=document.brought.size,
            uploaded_by_id=by.user_id, status=Material.Status.REFUSED, problem=document.problem,
        )  # fmt: skip
        kept.append(row)
        if held >= MOST_MATERIAL:
            row.problem = gettext("%(name)s was not kept: a conversation holds %(most)s documents and links.") % {
                "name": shown(name),
                "most": MOST_MATERIAL,
            }
            continue
        if document.prepared is not None:
            (stored,) = write_prepared(document.prepared, late_vectors=True)
            row.document_id, row.status = stored.document.pk, Material.Status.READ
            held += 1
        row.save(force_insert=True)
        audit(f"pursuit.material_{row.status}", row, by=by, data={"name": row.name, "problem": row.problem})
    return kept


def vectors_on_commit(thread_id: UUID, ready: Sequence[Ready]) -> None:
    """Index the vectors of what was kept when the lock is gone, those of a long document by a job.

    Their index takes most of the time: 20 ms for each chunk and more.
    """
    for document in ready:
        if document.prepared is not None:
            transaction.on_commit(partial(write_late_vectors, document.prepared), robust=True)
    if any(document.vectors_later for document in ready):
        app.configure_task("pursuit.embed_material").defer(thread=str(thread_id))


def embed_kept(thread_id: UUID) -> None:
    """Give what a thread holds the vectors that are missing. Raises ModelError when the embedder is away."""
    collection = Collection.objects.filter(name=thread_collection(thread_id)).first()
    if collection is not None:
        embed_missing(collection)


def _count_held(thread_id: UUID) -> int:
    """How much a thread holds. Whoever adds to it waits here: an objective, which is locked too, may not be there."""
    collection = Collection.objects.named(thread_collection(thread_id))
    Collection.objects.select_for_update(no_key=True).get(pk=collection.pk)
    return Material.objects.filter(thread_id=thread_id).exclude(status=Material.Status.REFUSED).count()


def _document(brought_file: Brought, document: ReadDocument) -> NewDocument:
    title = brought_file.name if brought_file.kind == "file" else (document.title or brought_file.name)
    return NewDocument(
        key=f"{brought_file.kind}:{hashlib.sha256(f'{brought_file.name}{document.text}'.encode()).hexdigest()[:40]}",
        title=title[:1000],
        text=document.text,
        pieces=pieces(document),
        source=brought_file.name if brought_file.kind == "link" else "",
        language=document.language if document.language == "en" else "",
        valid_from=effective_date(document.text),
        metadata={"material": brought_file.kind},
    )


def effective_date(text: str) -> date | None:
    """The date from which a document says that it holds; None where its beginning does not say."""
    for match in _EFFECTIVE.finditer(text[:5000]):
        try:
            if match["iso"]:
                return date.fromisoformat(match["iso"])
            if match["m"]:
                return date(int(match["y"]), int(match["m"]), int(match["d"]))
            if match["month"].lower() in _MONTHS:
                return date(int(match["year"]), _MONTHS.index(match["month"].lower()) + 1, int(match["day"]))
        except ValueError:
            continue
    return None


def sentences_on(rows: Sequence[Material]) -> str:
    """What became of what was brought, a sentence each."""
    lines = []
    for row in rows:
        lines.append(f"I read “{shown(row.name)}”." if row.status == "read" else row.problem)
    return " ".join(lines)


def shown(name: str) -> str:
    """A name as a sentence has it: not endless."""
    return name if len(name) <= _NAME_CHARS else name[: _NAME_CHARS - 1] + "…"


def upload_bytes() -> int:
    """How many bytes an uploaded file may have."""
    return int(settings.PURSUIT_UPLOAD_MB) * 1_000_000


def summary(rows: Sequence[Material]) -> dict[str, Any]:
    """For the trace: what was read and what was refused."""
    return {
        "read": [row.name for row in rows if row.status == "read"],
        "refused": [{"name": row.name, "problem": row.problem} for row in rows if row.status == "refused"],
        "told": sentences_on(rows),
    }
