"""What the person reads: lists of titles made by code from what the tools did, and no law in a model's own words."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils import timezone

from chat.turns import TurnRun, events
from tax_dossier.answers import allowed_for, check_answer
from tax_dossier.patches import NOT_PLAIN
from tax_dossier.record import DossierRecord, SourceView
from tax_dossier.texts import Language, language_spoken, reference, text
from tax_dossier.words import SEARCHES, find_citations
from wording.markdown import escaped

# The questions that a turn may leave on the screen.
ANSWER_OFFERED, WHICH_SOURCE = "ANSWER_OFFERED", "WHICH_SOURCE"
_CHOICES = ("remove_sources", "undo", "start_over")


def present(turn: TurnRun, stream: Iterator[events.Event]) -> Iterator[events.Event]:
    """The events of a turn in which what the tools did is told by code, and a model's own text is checked first."""
    held: str | None = None
    shown_results = 0
    try:
        for event in stream:
            kind = event["type"]
            if kind == events.TEXT_START:
                held = ""
            elif kind == events.TEXT_CONTENT and held is not None:
                held += event["delta"]
            elif kind == events.TEXT_END and held is not None and turn.stop.is_set():
                continue  # What follows is the end of the turn; half a text is not shown.
            elif kind == events.TEXT_END and held is not None:
                shown, shown_results, held = _shown(turn, held, shown_results), _results(turn)[1], None
                yield from _say(turn, event["messageId"], shown)
            else:
                yield event
        if shown_results < _results(turn)[1]:
            yield from _say(turn, f"{turn.id}-dossier", _shown(turn, "", shown_results))
    finally:
        # A stop or a fault in the middle: half a text was shown to nobody, and is not kept.
        if held is not None:
            _keep(turn, "")
    turn.record.question = _question(turn)


def _shown(turn: TurnRun, spoken: str, shown_results: int) -> str:
    """What is said at this point: what the tools did since the last text, then what the model or a tool says."""
    record, language = turn.record, language_spoken(message.text for message in turn.said)
    results, count = _results(turn)
    of_a_tool = turn.pending is not None and turn.pending.model == "words"
    parts = [composed(results[shown_results:], record, language, answered=of_a_tool)] if shown_results < count else []
    if of_a_tool or turn.model == "offline":
        # An answer was checked when it was drafted; the rules' own sentences cite nothing but the list.
        parts.append(spoken)
    elif not any(parts):
        # Of help and of whom to ask only the model tells.
        parts.append(_own_words(turn, spoken, language))
    return "\n\n".join(part for part in parts if part)


def _own_words(turn: TurnRun, spoken: str, language: Language) -> str:
    """A model's text without a tool: references resolve, and a sentence that states law without one is left out."""
    record: DossierRecord = turn.record
    texts = record.texts(selected=False) if record.sources and find_citations(spoken) else {}
    checked = check_answer(spoken, allowed_for(record, record.sources, texts, language, strict=True))
    return checked.text or text(language, "only_sources")


def _say(turn: TurnRun, message_id: str, shown: str) -> Iterator[events.Event]:
    _keep(turn, shown)
    if shown:
        yield events.text_started(message_id)
        yield events.text_delta(message_id, shown)
        yield events.text_ended(message_id)


def _keep(turn: TurnRun, shown: str) -> None:
    """What was shown is what is saved."""
    if turn.pending is not None:
        turn.pending.text = shown
    if turn.texts:
        turn.texts[-1] = shown


def _results(turn: TurnRun) -> tuple[list[tuple[str, dict[str, Any]]], int]:
    """(tool, result) of every call since the person's message, also those of an attempt that broke off; their count."""
    said_at = max((n for n, message in enumerate(turn.messages) if message.role == "user"), default=-1)
    of_tools = (result for message in turn.messages[said_at + 1 :] for result in message.results)
    results = [(result.name, json.loads(result.content)) for result in of_tools]
    return results, len(results)


def _question(turn: TurnRun) -> str:
    """The question that this turn leaves: the offer of an answer, or which source was meant."""
    results = [result for name, result in _results(turn)[0] if name in (*SEARCHES, *_CHOICES)]
    answered = any(name == "answer" for name, _ in _results(turn)[0])
    if answered or not results:
        # Where nothing was done, what was asked before is asked still.
        return "" if answered else turn.asked_before
    failed = results[-1].get("status") == "error"
    asks = turn.record.sources if failed else turn.record.selected
    return (WHICH_SOURCE if failed else ANSWER_OFFERED) if asks else ""


def composed(
    results: Sequence[tuple[str, Mapping[str, Any]]],
    record: DossierRecord,
    language: Language,
    *,
    answered: bool = False,
) -> str:
    """What these tool calls did, for the person. `answered`: an answer follows, so nothing is offered."""
    searches = [result for name, result in results if name in SEARCHES]
    choices = [result for name, result in results if name in _CHOICES]
    parts = _of_searches(searches, record, language, answered) if searches else []
    for result in choices:
        parts += _of_choice(result, record, language)
    changed = any(choice.get("selected") or choice.get("unselected") or choice.get("removed") for choice in choices)
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
    offer = "offer" if added else "offer_short" if known and record.selected else "nothing_found"
    return parts if answered else [*parts, text(language, offer)]


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


def _titles(record: DossierRecord, numbers: Any) -> str:
    """The titles of these numbers, joined."""
    return "; ".join(
        f"{source.number}. {escaped(source.title)}" for source in record.everything if source.number in numbers
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
