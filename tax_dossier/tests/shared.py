"""What the tests of the tax dossier share: sources in words of our own, and a dossier to put them in."""

from __future__ import annotations

from datetime import date
from typing import Any

from tax_dossier.law import load_samples
from tax_dossier.patches import CASE_LAW, LEGISLATION, NewSource, SourcePart
from tax_dossier.record import SourceView
from tests.copied import DOCUMENTS, copied

store_samples = copied(DOCUMENTS)(load_samples)

WORKROOM = (
    "1. De kosten van een werkruimte thuis zijn niet aftrekbaar, tenzij de ruimte een zelfstandig deel van de woning is.\n"
    "2. Van een zelfstandig deel is sprake als de ruimte een eigen ingang en eigen sanitair heeft.\n"
    "3. Voor kleding geldt dat alleen werkkleding aftrekbaar is."
)


def parts_of(text: str) -> tuple[SourcePart, ...]:
    """The numbered lines of a text as its parts."""
    parts, start = [], 0
    for line in text.splitlines(keepends=True):
        label = line.partition(".")[0]
        if label.isdigit():
            parts.append(SourcePart(f"lid-{label}", label, start, start + len(line)))
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


def view(
    pk: int,
    number: str = "3.16",
    *,
    law: str = "Wet inkomstenbelasting 2001",
    abbr: str = "Wet IB 2001",
    labels: tuple[str, ...] = ("1", "2", "3"),
    ecli: str = "",
    **values: Any,
) -> SourceView:
    """A source as a turn holds it."""
    about: dict[str, Any] = {"law": law, "abbr": abbr, "article": number}
    made: dict[str, Any] = {"kind": "legislation", "key": f"k{pk}", "title": f"artikel {number} {abbr}"}
    if ecli:
        about = {"ecli": ecli, "court": "Hoge Raad"}
        made = {"kind": "case_law", "key": ecli, "title": f"Hoge Raad 1 mei 2099, {ecli}"}
    parts = [{"anchor": f"lid-{label}", "label": label, "start": 0, "end": 0} for label in labels if not ecli]
    return SourceView(**{"id": pk, "number": pk, "metadata": about, "parts": parts, **made, **values})


IB, OB = ("Wet IB 2001", "Wet inkomstenbelasting 2001"), ("Wet OB 1968", "Wet op de omzetbelasting 1968")
# number, abbreviation, law, heading, text, first day, first day no more
CORPUS_LAW = [
    (
        "3.16",
        *IB,
        "Werkruimte",
        "1. Kosten van een werkruimte in de woning zijn niet aftrekbaar, tenzij de ruimte een zelfstandig gedeelte van die"
        " woning is en de ondernemer daar het grootste deel van zijn inkomen verdient.\n"
        "2. Een werkruimte is zelfstandig als zij een eigen ingang en eigen sanitair heeft.\n"
        "3. Kleding is niet aftrekbaar, behalve werkkleding.",
        "2001-01-01",
        "2015-01-01",
    ),
    (
        "3.16",
        *IB,
        "Werkruimte",
        "1. Kosten van een werkruimte in de woning zijn niet aftrekbaar, behalve bij een zelfstandig gedeelte van de woning"
        " waarin de ondernemer zeventig procent van zijn inkomen verdient.\n"
        "2. De werkruimte heeft een eigen ingang.",
        "2015-01-01",
        "",
    ),
    (
        "3.120",
        *IB,
        "Aftrekbare kosten eigen woning",
        "1. Aftrekbaar zijn de renten van schulden die tot de eigenwoningschuld behoren.\n"
        "2. De aftrek duurt ten hoogste dertig jaar.",
        "2001-01-01",
        "",
    ),
    ("11", *OB, "Vrijstellingen", "1. Vrijgesteld van belasting is de verhuur van onroerende zaken.", "1969-01-01", ""),
]
CORPUS_CASES = [
    (
        "ECLI:NL:HR:2099:101",
        "Hoge Raad",
        "2099-03-03",
        "Werkruimte in de woning",
        "De belanghebbende trok de kosten van een werkruimte in zijn woning af.\n\n"
        "Het hof oordeelde dat de werkruimte geen eigen ingang had en dus niet zelfstandig was.\n\n"
        "Dat oordeel blijft in stand, zodat de kosten niet aftrekbaar zijn.",
    ),
    (
        "ECLI:NL:GHAMS:2099:55",
        "Gerechtshof Amsterdam",
        "2099-05-05",
        "Omzetbelasting, verhuur",
        "De verhuur van een loods was vrijgesteld van omzetbelasting.",
    ),
]
QUESTION = "Mag ik de kosten van mijn werkruimte in de woning aftrekken?"
