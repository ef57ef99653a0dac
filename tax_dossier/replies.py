"""What the person reads of what the tools did: lists of titles, made by code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils import timezone

from tax_dossier.patches import NOT_PLAIN
from tax_dossier.record import DossierRecord, SourceView
from tax_dossier.texts import Language, reference, text
from tax_dossier.words import SEARCHES
from wording.markdown import escaped

# The questions that a turn may leave on the screen.
ANSWER_OFFERED, WHICH_SOURCE = "ANSWER_OFFERED", "WHICH_SOURCE"
CHOICES = ("remove_sources", "undo", "start_over")


def composed(
    results: Sequence[tuple[str, Mapping[str, Any]]],
    record: DossierRecord,
    language: Language,
    *,
    answered: bool = False,
) -> str:
    """What these tool calls did, for the person. `answered`: an answer follows, so nothing is offered."""
    searches = [result for name, result in results if name in SEARCHES]
    choices = [result for name, result in results if name in CHOICES]
    parts = _of_searches(searches, record, language, answered) if searches else []
    for result in choices:
        parts += _of_choice(result, record, language)
    changed = any(choice.get(name) for choice in choices for name in ("selected", "unselected", "removed", "unchanged"))
    if changed and not answered and not searches:
        parts.append(text(language, "offer_short" if record.selected else "none_left"))
    return "\n\n".join(part for part in parts if part)


def _of_searches(
    results: Sequence[Mapping[str, Any]], record: DossierRecord, language: Language, answered: bool
) -> list[str]:
    added = {entry["number"] for result in results for entry in result.get("added", [])}
    known = {number for result in results for number in result.get("already", [])} - added
    notes = list(dict.fromkeys(note for result in results for note in result.get("notes", [])))
    parts = []
    if any("law_as_of" in result for result in results):
        parts.append(_day_now(record, language))
    if added:
        parts.append(text(language, "added", reference=_reference_of(record, language)))
        for heading, law in (("law_heading", True), ("case_heading", False)):
            of_kind = [source for source in record.sources if source.number in added and source.is_law == law]
            parts += [f"**{text(language, heading)}**", numbered(of_kind, language)] if of_kind else []
    if not answered or any(result.get("attention") for result in results):
        parts += notes
    if known and not answered:
        parts.append(text(language, "already", titles=_titles(record, known)))
    if answered:
        return [*parts, text(language, "from_the_rest")] if added else parts
    offer = "offer" if added else "offer_short" if known and record.selected else "nothing_found"
    return [*parts, text(language, offer)]


def _of_choice(result: Mapping[str, Any], record: DossierRecord, language: Language) -> list[str]:
    if result.get("code") == NOT_PLAIN:
        return [escaped(str(result["error"]))]
    parts = [escaped(str(note)) for note in result.get("notes", [])]
    if "law_as_of" in result:
        parts.append(_day_now(record, language))
    for name, phrase in (("unselected", "removed"), ("selected", "restored"), ("removed", "taken_out")):
        if result.get(name):
            parts.append(text(language, phrase, titles=_titles(record, result[name])))
    return [" ".join(parts)]


def _day_now(record: DossierRecord, language: Language) -> str:
    day = record.row.reference_date
    return text(language, "reference_changed" if day else "reference_reset", day=day or timezone.localdate())


def _titles(record: DossierRecord, named: Iterable[Any]) -> str:
    """The titles of sources, by their numbers or with them, joined. A number is that of the source in the dossier."""
    known = {source.number: source.title for source in (*record.everything, *record.sources)}
    titles = {
        entry["number"] if isinstance(entry, dict) else entry: entry["title"] if isinstance(entry, dict) else ""
        for entry in named
    }
    return "; ".join(
        f"{number}. {escaped(titles[number] or known[number])}" for number in sorted(titles) if number in known
    )


def _reference_of(record: DossierRecord, language: Language) -> str:
    return reference(record.row.reference_date, timezone.localdate(), language)


def listing(record: DossierRecord, language: Language) -> str:
    """The whole dossier as the numbered list, those that were removed struck out."""
    if not record.sources:
        return text(language, "no_sources")
    heading = text(language, "list", reference=_reference_of(record, language))
    return f"{heading}\n\n{numbered(record.sources, language)}"


def numbered(sources: Sequence[SourceView], language: Language) -> str:
    """Titles behind their numbers."""
    gone = text(language, "removed_mark")
    titles = [(source, escaped(source.title)) for source in sources]
    shown = [(source, title if source.selected else f"~~{title}~~ ({gone})") for source, title in titles]
    return "\n".join(f"{source.number}. {title}" for source, title in shown)
