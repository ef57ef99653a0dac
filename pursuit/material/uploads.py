"""Files that a person gives a conversation: read and embedded, kept under the lock, then tried together in one turn."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from queue import Empty, SimpleQueue
from typing import Any
from uuid import UUID

from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import get_language, gettext, gettext_noop as _

from audit.trail import Actor
from chat.acts import act_on
from chat.assistants import UploadSlot
from chat.errors import TurnRefused
from chat.live import runs, state_changed
from chat.models import Thread, Turn
from chat.pages.uploads import reading_files
from chat.turns import TurnRun, limits
from llm.text import clean_text
from pursuit import actions
from pursuit.asks import joined
from pursuit.material import brought as material
from pursuit.material.brought import MOST_FILES, shown
from pursuit.models import Material

# What an upload's turn is known by: this, and the id of its first file.
_TOGETHER = timedelta(seconds=2)
_CLIENT = "upload-"
# Files that a message names; of more it gives the number.
_NAMED = 4
# Why a reader gives nothing, by its code.
REFUSED = {
    "empty": _("%(name)s is empty: there is no text in it."),
    "no_text": _("%(name)s has no text, only pictures. Run text recognition (OCR) on it first."),
    "encrypted": _("%(name)s is protected by a password. Save it without one and give it again."),
    "broken": _("%(name)s is damaged and cannot be read. Save it again and give it again."),
    "bomb": _("%(name)s unpacks to more than a document can mean, so it is not read."),
    "too_large": _("%(name)s is too large to be read. Give a smaller part of it."),
    "not_supported": _("%(name)s is not read. Give a PDF, a Word document (DOCX), a web page or plain text."),
}
# How long the files of one upload are read, in seconds; what is left then is to be sent again.
READING_S = 60
# How long the page waits to hear whether a turn begins, in seconds. It then comes by its events.
_ANSWER_S = 5


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of an upload: a sentence for each file that was refused, one where no turn could begin, a count."""

    refused: Sequence[str] = ()
    note: str = ""
    kept: int = 0


def slot(url: str) -> UploadSlot:
    """What the message box of a conversation says of uploads."""
    about = gettext("PDF, Word, web page or text, at most %(most)s MB each. It is searched in this conversation only.")
    most = material.upload_bytes()
    about %= {"most": f"{most / 1e6:g}"}
    return UploadSlot(url, ".pdf,.docx,.html,.htm,.txt,.md", about, most, MOST_FILES, total_bytes())


def take(thread: Thread, user: Any, files: Sequence[UploadedFile[Any]]) -> Taken:
    """Keep what can be read of these files, and begin one turn that tries what is open with them.

    Reading and embedding come before the lock. A turn that cannot begin costs nothing: the files are kept. Raises
    TurnRefused when there are too many uploads; nothing is kept then.
    """
    limits.admit_upload(int(user.pk), thread.assistant)
    with reading_files():
        read, refused = _keep(thread, user, files)
    return Taken(refused, _begin_turn(thread.pk, int(user.pk), read) if read else "", len(read))


def _keep(thread: Thread, user: Any, files: Sequence[UploadedFile[Any]]) -> tuple[list[Material], list[str]]:
    """What was read of these files, and a sentence for each that was not."""
    refused, brought = [], []
    began, total = time.monotonic(), 0
    for number, file in enumerate(files):
        total += file.size or 0
        over = number >= MOST_FILES or total > total_bytes() or time.monotonic() - began > READING_S
        if sentence := _refusal(file, over=over):
            refused.append(sentence)
        else:
            brought.append(material.read_file("file", _name(file), file.read()))
    ready = material.make_ready(thread.pk, brought)
    by = Actor(user.pk, thread.pk)
    with act_on(actions.open_objective(thread.pk, by)) as objective:
        rows = material.save_material(objective, ready, by=by)
        read = [row for row in rows if row.status == Material.Status.READ]
        if read:
            actions.bring_information(objective, joined([row.name for row in read]), by=by)
        state_changed(thread.pk, objective.state())
        material.vectors_on_commit(thread.pk, ready)
    refused += [
        _refusal_text(row, brought_file.code)
        for row, brought_file in zip(rows, brought, strict=True)
        if row.status == Material.Status.REFUSED
    ]
    return read, refused


