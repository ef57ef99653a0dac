"""Notes in words of our own on well-known provisions and rulings, so that TESS can be tried before law is imported.

They are marked as samples in their title, in their text and in their metadata: none of them is the law itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from retrieval.index import NewDocument, Piece, Stored, embed_missing, store_documents
from tax_dossier.law.act_import import legislation
from tax_dossier.law.ecli import ECLI
from tax_dossier.law.ruling_import import case_law
from tax_dossier.texts import day_in_words

FOLDER = Path(__file__).resolve().parents[1] / "sample_data"
MARK = "voorbeeld, eigen woorden"
# A block of values between two lines of dashes stands above the notes to which it applies.
_BLOCK = re.compile(r"^---\n(.*?)^---\n(.*?)(?=^---\n|\Z)", re.MULTILINE | re.DOTALL)
_NOTE = re.compile(r"^## (.+?) \| (.+?)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_VALUE = re.compile(r"^(since|date): (\S+)\n")


def load_samples() -> list[Stored]:
    """Store every sample that is new or was changed. Twice is the same as once.

    The vectors come last, so with a network embedder that fails (ModelError) the words can be searched already.
    """
    law, rulings = list(sample_laws()), list(sample_rulings())
    real = case_law().documents.filter(key__in=[note.key for note in rulings], metadata__sample=False)
    imported = set(real.values_list("key", flat=True))
    rulings = [note for note in rulings if note.key not in imported]
    stored = store_documents(legislation(), law, embed=False) + store_documents(case_law(), rulings, embed=False)
    for collection in (legislation(), case_law()):
        embed_missing(collection)
    return stored


class Note(NamedTuple):
    """A note as it stands in a file: `about` are the values of its block, `values` its own."""

    about: dict[str, str]
    name: str
    subject: str
    values: dict[str, str]
    text: str


def sample_laws() -> Iterator[NewDocument]:
    """The notes on provisions."""
    return (_law(note) for note in _notes() if "law" in note.about)


def sample_rulings() -> Iterator[NewDocument]:
    """The notes on rulings."""
    return (_ruling(note) for note in _notes() if "court" in note.about)


def _notes() -> Iterator[Note]:
    for path in sorted(FOLDER.glob("*.md")):
        for head, body in _BLOCK.findall(path.read_text(encoding="utf-8")):
            about = dict(line.split(": ", 1) for line in head.strip().splitlines())
            for name, subject, text in _NOTE.findall(body):
                values: dict[str, str] = {}
                while match := _VALUE.match(text):
                    values[match[1]] = match[2]
                    text = text[match.end() :]
                yield Note(about, name, subject, values, text.strip())


def _law(note: Note) -> NewDocument:
    about, since = note.about, note.values.get("since")
    number = note.name.removeprefix("artikel ")
    document = _document(
        note,
        key=f"voorbeeld:{about['bwb_id']}:artikel:{number}",
        title=f"{about['law']}, {note.name}",
        citation=f"{note.name}, {about['abbr']}",
        metadata={
            "bwb_id": about["bwb_id"],
            "law": about["law"],
            "abbr": about["abbr"],
            "article": number,
            "kind": "artikel",
            "path": [about["law"], f"Artikel {number} {note.subject}"],
        },
    )
    return replace(document, valid_from=date.fromisoformat(since) if since else None)


def _ruling(note: Note) -> NewDocument:
    ecli, court, day = note.name, note.about["court"], date.fromisoformat(note.values["date"])
    if not ECLI.fullmatch(ecli):
        raise ValueError(f"A sample names {ecli!r}, which is no ECLI.")
    return _document(
        note,
        # Its own name, so that the ruling itself takes the place of the note when it is imported.
        key=ecli,
        title=f"{court} {day_in_words(day, 'nl')}, {ecli}",
        citation=ecli,
        metadata={
            "ecli": ecli,
            "kind": "uitspraak",
            "court": court,
            "date": day.isoformat(),
            "subject": "Bestuursrecht; Belastingrecht",
            "summary": note.subject,
        },
    )


def _document(note: Note, *, key: str, title: str, citation: str, metadata: dict[str, Any]) -> NewDocument:
    first = f"{note.subject} ({MARK})\n"
    start, end = len(first), len(first) + len(note.text)
    piece = Piece(text=note.text, heading=note.subject, citations=(citation,), start=start, end=end)
    return NewDocument(
        key=key,
        title=f"{title} ({MARK})",
        text=first + note.text,
        pieces=[piece],
        language="nl",
        metadata={**metadata, "sample": True},
    )
