"""Finds the security that a sentence about a trade names. Pure functions.

The one rule: a name is taken only where the words around it, or a question, make it one; else nothing is searched.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pa_dealing.instruments import is_isin
from pa_dealing.words.numbers import all_numbers, is_unit_with_slip
from pa_dealing.words.sentence_words import (
    ASKS_FOR,
    BESIDE_A_NAME,
    HOLDING,
    LOOK_UP,
    NAMES,
    STOPS,
    TRADE_VERBS,
    UNITS,
    WRONGLY_ORDERED,
)
from wording.directions import direction

_TOKEN = re.compile(r"[^\W_]+(?:[.&'’/-]+[^\W_]+)*|\n|[^\s\w]|_+")
_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+|\n+")
# "You've", "they'll": never a name, which has an 's or none.
_CONTRACTED = re.compile(r"[a-z]+['’](?:ve|ll|re|d|m|t)", re.IGNORECASE)
# No amount that a person writes of a trade; the readers of numbers leave it out.
_SCIENTIFIC = re.compile(r"\d+(?:\.\d+)?e\d+", re.IGNORECASE)
# Words that join two parts of one name.
_JOINS = frozenset({"&", "of", "de", "la", "and", "+"})
_ARTICLES = frozenset(("my", "the", "some", "a", "an", "our", "more", "x", "all", "any", "these", "those"))
_MAX_NAME_WORDS = 8
_MAX_READ = 2_000


@dataclass(frozen=True, slots=True)
class _Word:
    """A token of the sentence. `kind`: "name", "number", "stop" or "mark"."""

    text: str
    start: int
    end: int
    kind: str

    @property
    def key(self) -> str:
        return self.text.casefold()


def _plain(word: str) -> str:
    return word.casefold().replace("’", "'")


def security_named(text: str, *, expected: bool = True) -> str:
    """The security that a message names, as it is written there; "" when it names none that is clear enough.

    `expected` says whether a name was asked for, so that one alone is an answer.
    """
    words = _words(text[:_MAX_READ])
    runs = _runs(words)
    if not runs:
        return ""
    best = max(runs, key=lambda run: (_score(text, words, *run), -run[0]))
    others = {word.key for word in words[: best[0]] + words[best[1] :] if word.kind in ("name", "stop")}
    written = text[words[best[0]].start]
    counted = any(word.kind == "number" for word in words) and not (written.isupper() or written.isdigit())
    alone = expected and len(runs) == 1 and others <= BESIDE_A_NAME and not counted
    if _score(text, words, *best) < (1 if alone else 3):
        return ""
    return _written(text, words[best[0] : best[1]])


def _written(text: str, run: list[_Word]) -> str:
    isin = next((word.text for word in run if is_isin(word.text.upper())), "")
    term = text[run[0].start : run[-1].end].strip(" .,;:'\"’()")
    return isin or re.sub(r"['’]s$", "", term)


def _words(text: str) -> list[_Word]:
    spans = [(n.start, n.end) for n in all_numbers(text)]
    named = [match.span() for kind in ("names", "joined_by_and") for match in NAMES[kind].finditer(text)]
    words: list[_Word] = []
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        if any(a <= start and end <= b for a, b in named):
            kind = "name"
        elif _SCIENTIFIC.fullmatch(match.group()) or (
            any(start < b and a < end for a, b in spans) and not is_isin(match.group().upper())
        ):
            kind = "number"
        elif not match.group()[0].isalnum():
            kind = "mark"
        else:
            kind = "stop" if _is_stop(match.group()) else "name"
        if match.group() in ("one", "ones") and words and words[-1].kind == "name":
            # "The iShares one" counts nothing.
            kind = "mark"
        words.append(_Word(match.group(), start, end, kind))
    return words


def _is_stop(word: str) -> bool:
    """Whether a word is common and part of no name, also with two of its letters in the wrong order: "toatl"."""
    plainly = _plain(word) in STOPS or _CONTRACTED.fullmatch(word) is not None
    return plainly or word in WRONGLY_ORDERED


def _runs(words: list[_Word]) -> list[tuple[int, int]]:
    """The ranges of words that can be one name, without numbers, marks and common words."""
    runs: list[tuple[int, int]] = []
    index = 0
    while index < len(words):
        if words[index].kind != "name":
            index += 1
            continue
        end = index + 1
        while end < len(words) and (words[end].kind == "name" or _joins(words, end)):
            end += 1
        counted = end - index > 1 or (index > 0 and words[index - 1].kind == "number")
        last = end - 1 if counted and is_unit_with_slip(words[end - 1].text) else end
        if any(character.isalpha() for word in words[index:last] for character in word.text):
            runs.append((index, min(last, index + _MAX_NAME_WORDS)))
        index = end
    return runs


def _joins(words: list[_Word], index: int) -> bool:
    """Whether a small word stands inside a name: "Legal & General", "Bank of America"."""
    word = words[index]
    if word.key not in _JOINS or word.key == "and" or index + 1 >= len(words) or words[index + 1].kind != "name":
        return False
    before = words[index - 1]
    capitals = before.text[:1].isupper() and words[index + 1].text[:1].isupper()
    return word.text in "&+" or capitals or before.key in ("bank", "banco", "royal")


def _score(text: str, words: list[_Word], start: int, end: int) -> int:
    """How much speaks for a run: what stands before and behind it, and how it is written."""
    before = list(words[max(0, start - 6) : start])
    while before and before[-1].key in _ARTICLES:
        before.pop()
    after = words[end] if end < len(words) else None
    score = 0
    if before:
        score += _score_before(before)
    if after is not None and after.key in UNITS:
        score += 4
    first = words[start].text
    if first[:1].isupper() or any(character.isdigit() for character in first):
        score += 2
    elif not before:
        score += 1
    if direction(_sentence_at(text, words[start].start)) is not None:
        return score + 1
    return score - 3 if before and before[-1].key in LOOK_UP - ASKS_FOR and first.islower() else score


def _score_before(before: list[_Word]) -> int:
    last, earlier = before[-1], before[-2] if len(before) > 1 else None
    if last.key in ("of", "in", "into", "on", "from", "to", "out", "for", "with") and earlier is not None:
        numbers = "number" in (earlier.kind, before[-3].kind if len(before) > 2 else "")
        counted = numbers or earlier.key in UNITS | HOLDING | TRADE_VERBS
        return 5 if counted and last.key not in ("for", "to", "with") else 3 if earlier.key in LOOK_UP else 0
    if last.kind == "number" or last.key in UNITS | TRADE_VERBS | LOOK_UP:
        return 4
    return 1 if last.kind == "mark" else 0


def _sentence_at(text: str, position: int) -> str:
    """The sentence around a position."""
    begins = max((match.end() for match in _SENTENCE_END.finditer(text) if match.start() <= position), default=0)
    end = _SENTENCE_END.search(text, position)
    return text[begins : end.start() if end else len(text)]
