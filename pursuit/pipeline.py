"""One turn: what the message is, then clarify, plan, look up, judge and reply. Every look-up is a call in the trace."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from chat.turns import Event, TurnRun, say
from dialogue import Act, Talk, deeds_in
from dialogue.acts import SURE
from pursuit import steps
from pursuit.material import brought, uploaded
from pursuit.pursuing import PursuingTurn, pursue
from pursuit.talk import Intent, Situation, conversation, pointing, reading, replies
from pursuit.words import known_payers, mentions, read_once, spelled
from wording.languages import foreign_language

# How plainly a message has to ask for what changes the record.
_PLAINLY = {Act.UNDO: 0.3, Act.RESTART: 0.3, Act.CANCEL: 0.7, Act.END: 0.2, Act.NEXT: 0.4}
_CHANGES = (Act.UNDO, Act.RESTART, Act.CANCEL)
# Who only names the plan again says so little beside it.
_FEW_BESIDE = 5
_ASKING = (Intent.NEW, Intent.FOLLOW_UP, Intent.UNSURE)


def respond(turn: TurnRun) -> Iterator[Event]:
    """The events of a turn."""
    with read_once():
        yield from _respond(turn)


def _respond(turn: TurnRun) -> Iterator[Event]:
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
        yield from steps.with_material(run)
    else:
        yield from _hear(run)


def _hear(run: PursuingTurn) -> Iterator[Event]:
    """The guide answers what only talks, and the objective gets the rest."""
    run.text, talk = run.text if foreign_language(run.text) else spelled(run.text), run.talk
    # Whether "my boss wonders about it" asks, a model can tell.
    talk = talk if run.is_offline else replace(talk, own=talk.own | {Act.ASIDE})
    now = _situation(run, talk)
    if (verdict := steps.verdict(run, now)) is not None:
        yield from verdict
        return
    intent = reading.certain_intent(run.text, now)
    if intent is None:
        heard = conversation.hear_of(run.text, talk)
        yield from run.note_person(heard)
        if heard.reply and heard.certain:
            yield from run.say(heard.reply)
            return
        run.text, run.aside = heard.rest, heard.aside
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
    yield from steps.STEPS[intent](run)


def _situation(run: PursuingTurn, talk: Talk) -> Situation:
    record = run.record
    waits = any(part.stuck_reason == "jurisdiction" for part in record.open_parts)
    asked = record.is_open and waits and run.turn.asked_before not in (conversation.LEAVE_OPEN, conversation.WHETHER)
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
    if _names_what_is_known(run, now):
        again = talk.question if talk.again in "".join(talk.before[-1:]) else talk.again
        return run.say(replies.known_already(run.record, again))
    if now.slots or pointing.is_asked(run.text):
        return None
    refuses = pointing.refuses(run.text)
    if now.is_open and not now.waits and pointing.refuses_in_jest(now.acts, run.text, [of for _, of in now.parts]):
        return steps.nothing(run)
    if not now.acts or not now.acts <= {Act.YES, Act.NO, Act.UNSURE, Act.NEXT}:
        return None
    if not now.is_open:
        # "Perfect, ty" asks for nothing more, as a no does not.
        thanks = "thank" in run.text.lower() or any(d.act is Act.THANKS for d in deeds_in(run.text.split()[-1]))
        return run.say(replies.welcome(run.record) if refuses or thanks else talk.again)
    if run.turn.asked_before == conversation.NEWER and now.acts & {Act.YES, Act.NO}:
        return steps.nothing(run) if refuses else steps.newest(run)
    if run.turn.asked_before == conversation.LEAVE_OPEN and Act.UNSURE not in now.acts:
        return steps.end(run) if refuses else run.say(replies.left_open(run.record))
    if Act.NEXT in now.acts:
        return steps.leave_last(run)
    if refuses and not now.waits:
        return steps.nothing(run)
    return run.say(talk.again if talk.again not in "".join(talk.before[-1:]) else talk.why)


def _names_what_is_known(run: PursuingTurn, now: Situation) -> bool:
    """Whether words only name the payer, plan or state of the question once more, while a yes or no is asked."""
    if not now.slots or not now.is_open or run.turn.asked_before not in conversation.STAYS:
        return False
    known = {words.casefold() for words in run.record.slots().values()}
    rest = run.text.casefold()
    for words in sorted(now.slots.values(), key=len, reverse=True):
        rest = rest.replace(words.casefold(), " ")
    beside = [word for word in rest.split() if any(map(str.isalnum, word))]
    few = len(beside) <= _FEW_BESIDE and not pointing.is_asked(run.text)
    return few and {words.casefold() for words in now.slots.values()} <= known


def _took_leave(turn: TurnRun) -> bool:
    """Whether the person gave the question up, or said goodbye just before."""
    row = turn.record.row
    given_up = row is not None and row.status == "abandoned"
    return given_up or (len(turn.said) > 1 and reading.takes_leave(turn.said[-2].text))
