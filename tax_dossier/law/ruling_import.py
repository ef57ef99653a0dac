"""Imports rulings and conclusions into the collection "case_law", one document each, under its ECLI."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from imports import only_one
from retrieval.index import NewDocument, Piece, store_documents
from retrieval.models import Collection
from tax_dossier.law.act_documents import cut
from tax_dossier.law.import_count import LawImportCount, Report, embed, silent
from tax_dossier.law.ruling_xml import Ruling, RulingSection, read_ruling
from tax_dossier.law.source_xml import UnusableFile, xml_files
from tax_dossier.texts import day_in_words

CASE_LAW = "case_law"
_JOURNAL = re.compile(r"[A-Z][\w-]*(?: [A-Z]\w*)? (?:19|20)\d\d(?:\s?[/,]\s?\d[\w.]*(?:, ?\d+)?)")
# Files of one transaction.
_BATCH = 25
_LOCK = 2_001_011_354


def case_law() -> Collection:
    """The collection of all rulings."""
    return Collection.objects.named(CASE_LAW, "nl")


def import_rulings(path: Path, *, report: Report = silent) -> LawImportCount:
    """Import a file, or every .xml file below a folder. A file that cannot be used is named in `bad`.

    Batches are committed, so a run that was cut off goes on; the same files again change nothing. The vectors come
    last. Raises ImportRunningError.
    """
    with only_one(_LOCK, "case law"):
        files = xml_files(path)
        count = LawImportCount(all_files=len(files))
        collection = case_law()
        given: dict[str, Path] = {}
        batch: list[NewDocument] = []
        for file in files:
            try:
                batch.append(_document_of(file, given))
            except UnusableFile as reason:
                count.bad.append((file, str(reason)))
            count.files += 1
            if len(batch) == _BATCH:
                count.note(store_documents(collection, batch, embed=False))
                batch.clear()
                report(count)
        count.note(store_documents(collection, batch, embed=False))
        report(count)
        embed(collection, count, report)
    return count


def _document_of(file: Path, given: dict[str, Path]) -> NewDocument:
    ruling = read_ruling(file)
    if ruling.ecli in given:
        raise UnusableFile(f"holds {ruling.ecli}, which {given[ruling.ecli].name} has given already.")
    given[ruling.ecli] = file
    return ruling_document(ruling)


def title_of(ruling: Ruling) -> str:
    """As a ruling is named in Dutch: "Hoge Raad 23 november 1994, ECLI:NL:HR:1994:AA2974"."""
    day = f" {day_in_words(ruling.day, 'nl')}" if ruling.day else ""
    return f"{ruling.court[:120]}{day}, {ruling.ecli}"


def ruling_document(ruling: Ruling) -> NewDocument:
    """The ruling as a document: its summary, then its sections, each in pieces that are cited by their number."""
    text = ""
    pieces: list[Piece] = []
    for section in _with_summary(ruling):
        for part in cut(section.text):
            start = len(text)
            text += part.text + "\n"
            if part.text.strip():
                pieces.append(
                    Piece(
                        text=part.text,
                        heading=" › ".join(section.headings)[:1000],
                        # A ruling is known by its place in a journal, too.
                        citations=(*_citations(ruling, section), *(() if pieces else _journals(ruling))),
                        start=start,
                        end=start + len(part.text),
                        metadata={"section": section.number},
                    )
                )
        text += "\n"
    return NewDocument(
        key=ruling.ecli,
        title=title_of(ruling),
        text=text.rstrip("\n"),
        pieces=pieces,
        source=f"https://deeplink.rechtspraak.nl/uitspraak?id={ruling.ecli}",
        language="nl",
        metadata=_metadata(ruling),
    )


def _with_summary(ruling: Ruling) -> Iterator[RulingSection]:
    if ruling.summary:
        yield RulingSection("", ("Inhoudsindicatie",), ruling.summary)
    yield from ruling.sections


def _citations(ruling: Ruling, section: RulingSection) -> Iterator[str]:
    if section.number:
        # Lawyers say "rechtsoverweging" of a ruling and "onderdeel" of a conclusion.
        kind = "r.o." if ruling.kind == "uitspraak" else "onderdeel"
        yield f"{ruling.ecli}, {kind} {section.number}"
    yield ruling.ecli


def _journals(ruling: Ruling) -> Iterator[str]:
    """ "BNB 1995/23", without whoever annotated it there."""
    for published in ruling.published_in:
        if match := _JOURNAL.match(published):
            yield match[0].strip()


def _metadata(ruling: Ruling) -> dict[str, Any]:
    return {
        "ecli": ruling.ecli,
        "kind": ruling.kind,
        "court": ruling.court,
        "date": ruling.day.isoformat() if ruling.day else "",
        "subject": ", ".join(ruling.subjects),
        "case_number": ", ".join(ruling.case_numbers),
        "procedure": ", ".join(ruling.procedures),
        "summary": ruling.summary,
        "relations": ruling.relations,
        "laws": ruling.laws,
        "published_in": ruling.published_in,
        "replaces": ruling.replaces,
        "sample": False,
    }
