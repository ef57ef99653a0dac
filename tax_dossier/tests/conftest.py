"""A small collection of law and rulings in words of our own, a thread with TESS, and a scripted model for her."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import pytest
from django.contrib.auth.models import User
from pytest_django import Settings

from chat.models import Thread
from llm.testing import ScriptedModel, registered
from retrieval.index.ingest import NewDocument, Piece, store_documents
from retrieval.models import Collection
from tax_dossier.tests.shared import CORPUS_CASES, CORPUS_LAW, store_samples
from tests.copied import DOCUMENTS, copied

SCRIPTED = "openai:scripted"


@pytest.fixture
def thread(employee: User) -> Thread:
    return Thread.objects.create(owner=employee, assistant="tax_dossier")


@pytest.fixture
def corpus(db: None) -> None:
    """Articles in two versions, and two rulings."""
    _store_corpus()


@copied(DOCUMENTS)
def _store_corpus() -> None:
    law, cases = Collection.objects.named("legislation", "nl"), Collection.objects.named("case_law", "nl")
    store_documents(law, [_law(*row) for row in CORPUS_LAW])
    store_documents(cases, [_case(*row) for row in CORPUS_CASES])


def _law(number: str, abbr: str, name: str, heading: str, text: str, start: str, end: str) -> NewDocument:
    pieces, at = [], 0
    for line in text.splitlines(keepends=True):
        label = line.partition(".")[0]
        cited = f"artikel {number}, lid {label}, {abbr}" if label.isdigit() else f"artikel {number}, {abbr}"
        pieces.append(
            Piece(line.strip(), f"{name} › Artikel {number} {heading}", (cited,), at, at + len(line.rstrip()))
        )
        at += len(line)
    return NewDocument(
        key=f"BWBR-{abbr.replace(' ', '-')}:{number}:{start}",
        title=f"{name}, artikel {number}",
        text=text,
        pieces=pieces,
        valid_from=date.fromisoformat(start),
        valid_to=date.fromisoformat(end) if end else None,
        metadata={
            "bwb_id": abbr,
            "law": name,
            "abbr": abbr,
            "article": number,
            "path": [name, f"Artikel {number} {heading}"],
            "sample": False,
        },
    )


def _case(ecli: str, court: str, day: str, subject: str, text: str) -> NewDocument:
    return NewDocument(
        key=ecli,
        title=f"{court} {day}, {ecli}",
        text=text,
        pieces=[Piece(text, subject, (ecli,), 0, len(text))],
        metadata={"ecli": ecli, "court": court, "date": day, "subject": subject, "case_number": "", "sample": False},
    )


@pytest.fixture
def offline(settings: Settings) -> None:
    settings.ASSISTANT_MODELS = {**settings.ASSISTANT_MODELS, "tax_dossier": "offline"}


@pytest.fixture
def model(settings: Settings) -> Iterator[ScriptedModel]:
    """Answers for TESS; a reply that nobody asked for fails the test."""
    settings.ASSISTANT_MODELS = {**settings.ASSISTANT_MODELS, "tax_dossier": SCRIPTED}
    with registered(SCRIPTED, ScriptedModel()) as scripted:
        yield scripted
    scripted.assert_used_up()


@pytest.fixture
def samples(db: None) -> None:
    """The notes that ship with the project."""
    store_samples()