def _name(file: UploadedFile[Any]) -> str:
    return clean_text(file.name or "").strip()[:200] or "file"


def total_bytes() -> int:
    """How many bytes the files of one upload may have together."""
    return 3 * material.upload_bytes()


def _refusal(file: UploadedFile[Any], *, over: bool) -> str:
    """Why a file is not even read; "" where it is. `over` says that those before it were enough for one upload."""
    name, most = shown(_name(file)), material.upload_bytes()
    if over:
        sentence = gettext("%(name)s was not read: it was too much for one upload. Send it again by itself.")
        return sentence % {"name": name}
    if (size := file.size or 0) > most:
        sentence = gettext("%(name)s has %(size)s MB; at most %(most)s MB are read.")
        return sentence % {"name": name, "size": f"{size / 1e6:,.1f}", "most": f"{most / 1e6:g}"}
    return ""


def _refusal_text(row: Material, code: str) -> str:
    """Why a file is not kept. The reader's own sentence, which is in English, says most; other pages have the kind."""
    if code not in REFUSED or (get_language() or "en").startswith("en"):
        return row.problem
    return gettext(REFUSED[code]) % {"name": shown(row.name)}


def message_of(rows: Sequence[Material]) -> str:
    """What the person says by an upload: I added “a.pdf” and “b.pdf”."""
    names = [f"“{shown(row.name)}”" for row in sorted(rows, key=lambda row: (row.name, row.pk))]
    more = len(names) - _NAMED
    return f"I added {joined(names if more <= 1 else [*names[:_NAMED], f'{more} more documents'])}."


def uploaded(turn: TurnRun) -> Sequence[Material]:
    """The files whose upload began this turn; none for what a person wrote, whatever a program calls it.

    Their names are never read as words: a file may be called "never mind".
    """
    if not turn.client_id.startswith(_CLIENT):
        return ()
    try:
        first = UUID(turn.client_id.removeprefix(_CLIENT))
    except ValueError:
        return ()
    read = Material.objects.filter(thread_id=turn.thread_id, kind=Material.Kind.FILE, status=Material.Status.READ)
    began = read.filter(pk=first).values_list("created_at", flat=True).first()
    # The files of one upload were written one right after the other.
    rows = list(read.filter(created_at__range=(began - _TOGETHER, began + _TOGETHER))) if began else []
    return rows if rows and message_of(rows) == turn.text else ()


def begin_in_pool(thread_id: UUID, user_id: int, text: str, client_id: str) -> TurnRefused | None:
    """Begin a turn with these words of the person's, and wait until it has begun; why it could not."""
    answers: SimpleQueue[TurnRun | Turn | TurnRefused] = SimpleQueue()
    try:
        runs.begin_in_pool(thread_id, user_id, text, client_id, answer=answers.put)
        begun = answers.get(timeout=_ANSWER_S)
    except TurnRefused as refusal:
        return refusal
    except Empty:
        return None
    return begun if isinstance(begun, TurnRefused) else None


def _begin_turn(thread_id: UUID, user_id: int, rows: Sequence[Material]) -> str:
    """Try what is open in the pool; "" or, where no turn could begin, the sentence for the person."""
    refusal = begin_in_pool(thread_id, user_id, message_of(rows), f"{_CLIENT}{rows[0].pk}")
    if refusal is None:
        return ""
    names = {"names": joined([shown(row.name) for row in rows])}
    if refusal.code == "turn_in_progress":
        sentence = gettext(
            "Kept: %(names)s. An answer is on its way; if it does not use it yet, say “try again” when it has ended."
        )
    else:
        sentence = gettext("Kept: %(names)s. No answer can begin right now; say “try again” in a moment.")
    return sentence % names
