"""Forms of a message that are certain: whole utterances, and signs without a word. They stand in `forms.txt`."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from importlib.resources import files

from wording.answers import is_cancel, starts_over, yes_or_no

_POLITE = re.compile(r"[\s,.!]+(?:please|alsjeblieft|alstublieft|graag)$")
# What may stand before a form: a sound that says nothing, and a no.
_SIGH = re.compile(r"^(?:(?:hm+|oh|ah|eh|uh|um|well|nou|ach|tja)[\s,.!]+)+")
_REFUSAL = re.compile(r"^(?:(?:hm+|oh|ah|eh|uh|um|well|no|nah|nope|nee|sorry)[\s,.!]+)+")
_TAKEN_BACK = "undo"
_MARKS = " \t\r\n.,!?;:…"
# A longer message is no bare yes or no.
_BARE_CHARS = 200


def whole(message: str) -> str | None:
    """The act of a message that is one certain form as a whole; None where it has to be read."""
    if act := clause(message):
        return act
    if not any(character.isalnum() for character in message):
        return _sign(message)
    if len(message) > _BARE_CHARS:
        return None
    if (answer := yes_or_no(message)) is not None:
        return "yes" if answer else "no"
    if starts_over(message):
        return "restart"
    return "cancel" if is_cancel(message) else None


def clause(words: str) -> str | None:
    """The act of words that are one certain form, whatever stands on the screen."""
    bare = " ".join(words[: 2 * _BARE_CHARS].lower().strip(_MARKS).split())
    if not bare:
        return None
    bare = _POLITE.sub("", bare)
    act = _forms().get(bare) or _forms().get(_SIGH.sub("", bare))
    # "No, undo that" refuses nothing else; "no, thanks" does.
    return act or (_TAKEN_BACK if _forms().get(_REFUSAL.sub("", bare)) == _TAKEN_BACK else None)


def steers(words: str) -> str:
    """ "undo" or "restart" where words are that and nothing else, else ""."""
    act = clause(words)
    return act if act == "undo" else "restart" if starts_over(words) else ""


def _sign(message: str) -> str:
    """Emoji and marks alone: a thumb is an answer, the rest says nothing that could be kept."""
    answer = yes_or_no(message)
    if answer is not None:
        return "yes" if answer else "no"
    if any(unicodedata.category(character) == "So" for character in message):
        return "chat"
    return "help" if "?" in message else "unknown"


@cache
def _forms() -> dict[str, str]:
    acts: dict[str, str] = {}
    for line in (files("dialogue") / "forms.txt").read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            act, _, phrases = line.partition(":")
            acts.update({phrase.strip(): act.strip() for phrase in phrases.split("|")})
    return acts
