"""Whether words carry a yes or a no that a model reads in them. Pure functions.

The one rule: only what plainly speaks against it refuses it: the opposite, a question, a doubt, another matter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from dialogue import Act, Deed, deeds_in
from pa_dealing.words.meaning import asks
from wording.answers import leading_answer, puts_off, yes_or_no
from wording.attribution import not_in_earnest, statements

_ASKED, _OPPOSITE, _DOUBT, SOMETHING_ELSE = "a question", "the opposite", "a doubt", "something else"
_AGAINST_YES = {
    Act.NO: _OPPOSITE,
    Act.CANCEL: _OPPOSITE,
    Act.CHANGE: _OPPOSITE,
    Act.UNDO: _OPPOSITE,
    Act.RESTART: _OPPOSITE,
    Act.WAIT: _DOUBT,
    Act.UNSURE: _DOUBT,
    Act.HELP: _ASKED,
    Act.QUESTION: _ASKED,
}
_OF_ELSE = frozenset({Act.CHAT, Act.COMPLAIN, Act.GREET, Act.THANKS, Act.SUMMARY, Act.LEFT, Act.HUMAN, Act.CONTENT})
# A yes that is told by so much outweighs what follows it; less than the other is told by is nothing at all.
_SURE, _LEANS, _PUTS_OFF = 0.3, 0.1, 0.4
_ELSEWHERE = re.compile(
    r"\b(?:the|de|het|der|die|das) (?:other|second|third|ander\w*|tweede|zweite\w*)\b", re.IGNORECASE
)
_I_WILL = re.compile(r"\bi(?:'ll| will)\b", re.IGNORECASE)
_DENIED = re.compile(
    r"\b(?:no|not|none|never|neither|nor|niet|geen|nicht|kein\w*|pas|\w+n't|dont|wrong)\b", re.IGNORECASE
)


def speaks_against(text: str, value: bool) -> str:
    """What plainly speaks against reading yes (`value`) or no in words, as a noun; "" where nothing does."""
    if not statements(text).strip():
        return _ASKED
    if (whole := yes_or_no(text)) is not None:
        return "" if whole is value else _OPPOSITE
    answer = leading_answer(text)
    if answer is not None:
        return "" if answer.value is value else _OPPOSITE
    deeds = [deed for deed in deeds_in(text, "yes_no") if deed.margin >= _LEANS]
    agreed = any(deed.act is Act.YES and deed.margin >= _SURE for deed in deeds)
    if not agreed and asks(text):
        return _ASKED
    if not value:
        if _DENIED.search(text):
            return ""
        hardly = bool(deeds) and all(deed.act is Act.NO and deed.margin < _SURE for deed in deeds)
        waits = any(deed.act is Act.UNSURE or (deed.act is Act.WAIT and deed.margin >= _PUTS_OFF) for deed in deeds)
        if agreed or hardly or waits or puts_off(text):
            return _OPPOSITE if agreed else _DOUBT
        return SOMETHING_ELSE if _is_of_else(deeds) else ""
    if reason := next((_AGAINST_YES[deed.act] for deed in deeds if deed.act in _AGAINST_YES), ""):
        return reason
    if _DENIED.search(text):
        return _OPPOSITE
    if not agreed and _is_of_else(deeds):
        return SOMETHING_ELSE
    # "I'll take that one" is of now.
    text = _I_WILL.sub(lambda match: " " * len(match[0]), text)
    return not_in_earnest(text, (0, len(text)))


def _is_of_else(deeds: Sequence[Deed]) -> bool:
    return any(deed.act in _OF_ELSE and deed.margin >= _SURE for deed in deeds)


def plainly_agrees(text: str) -> bool:
    """Whether words say yes: at their beginning, as a whole, or by what they do; and point at nothing else."""
    answer = leading_answer(text)
    agreed = any(deed.act is Act.YES and deed.margin >= _LEANS for deed in deeds_in(text, "yes_no"))
    return (agreed or (answer is not None and answer.value)) and not points_elsewhere(text)


def points_elsewhere(text: str) -> bool:
    """Whether words take another than the one that is shown: "yes but the other one"."""
    return bool(_ELSEWHERE.search(text)) and not _DENIED.search(text)
