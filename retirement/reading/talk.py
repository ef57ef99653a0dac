"""What in a message is no statement: greetings, refusals, questions, talk about the talk; and what matters most."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from retirement.reading.text import SentencePart, sentences
from wording.phrases import groups

_PATTERNS = groups(Path(__file__).parent / "patterns/talk.txt")

PRIORITY = re.compile(_PATTERNS["priority"])
_SUBJECT = re.compile(
    r"\b(?:i|i'm|im|i've|ive|i'd|i'll|we|we're|we've|we'd|my|our|me|us|wife|husband|she|he|spouse|partner)\b"
)
ASKS = re.compile(_PATTERNS["asks"])
# In a sentence that ends with a question mark a part that begins so asks.
_ASKS_OPENLY = re.compile(_PATTERNS["asks_openly"])
# Talk about the talk: only what is unmistakable in it is a fact.
_ABOUT_CHAT = re.compile(_PATTERNS["about_chat"])
_SMALL_TALK = re.compile(_PATTERNS["small_talk"])
_DENIED = re.compile(
    _PATTERNS["denied"],
    re.I,
)
_NO_ANSWER = re.compile(_PATTERNS["no_answer"])


def is_small_talk(text: str) -> bool:
    """Whether a message only greets, thanks or agrees."""
    return bool(_SMALL_TALK.fullmatch(text.strip().lower().replace("’", "'")))


def is_denial(text: str) -> bool:
    """Whether the person says that something is wrong without saying how it is."""
    return bool(_DENIED.search(text.replace("’", "'")))


def declines(text: str) -> bool:
    """Whether a message only declines: "skip", "not sure yet"."""
    return len(text.split()) <= 4 and not re.search(r"\d", text) and bool(_NO_ANSWER.match(text.strip().lower()))


def is_question(text: str) -> bool:
    """Whether the last sentence of a message asks something."""
    last = list(sentences(text[-2000:]))[-1:]
    return bool(last) and len(statements(last[0])) < len(last[0])


def is_about_chat(parts: Sequence[SentencePart]) -> bool:
    """Whether a sentence speaks of the conversation itself."""
    return any(_ABOUT_CHAT.search(part.text) for part in parts)


def answers_nothing(text: str) -> bool:
    """Whether a message is no answer to whatever was asked: it asks, it declines, it speaks of the conversation."""
    plain = text.strip().lower().replace("’", "'")
    number = re.search(r"\d", plain)
    # A number beside "don't know" is still an answer: "not sure, maybe 67".
    if not plain or (not number and (_NO_ANSWER.search(plain) or _ABOUT_CHAT.search(plain))):
        return True
    if _SMALL_TALK.fullmatch(plain) and not re.search(r"\b(?:yes|no|yep|nope|yeah)\b", plain):
        return True
    # "67?" answers, and "how complete is my plan?" does not.
    return is_question(text) and not (number and len(plain.split()) <= 3)


def statements(parts: list[SentencePart]) -> list[SentencePart]:
    """The parts of a sentence before it begins to ask, and after what it asks itself without a question mark."""
    for position, part in enumerate(parts):
        if part.asks and _ASKS_OPENLY.match(part.text):
            return parts[:position]
        if ASKS.match(part.text) and (part.asks or position == 0):
            if part.asks:
                return parts[:position]
            if any(PRIORITY.search(part.text) for part in parts[position:]):
                return parts
            return [part for part in parts[position + 1 :] if _SUBJECT.match(part.text)]
    if parts and parts[-1].asks and len(parts[-1].text.split()) <= 5:
        return parts[:-1]
    return parts


def stands_alone(part: SentencePart) -> bool:
    """Whether a part is a statement of its own beside others of its sentence."""
    return len(part.text.split()) > 7 and bool(_SUBJECT.search(part.text))
