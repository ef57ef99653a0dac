"""Why quoted words can stand for no decision: where they plainly ask, suppose, quote, report, or say the opposite."""

from __future__ import annotations

import re
from pathlib import Path

from investor_review.words.act_words import NO_TROUBLE, QUESTION_START
from investor_review.words.acts import read_act
from investor_review.words.own_words import is_reported, of_others, without_quotes
from investor_review.words.utterance import Clause, split
from wording.phrases import patterns

_PATTERNS = patterns(Path(__file__).parent / "phrases/guard.txt", re.IGNORECASE)
# "…, what happens?" asks for what would follow from the clause before it.
_CONSEQUENCE = _PATTERNS["consequence"]
_BEFORE_NOW = _PATTERNS["before_now"]
_DID = re.compile(r"\b\w+ed\b|\btook\b", re.IGNORECASE)


def why_not(message: str, start: int, end: int, decision: str) -> str:
    """Why message[start:end] cannot stand for `decision`, for the investor; empty where nothing speaks against it."""
    clauses = split(message)
    if decision != "own_wording" and not without_quotes(message)[start:end].strip(" .,;!?"):
        return "These words stand in quotation marks: you quote somebody."
    for clause in clauses:
        if clause.start < end and start < clause.end:
            reason = _asks(clause, clauses, message) or _not_theirs(clause, decision)
            if reason:
                return f"{reason} It is no decision."
    return ""


def _asks(clause: Clause, clauses: list[Clause], message: str) -> str:
    """Whether a clause asks or supposes; a question behind it asks for itself ("accept 1, what's next?")."""
    if clause.supposed:
        return "This is only supposed."
    sentence = [other for other in clauses if "?" not in message[clause.end : other.start]] if clause.question else []
    last = next((other for other in reversed(sentence) if other.start >= clause.start), clause)
    if last is not clause and _CONSEQUENCE.match(last.text):
        return "This is only supposed."
    alone = last is not clause and QUESTION_START.search(last.text.lower())
    asks = read_act(clause.text, question=clause.question and not alone).act == "ask"
    return "This is a question." if asks else ""


def _not_theirs(clause: Clause, decision: str) -> str:
    own = without_quotes(clause.text)
    low = own.lower().replace("’", "'")
    if is_reported(own) or of_others(low):
        return "This is what somebody else says or would do."
    if decision == "own_wording":
        return ""
    if _BEFORE_NOW.search(low) and _DID.search(low) and decision != "reopen":
        return "This speaks of the past."
    read = read_act(own)
    if decision in ("accept", "confirm"):
        if read.undecided or NO_TROUBLE.search(low):
            return "This is undecided."
        if read.act in ("reject", "reopen"):
            return "This says no."
    if decision in ("reject", "leave", "reopen") and read.act in ("accept", "confirm") and read.final:
        return "This says yes."
    return ""
