"""Notes in words of our own on well-known provisions and rulings, so that TESS can be tried before law is imported.

They are marked as samples in their title, in their text and in their metadata: none of them is the law itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from retrieval.index import NewDocument, Piece, Stored, embed_missing, store_documents
from tax_dossier.law.act_import import legislation
from tax_dossier.law.ecli import ECLI, MONTHS
from tax_dossier.law.ruling_import import case_law

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


def sample_laws() -> Iterator[NewDocument]:
    """The notes on provisions."""
    for about, name, subject, values, text in _notes():
        if "law" in about:
            yield _law(about, name, subject, values.get("since"), text)


def sample_rulings() -> Iterator[NewDocument]:
    """The notes on rulings."""
    for about, name, subject, values, text in _notes():
        if "court" in about:
            yield _ruling(about, name, subject, date.fromisoformat(values["date"]), text)


def _notes() -> Iterator[tuple[dict[str, str], str, str, dict[str, str], str]]:
    for path in sorted(FOLDER.glob("*.md")):
        for head, body in _BLOCK.findall(path.read_text(encoding="utf-8")):
            about = dict(line.split(": ", 1) for line in head.strip().splitlines())
            for name, subject, text in _NOTE.findall(body):
                values: dict[str, str] = {}
                while match := _VALUE.match(text):
                    values[match[1]] = match[2]
                    text = text[match.end() :]
                yield about, name, subject, values, text.strip()


def _law(about: Mapping[str, str], name: str, subject: str, since: str | None, text: str) -> NewDocument:
    number = name.removeprefix("artikel ")
    return _document(
        key=f"voorbeeld:{about['bwb_id']}:artikel:{number}",
        title=f"{about['law']}, {name}",
        subject=subject,
        text=text,
        citation=f"{name}, {about['abbr']}",
        valid_from=date.fromisoformat(since) if since else None,
        metadata={
            "bwb_id": about["bwb_id"],
            "law": about["law"],
            "abbr": about["abbr"],
            "article": number,
            "kind": "artikel",
            "path": [about["law"], f"Artikel {number} {subject}"],
        },
    )


def _ruling(about: Mapping[str, str], ecli: str, subject: str, day: date, text: str) -> NewDocument:
    if not ECLI.fullmatch(ecli):
        raise ValueError(f"A sample names {ecli!r}, which is no ECLI.")
    return _document(
        # Its own name, so that the ruling itself takes the place of the note when it is imported.
        key=ecli,
        title=f"{about['court']} {day.day} {MONTHS[day.month - 1]} {day.year}, {ecli}",
        subject=subject,
        text=text,
        citation=ecli,
        valid_from=None,
        metadata={
            "ecli": ecli,
            "kind": "uitspraak",
            "court": about["court"],
            "date": day.isoformat(),
            "subject": "Bestuursrecht; Belastingrecht",
            "summary": subject,
        },
    )


def _document(
    *, key: str, title: str, subject: str, text: str, citation: str, valid_from: date | None, metadata: dict[str, Any]
) -> NewDocument:
    first = f"{subject} ({MARK})\n"
    piece = Piece(text=text, heading=subject, citations=(citation,), start=len(first), end=len(first) + len(text))
    return NewDocument(
        key=key,
        title=f"{title} ({MARK})",
        text=first + text,
        pieces=[piece],
        language="nl",
        valid_from=valid_from,
        metadata={**metadata, "sample": True},
    )
