"""What a person says about the question itself: leave a part, another question instead, how it stands. Pure."""

# A pattern that is broken over lines reads worse than a long one.
# ruff: noqa: E501

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pursuit.talk.endings import abandons
from pursuit.words import holds, terms_of

_COURTESY = r"(?:(?:ok(?:ay)?|well|so|alright|all right|right|sorry|hi|please|actually|now|oh)[,.! ]+)*"
_ANEW = re.compile(
    rf"^{_COURTESY}(?:(?:here(?:'s| is)|i have|i've got|let me ask|let's do|next:?)\s+)?(?:"
    r"(?:a\s+|an\s+)?(?:(?:completely|totally|entirely|whole)\s+)?(?:new|different|separate|unrelated)\s+"
    r"(?:question|topic|matter|subject|issue|case|patient|member|one)\b|"
    r"(?:a\s+|an\s+)?another\s+(?:topic|matter|subject|case|patient|member)\b|(?:completely |totally )?unrelated(?:ly)?\b|"
    r"(?:on|about)\s+(?:a\s+different|another)\s+(?:topic|matter|subject|note|case|patient|member)\b|"
    r"(?:let'?s\s+|i want to\s+|can we\s+)?(?:start\s+(?:over|afresh|from\s+scratch|a\s+new\s+\w+)|"
    r"switch\s+(?:topics?|gears|subjects?)|change\s+(?:the\s+)?(?:subject|topic)|move\s+on))\b[\s:;,.!–—-]*",
    re.IGNORECASE,
)
_STATUS = re.compile(
    rf"^{_COURTESY}(?:status(?: update| please)?|summar(?:y|ise|ize)(?: (?:please|so far|it|this|that|everything))*|recap(?: please)?|"
    r"(?:where|how) (?:do|are|does|is) (?:we|this|it|things|you)(?: (?:stand|at|doing|going|looking))?(?: (?:now|so far))?|"
    r"what (?:have|did|do) (?:you|we) (?:found?|find|got|get|have|know)(?: (?:out|so far|until now|up to now|already))*|"
    r"(?:what|which)(?:'s| is| are| parts? (?:is|are)| questions? (?:is|are))? (?:still )?(?:open|missing|left|unanswered|outstanding|pending|not answered)(?: yet| still)?|"
    r"what (?:else )?(?:do|would) you (?:still )?need(?: from me)?|why (?:is|are) (?:it|this|that|they|part \d+) (?:still )?(?:open|missing|not answered|unanswered|incomplete)|"
    r"(?:show|tell|give|repeat|explain)(?: me)?(?: the| that| your)? (?:answers?|status|results?|findings|summary|what you (?:have|found)|it|again|(?:first|second|third|last|fourth) (?:one|part|answer))(?: again| so far| please)*)\W*$",
    re.IGNORECASE,
)
_HELP = re.compile(
    rf"^{_COURTESY}(?:who are you|what are you|what (?:can|do) you do|what can i ask(?: you)?|help(?: me)?|how does (?:this|it) work|"
    r"how do (?:you|i use (?:this|it|you)) work|are you (?:a )?(?:bot|human|robot|real|an ai))\W*$",
    re.IGNORECASE,
)
_DISPUTES = re.compile(
    rf"^{_COURTESY}(?:no[,. ]+)?(?:(?:that|this|it)(?:'s| is| was|s)? (?:wrong|incorrect|not (?:right|correct|true|it|"
    r"what i (?:asked|meant|wanted)(?: for)?|my question|an answer|the answer))|(?:that|this|it) (?:does not|doesn'?t|did not|"
    r"didn'?t) (?:answer|help)(?: (?:it|that|my question|the question|me))?|(?:you'?re|you are) wrong|wrong(?: answer)?|"
    r"that isn'?t (?:right|correct|what i (?:asked|meant|wanted)(?: for)?|my question|an answer|the answer)|not what i asked(?: for)?)\W*$",
    re.IGNORECASE,
)
_LEAVES = re.compile(
    rf"^{_COURTESY}(?:(?:you can |let'?s |just |we can )*(?:never ?mind|forget(?: about)?|skip|drop|leave(?: out)?|ignore|"
    r"remove|cancel|delete|take out|don'?t (?:worry|bother) (?:about|with)|(?:i|we) (?:do not|don'?t|no longer) need|"
    r"no need for))\s+(?:about\s+)?(?P<what>.{2,160}?)(?: (?:then|please|any ?more|for now|thanks|thank you|too|part|question|one|thing))*\W*$",
    re.IGNORECASE,
)
_ORDINALS = {
    name: number
    for number, names in enumerate(
        (("first", "1st"), ("second", "2nd"), ("third", "3rd"), ("fourth", "4th"), ("fifth", "5th"), ("sixth", "6th"),
         ("seventh", "7th"), ("eighth", "8th"), ("ninth", "9th"), ("tenth", "10th")),
        start=1,
    )
    for name in names
}  # fmt: skip
_NUMBERED = re.compile(
    r"^(?:the\s+)?(?:part|number|no\.?|question|nr\.?|item|#|sq)?\s*#?(?P<number>\d{1,2})$", re.IGNORECASE
)
_ASKS = re.compile(
    r"\?|^(?:what|which|who|when|where|why|how|is|are|do|does|did|can|could|will|would|should|has|have|may|must)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Anew:
    """Another question in place of the open one, which is given up in so many words or set aside."""

    question: str
    gives_up: bool


def asks_anew(text: str) -> Anew | None:
    """The question that takes the place of the open one: "New question: …", "Never mind that. Does …?"; else None."""
    words = text.strip()
    if (match := _ANEW.match(words)) and (rest := words[match.end() :].strip()):
        return Anew(rest, False)
    first = re.match(r"[^.!;,:?\n]{3,60}(?:[.!;,:\n]|\s-\s)\s*", words)
    if first and abandons(first[0]):
        rest = re.sub(r"^(?:but|and|so|instead)[, ]+", "", words[first.end() :].strip(), flags=re.I)
        if _ASKS.search(rest):
            return Anew(rest, True)
    return None


def asks_status(text: str) -> bool:
    """Whether the person asks how their question stands, and nothing else."""
    return bool(_STATUS.match(text.strip()))


def asks_help(text: str) -> bool:
    """Whether the person asks what this is for."""
    return bool(_HELP.match(text.strip()))


def disputes(text: str) -> bool:
    """Whether the person says that an answer is none, without saying which and why."""
    return bool(_DISPUTES.match(text.strip()))


def leaves_part(text: str, parts: Sequence[tuple[str, str]]) -> str:
    """The key of the part that the person no longer wants; "" where they name none or may mean several.

    `parts` are (key, text) of those that are there, in their order; a number is the number in the key.
    """
    match = _LEAVES.match(text.strip())
    if match is None or "?" in text:
        return ""
    what = re.sub(r"^(?:the|that|this)\s+", "", match["what"].strip(" .,!\"'“”"), flags=re.I)
    if number := _number(what):
        return next((key for key, _ in parts if key == f"sq{number}"), "")
    if what.lower() == "last":
        return parts[-1][0] if parts else ""
    terms = [term for term in terms_of(what) if term.lower() not in ("part", "question", "one", "thing")]
    named = [key for key, of in parts if terms and all(holds(of, term) for term in terms)]
    return named[0] if len(named) == 1 else ""


def _number(what: str) -> int:
    if match := _NUMBERED.match(what):
        return int(match["number"])
    words = what.lower().split()
    return _ORDINALS.get(words[0], 0) if words and len(words) <= 2 else 0
