"""A reply as the person reads it: what the tools did since the last one, told by code, and a model's words, checked.

A text of a model's that cites what was found is the answer; a model that stops after the list is asked for one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

import structlog

from chat.assistants import ToolContext
from chat.turns import LEFT_OUT, TurnRun, events, rows, run_round, say
from llm.interface import ModelError
from llm.registry import OFFLINE
from llm.types import ToolCall
from tax_dossier.answers import Allowed, CheckedStream, allowed_for, finished, is_absent, say_hardly_anything
from tax_dossier.record import DossierRecord, SourceTexts
from tax_dossier.replies import ANSWER_OFFERED, CHOICES, WHICH_SOURCE, composed
from tax_dossier.texts import Language, language_spoken, text
from tax_dossier.words import SEARCHES, current_question

log = structlog.get_logger("tax_dossier")

_QUESTION_CHARS = 2_000
# What asks back, or says that nothing fits, waits for no answer.
_MARK = re.compile(r"\*\([^()]*\)\*")
_OPEN = re.compile(r"\?|\b(?:geen|niet|niets|nergens|no|not|none|nothing)\b", re.IGNORECASE)


def present(
    turn: TurnRun, stream: Iterator[events.Event], *, wants_answer: Callable[[TurnRun], bool]
) -> Iterator[events.Event]:
    """The events of a turn in which what the tools did is told by code, and a model's text is checked as it comes.

    A model that found sources and stops is asked for the answer, where the person `wants_answer`.
    """
    reply = _Reply(turn, wants_answer)
    try:
        yield from reply.told(stream)
        if reply.is_unanswered():
            yield from reply.told(_asked_for_the_answer(turn))
        if reply.held or reply.results_shown < len(_results(turn)):
            reply.begin(ends=True)
            yield from reply.given(f"{turn.id}-dossier", reply.close())
            yield from reply.ended(f"{turn.id}-dossier")
    finally:
        # A stop or a fault in the middle: what was shown is what is kept.
        reply.keep()
    turn.record.question = _question(turn, reply.answers)


def _asked_for_the_answer(turn: TurnRun) -> Iterator[events.Event]:
    """The answer, by the tool that the model did not call; nothing where it gives none."""
    context = ToolContext(turn.by, turn.thread_id, turn.record, turn.said, turn.asked_before)
    question = _question_of(turn)
    call = ToolCall(f"words-{turn.number}-answer", "answer", rows.dumps({"question": question}))
    try:
        yield from run_round(turn, context, [call], turn.pending or rows.Spoken(model="words"))
    except ModelError as error:
        # The sources that it found are told all the same.
        log.warning("the answer was not given", code=error.code)
    else:
        if context.reply:
            yield from say(turn, context.reply)


class _Reply:
    """A text of the turn as the person reads it: what the tools did since the last one, then what is said."""

    def __init__(self, turn: TurnRun, wants_answer: Callable[[TurnRun], bool]) -> None:
        self.turn, self._wants_answer = turn, wants_answer
        self.results_shown = 0
        # Whether a text of the model's own is the answer; what it said that waits for one.
        self.answers, self.held = False, ""
        self._open = self._of_a_tool = self._may_answer = False
        self._shown = ""
        self._checked: CheckedStream | None = None

    def told(self, stream: Iterator[events.Event]) -> Iterator[events.Event]:
        for event in stream:
            kind = event["type"]
            if kind == events.TEXT_START:
                self.begin()
            elif kind == events.TEXT_CONTENT:
                yield from self.given(event["messageId"], self.feed(event["delta"]))
            elif kind == events.TEXT_END:
                yield from self.given(event["messageId"], self.close())
                yield from self.ended(event["messageId"])
            else:
                yield event

    def is_unanswered(self) -> bool:
        """Whether the model found sources, and then neither answered nor asked, nor said that none fits."""
        if self.turn.stop.is_set() or self.answers or _OPEN.search(_MARK.sub("", self.held)):
            return False
        return self._awaits_answer() and _settles(self.turn)

    def _awaits_answer(self) -> bool:
        turn, results = self.turn, _results(self.turn)
        searches = [result for name, result in results if name in SEARCHES]
        failed = any(result.get("status") == "error" for _, result in results)
        if turn.model in ("", OFFLINE) or failed or len(searches) < len(results) or not turn.record.selected:
            return False
        if {name for name, _ in results} != set(SEARCHES):
            return False
        has_found = any(result.get("added") or result.get("already") for result in searches)
        return has_found and not any("attention" in result for result in searches) and self._wants_answer(turn)

    def begin(self, *, ends: bool = False) -> None:
        turn = self.turn
        self._open, self._shown, self._checked = True, "", None
        self._of_a_tool = turn.pending is not None and turn.pending.model == "words"
        if not self._of_a_tool and turn.model != OFFLINE:
            self._checked = CheckedStream(_allowed(turn))
        self._may_answer = self._checked is not None and not ends and self._awaits_answer()

    def feed(self, text: str) -> str:
        # An answer was checked when it was drafted; the rules' own sentences cite nothing but the list.
        checked = self._checked.feed(text) if self._checked else text
        return "" if self._may_answer else self._after_the_list(checked)

    def close(self) -> str:
        """What is left to be said; nothing after a stop, when half a sentence may be held."""
        if self.turn.stop.is_set():
            return ""
        rest = self._checked.close() if self._checked else ""
        if self._checked is not None and (figures := self._checked.checked.figures):
            LEFT_OUT.labels(self.turn.assistant.slug, "figure").inc(len(figures))
        if self._may_answer and self._checked is not None:
            return self._own_answer(self._checked)
        rest = self._after_the_list(rest)
        listed = "" if self._shown + rest else self._list()
        if self._shown + rest + listed or self._checked is None or not self._checked.checked.sentences:
            return rest + listed
        return text(_language(self.turn), "only_sources")

    def _own_answer(self, stream: CheckedStream) -> str:
        """A text of the model's that cites what was found is the answer; another one waits for it."""
        checked, language = stream.checked, _language(self.turn)
        if not checked.cited:
            self.held = "\n\n".join(filter(None, (self.held, checked.text)))
            return ""
        self.answers = True
        return self._after_the_list(finished(stream, self.turn.record, language))

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
            if self._checked is not None and self.turn.pending.sent:
                # What the model itself had said: a replay tells the list anew.
                self.turn.pending.sent.setdefault("unjudged", self.turn.pending.text)
            self.turn.pending.text = self._shown
        if self._open and self.turn.texts:
            self.turn.texts[-1] = self._shown
        self._open = False

    def _after_the_list(self, spoken: str) -> str:
        if not (spoken or self.held) or self._shown:
            return spoken
        is_answer = self._of_a_tool or self.answers
        listed, before, self.held = self._list(), self.held, ""
        lead = text(_language(self.turn), "answer_heading") if listed and is_answer else ""
        return "\n\n".join(filter(None, (listed, before, lead, spoken)))

    def _list(self) -> str:
        """What the tools did that was not told yet."""
        results = _results(self.turn)
        fresh, self.results_shown = results[self.results_shown :], len(results)
        answered = self._of_a_tool or self.answers
        return composed(fresh, self.turn.record, _language(self.turn), answered=answered) if fresh else ""


