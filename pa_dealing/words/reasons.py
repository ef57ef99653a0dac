"""What a passage plainly is, where it is no reason for a trade. Pure functions."""

from __future__ import annotations

import re

from pa_dealing import hints
from pa_dealing.words.meaning import OF_COMPLIANCE, OF_THE_TRADE, SURE, asks, clauses, is_small_talk
from wording.answers import is_cancel, starts_over, yes_or_no
from wording.attribution import statements
from wording.compliance import FlagAnswers, flag_answers
from wording.compliance_topics import may_be_inside, may_be_related
from wording.directions import direction

MIN_WORDS = 3
# What a passage is shows at its beginning.
MAX_JUDGED = 600
UNCLEAR, A_MATTER = "something else", "a matter for compliance"
DO, QUESTION, ANSWER = "something to be done", "a question", "the answer to another question"
_MOST_WORDS_OF_GOING_ON = 12
_PLAINLY = {
    "asks": QUESTION,
    "command": DO,
    "talk": "said to me, and not of the trade",
    "goes_on": ANSWER,
    "mine": ANSWER,
    "denies": ANSWER,
    "others": "about somebody else's trade",
    **dict.fromkeys(("buy", "sell", "facts", "owns"), "about the trade itself"),
    "change_of_security": "a change of something else",
    **dict.fromkeys(OF_COMPLIANCE, A_MATTER),
}
_REFUSES = re.compile(r"n[o'’]t\b|\b(?:niet|never)\b", re.IGNORECASE)
_ANOTHER = re.compile(
    r"\b(?:actually|instead|change|replace|correct|sorry|(?:real|true|right) reason)\b", re.IGNORECASE
)


def no_reason(passage: str) -> str:
    """What a passage plainly is, when it is no reason for a trade; "" when it may be one."""
    text = passage[:MAX_JUDGED]
    if not statements(text).strip() or asks(text):
        return QUESTION
    if yes_or_no(text) is not None or is_cancel(text) or starts_over(text):
        return ANSWER
    parts = clauses(text, hints.MISSING_JUSTIFICATION)
    surely = bool(parts) and all(clause.means("reason") for clause in parts)
    if flag_answers(text) != FlagAnswers() or (not surely and (may_be_inside(text) or may_be_related(text))):
        return A_MATTER
    if any(clause.means("reason") for clause in parts):
        return ""
    if parts and parts[0].meaning in ("yes", "no"):
        return ANSWER
    if any(clause.means("command") for clause in parts):
        return DO
    if is_small_talk(text):
        return _PLAINLY["talk"]
    if direction(text) is not None and any(clause.meaning in OF_THE_TRADE for clause in parts):
        return _PLAINLY["buy"]
    plainly = [clause for clause in parts if clause.margin >= SURE and clause.meaning in _PLAINLY]
    of_it = sum(len(clause.text) for clause in plainly)
    return _PLAINLY[plainly[0].meaning] if of_it * 2 > len(text) else ""


def goes_on(text: str) -> bool | None:
    """Whether an answer to coaching goes on with the reason as it is: True, or False for "no"; None for anything else.

    "Yes, go on" and "leave it as it is" go on; "don't proceed" does not.
    """
    if asks(text) or len(text.split()) > _MOST_WORDS_OF_GOING_ON:
        return None
    if (answer := yes_or_no(text)) is not None:
        return answer
    parts = clauses(text, hints.COACHING_REQUIRED)
    return True if any(clause.means("goes_on") for clause in parts) and not _REFUSES.search(text) else None


def changes_the_reason(text: str) -> bool:
    """Whether a message puts a reason in the place of another: "actually, …", "my real reason is …"."""
    return bool(_ANOTHER.search(text))
