"""Whether the words of an act are the investor's own, said now and meant; what is not understood decides nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from investor_review.words.act_words import (
    ACCEPT,
    CONFIRM,
    FINALITY,
    LEAVE,
    QUANTITY,
    REJECT,
    REOPEN,
    STATED,
    VERDICT,
)
from investor_review.words.acts import plain, whole_answer
from investor_review.words.targets import SEVERITIES, Issue, content_words, find_targets, same_word
from wording.amounts import ORDINALS, TEENS, UNITS
from wording.lists import word_lists
from wording.phrases import patterns

_ACTS = {"reopen": REOPEN, "accept": ACCEPT, "confirm": CONFIRM, "leave": LEAVE, "reject": REJECT}
# What an investor speaks in who speaks of nothing but findings: no other subject, time or thing is among these.
_PLAIN = word_lists(Path(__file__).parent / "phrases/lists.txt")["plain"] | {*ORDINALS, *UNITS, *TEENS, *SEVERITIES}
# The assistant is asked to, or told that it may: "can you", "you can".
_TO_YOU = re.compile(
    r"\b(?:(?:can|could|will|would) you|you (?:can|may|could)|(?:i|we) (?:want|would)|(?:can|could) we)\b"
)
# The findings as "they", where something is said about them.
_OF_THEM = re.compile(r"\bthey (?:are|all|look|seem|sound|work|can)\b")
_PATTERNS = patterns(Path(__file__).parent / "phrases/own_words.txt")
_REPORTED = _PATTERNS["reported"]
_HAD_TO = _PATTERNS["had_to"]
# What others would do, and an act that is only spoken of: "they would make it quarterly", "say I accepted 1".
_OF_OTHERS = _PATTERNS["of_others"]
_SET = _PATTERNS["set"]
_QUOTED = re.compile(r"[\"“][^\"”]*[\"”]|(?<!\w)['‘][^'’]+['’](?!\w)")
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_PAST = _PATTERNS["past"]
# "The others accepted 2": somebody, and what they did to it.
_TOLD = _PATTERNS["told"]
_ACTING = re.compile(r"(?<!remain)ing$")
_NOW = re.compile(r"\b(?:i'm|we're|i am|we are|fine|ok|okay|happy)\s*(?:also |just |with )?$")


def without_quotes(text: str) -> str:
    """The text with what stands in quotation marks blotted out, at the same places."""
    return _QUOTED.sub(lambda quoted: " " * len(quoted.group()), text)


def is_reported(sentence: str) -> bool:
    """Whether a sentence tells what somebody else says, thinks or wants."""
    return bool(_REPORTED.search(sentence.lower().replace("’", "'")))


def of_others(low: str) -> bool:
    """Whether a clause in small letters tells what others would do, or an act that is only spoken of."""
    return bool(_OF_OTHERS.search(low))


def is_own(clause: str, act: str, issues: Sequence[Issue]) -> bool:
    """Whether the act of a clause is the speaker's: nobody and nothing that is not understood stands before it."""
    low = plain(clause)
    if act == "instruct":
        return not _HAD_TO.match(low) and not of_others(low)
    place = _place(low, act) if act in _ACTS else None
    if place is None:
        return True
    before, verb = low[: place[0]], low[place[0] : place[1]].split(" ")[0]
    if _PAST.search(verb) and (re.search(r"\b(?:i|we)\s*$", before) or _TOLD.search(before + verb + low[place[1] :])):
        return False
    if _ACTING.search(verb) and not _NOW.search(before) and before.strip(" ,.!"):
        return False
    if _ACTING.search(verb) and not before.strip(" ,.!"):
        return False
    takes = act in ("accept", "confirm")
    return not _unknown(before, issues) and not (takes and _of_something_else(low[place[1] :], issues))


def _of_something_else(behind: str, issues: Sequence[Issue]) -> bool:
    """Whether something that is no finding stands between an act and the finding: "resolve my ticket number 2"."""
    stretch = ""
    for word in behind.split():
        if find_targets(stretch, issues).named:
            return False
        stretch += f" {word}"
        if _unknown(word, issues) and find_targets(behind, issues).named:
            return not find_targets(stretch, issues).named
    return False


def is_understood(clause: str, issues: Sequence[Issue]) -> bool:
    """Whether a clause speaks of nothing that could not be read: only acts, their fillers, and the findings."""
    low = plain(clause)
    if whole_answer(clause) is not None:
        return True
    for pattern in (*_ACTS.values(), FINALITY):
        low = pattern.sub(" ", low)
    return not _unknown(low, issues)


def is_wording(clause: str, issues: Sequence[Issue], spoken: str) -> bool:
    """Whether an instruction that names no finding words a change: by a quantity, or by words of what was spoken of."""
    low = plain(clause)
    if _HAD_TO.match(low):
        return False
    sets = bool(STATED.match(low) or _SET.match(low))
    if sets and (QUANTITY.search(low) or re.search(r"[\d\"“]", clause)):
        return True
    # The verb that begins a suggestion ("Make it sixty days") tells nothing of what it is about.
    about = set(content_words(spoken)) | {
        word
        for issue in issues
        for text in (issue.title, issue.summary, *(change.partition(" ")[2] for change in issue.suggested))
        for word in content_words(text)
    }
    return any(word in about and word not in _PLAIN and len(word) > 3 for word in content_words(low))


def _place(low: str, act: str) -> tuple[int, int] | None:
    """Where the words of the act begin and end: a verb, or the verdict behind a name."""
    verdict, verb = VERDICT.match(low), _ACTS[act].search(low)
    group = next((name for name in ("yes", "no", "skip", "done") if verdict and verdict[name]), "")
    places = [verdict.span(group)] if verdict and group else []
    return min([*places, *([verb.span()] if verb else [])], default=None)


def _unknown(low: str, issues: Sequence[Issue]) -> list[str]:
    """The words that are neither plain nor the findings' own."""
    low = _OF_THEM.sub(" ", _TO_YOU.sub(" ", low))
    there = {word for issue in issues for word in _WORD.findall(_text_of(issue).lower())}
    stems = {stem for issue in issues for stem in content_words(_text_of(issue))}
    initials = " ".join("".join(word[0] for word in _WORD.findall(issue.title.lower())) for issue in issues)
    return [
        word
        for word in _WORD.findall(low)
        if word not in _PLAIN
        and not _is_slip(word)
        and word.removesuffix("'s") not in there
        and not any(same_word(own, other) for own in content_words(word) for other in stems)
        and not (1 < len(word) < 7 and word in initials)
    ]


@cache
def _is_slip(word: str) -> bool:
    """Whether a word is a plain one with two letters swapped or one left out within: "teh", "thm"."""
    return any(
        known[0] == word[0] and (sorted(known) == sorted(word) or _without_one(known, word))
        for known in _PLAIN
        if len(known) > 2
    )


def _without_one(known: str, word: str) -> bool:
    return any(known[:place] + known[place + 1 :] == word for place in range(1, len(known) - 1))


def _text_of(issue: Issue) -> str:
    return f"{issue.issue_id} {issue.title} {issue.summary} {' '.join(issue.suggested)}"
