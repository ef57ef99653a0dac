"""export_thread writes the specification's two files; reading them back gives the same records."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.management import call_command

from retirement import actions, jsonl
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


def test_reading_back_gives_the_same_records(exported: Path, desk: Desk) -> None:
    facts = [jsonl.information_line(row) for row in InformationRecord.objects.all()]
    snapshots = [jsonl.completeness_line(row) for row in CompletenessSnapshot.objects.all()]
    read = jsonl.read_information(lines(exported / "information.jsonl"))
    scored = jsonl.read_completeness(lines(exported / "completeness.jsonl"))
    assert [jsonl.information_line(row) for row in read] == facts
    assert [jsonl.completeness_line(row) for row in scored] == snapshots
    actions.erase_records(desk.thread.pk)
    for row in (*read, *scored):
        row.save()
    assert [jsonl.information_line(row) for row in InformationRecord.objects.all()] == facts
    assert [jsonl.completeness_line(row) for row in CompletenessSnapshot.objects.all()] == snapshots


def test_the_words_stand_in_a_file_of_their_own(exported: Path) -> None:
    first, second, third = (json.loads(line) for line in lines(exported / "provenance.jsonl"))
    assert (first["quote"], first["superseded_by"]) == ("58", second["id"])
    assert (second["supersedes"], third["supersedes"]) == (first["id"], None)


def test_an_empty_thread_exports_empty_files(desk: Desk, tmp_path: Path) -> None:
    call_command("export_thread", str(desk.thread.pk), "--out", str(tmp_path))
    assert (tmp_path / "information.jsonl").read_text() == (tmp_path / "completeness.jsonl").read_text() == ""


@pytest.mark.parametrize(
    "line",
    ["{", "[]", '{"topic": "weather"}', '{"topic": "long_term_care"}', '{"topic": "long_term_care", "session_id": 5}'],
)
def test_a_line_that_is_no_record_is_named(line: str) -> None:
    with pytest.raises(jsonl.BadLine, match="Line 1"):
        jsonl.read_information([line])
