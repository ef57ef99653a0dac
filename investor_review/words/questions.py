"""The question that a reply may leave on the screen, by its name, and what a person says to it."""

from __future__ import annotations

import re

from investor_review.words.clauses import DECISIONS, DOUBT, PAPERS, PLAIN, is_sure, read
from wording.answers import leading_answer, puts_off, yes_or_no

GENERATE = "GENERATE_CLEANUP"
# The wording of the first is the specification's (Step 3).
QUESTIONS = {
    GENERATE: "Do you want me to generate a cleaned-up version of the document with the accepted changes?",
}
# What may stand beside an answer or an order without taking anything of it back.
_BESIDE = frozenset({"yes", "no", "talk", "done", "praise"})
# What names no finding beside a no to the document is said of the document.
_OF_THE_PAPERS = frozenset({"settle", "leave"})
# "No, not now" declines; "no, not yet" and "no, wait" go on.
_NOT_NOW = re.compile(r"\bnot (?:right )?now\b|\bniet nu\b", re.IGNORECASE)
_ELSE = DECISIONS - {"praise"} | {"names", "asks", "show", "list", "weighs", "unsure", "not_yet"}


def sentence_of(question: str) -> str:
    """The question in words; empty when none stands."""
    return QUESTIONS.get(question, "")


def bare_answer(text: str, asked: str) -> bool | None:
    """The yes or no to the question of generating, where it stands on the screen and the whole message is just that."""
    return yes_or_no(text) if asked == GENERATE else None


def wants_cleanup(text: str, asked: str) -> bool | None:
    """Whether a message asks for the cleaned-up document (True), declines it (False), or does neither (None).

    A yes or no counts only where the question stands on the screen, and only with nothing but thanks or the document
    beside it.
    """
    whole = bare_answer(text, asked)
    if whole is not None:
        return whole
    clauses = [clause for clause in read(text) if is_sure(clause)]
    labels, leading = {clause.label for clause in clauses}, leading_answer(text)
    if "no_papers" in labels:
        # "No document please, it isn't needed. You can close it" decides about no finding.
        labels = {clause.label for clause in clauses if clause.label not in _OF_THE_PAPERS or clause.mentions}
    if {"no_papers", "done"} <= labels <= _BESIDE | {"no_papers"}:
        return False
    if asked == GENERATE and leading and not leading.value and _NOT_NOW.search(text):
        labels -= {"not_yet"}
    if asked == GENERATE and leading and not leading.value and "no_papers" in labels and not labels & DECISIONS:
        # "No, I want no document, our own lawyer writes it. You can close the review."
        return False
    if asked == GENERATE and labels <= _BESIDE | {"no_papers", *(["generate"] if leading else [])}:
        if "no_papers" in labels or (leading and not leading.value):
            return False
        return True if leading and labels <= {"yes", "talk", "praise", "generate"} else None
    orders = any(c.label == "generate" and c.margin >= PLAIN and PAPERS.search(c.text) for c in clauses)
    return True if orders and not labels & {"no_papers", "unsure", "not_yet", "asks"} else None


def is_yes(text: str) -> bool:
    """Whether a message begins with a yes and asks for nothing else behind it."""
    leading = leading_answer(text)
    return bool(leading and leading.value) and not _ELSE & {clause.label for clause in read(text) if is_sure(clause)}


def behind_answer(text: str) -> str:
    """What a message goes on with behind its yes or no: "change the second" of "no, change the second"."""
    leading = leading_answer(text)
    return (text[leading.end :].lstrip(" ,.;:!-–—") if leading else "") or text


def says_not_now(text: str) -> bool:
    """Whether a message puts the question of generating off: a no with more behind it, "not yet", "wait"."""
    leading = leading_answer(text)
    first = next(iter(read(text)), None)
    return bool((leading and not leading.value) or puts_off(text) or (first and first.label == "not_yet"))


def says_done(text: str) -> bool:
    """Whether a message, or a part of it, says that the investor is done with the review ("I'm done", "that's all")."""
    return any(clause.label == "done" and clause.margin >= DOUBT for clause in read(text))
