"""What a person said lately and no record holds: a model is reminded of it, beside their newest words."""

from __future__ import annotations

from collections.abc import Sequence, Set

from chat import models_in_use
from chat.assistants import Said
from chat.turns.turn import TurnRun
from dialogue import Act, deeds_in
from llm.registry import OFFLINE
from llm.text import fenced
from llm.types import Message, ToolCall

# Messages before the newest that are looked at, and characters of each that are shown.
_MESSAGES, _CHARS = 4, 160
_LOOKS_UP = frozenset({"help"})
_ALONE = frozenset({Act.QUESTION, Act.HELP, Act.UNDO, Act.RESTART, Act.CANCEL})
_TALK = frozenset({Act.THANKS, Act.GREET, Act.CHAT, Act.COMPLAIN, Act.HELP, Act.HUMAN})
# An argument of so many words was taken from what the person said.
_QUOTED = 3
_REMINDER = "Said before, and in no record. Make the calls for what of it still counts (material):"


def recalled_in(turn: TurnRun, *, was_read: bool = False) -> Sequence[Said]:
    """What this turn reminds a model of; nothing beside a message that asks, takes something back, or only talks.

    Where our own code has read what the message does, it does not only talk.
    """
    is_offline = models_in_use.model_name(turn.assistant.slug) == OFFLINE
    if is_offline or stands_alone(turn.text) or (not was_read and _only_talks(turn.text)):
        return ()
    return turn.assistant.recalled(turn)


def reminder(turn: TurnRun) -> str:
    """The words for the prompt of the turn's first model call; "" where there are none."""
    words = dict.fromkeys(message.text.strip()[:_CHARS] for message in turn.recalled)
    return f"\n{_REMINDER}\n{fenced('said', chr(10).join(words))}" if words and not turn.texts else ""


def stands_alone(text: str) -> bool:
    """Whether a message asks something or takes something back."""
    return "?" in text or any(deed.act in _ALONE and deed.is_sure for deed in deeds_in(text))


def _only_talks(text: str) -> bool:
    """ "thanks", "fine, thanks": a yes beside talk is talk."""
    deeds = deeds_in(text)
    return any(d.act in _TALK for d in deeds) and all(d.act in {*_TALK, Act.YES} and d.is_sure for d in deeds)


def without_a_call(turn: TurnRun, looks_up: Set[str] = frozenset()) -> list[Said]:
    """The last messages before the newest that no call did anything for, back to the first that one did; oldest first.

    `looks_up` are tools that record nothing, beside the help.
    """
    unspent: list[Said] = []
    for text, done in _exchanges(turn.messages, 1 + _MESSAGES)[:-1][::-1]:
        if done - (_LOOKS_UP | looks_up):
            break
        if not _only_talks(text):
            unspent += [message for message in turn.said[:-1] if message.text == text][-1:]
    return unspent[::-1]


def done_for(turn: TurnRun, text: str) -> frozenset[str]:
    """The tools that did something for the last message of these words."""
    return next((done for words, done in reversed(_exchanges(turn.messages)) if words == text), frozenset())


def _exchanges(messages: Sequence[Message], newest: int = 0) -> list[tuple[str, frozenset[str]]]:
    """The person's messages, or the `newest` of them, each with the tools that did something for it."""
    places = [place for place, message in enumerate(messages) if message.role == "user"][-newest:]
    words, done, calls = list[str](), list[set[str]](), dict[str, ToolCall]()
    for place, message in enumerate(messages):
        if message.role == "user":
            words.append(message.text)
            done.append(set())
        if not places or place < places[0]:
            continue
        calls |= {call.id: call for call in message.calls}
        for result in message.results:
            if words and result.status != "error":
                done[_place(calls.get(result.call_id), words)].add(result.name)
    return [(text, frozenset(tools)) for text, tools in zip(words, done, strict=True)][-newest:]


def _place(call: ToolCall | None, words: Sequence[str]) -> int:
    """For which message a call was made: the newest, unless it quotes an earlier one."""
    quoted = [text.lower() for text in _texts(call) if len(text.split()) >= _QUOTED]
    places = (n for n in reversed(range(len(words))) if any(text in words[n].lower() for text in quoted))
    return next(places, len(words) - 1)


def _texts(call: ToolCall | None) -> list[str]:
    try:
        values = call.parsed().values() if call else ()
    except ValueError:
        return []
    return [value for value in values if isinstance(value, str)]
