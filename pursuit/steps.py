"""What a turn does with each kind of message: one step for an intent, each a round of calls and a reply."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from chat.turns import Event
from pursuit.pursuing import PursuingTurn, pursue
from pursuit.record import Part
from pursuit.talk import Intent, Situation, conversation, ends, pointing, reading, replies
from pursuit.words import spelled


def verdict(run: PursuingTurn, now: Situation) -> Iterator[Event] | None:
    """What the person says to how it stands: that words that were shown answer, or do not; why nothing is found; what
    is asked of the same thing; None for other messages.
    """
    asked = run.turn.asked_before == conversation.WHETHER
    shown = run.record.near if asked and run.record.is_open else run.record.answered
    if run.record.open_parts and pointing.asks_why_open(run.text):
        run.record.asked = run.turn.asked_before if run.turn.asked_before in conversation.STAYS else ""
        return run.say("\n\n".join([replies.why_open(run.record), run.talk.question]))
    if run.record.row is not None and (also := pointing.asks_also(run.text)):
        return _planned(run, also, follow_up=True)
    if shown and not run.record.open_parts and pointing.accepts(run.text):
        return run.say(replies.welcome(run.record))
    if not shown or now.slots or now.waits:
        return None
    if asked and pointing.has_nothing(run.text) and replies.NO_PAPER not in "".join(run.talk.before[-1:]):
        run.record.asked = conversation.WHETHER
        return run.say(f"{replies.NO_PAPER} {run.talk.question}")
    answers = pointing.verdict(run.text, asked=asked)
    parts = shown if asked or len(shown) == 1 else pointing.named_of(run.text, shown)
    if answers is None:
        return None
    return _judged(run, parts, answers=answers) if parts else run.say(replies.WHICH_IS_WRONG)


def _judged(run: PursuingTurn, parts: Sequence[Part], *, answers: bool) -> Iterator[Event]:
    yield from run.run(("note_verdict", {"answers": answers, "parts": [part.key for part in parts]}))
    if run.result("note_verdict").get("status") == "error":
        yield from run.say_unclear()
    else:
        yield from pursue(run)


def _new(run: PursuingTurn) -> Iterator[Event]:
    anew = reading.asks_anew(run.text)
    question = _of_what_was_asked(run) or (anew.question if anew else _behind_what_was_told(run))
    yield from _planned(run, question, follow_up=False)


def _of_what_was_asked(run: PursuingTurn) -> str:
    """What was asked of nothing before, "is it covered?", of what these words name; "" where neither."""
    before = run.turn.said[-2].text if len(run.turn.said) > 1 else ""
    return "" if run.record.row is not None else pointing.asked_of(before, run.text)


def _behind_what_was_told(run: PursuingTurn) -> str:
    """The message, behind the one before it where that told what it is about, and nothing was asked yet."""
    before = run.turn.said[-2].text if len(run.turn.said) > 1 else ""
    is_told = run.record.row is None and (pointing.told_of(before) or pointing.tells_whose(before))
    return f"{spelled(before).rstrip(' .')}. {run.text}" if is_told else run.text


def _follow_up(run: PursuingTurn) -> Iterator[Event]:
    yield from _planned(run, run.text, follow_up=True)


def _unsure(run: PursuingTurn) -> Iterator[Event]:
    """Words that name nothing known of policies: a model may tell whether they ask; without one nothing is kept."""
    if question := _of_what_was_asked(run):
        yield from _planned(run, question, follow_up=False)
    elif run.is_offline and run.record.row is None and (thing := pointing.told_of(run.text)):
        yield from run.say(replies.of_what_is_told(thing))
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


def leave_last(run: PursuingTurn) -> Iterator[Event]:
    """Pass over what was asked: the newest open part, or the question where it is the only one."""
    if len(run.record.parts) < 2:
        yield from end(run)
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
    if question := pointing.behind_restart(run.text):
        yield from _planned(run, question, follow_up=False)
    else:
        yield from run.say(replies.ANEW)


def _material(run: PursuingTurn) -> Iterator[Event]:
    """Read what the message brings, take up what it asks beside it, and try what is open with it."""
    yield from run.run(("read_material", {}))
    asks = reading.question_beside(run.text)
    if asks:
        yield from run.run(("plan_question", {"question": asks, "follow_up": run.record.is_open}))
    yield from with_material(run)


def with_material(run: PursuingTurn) -> Iterator[Event]:
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


def newest(run: PursuingTurn) -> Iterator[Event]:
    disputed = [conflict for part in run.record.open_parts for conflict in part.conflicts]
    if pointing.names_the_older(run.text, disputed):
        yield from run.say(run.talk.again)
    elif disputed:
        yield from run.run(("prefer_newest", {}))
        yield from pursue(run)
    else:
        yield from run.say(replies.no_conflict(run.record))


def nothing(run: PursuingTurn) -> Iterator[Event]:
    """The person has nothing to add; where sources disagree, whether the newer one counts is still theirs to say."""
    if run.turn.asked_before != conversation.NEWER and (since := replies.newer_since(run.record)):
        run.record.asked = conversation.NEWER
        yield from run.say(replies.whether_newer(since))
        return
    yield from run.run(("leave_blocked", {}))
    yield from run.say(replies.blocked(run.record))


def end(run: PursuingTurn) -> Iterator[Event]:
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


STEPS = {
    Intent.NEW: _new,
    Intent.INSTEAD: _instead,
    Intent.FOLLOW_UP: _follow_up,
    Intent.LEAVE: _leave,
    Intent.SLOT: _slot,
    Intent.MATERIAL: _material,
    Intent.RETRY: _again,
    Intent.NEWEST: newest,
    Intent.NOTHING: nothing,
    Intent.KEEP: lambda run: run.say(replies.left_open(run.record)),
    Intent.END: end,
    Intent.THANKS: _thanks,
    Intent.UNDO: _undo,
    Intent.RESTART: _restart,
    Intent.FOREIGN: _foreign,
    Intent.OF_WHAT: _of_what,
    Intent.UNSURE: _unsure,
    Intent.UNCLEAR: PursuingTurn.say_unclear,
}
