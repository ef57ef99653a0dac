"""What a person brought is in an export with its text, and an erasure leaves nothing of it."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection

from audit.chain import verify
from pursuit.models import Material
from pursuit.tests.shared import Talk, store_policies
from pursuit.tests.test_lifecycle import THREE
from pursuit.tests.test_material import SCHEDULE
from retrieval.models import Chunk, Collection, Document, Embedding, Posting

pytestmark = pytest.mark.django_db(transaction=True)
TABLES = (Collection, Document, Chunk, Embedding, Posting)


def rows_of_retrieval() -> list[int]:
    return [table.objects.count() for table in TABLES]


def mentions_of(thread_id: str) -> list[str]:
    """The tables of retrieval of which a row has this id in one of its columns."""
    mentioned = []
    with connection.cursor() as cursor:
        for table in TABLES:
            name = table._meta.db_table
            cursor.execute(f"SELECT count(*) FROM {name} AS held WHERE held::text LIKE %s", [f"%{thread_id}%"])
            if cursor.fetchone()[0]:
                mentioned.append(name)
    return mentioned


def lines(folder: Path, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / f"{name}.jsonl").read_text("utf-8").splitlines()]


@pytest.fixture
def talk(employee: User) -> Talk:
    store_policies()
    talk = Talk(employee)
    talk.say(THREE)
    return talk


def test_an_erasure_leaves_nothing_of_what_was_brought_and_all_of_the_others(talk: Talk) -> None:
    other = Talk(talk.owner)
    other.upload(("mine.txt", SCHEDULE.encode()))
    before = rows_of_retrieval()
    talk.upload(("fees.txt", SCHEDULE.encode()), ("tool.pdf", b"MZ\x90\x00" * 50))
    talk.say(SCHEDULE)
    assert rows_of_retrieval() > before
    assert mentions_of(str(talk.thread.pk)) == ["retrieval_collection"]
    call_command("erase_thread", str(talk.thread.pk), "--yes", stdout=io.StringIO())
    assert rows_of_retrieval() == before
    assert mentions_of(str(talk.thread.pk)) == []
    assert list(Material.objects.values_list("name", flat=True)) == ["mine.txt"]
    assert verify()[2] == []


def test_a_thread_that_brought_nothing_is_erased_too(talk: Talk) -> None:
    before = rows_of_retrieval()
    call_command("erase_thread", str(talk.thread.pk), "--yes", stdout=io.StringIO())
    # An empty collection may have been made for it; the policies stay as they are.
    assert rows_of_retrieval()[1:] == before[1:]


def test_an_export_holds_the_questions_and_every_document_with_its_text(talk: Talk, tmp_path: Path) -> None:
    talk.upload(("fees.txt", SCHEDULE.encode()), ("tool.pdf", b"MZ\x90\x00" * 50))
    call_command("export_thread", str(talk.thread.pk), "--out", str(tmp_path), stdout=io.StringIO())
    [objective] = lines(tmp_path, "objectives")
    assert (objective["question"], objective["status"]) == (THREE, "solved")
    parts = lines(tmp_path, "sub_objectives")
    assert [part["key"] for part in parts] == ["sq1", "sq2", "sq3"]
    assert "31,000 dollars" in parts[2]["answer"]
    assert {line["sub_objective__key"] for line in lines(tmp_path, "attempts")} == {"sq1", "sq2", "sq3"}
    assert len(lines(tmp_path, "asks")) == 1
    materials = lines(tmp_path, "materials")
    assert {material["name"]: material["status"] for material in materials} == {
        "fees.txt": "read",
        "tool.pdf": "refused",
    }
    [document] = lines(tmp_path, "documents")
    assert (document["title"], document["text"].strip()) == ("fees.txt", SCHEDULE.strip())
    assert document["id"] in [material["document_id"] for material in materials]
