"""What a question or a statement is about. Pure."""

from __future__ import annotations

import re
from pathlib import Path

from pursuit.words.asking import ASKABLE, AUX, OPENS, names_askable, tells
from wording.phrases import patterns

_PATTERNS = patterns(Path(__file__).parent / "phrases/subjects_patterns.txt", re.I)

_NP = _PATTERNS["np"].pattern
# In the order of how well each tells the subject.
_SUBJECTS = {name: pattern for name, pattern in _PATTERNS.items() if name.startswith("subject_")}
_NOT_SUBJECTS = _PATTERNS["not_subjects"]
_PERSONS = _PATTERNS["persons"]
_IN_NEED = _PATTERNS["in_need"]
# Whom "they" means where somebody decides: a payer, not the thing that is asked about.
_DECIDES = _PATTERNS["decides"].pattern
_INSURER = re.compile(_PATTERNS["insurer"].pattern)
_WHICH_PAPER = re.compile(r"\W*(?:and\s+)?(?:which|what)\s+\w+", re.I)
_OF_MEASURE = re.compile(rf"(?:the|an?|any)?\s*(?:[\w-]+\s+){{0,2}}?{ASKABLE}\s+(?:on|for|of)\s+(?P<np>.+)", re.I)
_FOR = re.compile(rf"\s+(?:for|of|on)\s+{_NP}", re.I)
_TOLD_NP = _PATTERNS["told_np"].pattern
_TOLD = tuple(pattern for name, pattern in _PATTERNS.items() if name.startswith("told_after_"))
_NEAR = re.compile(r"\b(?:for|on|with|of)" + _TOLD_NP, re.I)


def subject_of(question: str) -> str:
    """The thing that a question is about, in its own words; "" where it cannot be told."""
    for name, pattern in _SUBJECTS.items():
        for match in pattern.finditer(question):
            np = match["np"].strip(" .'\"")
            np = re.sub(r"\s+(?:and|or|to install|to)$", "", np)
            # "a permit for a fence" is about the fence.
            further = _FOR.match(question, match.end("np"))
            if further and names_askable(np.split()[-1] if np else ""):
                np = further["np"].strip()
            if of := _OF_MEASURE.fullmatch(np):
                np = of["np"]
            np = re.split(r"\s\w+ed\s+(?:against|by|to|from|with|as|at|on|in|for)\b", np)[0]
            np = re.split(
                r"(?<!\ba)(?<!\bthe)\s+(?:if|when|while|because|who|that|which|until|" + AUX + r")\b", np, flags=re.I
            )[0]
            is_paper = name == "subject_filed" or (name == "subject_paper" and _WHICH_PAPER.match(question))
            if np and (_is_subject(np) or is_paper):
                return np
    return ""


def subject_of_statement(statement: str) -> str:
    """What a sentence that asks nothing speaks of, last: "a CPAP" of "she needs a CPAP"; "" where it cannot be told."""
    for pattern in _TOLD:
        for match in reversed(list(pattern.finditer(statement[:600]))):
            np = match["np"].strip(" '\"")
            if names_askable(np) and len(np.split()) < 3:
                # "We submitted a request on Monday for home oxygen."
                behind = (near["np"].strip(" '\"") for near in _NEAR.finditer(statement, match.end()))
                np = next((phrase for phrase in behind if _is_subject(phrase)), np)
            if _is_subject(np) and np != _insurer_of(statement):
                return np
    if heading := re.match(r"(?P<np>[\w.+-]+(?:\s[\w.+-]+){0,3}):\s", statement):
        return heading["np"] if _is_subject(heading["np"]) else ""
    for opens in reversed(list(OPENS.finditer(statement[:300]))):
        if not _PERSONS.search(opens["np"]) and _is_subject(opens["np"]) and not names_askable(opens["np"]):
            return opens["np"]
    first = re.split(r"\s*[,;.(]\s*", statement.strip(), maxsplit=1)[0]
    if not tells(statement) and len(first.split()) <= 6 and _is_subject(first):
        return first
    if len(statement.split()) < 15:
        return ""
    for match in reversed(list(_NEAR.finditer(statement[:600]))):
        if _is_subject(np := match["np"].strip(" '\"")) and np != _insurer_of(statement):
            return np
    asked = subject_of(statement)
    return asked if asked != _insurer_of(statement) else ""


def _is_subject(np: str) -> bool:
    """Whether a noun phrase can be what later questions are about."""
    return bool(
        np
        and not _NOT_SUBJECTS.fullmatch(np)
        and len(np.split()) <= 12
        and not re.match(r"(?:what|who|how|which|when|if|whether)\b", np, re.I)
        and np.count('"') % 2 == 0
        and not _PATTERNS["no_thing"].search(np)
        and not tells(np)
        and not _PATTERNS["begins_a_state"].match(np)
        and not _PATTERNS["state_or_day"].fullmatch(np)
        and not (
            len(np.split()) < 4
            and names_askable(np.split()[-1])
            and not re.fullmatch(
                r"(?:the\s+)?(?:visa|forms?|documents?|permit|certificate|prescription|licen[cs]e)", np, re.I
            )
        )
    )


def carried_subject(question: str) -> str:
    """What a later question that leaves it out is about: what needs an approval, not the approval; else the subject."""
    match = _IN_NEED.search(question)
    return match["np"] if match and not _PERSONS.search(match["np"]) else subject_of(question)


def _insurer_of(text: str) -> str:
    """The name of whoever decides, where the words give one after "under", "with" or "by"; "" otherwise."""
    matches = list(_INSURER.finditer(text))
    return matches[-1]["name"] if matches else ""
