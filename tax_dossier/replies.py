"""What the person reads: lists of titles made by code from what the tools did, and a model's own words, checked."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils import timezone

from chat.turns import TurnRun, events, rows
from tax_dossier.answers import Allowed, CheckedStream, allowed_for
from tax_dossier.patches import NOT_PLAIN
from tax_dossier.record import DossierRecord, SourceTexts, SourceView
from tax_dossier.texts import Language, language_spoken, reference, text
from tax_dossier.words import SEARCHES
from wording.markdown import escaped

# The questions that a turn may leave on the screen.
ANSWER_OFFERED, WHICH_SOURCE = "ANSWER_OFFERED", "WHICH_SOURCE"
_CHOICES = ("remove_sources", "undo", "start_over")


def present(turn: TurnRun, stream: Iterator[events.Event]) -> Iterator[events.Event]:
    """The events of a turn in which what the tools did is told by code, and a model's text is checked as it comes."""
    reply = _Reply(turn)
    try:
        for event in stream:
            kind = event["type"]
            if kind == events.TEXT_START:
                reply.begin()
            elif kind == events.TEXT_CONTENT:
                yield from reply.given(event["messageId"], reply.feed(event["delta"]))
            elif kind == events.TEXT_END:
                yield from reply.given(event["messageId"], reply.close())
                yield from reply.ended(event["messageId"])
            else:
                yield event
        if reply.results_shown < len(_results(turn)):
            reply.begin()
            yield from reply.given(f"{turn.id}-dossier", reply.close())
            yield from reply.ended(f"{turn.id}-dossier")
    finally:
        # A stop or a fault in the middle: what was shown is what is kept.
        reply.keep()
    turn.record.question = _question(turn)


class _Reply:
    """A text of the turn as the person reads it: what the tools did since the last one, then what is said."""

    def __init__(self, turn: TurnRun) -> None:
        self.turn = turn
        self.results_shown = 0
        self._open = self._of_a_tool = False
        self._shown = ""
        self._checked: CheckedStream | None = None

    def begin(self) -> None:
        turn = self.turn
        self._open, self._shown, self._checked = True, "", None
        self._of_a_tool = turn.pending is not None and turn.pending.model == "words"
        if not self._of_a_tool and turn.model != "offline":
            self._checked = CheckedStream(_allowed(turn))

    def feed(self, text: str) -> str:
        # An answer was checked when it was drafted; the rules' own sentences cite nothing but the list.
        return self._after_the_list(self._checked.feed(text) if self._checked else text)

    def close(self) -> str:
        """What is left to be said; nothing after a stop, when half a sentence may be held."""
        if self.turn.stop.is_set():
            return ""
        rest = self._after_the_list(self._checked.close() if self._checked else "")
        listed = "" if self._shown + rest else self._list()
        if self._shown + rest + listed or self._checked is None or not self._checked.checked.sentences:
            return rest + listed
        return text(_language(self.turn), "only_sources")

    def given(self, message_id: str, shown: str) -> Iterator[events.Event]:
        if shown and not self._shown:
            yield events.text_started(message_id)
        self._shown += shown
        if shown:
            yield events.text_delta(message_id, shown)

    def ended(self, message_id: str) -> Iterator[events.Event]:
        # Whoever judges the claims of a text saves what is left of it when it ends.
        self.keep()
        if self._shown:
            yield events.text_ended(message_id)

    def keep(self) -> None:
        """What was shown is what is saved."""
        if self._open and self.turn.pending is not None:
            self.turn.pending.text = self._shown
        if self._open and self.turn.texts:
            self.turn.texts[-1] = self._shown
        self._open = False

    def _after_the_list(self, spoken: str) -> str:
        if not spoken or self._shown:
            return spoken
        listed = self._list()
        lead = text(_language(self.turn), "answer_heading") if listed and self._of_a_tool else ""
        return "\n\n".join(filter(None, (listed, lead, spoken)))

    def _list(self) -> str:
        """What the tools did that was not told yet."""
        results = _results(self.turn)
        fresh, self.results_shown = results[self.results_shown :], len(results)
        return composed(fresh, self.turn.record, _language(self.turn), answered=self._of_a_tool) if fresh else ""


def _language(turn: TurnRun) -> Language:
    return language_spoken(message.text for message in turn.said)


def _allowed(turn: TurnRun) -> Allowed:
    """What a model's own words may cite. The texts are read when a reference is met, and no connection is kept."""
    record: DossierRecord = turn.record

    def read() -> Mapping[int, str]:
        texts = record.texts(selected=False)
        rows.release_connection()
        return texts

    return allowed_for(record, record.sources, SourceTexts(read), _language(turn))


def _results(turn: TurnRun) -> list[tuple[str, dict[str, Any]]]:
    """(tool, result) of every call since the person's message, also those of an attempt that broke off."""
    said_at = max((n for n, message in enumerate(turn.messages) if message.role == "user"), default=-1)
    of_tools = (result for message in turn.messages[said_at + 1 :] for result in message.results)
    return [(result.name, json.loads(result.content)) for result in of_tools]


def _question(turn: TurnRun) -> str:
    """The question that this turn leaves: the offer of an answer, or which source was meant."""
    results = [result for name, result in _results(turn) if name in (*SEARCHES, *_CHOICES)]
    answered = any(name == "answer" for name, _ in _results(turn))
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