def _language(turn: TurnRun) -> Language:
    return language_spoken(message.text for message in turn.said)


def _allowed(turn: TurnRun) -> Allowed:
    """What a model's own words may cite. The texts are read when a reference is met, and no connection is kept."""
    record: DossierRecord = turn.record

    def read() -> Mapping[int, str]:
        texts = record.texts(selected=False)
        rows.release_connection()
        return texts

    allowed = allowed_for(record, record.sources, SourceTexts(read), _language(turn))
    given = [result.content for message in turn.messages for result in message.results if result.status != "error"]
    return replace(allowed, spoken=[message.text for message in turn.said], given=given)


def _results(turn: TurnRun) -> list[tuple[str, dict[str, Any]]]:
    """(tool, result) of every call since the person's message, also those of an attempt that broke off."""
    said_at = max((n for n, message in enumerate(turn.messages) if message.role == "user"), default=-1)
    of_tools = (result for message in turn.messages[said_at + 1 :] for result in message.results)
    return [(result.name, _read(result.content)) for result in of_tools]


@lru_cache(maxsize=256)
def _read(content: str) -> dict[str, Any]:
    """A result, which several places of a turn look at and none changes."""
    result: dict[str, Any] = json.loads(content)
    return result


def _question(turn: TurnRun, is_answered: bool) -> str:
    """The question that this turn leaves: the offer of an answer, or which source was meant."""
    every = _results(turn)
    results = [result for name, result in every if name in (*SEARCHES, *CHOICES)]
    answered = is_answered or any(name == "answer" for name, _ in every)
    if answered or not results:
        # Where nothing was done, what was asked before is asked still.
        return "" if answered else turn.asked_before
    failed = results[-1].get("status") == "error"
    asks = turn.record.sources if failed else turn.record.selected
    return (WHICH_SOURCE if failed else ANSWER_OFFERED) if asks else ""


def _question_of(turn: TurnRun) -> str:
    return (current_question(turn.messages) or turn.text)[:_QUESTION_CHARS]


def _settles(turn: TurnRun) -> bool:
    """Whether the sources that count say more than hardly anything of the question."""
    record: DossierRecord = turn.record
    question, texts = _question_of(turn), record.texts()
    rows.release_connection()
    absent = _language(turn) == "nl" and is_absent(question, texts.values())
    return not absent and not say_hardly_anything(question, record.selected, texts)
