"""What a clause of the investor's words does: accepts, instructs, confirms, rejects, leaves, reopens, asks. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from rapidfuzz.distance import OSA

from investor_review.words.act_words import (
    A_VERB,
    ACCEPT,
    ACT_WORDS,
    CONFIRM,
    EXCEPT,
    FINALITY,
    GENERATING,
    INSTRUCT,
    JUDGES,
    LEAVE,
    NO_TROUBLE,
    NOT,
    QUANTITY,
    QUESTION_START,
    REJECT,
    REOPEN,
    REQUEST,
    STATED,
    TO_A_STATUS,
    UNDECIDED,
    VERDICT,
    WORDED,
)
from wording.answers import puts_off, yes_or_no
from wording.phrases import patterns

_PATTERNS = patterns(Path(__file__).parent / "phrases/acts.txt")
# Two negations are a yes: "we do not object to", "I have nothing against".
_NOT_AGAINST = _PATTERNS["not_against"]
_GRATEFUL = _PATTERNS["grateful"]
_OFFERED = _PATTERNS["offered"]
_TAKES = _PATTERNS["takes"]
_PRAISE = _PATTERNS["praise"]
# "The proposed change to the report" is a thing and orders nothing.
_A_CHANGE = _PATTERNS["a_change"]
# A request to explain, or to judge, asks.
_EXPLAINS = _PATTERNS["explains"]
_NOT_CHANGED = rf"\b{NOT} (?:change|add|make|use|touch)\b"
_NO_CONCERN = r"\bno longer (?:a|an|any)\b|\bnot (?:a|an) (?:concern|issue|problem)\b"
_SHORT = {
    "w": "with",
    "im": "i'm",
    "dont": "don't",
    "doesnt": "doesn't",
    "cant": "can't",
    "isnt": "isn't",
    "wont": "won't",
    "thats": "that's",
    "plz": "please",
    "yea": "yeah",
    "gd": "good",
}
_SAID = {"yes": "accept", "no": "reject"}
Act = Literal["accept", "instruct", "confirm", "reject", "leave", "reopen", "ask", "none"]


@dataclass(frozen=True, slots=True)
class ReadAct:
    """What a clause does, and whether it says in the same breath that this is final."""

    act: Act
    final: bool = False
    # It speaks of an issue and decides nothing: "not sure about the second".
    undecided: bool = False


def read_act(clause: str, *, question: bool = False) -> ReadAct:
    """The act of one clause. What is asked, supposed or undecided is no act."""
    low = plain(clause)
    # "So is the second" and "otherwise we are happy" act only through what stands before them.
    if re.match(r"\W*(?:so (?:is|are|does|do)|otherwise)\b", low):
        return ReadAct("none")
    if _is_asked(low, question):
        return ReadAct("ask")
    if REOPEN.search(low):
        return ReadAct("reopen")
    if GENERATING.search(low):
        return ReadAct("none")
    final = bool(FINALITY.search(low))
    if (UNDECIDED.search(low) or NO_TROUBLE.search(low)) and not final:
        return ReadAct("none", undecided=True)
    return _decision(low, final)


def _decision(low: str, final: bool) -> ReadAct:
    """The act of a clause that neither asks nor leaves it undecided."""
    if verdict := _verdict(low):
        return ReadAct(verdict, final or verdict == "confirm")
    if _is_left(low):
        return ReadAct("leave")
    changes = INSTRUCT.search(_A_CHANGE.sub("it", low)) and not re.search(_NOT_CHANGED, low)
    if changes and not _only_accepts(low):
        return ReadAct("instruct", final)
    if _negated_confirm(low):
        return ReadAct("none")
    if JUDGES.search(low):
        return ReadAct("none", undecided=True)
    if REJECT.search(low) and not re.search(_NO_CONCERN, low):
        return ReadAct("reject")
    if CONFIRM.search(low):
        return ReadAct("confirm", True)
    if ACCEPT.search(low):
        return ReadAct("accept", final)
    if _words_a_change(low):
        return ReadAct("instruct", final)
    # "All the mediums please, minus the insurance one": what is left out stands after the act.
    head = EXCEPT.split(low, maxsplit=1)[0].rstrip(" ,(")
    return ReadAct(_verdict(head) or "none", final) if head != low else ReadAct("none", final)


def _words_a_change(low: str) -> bool:
    """Whether a clause without a verb of acts states a wording: "term: ten years", "audit rights once a year"."""
    stated = STATED.match(low) and not TO_A_STATUS.search(low)
    return bool(WORDED.match(low) or stated or (QUANTITY.search(low) and not A_VERB.search(low)))


def plain(clause: str) -> str:
    """The clause in small letters, with slips of the pen in the words of acts put right ("aprove", "confrim")."""
    low = re.sub(
        r"\bsay(?:ing)? (yes|no) to\b", lambda match: _SAID[match[1]], clause.lower().replace("’", "'").strip()
    )
    low = re.sub(r"(?<![\w-])[a-z]{1,6}(?![\w'-])", lambda word: _SHORT.get(word.group(), word.group()), low)
    low = _GRATEFUL.sub("please ", low)
    low = _NOT_AGAINST.sub("accept", low)
    return re.sub(r"[a-z]{5,}", lambda word: _corrected(word.group()), low)


def _corrected(word: str) -> str:
    if word in ACT_WORDS:
        return word
    near = [known for known in ACT_WORDS if known[0] == word[0] and OSA.distance(word, known, score_cutoff=1) <= 1]
    return near[0] if len(near) == 1 or (near and word.endswith(near[0][-2:])) else word


def whole_answer(text: str) -> bool | None:
    """Yes or no where the whole message is just that; what is put off is not agreed to."""
    low = plain(text)
    return False if puts_off(low) else yes_or_no(low)


def is_final(clause: str) -> bool:
    """Whether a clause only says that what stands before it is final: "and that's final", "confirmed"."""
    return bool(FINALITY.search(clause.lower().replace("’", "'")))


def only_praises(clause: str) -> bool:
    """Whether words that accept say no more than that a change pleases ("makes sense", "sounds good to me"), or yes."""
    low = plain(clause)
    if whole_answer(clause):
        return True
    rest = _PRAISE.sub(" ", low)
    return rest != low and not any(pattern.search(rest) for pattern in (ACCEPT, INSTRUCT, CONFIRM))


def _is_asked(low: str, question: bool) -> bool:
    request = REQUEST.search(low)
    if request and not _EXPLAINS.search(low):
        return False
    return bool(question or QUESTION_START.search(low) or request)


def _verdict(low: str) -> Act | None:
    """The verdict of a clause that is a name and one word: "the first one yes", "DPA: accepted", "3 no"."""
    match = VERDICT.match(low)
    if not match:
        return None
    if match["done"]:
        return None if re.match(r"\W*(?:i|we|you|they|it|that|this|all|almost|nearly)\b", low) else "confirm"
    return "accept" if match["yes"] else "reject" if match["no"] else "leave"


def _is_left(low: str) -> bool:
    if not LEAVE.search(low):
        return False
    # "The clause must remain quarterly" is wording; "don't leave it" and "can't live with" say the opposite.
    if re.search(rf"\b{NOT} (?:\w+ ){{0,2}}(?:leav|live with|ignore|skip|overlook|tolerate|let)", low):
        return not re.search(
            r"\b(?:don't|do not|can't|cannot|won't|not) (?:\w+ ){0,2}(?:leav|live|ignore|skip|overlook|tolerate|let)",
            low,
        )
    return not re.search(r"\b(?:leave|keep) (?:it|that|this|them|\w+) (?:resolved|closed|accepted)", low)


def _only_accepts(low: str) -> bool:
    """ "Make the suggested change", "apply the change to issue 2" take what is proposed and word nothing."""
    return bool(
        _OFFERED.search(low)
        and _TAKES.search(low)
        and not re.search(r"\binstead|\bbut (?:with|make|use|say|change|add|only|for)\b|\breplace\b|[\"“]", low)
    )


def _negated_confirm(low: str) -> bool:
    return bool(
        re.search(rf"\b{NOT} (?:\w+ ){{0,2}}(?:resolve|resolved|close|closed|settled|done|mark|confirm)\b", low)
    )
