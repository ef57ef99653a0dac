"""One turn: what the message is, then clarify, plan, look up, judge and reply. Every look-up is a call in the trace."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from chat.turns import Event, TurnRun, say
from dialogue import Act, Talk, deeds_in
from dialogue.acts import SURE
from pursuit.material import brought, uploaded
from pursuit.pursuing import PursuingTurn, pursue
from pursuit.talk import Intent, Situation, conversation, ends, pointing, reading, replies
from pursuit.words import known_payers, mentions, spelled

# How plainly a message has to ask for what changes the record.
_PLAINLY = {Act.UNDO: 0.3, Act.RESTART: 0.3, Act.CANCEL: 0.7, Act.END: 0.2, Act.NEXT: 0.4}
_CHANGES = (Act.UNDO, Act.RESTART, Act.CANCEL)
_ASKING = (Intent.NEW, Intent.FOLLOW_UP, Intent.UNSURE)


def respond(turn: TurnRun) -> Iterator[Event]:
    """The events of a turn."""
    run = PursuingTurn(turn)
    record = run.record
    if record.row is not None and record.row.counted_turn == turn.id:
        # A retry of a turn that had done everything but say it.
        yield from say(turn, replies.status_text(record))
        return
    if record.row is not None and record.row.planned_turn == turn.id:
        # A retry: the words were read, so it goes on with the looking up.
        yield from pursue(run)
    elif files := uploaded(turn):
        run.results.append(("read_material", brought.summary(files)))
        yield from _with_material(run)
    else:
        yield from _hear(run)


def _hear(run: PursuingTurn) -> Iterator[Event]:
    """The guide answers what only talks, and the objective gets the rest."""
    talk = run.talk
    # Whether "my boss wonders about it" asks, a model can tell.
    talk = talk if run.is_offline else replace(talk, own=talk.own | {Act.ASIDE})
    now = _situation(run, talk)
    intent = reading.certain_intent(run.text, now)
    if intent is None:
        heard = conversation.hear_of(run.text, talk)
        yield from run.note_person(heard)
        if heard.reply and heard.certain:
            yield from run.say(heard.reply)
            return
        run.text, run.aside = spelled(heard.rest), heard.aside
        sure = {deed.act for deed in heard.deeds if deed.margin >= _PLAINLY.get(deed.act, SURE)}
        if sure == {Act.YES, Act.THANKS}:
            yield from run.say(conversation.hear_of("thanks", talk).reply or replies.left_open(run.record))
            return
        now = replace(_situation(run, talk), acts=sure - {Act.THANKS, Act.GREET, Act.CHAT})
        if (reply := _answer_to_ask(run, talk, now)) is not None:
            yield from reply
            return
        intent = reading.read_intent(run.text, now)
        if intent in _ASKING and all(deed.is_sure and deed.act in _CHANGES for deed in heard.deeds):
            # "Cancel my subscription" is no question, and no end of one either.
            intent = Intent.UNCLEAR
        if heard.reply and intent in (*_ASKING, Intent.OF_WHAT, Intent.UNCLEAR):
            yield from run.say(heard.reply)
            return
    yield from _STEPS[intent](run)


def _situation(run: PursuingTurn, talk: Talk) -> Situation:
    record = run.record
    waits = any(part.stuck_reason == "jurisdiction" for part in record.open_parts)
    asked = record.is_open and waits and run.turn.asked_before != conversation.LEAVE_OPEN
    return Situation(
        is_open=record.is_open,
        has_objective=record.row is not None,
        slots={str(mention.slot): mention.words for mention in mentions(run.text, known_payers())},
        waits=asked,
        parts=[(part.key, part.text) for part in record.parts],
        open_parts={part.key for part in record.open_parts},
        closed=_took_leave(run.turn),
    )


def _answer_to_ask(run: PursuingTurn, talk: Talk, now: Situation) -> Iterator[Event] | None:
    """What a yes, no or "I don't know" does to the question on the screen; None for other messages."""
    if run.record.answered and not now.slots and pointing.asks_whether_the_same(run.text):
        return run.say(replies.still_stands(run.record))
    if now.slots or pointing.is_asked(run.text):
        return None
    refuses = pointing.refuses(run.text)
    if now.is_open and not now.waits and pointing.refuses_in_jest(now.acts, run.text, [of for _, of in now.parts]):
        return _nothing(run)
    if not now.acts or not now.acts <= {Act.YES, Act.NO, Act.UNSURE, Act.NEXT}:
        return None
    if not now.is_open:
        # "Perfect, ty" asks for nothing more, as a no does not.
        thanks = "thank" in run.text.lower() or any(d.act is Act.THANKS for d in deeds_in(run.text.split()[-1]))
        return run.say(replies.welcome(run.record) if refuses or thanks else talk.again)
    if run.turn.asked_before == conversation.LEAVE_OPEN and Act.UNSURE not in now.acts:
        return _end(run) if refuses else run.say(replies.left_open(run.record))
    if Act.NEXT in now.acts:
        return _leave_last(run)
    if refuses and not now.waits:
        return _nothing(run)
    return run.say(talk.again if talk.again not in "".join(talk.before[-1:]) else talk.why)


def _took_leave(turn: TurnRun) -> bool:
    """Whether the person gave the question up, or said goodbye just before."""
    row = turn.record.row
    given_up = row is not None and row.status == "abandoned"
    return given_up or (len(turn.said) > 1 and reading.takes_leave(turn.said[-2].text))


def _new(run: PursuingTurn) -> Iterator[Event]:
    anew = reading.asks_anew(run.text)
    question = _of_what_was_asked(run) or (anew.question if anew else run.text)
    yield from _planned(run, question, follow_up=False)


def _of_what_was_asked(run: PursuingTurn) -> str:
    """What was asked of nothing before, "is it covered?", of what these words name; "" where neither."""
    before = run.turn.said[-2].text if len(run.turn.said) > 1 else ""
    return "" if run.record.row is not None else pointing.asked_of(before, run.text)


def _follow_up(run: PursuingTurn) -> Iterator[Event]:
    yield from _planned(run, run.text, follow_up=True)


def _unsure(run: PursuingTurn) -> Iterator[Event]:
    """Words that name nothing known of policies: a model may tell whether they ask; without one nothing is kept."""
    if question := _of_what_was_asked(run):
        yield from _planned(run, question, follow_up=False)
    elif run.is_offline:
        yield from run.say_unclear()
    else:
        yield from _planned(run, run.text, follow_up=run.record.is_open)


def _of_what(run: PursuingTurn) -> Iterator[Event]:
    yield from run.say(replies.OF_WHAT)


def _foreign(run: PursuingTurn) -> Iterator[Event]:
    """Another language, which only a model reads: what it does not find a question in changes nothing."""
    if not run.is_offline:
        yield from run.run(("plan_question", {"question": run.text, "follow_up": run.record.is_open}))
        if run.result("plan_question").get("status") != "error":
            yield from pursue(run)
            return
    yield from run.say(next(text for text in replies.FOREIGN if text not in "".join(run.talk.before[-1:])))


def _planned(run: PursuingTurn, question: str, *, follow_up: bool) -> Iterator[Event]:
    """Plan a question and pursue it; a message in which no question was found changes nothing."""
    yield from run.run(("plan_question", {"question": question, "follow_up": follow_up}))
    if run.result("plan_question").get("status") == "error":
        yield from run.say_unclear()
    else:
        yield from pursue(run)


def _instead(run: PursuingTurn) -> Iterator[Event]:
    """Another question: the open one is given up where the person says so, and else set aside for the recents."""
    anew = reading.asks_anew(run.text) or reading.Anew(run.text, False)
    if anew.gives_up:
        yield from run.run(("end_pursuit", {}))
    yield from _planned(run, anew.question, follow_up=False)


def _leave(run: PursuingTurn) -> Iterator[Event]:
    yield from _left(run, reading.leaves_part(run.text, [(part.key, part.text) for part in run.record.parts]))


def _leave_last(run: PursuingTurn) -> Iterator[Event]:
    """Pass over what was asked: the newest open part, or the question where it is the only one."""
    if len(run.record.parts) < 2:
        yield from _end(run)
    else:
        yield from _left(run, run.record.open_parts[-1].key)


def _left(run: PursuingTurn, key: str) -> Iterator[Event]:
    yield from run.run(("leave_part", {"part": key}))
    yield from run.say(replies.left_part(run.record, str(run.result("leave_part").get("left", ""))))


def _undo(run: PursuingTurn) -> Iterator[Event]:
    """Take the last change back, and say how it stands."""
    yield from run.run(("undo", {}))
    undone = run.result("undo")
    if undone.get("status") == "error":
        yield from run.say(str(undone["error"]))
    else:
        yield from run.say(replies.taken_back(run.record, str(undone["undone"]), run.talk.question))


def _restart(run: PursuingTurn) -> Iterator[Event]:
    if run.record.is_open:
        yield from run.run(("end_pursuit", {}))
    yield from run.say(replies.ANEW)


def _material(run: PursuingTurn) -> Iterator[Event]:
    """Read what the message brings, take up what it asks beside it, and try what is open with it."""
    yield from run.run(("read_material", {}))
    asks = reading.question_beside(run.text)
    if asks:
        yield from run.run(("plan_question", {"question": asks, "follow_up": run.record.is_open}))
    yield from _with_material(run)


def _with_material(run: PursuingTurn) -> Iterator[Event]:
    """Try what is open with what the person brought; with nothing open, say that it was read."""
    row = run.record.row
    if row is not None and run.record.open_parts and row.status in ("incomplete", "abandoned"):
        yield from run.run(("try_again", {}))
    if run.record.row is None or not run.record.open_parts:
        yield from run.say(replies.only_read(run.record, run.results))
        return
    yield from pursue(run)


def _slot(run: PursuingTurn) -> Iterator[Event]:
    yield from run.run(("note_slots", {}))
    if not run.result("note_slots").get("slots") and not run.record.is_open:
        yield from run.say(run.talk.question)
    else:
        yield from pursue(run)


def _again(run: PursuingTurn) -> Iterator[Event]:
    if not run.record.open_parts:
        yield from run.say(replies.nothing_open(run.record))
        return
    if (row := run.record.row) is not None and row.status in ("incomplete", "abandoned"):
        yield from run.run(("try_again", {}))
    yield from pursue(run)


def _newest(run: PursuingTurn) -> Iterator[Event]:
    disputed = [conflict for part in run.record.open_parts for conflict in part.conflicts]
    if pointing.names_the_older(run.text, disputed):
        yield from run.say(run.talk.again)
    elif disputed:
        yield from run.run(("prefer_newest", {}))
        yield from pursue(run)
    else:
        yield from run.say(replies.no_conflict(run.record))


def _nothing(run: PursuingTurn) -> Iterator[Event]:
    yield from run.run(("leave_blocked", {}))
    yield from run.say(replies.blocked(run.record))


def _end(run: PursuingTurn) -> Iterator[Event]:
    if not run.record.is_open:
        yield from run.say((replies.welcome if ends(run.text) else replies.nothing_to_end)(run.record))
        return
    yield from run.run(("end_pursuit", {}))
    yield from run.say(replies.UNDERSTOOD)


def _thanks(run: PursuingTurn) -> Iterator[Event]:
    if not run.record.is_open:
        yield from run.say(replies.welcome(run.record))
        return
    question = replies.leaving_question(run.record)
    yield from run.run(("ask_before_leaving", {"question": question}))
    asked = run.result("ask_before_leaving").get("asked")
    if asked:
        run.record.asked = conversation.LEAVE_OPEN
    yield from run.say(question if asked else replies.left_open(run.record))


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
    Intent.KEEP: lambda run: run.say(replies.left_open(run.record)),
    Intent.END: _end,
    Intent.THANKS: _thanks,
    Intent.UNDO: _undo,
    Intent.RESTART: _restart,
    Intent.FOREIGN: _foreign,
    Intent.OF_WHAT: _of_what,
    Intent.UNSURE: _unsure,
    Intent.UNCLEAR: PursuingTurn.say_unclear,
}
