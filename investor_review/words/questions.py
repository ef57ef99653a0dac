"""The questions that a reply may leave on the screen, by name, and what a person says to them."""

from __future__ import annotations

import re
from pathlib import Path

from wording.answers import leading_answer, that_is_all, yes_or_no
from wording.phrases import patterns

GENERATE = "GENERATE_CLEANUP"
# The wording of the first is the specification's (Step 3).
QUESTIONS = {
    GENERATE: "Do you want me to generate a cleaned-up version of the document with the accepted changes?",
}
_PATTERNS = patterns(Path(__file__).parent / "phrases/questions.txt", re.IGNORECASE)
# Asked for without being asked: "generate the clean version", "send me the PDF".
_ORDERED = _PATTERNS["ordered"]
_NOT_NOW = _PATTERNS["not_now"]
# Behind a yes or a no: something else to be done, a condition, a finding, a question.
_ADDS = _PATTERNS["adds"]
_POLITE = _PATTERNS["polite"]
_PUT_OFF = _PATTERNS["put_off"]
_OF_IT = _PATTERNS["of_it"]
_DONE = _PATTERNS["done"]
_GOODBYE = _PATTERNS["goodbye"]
_MARKS = re.compile(r"[\s,.;:!–—]+")


def sentence_of(question: str) -> str:
    """The question in words; empty when none stands."""
    return QUESTIONS.get(question, "")


def bare_answer(text: str, asked: str) -> bool | None:
    """The yes or no to the question of generating, where it stands on the screen and the whole message is just that."""
    return yes_or_no(text) if asked == GENERATE else None


def wants_cleanup(text: str, asked: str) -> bool | None:
    """Whether a message asks for the cleaned-up document (True), declines it (False), or does neither (None).

    A yes or no counts only where the question stands on the screen, and only with nothing but thanks or the document
    behind it.
    """
    whole = bare_answer(text, asked)
    if whole is not None:
        return whole
    leading = leading_answer(text) if asked == GENERATE else None
    rest = text[leading.end :] if leading else text
    if leading and leading.value:
        return True if is_yes(text) and (_OF_IT.search(rest) or yes_or_no(rest) or _POLITE.match(rest)) else None
    if leading:
        return False if _OF_IT.search(rest) and not _ADDS.search(rest) else None
    if _ORDERED.search(text) and not _NOT_NOW.search(text) and not text.rstrip().endswith("?"):
        return True
    if _ORDERED.search(text) and re.search(r"^\W*(?:please |can you |could you |would you )", text, re.IGNORECASE):
        return None if _NOT_NOW.search(text) else True
    return None


def is_yes(text: str) -> bool:
    """Whether a message begins with a yes and asks for nothing else behind it."""
    leading = leading_answer(text)
    return bool(leading and leading.value and not _ADDS.search(text[leading.end :]))


def behind_answer(text: str) -> str:
    """What a message goes on with behind its yes, no or "not yet": "change the second" of "no, change the second"."""
    leading = leading_answer(text)
    rest = text[leading.end :] if leading else _PUT_OFF.sub("", text, count=1)
    return rest.lstrip(" ,.;:!-–—") or text


def says_not_now(text: str) -> bool:
    """Whether a message puts the question of generating off: a no with more behind it, "not yet", "wait"."""
    leading = leading_answer(text)
    return bool((leading and not leading.value) or _PUT_OFF.match(text))


def says_done(text: str) -> bool:
    """Whether the whole of these words says that the investor is done with the review ("I'm done", "that's all")."""
    bare = " ".join(_MARKS.sub(" ", text[:400].replace("’", "'")).split())
    return that_is_all(text) or (len(text) <= 200 and bool(_DONE.match(bare)))


def says_goodbye(text: str) -> bool:
    """Whether somebody only goes away: "that's all for today", "I have to run"."""
    return bool(_GOODBYE.search(text.replace("’", "'")))
