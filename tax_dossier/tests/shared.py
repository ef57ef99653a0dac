"""What the tests of the tax dossier share: sources in words of our own, and a dossier to put them in."""

from __future__ import annotations

from datetime import date
from typing import Any

from tax_dossier.patches import CASE_LAW, LEGISLATION, NewSource, Part

WORKROOM = (
    "1. De kosten van een werkruimte thuis zijn niet aftrekbaar, tenzij de ruimte een zelfstandig deel van de woning is.\n"
    "2. Van een zelfstandig deel is sprake als de ruimte een eigen ingang en eigen sanitair heeft.\n"
    "3. Voor kleding geldt dat alleen werkkleding aftrekbaar is."
)


def parts_of(text: str) -> tuple[Part, ...]:
    """The numbered lines of a text as its parts."""
    parts, start = [], 0
    for line in text.splitlines(keepends=True):
        label = line.partition(".")[0]
        if label.isdigit():
            parts.append(Part(f"lid-{label}", label, start, start + len(line)))
        start += len(line)
    return tuple(parts)


def article(number: str = "3.16", text: str = WORKROOM, **values: Any) -> NewSource:
    """An article of an invented version of a law."""
    made: dict[str, Any] = {
        "kind": LEGISLATION,
        "key": f"BWBR0011353:{number}:2001-01-01",
        "title": f"artikel {number} Wet IB 2001",
        "text": text,
        "citations": (f"artikel {number} Wet IB 2001",),
        "parts": parts_of(text),
        "valid_from": date(2001, 1, 1),
        "metadata": {
            "bwb_id": "BWBR0011353",
            "law": "Wet inkomstenbelasting 2001",
            "abbr": "Wet IB 2001",
            "article": number,
        },
    }
    return NewSource(**{**made, **values})


def ruling(ecli: str = "ECLI:NL:HR:2099:101", text: str = "", **values: Any) -> NewSource:
    """A ruling that no court ever made."""
    made: dict[str, Any] = {
        "kind": CASE_LAW,
        "key": ecli,
        "title": f"{ecli} Hoge Raad, 3 maart 2099",
        "text": text or "De werkruimte heeft een eigen ingang.\n\nHet beroep is daarom gegrond.",
        "citations": (ecli,),
        "metadata": {"ecli": ecli, "court": "Hoge Raad", "date": "2099-03-03"},
    }
    return NewSource(**{**made, **values})
