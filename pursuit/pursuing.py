"""What one turn of pursuing does: it runs calls as rounds, looks up what is open, judges it, and replies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from chat.guidance import PERSON
from chat.models_in_use import model_name
from chat.turns import Event, TurnRun, rows, run_round, say
from dialogue import Act, Heard, Talk, not_understood
from llm.registry import OFFLINE
from llm.types import NOT_UNDERSTOOD, ToolCall, replies_in
from pursuit.lookups import Call, rounds, searxng
from pursuit.material import new_documents, settled_now
from pursuit.record import Record
from pursuit.talk import conversation, replies
from pursuit.tools import PursuitContext
from pursuit.words import known_payers, with_names
from retrieval.models import Document

# Queries that one part is sent in one turn, each from another angle.
_ANGLES_A_TURN = 2


class PursuingTurn:
    """A turn as it goes on: runs calls as rounds and keeps their results."""

    def __init__(self, turn: TurnRun) -> None:
        self.turn = turn
        self.context = PursuitContext(turn.by, turn.thread_id, turn.record, turn.said, turn.asked_before)
        self.results: list[tuple[str, Mapping[str, Any]]] = []
        # What is for the objective: the message without what the guide answers in `aside`.
        self.text, self.aside = with_names(turn.text, known_payers()), ""
        self._count = 0

    @property
    def record(self) -> Record:
        objective: Record = self.turn.record
        return objective

    def run(self, *calls: tuple[str, Mapping[str, Any]]) -> Iterator[Event]:
        """Run these calls as one round, and keep (name, result) of each."""
        made = []
        for name, arguments in calls:
            self._count += 1
            call_id = f"pursuit-{self.turn.number}-{self.turn.attempt}-{self._count}"
            made.append(ToolCall(call_id, name, rows.dumps(arguments)))
        before = len(self.turn.calls)
        self.context.record = self.turn.record
        yield from run_round(self.turn, self.context, made, rows.Spoken(model="words"))
        self.results += [(call["name"], call["result"]) for call in self.turn.calls[before:]]

    def say(self, text: str) -> Iterator[Event]:
        """The reply of the turn, behind the answer to what was asked beside."""
        if self.turn.asked_before in conversation.STAYS and all(name == PERSON for name, _ in self.results):
            # Whatever was said beside it, the question is still on the screen.
            self.record.asked = self.record.asked or self.turn.asked_before
        yield from say(self.turn, "\n\n".join(block for block in (self.aside, text) if block))

    def say_unclear(self) -> Iterator[Event]:
        """The reply to what was not understood; beside what was answered, the question that is open."""
        yield from self.say(self.talk.question if self.aside else not_understood(self.turn.text, self.talk))
        if self.turn.pending is not None and not self.aside:
            self.turn.pending.finish_reason = NOT_UNDERSTOOD

    def note_person(self, heard: Heard) -> Iterator[Event]:
        """Note that somebody wants a person, where the guide answers that."""
        if Act.HUMAN in heard.acts and (heard.reply or heard.aside):
            yield from self.run((PERSON, {"words": self.turn.text}))

    @property
    def is_offline(self) -> bool:
        """Whether no model reads the words."""
        return model_name(self.turn.assistant.slug) == OFFLINE

    @property
    def talk(self) -> Talk:
        """What the guide is told, of the question as it stands now."""
        before = replies_in(self.turn.messages)
        return conversation.talk_of(self.record, self.turn.asked_before, before)

    def result(self, name: str) -> Mapping[str, Any]:
        """The last result of a tool, {} where it was not called."""
        return next((result for called, result in reversed(self.results) if called == name), {})


def pursue(run: PursuingTurn) -> Iterator[Event]:
    """Look up what is open, judge it, and reply."""
    tried, run.context.looked_from = False, settled_now(run.turn.thread_id)
    for calls in _look_ups(run):
        tried = True
        yield from run.run(*calls)
    yield from run.run(("check_answers", {"tried": True}))
    if run.result("check_answers").get("whether"):
        run.record.asked = conversation.WHETHER
    yield from run.say(replies.compose(run.record, run.results, tried=tried, beside=run.aside))


def _look_ups(run: PursuingTurn) -> Iterator[list[Call]]:
    """The rounds of look-ups that a turn makes, each planned when the one before is known."""
    row = run.record.row
    if row is not None and (row.tried_at is not None or run.record.tried):
        # What came since the last look: a query that was sent before may meet it.
        yield from _in_new(run, new_documents(row))
    for _ in range(_ANGLES_A_TURN):
        if not (calls := rounds.in_lists_and_policies(run.record)):
            break
        yield calls
    # What no material answers is looked for on the web, where there is a search.
    if searxng.is_configured() and (calls := rounds.on_web(run.record)):
        yield calls
    if row is not None:
        # What came while this turn was looking; what comes after this moment is the next turn's.
        began, run.context.looked_from = run.context.looked_from, settled_now(run.turn.thread_id)
        yield from _in_new(run, new_documents(row, began))


def _in_new(run: PursuingTurn, documents: Sequence[Document]) -> Iterator[list[Call]]:
    if calls := rounds.in_documents(run.record, documents):
        yield calls
