"""One thread as files: what was said, what was done, and the assistant's own records."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models.fields.json import KT

from audit.models import AuditEntry
from chat import assistants
from chat.live import snapshots
from chat.models import Instructions, Message, Thread, ToolCall

MESSAGE = ("id", "role", "content", "created_at", "turn_id", "discarded", "model", "finish_reason", "model_ms", "sent")
TURN = ("id", "number", "status", "attempt", "asked", "error_code", "model", "created_at", "finished_at")
CALL = ("turn_id", "call_id", "name", "arguments", "result", "by_code", "created_at")
ENTRY = ("id", "at", "actor__username", "action", "object_type", "object_id", "turn_id", "data")


def export_thread(thread: Thread, folder: Path) -> list[Path]:
    """Write the thread into `folder` and return the files: thread.json, *.jsonl and the assistant's own.

    The other branches of its conversation stand in folders of their own, `branches/<id>`.
    Raises OSError for a folder that cannot be written and a file that cannot be read.
    """
    others = list(Thread.objects.relatives(thread).exclude(pk=thread.pk).select_related("owner").order_by("created_at"))
    files = _export_branch(thread, folder, [str(other.pk) for other in others])
    for other in others:
        files += _export_branch(other, folder / "branches" / str(other.pk), [])
    return files


def _export_branch(thread: Thread, folder: Path, branches: list[str]) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    head = {
        "id": thread.id,
        "assistant": thread.assistant,
        "owner": thread.owner.get_username(),
        "title": thread.title,
        "created_at": thread.created_at,
        "deleted_at": thread.deleted_at,
        "archived_at": thread.archived_at,
        "branch_of": thread.branch_of_id,
        "branched_at": thread.branched_at,
        "branches": branches,
        "state": snapshots.state_of(thread),
    }
    files = [
        _write(folder / "thread.json", json.dumps(head, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2) + "\n")
    ]
    files.append(
        _lines(folder / "messages.jsonl", Message.objects.filter(thread=thread).order_by("id").values(*MESSAGE))
    )
    hashes = Message.objects.filter(thread=thread).values_list(KT("sent__instructions_sha256"), flat=True)
    prompts = Instructions.objects.filter(sha256__in=hashes).order_by("created_at").values("sha256", "text")
    files.append(_lines(folder / "instructions.jsonl", prompts))
    files.append(_lines(folder / "turns.jsonl", thread.turns.values(*TURN)))
    calls = ToolCall.objects.filter(turn__thread=thread).order_by("id").values(*CALL)
    files.append(_lines(folder / "tool_calls.jsonl", calls))
    entries = AuditEntry.objects.filter(thread_id=thread.id).order_by("id").values(*ENTRY)
    files.append(_lines(folder / "audit.jsonl", entries))
    for name, rows in assistants.get(thread.assistant).export(thread).items():
        files.append(_lines(folder / f"{name}.jsonl", rows))
    files += [_copied(path, folder / name) for name, path in assistants.get(thread.assistant).export_files(thread)]
    return files


def _lines(path: Path, rows: Any) -> Path:
    dumped = (json.dumps(row, cls=DjangoJSONEncoder, ensure_ascii=False) for row in rows)
    return _write(path, "".join(f"{line}\n" for line in dumped))


def _copied(path: Path, to: Path) -> Path:
    to.parent.mkdir(parents=True, exist_ok=True)
    return Path(shutil.copyfile(path, to))


def _write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path
