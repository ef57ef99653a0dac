"""export_thread writes the specification's two files, line for line the records, and a third with the words."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

import pytest
from django.core.management import call_command

from retirement.models import CompletenessSnapshot, InformationRecord
from retirement.tests.shared import Desk

FIELDS = ["id", "session_id", "topic", "subtopic", "fact_type", "value", "confidence", "created_at"]


@pytest.fixture
def exported(desk: Desk, tmp_path: Path) -> Path:
    desk.tool("information", "I'm 58", topic="longevity_inflation", value="Is 58", fact_type="age", confidence=0.75)
    desk.tool("information", "No, 59", topic="longevity_inflation", value="Is 59", fact_type="age", subtopic="now")
    desk.tool("information", "🏖️ \u2028 by the sea", topic="lifestyle_purpose", value='The sea 🏖️ \u2028 \\n "x"')
    desk.tool("completeness", scores=[{"topic": "lifestyle_purpose", "score": 7, "reason": "One wish"}])
    desk.score(longevity_inflation=30)
    call_command("export_thread", str(desk.thread.pk), "--out", str(tmp_path))
    return tmp_path


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")


def test_the_lines_have_the_specifications_fields_and_no_other(exported: Path) -> None:
    assert [list(json.loads(line)) for line in lines(exported / "information.jsonl")] == [FIELDS] * 3
    expected = [["session_id", "scores", "created_at"]] * 2
    assert [list(json.loads(line)) for line in lines(exported / "completeness.jsonl")] == expected


def test_the_lines_hold_the_records_as_they_are(exported: Path) -> None:
    facts = [json.loads(line) for line in lines(exported / "information.jsonl")]
    for line, row in zip(facts, InformationRecord.objects.order_by("created_at"), strict=True):
        assert (line["id"], line["session_id"]) == (str(row.pk), str(row.session_id))
        assert [line[field] for field in FIELDS[2:7]] == [getattr(row, field) for field in FIELDS[2:7]]
        assert datetime.fromisoformat(line["created_at"]) == row.created_at
    snapshots = [json.loads(line) for line in lines(exported / "completeness.jsonl")]
    for line, row in zip(snapshots, CompletenessSnapshot.objects.order_by("created_at"), strict=True):
        assert (line["session_id"], line["scores"]) == (str(row.session_id), row.scores)
        assert datetime.fromisoformat(line["created_at"]) == row.created_at


def test_the_words_stand_in_a_file_of_their_own(exported: Path) -> None:
    first, second, third = (json.loads(line) for line in lines(exported / "provenance.jsonl"))
    assert (first["quote"], first["superseded_by"]) == ("58", second["id"])
    assert (second["supersedes"], third["supersedes"]) == (first["id"], None)


def test_an_empty_thread_exports_empty_files(desk: Desk, tmp_path: Path) -> None:
    call_command("export_thread", str(desk.thread.pk), "--out", str(tmp_path))
    assert (tmp_path / "information.jsonl").read_text() == (tmp_path / "completeness.jsonl").read_text() == ""
