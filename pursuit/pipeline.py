"""One turn: what the message is, then clarify, plan, look up, judge and reply. Every look-up is a call in the trace."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from chat.models_in_use import model_name
from chat.turns import Event, TurnRun, rows, run_round, say
from llm.registry import OFFLINE
from llm.types import ToolCall
from pursuit.lookups import Call, rounds, searxng
from pursuit.material import brought, new_documents, settled_now, uploaded
from pursuit.questions import chatter
from pursuit.record import Record
from pursuit.talk import (
    Intent,
    Situation,
    asides,
    ends,
    is_question,
    points_at_nothing,
    question_beside,
    read_intent,
    replies,
    small_talk,
    takes_leave,
)
from pursuit.tools import PursuitContext
from pursuit.words import known_payers, mentions
from retrieval.models import Document

# Queries that one part is sent in one turn, each from another angle.
_ANGLES_A_TURN = 2


class _Turn:
    """A turn as it goes on: runs calls as rounds and keeps their results."""

    def __init__(self, turn: TurnRun) -> None:
        self.turn = turn
        self.context = PursuitContext(turn.by, turn.thread_id, turn.record, turn.said, turn.asked_before)
        self.results: list[tuple[str, Mapping[str, Any]]] = []
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

    def result(self, name: str) -> Mapping[str, Any]:
        """The last result of a tool, {} where it was not called."""
        return next((result for called, result in reversed(self.results) if called == name), {})


def respond(turn: TurnRun) -> Iterator[Event]:
    """The events of a turn."""
    run = _Turn(turn)
    record = run.record
    if record.row is not None and record.row.counted_turn == turn.id:
        # A retry of a turn that had done everything but say it.
        yield from say(turn, replies.status_text(record))
        return
    if record.row is not None and record.row.planned_turn == turn.id:
        # A retry: the words were read, so it goes on with the looking up.
        yield from _pursue(run)
    elif files := uploaded(turn):
        run.results.append(("read_material", brought.summary(files)))
        yield from _with_material(run)
    elif (intent := intent_of(turn)) in small_talk.PLAIN:
        yield from say(turn, small_talk.PLAIN[intent](record))
    else:
        yield from _STEPS[intent](run)


def intent_of(turn: TurnRun) -> Intent:
    """What the newest message is."""
    record: Record = turn.record
    now = Situation(
        is_open=bool(record.row is not None and record.open_parts and record.row.status in ("active", "blocked")),
        has_objective=record.row is not None,
        slots={str(mention.slot): mention.words for mention in mentions(turn.text, known_payers())},
        context=replies.asked_text(turn.asked_before) or _waited_for(record),
        parts=[(part.key, part.text) for part in record.parts],
        closed=_took_leave(turn),
    )
    return read_intent(turn.text, now)


def _took_leave(turn: TurnRun) -> bool:
    """Whether the person gave the question up, or said goodbye just before."""
    row = turn.record.row
    given_up = row is not None and row.status == "abandoned"
    return given_up or (len(turn.said) > 1 and takes_leave(turn.said[-2].text))


def _waited_for(record: Record) -> str:
    """The ask for a payer or a state that the person has not answered yet."""
    waiting = any(part.stuck_reason == "jurisdiction" for part in record.open_parts)
    return next((str(ask["text"]) for ask in reversed(record.asks) if waiting and ask["kind"] == "slot"), "")


def _new(run: _Turn) -> Iterator[Event]:
    question = chatter.without_talk(run.turn.text)
    before = run.turn.said[-2].text if len(run.turn.said) > 1 else ""
    if points_at_nothing(before) and not is_question(question):
        # "Is it covered?" was asked of nothing, and this says of what.
        question = f"{question[:1].lower()}{question[1:].rstrip(' .!')}. {before}"
    yield from _planned(run, question, follow_up=False)


def _follow_up(run: _Turn) -> Iterator[Event]:
    yield from _planned(run, chatter.without_talk(run.turn.text), follow_up=True)


def _unsure(run: _Turn) -> Iterator[Event]:
    """Words that name nothing known of policies: a model may tell whether they ask; without one nothing is kept."""
    if model_name(run.turn.assistant.slug) == OFFLINE:
        yield from say(run.turn, small_talk.PLAIN[Intent.UNCLEAR](run.record))
    else:
        yield from _planned(run, run.turn.text, follow_up=run.record.is_open)


def _planned(run: _Turn, question: str, *, follow_up: bool) -> Iterator[Event]:
    """Plan a question and pursue it; a message in which no question was found changes nothing."""
    yield from run.run(("plan_question", {"question": question, "follow_up": follow_up}))
    if run.result("plan_question").get("status") == "error":
        yield from say(run.turn, small_talk.PLAIN[Intent.UNCLEAR](run.record))
    else:
        yield from _pursue(run)


def _instead(run: _Turn) -> Iterator[Event]:
    """Another question: the open one is given up where the person says so, and else set aside for the recents."""
    anew = asides.asks_anew(run.turn.text) or asides.Anew(chatter.without_talk(run.turn.text), False)
    if anew.gives_up:
        yield from run.run(("end_pursuit", {}))
    yield from _planned(run, anew.question, follow_up=False)


def _leave(run: _Turn) -> Iterator[Event]:
    key = asides.leaves_part(run.turn.text, [(part.key, part.text) for part in run.record.parts])
    yield from run.run(("leave_part", {"part": key}))
    yield from say(run.turn, replies.left_part(run.record, str(run.result("leave_part").get("left", ""))))


def _material(run: _Turn) -> Iterator[Event]:
    """Read what the message brings, take up what it asks beside it, and try what is open with it."""
    yield from run.run(("read_material", {}))
    asks = question_beside(run.turn.text)
    if (
        asks
        and chatter.asks(asks, [mention.words for mention in mentions(asks, known_payers())]) is chatter.Asks.POLICY
    ):
        yield from run.run(("plan_question", {"question": asks, "follow_up": run.record.is_open}))
    yield from _with_material(run)


def _with_material(run: _Turn) -> Iterator[Event]:
    """Try what is open with what the person brought; with nothing open, say that it was read."""
    row = run.record.row
    if row is not None and run.record.open_parts and row.status in ("incomplete", "abandoned"):
        yield from run.run(("try_again", {}))
    if run.record.row is None or not run.record.open_parts:
        yield from say(run.turn, replies.only_read(run.record, run.results))
        return
    yield from _pursue(run)


def _slot(run: _Turn) -> Iterator[Event]:
    yield from run.run(("note_slots", {}))
    yield from _pursue(run)


def _again(run: _Turn) -> Iterator[Event]:
    row = run.record.row
    if not run.record.open_parts:
        yield from say(run.turn, replies.nothing_open(run.record))
        return
    if row is not None and row.status in ("incomplete", "abandoned"):
        yield from run.run(("try_again", {}))
    yield from _pursue(run)


def _newest(run: _Turn) -> Iterator[Event]:
    if not any(part.conflicts for part in run.record.open_parts):
        yield from say(run.turn, replies.no_conflict(run.record))
        return
    yield from run.run(("prefer_newest", {}))
    yield from _pursue(run)


def _nothing(run: _Turn) -> Iterator[Event]:
    yield from run.run(("leave_blocked", {}))
    yield from say(run.turn, replies.blocked(run.record))


def _end(run: _Turn) -> Iterator[Event]:
    if not run.record.is_open:
        reply = replies.welcome if ends(run.turn.text) else replies.nothing_to_end
        yield from say(run.turn, reply(run.record))
        return
    yield from run.run(("end_pursuit", {}))
    yield from say(run.turn, replies.UNDERSTOOD)


def _thanks(run: _Turn) -> Iterator[Event]:
    if not run.record.is_open:
        yield from say(run.turn, replies.welcome(run.record))
        return
    question = replies.leaving_question(run.record)
    yield from run.run(("ask_before_leaving", {"question": question}))
    asked = run.result("ask_before_leaving").get("asked")
    if asked:
        run.record.asked = replies.LEAVE_OPEN
    yield from say(run.turn, question if asked else replies.left_open(run.record))


def _pursue(run: _Turn) -> Iterator[Event]:
    """Look up what is open, judge it, and reply."""
    tried, run.context.looked_from = False, settled_now(run.turn.thread_id)
    for calls in _look_ups(run):
        tried = True
        yield from run.run(*calls)
    yield from run.run(("check_answers", {"tried": True}))
    yield from say(run.turn, replies.compose(run.record, run.results, tried=tried))


def _look_ups(run: _Turn) -> Iterator[list[Call]]:
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


def _in_new(run: _Turn, documents: Sequence[Document]) -> Iterator[list[Call]]:
    if calls := rounds.in_documents(run.record, documents):
        yield calls


_STEPS = {
    Intent.NEW: _new,
    Intent.INSTEAD: _instead,
    Intent.FOLLOW_UP: _follow_up,
    Intent.LEAVE: _leave,
    Intent.SLOT: _slot,
    Intent.MATERIAL: _material,
    Intent.RETRY: _again,
    Intent.NEWEST: _newest,
    Intent.NOTHING: _nothing,
    Intent.END: _end,
    Intent.THANKS: _thanks,
    Intent.UNSURE: _unsure,
}
