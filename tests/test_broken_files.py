"""Importers and readers with files of a grammar: each is taken, or named with a sentence, and nothing is half-written."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.db import models

from imports import BadRow, RowsFileError
from pa_dealing.instruments import read_instruments, write_instruments
from pa_dealing.instruments.models import Instrument
from pa_dealing.tests.shared import SAMPLE
from pursuit.codes import read_codes, write_codes
from pursuit.models import Code
from retrieval.models import Document
from retrieval.reading import Unreadable, read
from retrieval.tests.documents import pdf, repacked, word
from retrieval.tests.test_readers import PAGE, check_places
from tax_dossier.law import import_acts, import_rulings
from tax_dossier.tests.law_files import act, article, ruling
from tests.broken_files import Spoiler

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600), pytest.mark.usefixtures("read_here")]


def sizes(quick: int, long: int) -> Any:
    """A quick part, and a long one for `make check-long`."""
    return pytest.mark.parametrize(
        ("seed", "number"),
        [pytest.param(1, quick, id="quick"), pytest.param(2, long, id="long", marks=pytest.mark.long)],
    )


# What our own code or a library says of itself, and nobody can act on.
_INSIDE = re.compile(r"Traceback|object at 0x|Error\(|Exception|<class|NoneType|\bNone\b|%\(|\{\w*\}")


def check_sentence(text: str) -> None:
    """A sentence for the person: several words, none of our insides, and not the whole file."""
    assert len(text.split()) >= 3, text
    assert not _INSIDE.search(text), text
    assert len(text) <= 600, text[:700]


def _securities() -> list[list[str]]:
    with SAMPLE.open(encoding="utf-8") as lines:
        return [row for _, row in zip(range(8), csv.reader(lines), strict=False)]


_CODES = [
    list(row) for row in csv.reader(StringIO("code,description\nE1140,Diabetes\nE119,Type 2\nI10,Hypertension\n"))
]


def _write_codes(path: Path) -> Any:
    return write_codes(read_codes(path, "icd10cm"), "icd10cm", "2019")


@sizes(60, 600)
@pytest.mark.parametrize(
    ("rows", "write", "table"),
    [
        (_securities(), lambda path: write_instruments(read_instruments(path)), Instrument),
        (_CODES, _write_codes, Code),
    ],
    ids=["securities", "codes"],
)
def test_a_broken_file_of_rows_is_read_row_by_row_or_told_as_a_whole(
    rows: list[list[str]],
    write: Callable[[Path], Any],
    table: type[models.Model],
    seed: int,
    number: int,
    tmp_path: Path,
) -> None:
    spoiler, rejected = Spoiler(seed), 0
    for _ in range(number):
        data = spoiler.of_rows(rows)
        packed = spoiler.chance.random() < 0.15
        path = tmp_path / ("rows.csv.gz" if packed else "rows.csv")
        path.write_bytes(spoiler.packed(data) if packed else data)
        before = table._default_manager.count()
        try:
            count = write(path)
        except RowsFileError as error:
            check_sentence(str(error))
            assert table._default_manager.count() == before
            rejected += 1
            continue
        rejected += bool(count.bad)
        for row in count.bad:
            assert isinstance(row, BadRow)
            check_sentence(f"Line {row.line} {row.reason}.")
        again = write(path)
        # What was taken the first time is all there: nothing is new the second time.
        assert again.new == 0
    assert rejected > number / 4


def _of_law(kind: str, number: int) -> bytes:
    if kind == "act":
        parts = [
            article("3.16", "1. Aftrekbaar zijn kosten.\n2. Niet aftrekbaar zijn boetes."),
            article("3.17", "Tekst."),
        ]
        return act(*parts, bwb_id=f"BWBR00{number:05}").encode()
    return ruling(f"ECLI:NL:HR:2099:{number}").encode()


@sizes(25, 150)
@pytest.mark.parametrize(("kind", "imports"), [("act", import_acts), ("ruling", import_rulings)])
def test_a_broken_file_of_law_is_named_with_its_reason_and_leaves_nothing(
    kind: str, imports: Callable[[Path], Any], seed: int, number: int, tmp_path: Path
) -> None:
    spoiler = Spoiler(seed)
    for place in range(number):
        (tmp_path / f"{place}.xml").write_bytes(spoiler.of_xml(_of_law(kind, 10_000 + place)))
    count = imports(tmp_path)
    assert number / 4 < len(count.bad) < number
    for path, reason in count.bad:
        check_sentence(f"{path.name} {reason}")
        path.unlink()
    stored = set(Document.objects.values_list("key", "sha256"))
    Document.objects.all().delete()
    imports(tmp_path)
    # The good files alone give the same: of the others nothing was kept.
    assert set(Document.objects.values_list("key", "sha256")) == stored


def _markdown() -> bytes:
    return b"# Travel\n\nEconomy only.\n\n## 2. Claims\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"


@sizes(12, 60)
@pytest.mark.parametrize("kind", ["pdf", "docx", "html", "md"])
def test_a_broken_document_is_read_with_exact_places_or_refused_by_name(kind: str, seed: int, number: int) -> None:
    spoiler, name = Spoiler(seed), f"policy.{kind}"
    good = {
        "pdf": lambda: pdf(["Economy only.", "Claims within 30 days."], ["A second page."]),
        "docx": lambda: word(),
        "html": PAGE.encode,
        "md": _markdown,
    }[kind]()
    for _ in range(number):
        data = spoiler.of_xml(good) if kind == "html" else spoiler.of_bytes(good)
        if kind == "docx" and spoiler.chance.random() < 0.6:
            data = repacked(good, lambda part, held: spoiler.of_xml(held) if part.startswith("word/doc") else held)
        try:
            check_places(read(data, name))
        except Unreadable as refusal:
            sentence = str(refusal)
            check_sentence(sentence if repr(name) in sentence else "")
