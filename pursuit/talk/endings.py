"""Does a person end the conversation, or give up the matter? Judged on the whole utterance, in context. Pure."""

from __future__ import annotations

import re
from pathlib import Path

from wording.answers import leading_answer, that_is_all
from wording.phrases import patterns

_PATTERNS = patterns(Path(__file__).with_name("endings_patterns.txt"))

# A goodbye in so many words is a story with a goodbye in it.
MOST_WORDS = 45
_SAME = str.maketrans({"’": "'", "‘": "'", "`": "'", "´": "'", "“": '"', "”": '"', "–": "-", "—": "-"})
_CUT = _PATTERNS["cut"]

_BYE = _PATTERNS["bye"]
_ALL = _PATTERNS["all"]
# What goes on after "that's all": "that I need to know for now".
_NEEDED = _PATTERNS["needed"]
_THANKS = _PATTERNS["thanks"]
_ACK = _PATTERNS["ack"]
_NEG = _PATTERNS["neg"]
_ASKS = _PATTERNS["asks"]
_CONFIRMING = _PATTERNS["confirming"]
_STATES_A_CONDITION = _PATTERNS["states_a_condition"]


def ends(text: str, context: str = "") -> bool:
    """Whether a person says goodbye, or that this is all. `context` is what the other side said just before.

    "Yes, that's it" to a question that asks whether all is correct goes on; so does whatever asks or orders a thing.
    """
    low = _plain(text)
    if not low or len(low.split()) > MOST_WORDS or "?" in low:
        return False
    clauses = [clause for clause in (part.strip(" '\"()*") for part in _CUT.split(low)) if clause]
    kinds = [_kind(clause) for clause in clauses]
    if "asks" in kinds:
        return False
    bye, closing, thanks = "bye" in kinds, "all" in kinds, "thanks" in kinds
    if bye:
        return True
    if closing and _only_affirms(low, context) and not thanks:
        return False
    if not closing and not thanks:
        return False
    others = [clause for clause, kind in zip(clauses, kinds, strict=True) if kind == "other"]
    if closing:
        return sum(len(clause.split()) for clause in others) <= 16
    return sum(len(clause.split()) for clause in others) <= 6


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", text.translate(_SAME).lower()).strip()


def _kind(clause: str) -> str:
    """What one clause of an utterance is: bye, all, thanks, asks, neg, ack, other."""
    if _BYE.search(clause) and not re.search(
        r"\b(?:say|how|word|phrase|means?|translate|in (?:french|spanish|german|hawaii))\b", clause
    ):
        return "bye"
    if match := _ALL.search(clause):
        rest = clause[: match.start()] + " " + _NEEDED.sub(" ", clause[match.end() :])
        return "asks" if _STATES_A_CONDITION.search(rest) or _orders(rest) else "all"
    if _ACK.match(clause):
        return "ack"
    if match := _THANKS.search(clause):
        rest = clause[: match.start()]
        return "asks" if _orders(rest) and not rest.startswith(("i would like", "i'd like", "i want")) else "thanks"
    if _NEG.match(clause):
        return "neg"
    return "asks" if _ASKS.search(clause) else "other"


def _orders(rest: str) -> bool:
    rest = rest.strip(" ,'")
    return len(rest.split()) > 2 and bool(_ASKS.search(rest))


def _only_affirms(low: str, context: str) -> bool:
    """Whether "yes, that's it" answers a question that asked whether something is right."""
    asked = context.strip().endswith("?") or bool(_CONFIRMING.search(context.lower()))
    strong = re.search(r"\b(?:need|want|thank|now|today|bye|require|help|wish|look|moment)\w*", low)
    leading = leading_answer(low)
    affirms = leading.value if leading else that_is_all(low)
    return affirms and not strong and (asked or low.startswith(("yes", "yeah", "yep", "yup", "yea")))


_GIVE_UP = _PATTERNS["give_up"]
_COURTESY = _PATTERNS["courtesy"]

# "OK, no thanks": what stands before the phrase says nothing.
_OPENING = re.compile(r"^(?:(?:ok(?:ay)?|well|alright|all right|sure|oh|ah|fine|actually|hmm)\b[,.!; ]*)+")


def abandons(text: str) -> bool:
    """Whether the whole utterance gives the matter up: "never mind", "that's enough", "cancel". Without context.

    A question, or a phrase inside something longer ("when does coverage stop?"), does not.
    """
    low = _plain(text)
    if not low or "?" in low or len(low.split()) > 16:
        return False
    parts = [" ".join(_COURTESY.sub(" ", part).split()).strip(" '\"") for part in re.split(r"[.!,;:…\n]+|\s-\s", low)]
    clauses = [part for part in parts if part]
    bare = [part for part in re.split(r"[.!,;:…\n]+", low) if part.strip()]
    if not clauses:
        return any(re.fullmatch(r"\s*no thanks?(?: you)?\s*", part) for part in bare)
    plain = _OPENING.sub("", low).strip(" .!,'\"")
    return all(_GIVE_UP.match(part) for part in clauses) or bool(_GIVE_UP.match(plain))
