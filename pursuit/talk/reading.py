"""What a message does to the objective: told by examples, clause by clause, and by what it names. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from dialogue import Act, deeds_in, is_asked
from pursuit.questions import (
    POINTS_AT,
    SURE,
    AskedClause,
    Asks,
    asks,
    begins_question,
    clause_of,
    clauses,
    sentences_of,
)
from pursuit.talk.pointing import asks_to_wait, key_named
from pursuit.words import names_of_payer, points_at_nothing, says_little, things
from wording.languages import foreign_language
from wording.phrases import patterns

LINK = re.compile(r"(?i)\bhttps?://[^\s<>\"']{3,}|(?<![\w@])www\.[^\s<>\"']{4,}")
# A text of so many characters that asks nothing, or little, was pasted to be read.
PASTED_CHARS = 600
# "Page 12 of the handbook says: …": what stands in marks, or behind the colon, of a message that brings something.
_QUOTED = re.compile(r"[\"“](?P<marked>[^\"“”]{30,})[\"”]?|:\s*(?P<behind>[^?]{40,})$")
_BEHIND = re.compile(r"\b(?:for|of|about|with)\s+$", re.IGNORECASE)
_AFFIRMS = re.compile(r"\W*(?:yes|yeah|yep|yup|yea)\b", re.IGNORECASE)
_NEEDS = re.compile(r"\b(?:need|want|wanted|needed|thank\w*|for now|looking|bye)\b", re.IGNORECASE)
_PARTS, _AFTERWARDS = 0.3, 8
_CLAUSE = re.compile(r"[.!;,]\s+|:\s+|\s+[-–—]\s+")
_ADDS = re.compile(r"\W*(?:and|also|one more|plus)\b", re.IGNORECASE)
# So surely something is told that it stands for itself.
_TELLS = 0.5
# From here on words ask something, though a payer or a state is waited for.
_SURELY = 0.8


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
    KEEP = "keep"  # It is to stay open.
    LEAVE = "leave"  # One part is no longer wanted.
    UNDO = "undo"  # The last change is taken back.
    RESTART = "restart"  # Everything from the beginning.
    FOREIGN = "foreign"  # Another language.
    OF_WHAT = "of_what"  # A question that says of nothing what it is about.
    UNSURE = "unsure"  # Perhaps a question: a model may tell.
    UNCLEAR = "unclear"  # No question in it, and nothing else that helps.


# What a clause orders, by its label; the margin from which it is meant.
_ORDERS = {
    "drop": (Intent.END, 0.25),
    "skip": (Intent.LEAVE, 0.25),
    "newest": (Intent.NEWEST, 0.2),
    "again": (Intent.RETRY, 0.2),
    "none": (Intent.NOTHING, 0.3),
    "keep": (Intent.KEEP, 0.2),
    "done": (Intent.THANKS, 0.4),
}
# Whole utterances that are promised to end it.
_PATTERNS = patterns(Path(__file__).with_name("patterns.txt"), re.IGNORECASE)
_ENDS, _GIVES_UP, _STOPS_ALL, _OF_OTHERS, _LEAVES, _LEANS = (
    _PATTERNS[name] for name in ("ends", "gives_up", "stops_all", "of_others", "leaves", "leans")
)
_GOES_ON = frozenset({"again", "keep", "skip", "newest", "anew", "brings"})
# What an act alone does to the objective, and only with one; beside an undo others say why.
_BY_ACT = {Act.UNDO: Intent.UNDO, Act.RESTART: Intent.RESTART, Act.CANCEL: Intent.END}


@dataclass(frozen=True, slots=True)
class Situation:
    """Where a conversation stands when a message comes.

    `waits` says that the person was asked which payer or state, `slots` is what the message names of payer, plan and
    state. `parts` are the (key, text) of the question's parts, `open_parts` the keys of those
    without an answer; `closed` says that the person has taken leave of it; `acts` are what the clauses of the
    message do.
    """

    is_open: bool
    has_objective: bool
    slots: Mapping[str, str]
    waits: bool = False
    parts: Sequence[tuple[str, str]] = ()
    open_parts: Set[str] = frozenset()
    closed: bool = False
    acts: Set[Act] = frozenset()


@dataclass(frozen=True, slots=True)
class Anew:
    """Another question in place of the open one, which is given up in so many words or set aside."""

    question: str
    gives_up: bool


def pasted_in(message: str) -> str:
    """The text of a source that a message holds: all of a long one, or the sentence that it quotes; "" where none."""
    if len(message) >= PASTED_CHARS and "?" not in message[-400:]:
        asked = [is_asked(piece) for piece in _CLAUSE.split(message[:2_000])]
        return "" if sum(asked) > 0.4 * len(asked) else message
    match = _QUOTED.search(message)
    if match is None or not any(clause.label == "brings" for clause in heard(message[: match.start()].rstrip(" :"))):
        return ""
    return (match["marked"] or match["behind"]).strip()


def heard(message: str) -> list[AskedClause]:
    """The clauses of a message that may order something; a sentence that asks is one."""
    made: list[AskedClause] = []
    for sentence in sentences_of(message):
        whole = clause_of(sentence)
        pieces = [sentence] if whole.label == "ask" or whole.margin >= 1 else _CLAUSE.split(sentence)
        made += [clause_of(piece) for piece in pieces if re.search(r"\w", piece)]
    return [replace(clause, label="skip", margin=1.0) if _LEAVES.fullmatch(clause.text) else clause for clause in made]


def asks_anew(text: str) -> Anew | None:
    """The question that takes the place of the open one: "New question: …", "Never mind that. Does …?"; else None."""
    match = re.match(r"(?P<lead>[^.!;,:?\n]{2,60}?)(?:[.!;,:\n]+\s*|\s+[-–—]\s+)(?P<rest>.*\w.*)", text.strip(), re.S)
    lead = clause_of(match["lead"]) if match else None
    if match is None or lead is None or _ADDS.match(text):
        return None
    if lead.label not in ("anew", "drop") or lead.margin < SURE:
        # "OK, on another matter, …"
        return asks_anew(match["rest"]) if len(match["lead"].split()) == 1 else None
    further = asks_anew(match["rest"])
    question = further.question if further else re.sub(r"^(?:but|and|so|instead)[, ]+", "", match["rest"], flags=re.I)
    return Anew(question, lead.label == "drop") if asks(question) is Asks.POLICY else None


def leaves_part(text: str, parts: Sequence[tuple[str, str]]) -> str:
    """The key of the part that the person no longer wants; "" where they name none or may mean several.

    `parts` are (key, text) of those that are there, in their order; a number is the number in the key.
    """
    text = " ".join(clause.text for clause in heard(text) if clause.label in ("skip", "drop") and "?" not in text)
    return key_named(text, parts)


def certain_intent(text: str, now: Situation) -> Intent | None:
    """What a message plainly orders, before anything else is heard in it; None for the rest."""
    message = text.strip()
    if LINK.search(message) or (pasted_in(message) and (now.has_objective or len(message) >= PASTED_CHARS)):
        return Intent.MATERIAL
    if foreign_language(message):
        return Intent.FOREIGN
    if not now.has_objective:
        return None
    if now.is_open and asks_anew(message):
        return Intent.INSTEAD
    if _ENDS.fullmatch(message.replace("’", "'").strip(" .!")):
        return Intent.END
    parts = [clause for clause in heard(message) if clause.label != "drop" or not asks_to_wait(message)]
    if now.is_open and _looks_again(message, now.parts):
        return Intent.RETRY
    if "?" in message or now.slots or any(c.label == "ask" and c.asks and c.margin >= SURE for c in parts):
        return None
    if now.is_open and _gives_up(parts, _STOPS_ALL if leaves_part(message, now.parts) else _GIVES_UP):
        return Intent.END
    # What is left out is left out before the person takes leave: "forget the wig, that's all".
    left_out = [clause for clause in parts if clause.label in ("skip", "drop")]
    for clause in [*reversed(left_out), *reversed(parts)]:
        intent, margin = _ORDERS.get(clause.label, (None, 9.0))
        if clause.margin < margin or (len(parts) > 1 and len(clause.text.split()) == 1 and clause.label == "none"):
            # "No, undo that one too."
            continue
        if intent in (Intent.LEAVE, Intent.END) and (left := leaves_part(message, now.parts)):
            # Who gives up all that is still open ends it; "skip it" only leaves it out.
            skips = any(clause.label == "skip" for clause in parts)
            gives_up = ends(message) or (intent is Intent.END and not skips)
            is_all = len(now.parts) == 1 or (gives_up and now.open_parts == {left})
            return Intent.END if is_all else Intent.LEAVE
        if intent is not Intent.LEAVE and (now.is_open or intent in (Intent.END, Intent.RETRY)):
            return intent
    return None


def _looks_again(message: str, parts: Sequence[tuple[str, str]]) -> bool:
    """Whether a message has a part that is open looked for again: "Once more: chiropractic visits, Harbor Health"."""
    head, _, named = message.partition(":")
    orders = heard(head)[-1:]
    again = any(clause.label == "again" and clause.margin >= SURE for clause in orders)
    return again and bool(key_named(named, parts))


def _gives_up(parts: Sequence[AskedClause], words: re.Pattern[str]) -> bool:
    """Whether one of the clauses gives it up in these words, and none goes on."""
    others = [clause for clause in parts if not words.fullmatch(clause.text.replace("’", "'").strip(" .!"))]
    return len(others) < len(parts) and not any(c.label in _GOES_ON and c.margin >= SURE for c in others)


def read_intent(text: str, now: Situation) -> Intent:
    """What the words are that the guide leaves to the objective."""
    message = text.strip()
    if not re.search(r"\w{2}", message):
        return Intent.UNCLEAR
    acts = now.acts - {Act.NO, Act.YES, Act.WAIT, *((Act.CHANGE, Act.ASIDE) if Act.UNDO in now.acts else ())}
    if now.has_objective and len(acts) == 1 and (act := next(iter(acts))) in _BY_ACT:
        return _BY_ACT[act]
    if now.has_objective and _answers_which(message, now):
        return Intent.SLOT
    asked = asks(message)
    if ends(message) or (Act.END in now.acts and asked is not Asks.POLICY):
        return Intent.THANKS
    if asked in (Asks.TALK, Asks.FOREIGN):
        return Intent.UNCLEAR
    leans = leans_on(message, now)
    if points_at_nothing(message) and not now.has_objective and asked is Asks.POLICY:
        return Intent.OF_WHAT
    if asked is Asks.UNSURE:
        return Intent.UNSURE
    if now.is_open and now.closed and not leans:
        return Intent.INSTEAD
    return Intent.FOLLOW_UP if leans or now.is_open else Intent.NEW


def leans_on(text: str, now: Situation) -> bool:
    """Whether a question goes on with the one before it: "and …", "what is the copay?"."""
    if not (now.is_open or (now.has_objective and not now.closed)) or asks_anew(text):
        return False
    says_nothing = len(text.split()) <= 8 and says_little(text, tuple(now.slots.values()))
    return says_nothing or bool(_LEANS.match(text)) or points_back(text)


def points_back(text: str) -> bool:
    """Whether a message speaks of "it" before it has named anything: "can a nurse order it?"."""
    first = next(iter(clauses(text)), None)
    if first is None or (pronoun := POINTS_AT.search(first.text)) is None:
        return False
    # "Is a referral needed for that?"
    return bool(_BEHIND.search(first.text[: pronoun.start()])) or not things(first.text[: pronoun.start()])


def _answers_which(message: str, now: Situation) -> bool:
    """Whether a message says which payer, plan or state it is, and asks nothing beside it."""
    names = (*now.slots.values(), *(mention.words for mention in names_of_payer(message)))
    if not names or (not now.waits and (not now.slots or "?" in message or _OF_OTHERS.search(message))):
        return False
    rest = message
    for name in sorted(names, key=len, reverse=True):
        rest = rest.replace(name, " ")
    parts = heard(rest)
    # "Uhh, the Medicaid one, I think?" asks nothing, whatever its mark.
    least = _SURELY if now.waits else 0.0
    asking = [c for c in parts if c.label == "ask" and not says_little(c.text)]
    if any(begins_question(clause.text) or clause.margin >= least for clause in asking):
        return False
    tells = any(clause.label == "tell" and clause.margin >= _TELLS for clause in parts)
    return now.waits or says_little(rest) or tells or Act.CHANGE in now.acts


def ends(text: str) -> bool:
    """Whether a person says goodbye, or that this is all; "yes, that's it" affirms and goes on, as what asks does."""
    pieces = heard(text)
    if "?" in text or any(clause.label == "ask" and clause.margin >= SURE for clause in pieces):
        return False
    parting = [_parts(clause) for clause in pieces]
    if not any(parting) or (_AFFIRMS.match(text) and Act.THANKS not in parting and not _NEEDS.search(text)):
        return False
    # What goes on at length behind the parting words goes on with the matter.
    last = max(n for n, act in enumerate(parting) if act)
    return sum(len(clause.text.split()) for clause in pieces[last + 1 :]) <= _AFTERWARDS


def _parts(clause: AskedClause) -> Act | None:
    """How a clause takes leave: THANKS, or END for a goodbye and for what says that this is all; None for others."""
    parting = (deed for deed in deeds_in(clause.text) if deed.act in (Act.END, Act.THANKS) and deed.margin >= _PARTS)
    is_done = clause.label == "done" and clause.margin >= SURE
    return next((deed.act for deed in parting), Act.END if is_done else None)


def takes_leave(text: str) -> bool:
    """Whether a message says goodbye, or that this was all; that somebody has nothing to add is no leave."""
    return ends(text) and not any(clause.label == "none" for clause in heard(text))


def question_beside(text: str) -> str:
    """What a message with links asks beside them; "" for "here it is" and the like, and for a pasted text."""
    rest = " ".join(LINK.sub(" ", text).split())
    return rest if LINK.search(text) and rest and asks(rest) is Asks.POLICY else ""
