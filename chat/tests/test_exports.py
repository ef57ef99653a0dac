"""One thread as files, and its erasure: the one thing that append-only rows let delete."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from audit.chain import verify
from audit.models import AuditEntry
from chat.models import Message, Thread, ToolCall, Turn
from chat.tests.shared import talk
from llm.interface import ModelError
from llm.testing import ScriptedModel, call


@pytest.fixture
def spoken(thread: Thread, model: ScriptedModel) -> Thread:
    """A thread with a turn that called a tool, and one that failed."""
    model.then(call("note", text="naïve 😀"), "Noted.", ModelError("timeout", ""))
    talk(thread, "naïve 😀 words")
    talk(thread, "More")
    return thread


def run(*arguments: str) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_a_thread_is_exported_whole(spoken: Thread, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    printed = run("export_thread", str(spoken.id), "--out", str(folder)).splitlines()
    assert sorted(printed) == sorted(str(path) for path in folder.iterdir())
    head = json.loads((folder / "thread.json").read_text())
    assert (head["id"], head["owner"], head["state"]) == (str(spoken.id), "employee", {"notes": ["naïve 😀"]})
    assert [(m["role"], m["content"]) for m in lines(folder / "messages.jsonl")] == [
        ("user", "naïve 😀 words"),
        ("assistant", ""),
        ("assistant", "Noted."),
        ("user", "More"),
    ]
    assert [turn["status"] for turn in lines(folder / "turns.jsonl")] == ["done", "failed"]
    [made] = lines(folder / "tool_calls.jsonl")
    assert (made["name"], json.loads(made["arguments"])) == ("note", {"text": "naïve 😀"})
    [entry] = lines(folder / "audit.jsonl")
    assert (entry["action"], entry["actor__username"]) == ("note.kept", "employee")


def test_a_hidden_thread_can_still_be_exported(spoken: Thread, tmp_path: Path) -> None:
    Thread.objects.update(deleted_at="2026-01-01T00:00:00Z")
    run("export_thread", str(spoken.id), "--out", str(tmp_path))
    assert json.loads((tmp_path / "thread.json").read_text())["deleted_at"]


@pytest.mark.parametrize("command", [["export_thread", "--out", "x"], ["erase_thread", "--yes"]])
def test_a_thread_that_does_not_exist_is_named(db: None, command: list[str]) -> None:
    with pytest.raises(CommandError, match="'nothing' is not the id of a thread"):
        run(*command, "nothing")
    with pytest.raises(CommandError, match="There is no thread"):
        run(*command, str(uuid4()))


def test_a_folder_that_cannot_be_written_is_named(spoken: Thread, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(CommandError, match="cannot be written"):
        run("export_thread", str(spoken.id), "--out", str(file))


def test_an_erasure_leaves_no_word_and_an_unbroken_chain(spoken: Thread, model: ScriptedModel) -> None:
    other = Thread.objects.create(owner=spoken.owner, assistant="notes")
    model.then(call("note", text="kept"), "Kept.")
    talk(other, "Keep this")
    assert "1 audit entries" in run("erase_thread", str(spoken.id), "--yes")
    assert not Thread.objects.filter(pk=spoken.id).exists()
    for rows in (Turn.objects, Message.objects, ToolCall.objects):
        assert {row.turn.thread_id if isinstance(row, ToolCall) else row.thread_id for row in rows.all()} == {other.id}
    assert "naïve" not in str(list(AuditEntry.objects.values()))
    assert AuditEntry.objects.filter(thread_id=other.id, action="note.kept").count() == 1
    assert verify()[2] == []


def test_an_erasure_asks_first(spoken: Thread, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda question: "yes")
    with pytest.raises(CommandError, match="Nothing was erased"):
        run("erase_thread", str(spoken.id))
    assert Message.objects.filter(thread=spoken).count() == 4
    monkeypatch.setattr("builtins.input", lambda question: "erase")
    run("erase_thread", str(spoken.id))
    assert not Thread.objects.exists()
