"""The questions that a reply may leave on the screen, by name, and what a person says to them."""

from __future__ import annotations

import re

from wording.answers import leading_answer, that_is_all, yes_or_no

GENERATE = "GENERATE_CLEANUP"
# The wording of the first is the specification's (Step 3).
QUESTIONS = {
    GENERATE: "Do you want me to generate a cleaned-up version of the document with the accepted changes?",
}
# Asked for without being asked: "generate the clean version", "send me the PDF".
_ORDERED = re.compile(
    r"\b(?:generate|produce|create|make|prepare|draft|build|export|give me|send me|get me|let me have)\b.{0,60}"
    r"\b(?:clean(?:ed)?[- ]?up|clean|revised|updated|final|new|pdf|documents?|version|artifacts?|e-?mail|papers?)\b"
    r"|\bgenerate (?:it|them|now|the)\b",
    re.IGNORECASE,
)
_NOT_NOW = re.compile(
    r"\b(?:don't|do not|not yet|not now|no need|without|before you|wait|hold|later|how|what|when|why|if|can i)\b", re.I
)
# Behind a yes or a no: something else to be done, a condition, a finding, a question.
_ADDS = re.compile(
    r"\b(?:but|first|before|after|once|when|until|unless|if|also|except|however|only|instead|though|yet|wait|then|"
    r"chang\w*|accept\w*|reject\w*|reopen\w*|leav\w*|drop\w*|go back|number|issue|finding)\b|[\d?]",
    re.IGNORECASE,
)
_POLITE = re.compile(
    r"[\s,.!]*(?:(?:please|thanks?|thank you|pls|that would be \w+|i'?d like that)[\s,.!]*)*$", re.IGNORECASE
)
_PUT_OFF = re.compile(r"\W*(?:not yet|not now|wait|hold on|later|nog niet)\b", re.IGNORECASE)
_OF_IT = re.compile(r"\b(?:need|want|necessary|generat\w*|document|version|pdf|papers?|don't|do not|leave it)\b", re.I)
_DONE = re.compile(
    r"^\W*(?:ok(?:ay)?|alright|all right|great|good|thanks?|thank you|so|well|fine|perfect|right|and|then|,|\s)*"
    r"(?:(?:i|we)(?:'m| am|'re| are)? (?:think (?:i|we)(?:'m| am|'re| are) )?(?:all )?(?:done|finished|through|"
    r"good to go|ready|satisfied|happy (?:with (?:it|everything|this|that)|now))"
    r"|(?:let's|let us|we can|you can|please) (?:wrap (?:it |this |things )?up|finish|finali[sz]e|"
    r"close the review|conclude|move on to the (?:document|cleanup|final))|(?:the |my |our )?review is (?:done|"
    r"finished|complete|over)|i have no (?:more|further|other) \w+"
    r"|(?:i|we) (?:have )?(?:finished|completed|concluded)(?: (?:the|my|our) review)?|ready (?:to generate|"
    r"for (?:the )?clean-?up))"
    r"(?! (?:with (?:the|issue|number|point|#)|about|on|but))(?:[\s,.!]*(?:for now|from my side|from me|then|"
    r"thanks?|thank you|now|here|today|i think|with (?:it|this|everything|the review|my review|all of (?:them|"
    r"it))|on my (?:side|end)|to (?:add|say|change)|please|i need|i wanted|i have|we need))*\W*$",
    re.IGNORECASE,
)


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
    """Whether the whole message says that the investor is done with the review ("I'm done", "that's all")."""
    return that_is_all(text) or (len(text) <= 200 and bool(_DONE.match(text.replace("’", "'").strip())))
