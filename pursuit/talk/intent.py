"""What a message is in the light of the objective: an end, thanks, a new question, a slot, material, going on. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from dialogue import Act
from pursuit.questions import Asks, chatter, is_elliptic
from pursuit.talk import asides
from pursuit.talk.endings import abandons, ends
from pursuit.words import names_of_payer
from wording.lists import word_lists
from wording.phrases import patterns

_PATTERNS = patterns(Path(__file__).with_name("intent_patterns.txt"), re.I)

LINK = re.compile(r"(?i)\bhttps?://[^\s<>\"']{3,}|(?<![\w@])www\.[^\s<>\"']{4,}")
# A text of so many characters that asks nothing was pasted to be read.
PASTED_CHARS = 600
# "Page 12 of the handbook says: …": a sentence of a source, in its marks or behind what says it.
_QUOTES_A_SOURCE = _PATTERNS["quotes_a_source"]


class Intent(StrEnum):
    """What a message does to the objective."""

    END = "end"  # The person gives it up.
    THANKS = "thanks"  # Goodbye, or that this is all.
    NEW = "new"  # A question while nothing is open.
    INSTEAD = "instead"  # Another question in the place of the open one.
    FOLLOW_UP = "follow_up"  # A question while parts are open, or that leans on the last one.
    SLOT = "slot"  # Nothing but a payer, a plan or a state.
    MATERIAL = "material"  # A link or a pasted text.
    RETRY = "retry"  # Go on looking.
    NEWEST = "newest"  # Which of two sources counts.
    NOTHING = "nothing"  # The person has nothing to add.
    LEAVE = "leave"  # One part is no longer wanted.
    UNDO = "undo"  # The last change is taken back.
    RESTART = "restart"  # Everything from the beginning.
    FOREIGN = "foreign"  # Another language.
    OF_WHAT = "of_what"  # A question that says of nothing what it is about.
    UNSURE = "unsure"  # Perhaps a question: a model may tell.
    UNCLEAR = "unclear"  # No question in it, and nothing else that helps.


_RETRY = re.compile(_PATTERNS["retry"].pattern, re.IGNORECASE | re.DOTALL)
_NEWEST = _PATTERNS["newest"]
_NOTHING = _PATTERNS["nothing"]
_LEANS = _PATTERNS["leans"]
# A clause that gives up inside a message of at most so many words is meant of the question when it says so plainly.
_STOPS = re.compile(r"\b(?:stop|cancel|quit|drop|forget|give up|no need|never ?mind|nvm)\b", re.IGNORECASE)
_MOST_BESIDE = 20
# What an act alone does to the objective, and only with one.
_BY_ACT = {Act.UNDO: Intent.UNDO, Act.RESTART: Intent.RESTART, Act.CANCEL: Intent.END}


@dataclass(frozen=True, slots=True)
class Situation:
    """Where a conversation stands when a message comes.

    `context` is what was asked just before, `slots` what the message names of payer, plan and state. `parts` are the
    (key, text) of the question's parts; `closed` says that the person has taken leave of it; `acts` are what the
    clauses of the message do.
    """

    is_open: bool
    has_objective: bool
    slots: Mapping[str, str]
    context: str = ""
    parts: Sequence[tuple[str, str]] = ()
    closed: bool = False
    acts: Set[Act] = frozenset()


def pasted_in(message: str) -> str:
    """The text of a source that a message holds: all of a long one, or the sentence that it quotes; "" where none."""
    if len(message) >= PASTED_CHARS and "?" not in message[-400:]:
        return message
    match = _QUOTES_A_SOURCE.search(message)
    return (match["quoted"] or match["said"]).strip() if match else ""


def certain_intent(text: str, now: Situation) -> Intent | None:
    """What a message is by its form alone, before anything else is heard in it; None for the rest."""
    message = text.strip()
    if now.has_objective and abandons(message):
        return Intent.END
    if LINK.search(message) or (pasted_in(message) and (now.has_objective or len(message) >= PASTED_CHARS)):
        return Intent.MATERIAL
    if chatter.foreign_language(message):
        return Intent.FOREIGN
    if now.is_open and (anew := asides.asks_anew(message)):
        return Intent.INSTEAD if chatter.asks(anew.question, now.slots.values()) is Asks.POLICY else None
    if not now.has_objective:
        return None
    if asides.leaves_part(message, now.parts):
        return Intent.LEAVE if len(now.parts) > 1 else Intent.END
    if _NEWEST.match(message):
        return Intent.NEWEST
    if _RETRY.match(message):
        return Intent.RETRY
    return Intent.NOTHING if now.is_open and _NOTHING.match(message) else _ordered_beside(message, now)


def _ordered_beside(message: str, now: Situation) -> Intent | None:
    """What a clause orders among others that ask nothing: "No, I have none. Please try again"."""
    clauses = [clause.strip() for clause in re.split(r"[.,;!\n]+|\s-\s", message) if clause.strip()]
    if not now.is_open or now.slots or len(clauses) < 2 or any(is_question(clause) for clause in clauses):
        return None
    if len(message.split()) <= _MOST_BESIDE and any(_STOPS.search(clause) and abandons(clause) for clause in clauses):
        return Intent.END
    ends_of_it = (clauses[0], clauses[-1])
    if any(_NEWEST.match(clause) for clause in ends_of_it):
        return Intent.NEWEST
    return Intent.RETRY if any(_RETRY.match(clause) for clause in ends_of_it) else None


def read_intent(text: str, now: Situation) -> Intent:
    """What the words are that the guide leaves to the objective."""
    message = text.strip()
    if not re.search(r"\w{2}", message):
        return Intent.UNCLEAR
    acts = now.acts - {Act.NO, Act.YES, Act.WAIT}
    if now.has_objective and len(acts) == 1 and (act := next(iter(acts))) in _BY_ACT:
        return _BY_ACT[act]
    which = now.has_objective and _answers_which(message, now.slots, now.context)
    if which and now.slots and _WHICH.search(now.context):
        return Intent.SLOT
    if Act.END in now.acts or ends(message, now.context):
        return Intent.THANKS
    return Intent.SLOT if which else _question(message, now)


def _question(text: str, now: Situation) -> Intent:
    """Which kind of question a message is, or that it is none."""
    if now.has_objective and now.slots and now.acts & {Act.CHANGE} and "?" not in text:
        return Intent.SLOT
    asked = chatter.asks(text, now.slots.values())
    if asked is Asks.TALK:
        return Intent.UNCLEAR
    if asked is Asks.UNSURE:
        return Intent.UNSURE
    goes_on = (now.is_open or (now.has_objective and not now.closed)) and asides.asks_anew(text) is None
    leans = bool(goes_on and (_LEANS.search(text) or says_too_little(text, now.slots)))
    if points_at_nothing(text) and not leans:
        return Intent.OF_WHAT
    if now.is_open and now.closed and not leans:
        return Intent.INSTEAD
    return Intent.FOLLOW_UP if leans or now.is_open else Intent.NEW


def takes_leave(text: str) -> bool:
    """Whether a message says goodbye, or that this was all; that somebody has nothing to add is no leave."""
    return ends(text) and not _NOTHING.match(text.strip())


def is_question(text: str) -> bool:
    """Whether a text has the form of a question."""
    return bool(_QUESTION_FORM.search(text.strip())) or "?" in text


def points_at_nothing(text: str) -> bool:
    """Whether a question by itself says of nothing what it is about: "is it covered?"."""
    return bool(_POINTS.search(text)) and len(text.split()) <= 10 and is_elliptic(text.strip(), ())


_POINTS = re.compile(r"\b(?:it|this|that|they|them|these|those|he|she)\b", re.IGNORECASE)


def says_too_little(text: str, slots: Mapping[str, str]) -> bool:
    """Whether a question can only be read with the one before it: "what is the copay?". `slots` as of read_intent."""
    bare = text.strip()
    return len(bare.split()) <= 8 and "\n" not in bare and is_elliptic(bare, tuple(slots.values()))


def question_beside(text: str) -> str:
    """What a message with links asks beside them; "" for "here it is" and the like, and for a pasted text."""
    if not LINK.search(text):
        return ""
    rest = " ".join(LINK.sub(" ", text).split())
    return rest if "?" in rest or (len(rest.split()) >= 5 and _QUESTION_FORM.search(rest)) else ""


_QUESTION_FORM = re.compile(
    r"^(?:and |also |please )*(?:what|which|who|when|where|how|is|are|does|do|can|tell me|find out|check)\b",
    re.IGNORECASE,
)


# What a person was asked who is to say which payer or state: "What about Georgia?" answers that.
_WHICH = re.compile(r"^Which ")


def _answers_which(message: str, slots: Mapping[str, str], context: str) -> bool:
    """Whether a message answers which payer, plan or state it is: it names one, and asks nothing beside it."""
    asked = bool(_WHICH.search(context))
    text = message.rstrip(" ?") if asked else message
    rest = text.lower()
    for words in sorted((slot.lower() for slot in slots.values()), key=len, reverse=True):
        rest = re.sub(rf"(?<!\w){re.escape(words)}(?!\w)", " ", rest)
    left = [word for word in re.findall(r"[a-z']+", rest) if word not in _SMALL]
    if slots and "?" not in text and len(left) <= 1:
        return True
    # What stands beside the answer to that question may be a payer whose name nobody knows here.
    return asked and chatter.asks(rest) in (Asks.TALK, Asks.UNSURE) and bool(slots or names_of_payer(message))


_SMALL = word_lists(Path(__file__).with_name("small_words.txt"))["beside"]
