"""Prepares a message for the reading: plain lower-case words with the way back to the original, sentences and parts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rapidfuzz.distance import OSA
from rapidfuzz.process import extractOne

from retirement.reading.amounts import cuts_in, is_bare
from wording.lists import word_lists
from wording.phrases import groups
from wording.sentences import sentence_ends

_PATTERNS = groups(Path(__file__).parent / "patterns/text.txt")
_LISTS = word_lists(Path(__file__).parent / "phrases/lists.txt")

# Words that carry a topic; a word one slip away from one of them is taken for it.
_VOCABULARY = sorted(_LISTS["vocabulary"])
_KNOWN = frozenset(_VOCABULARY)
_WORD = re.compile(r"[a-z']{6,}")
_PLAIN = str.maketrans(
    {"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": ";", " ": " ", "\n": ".", "\r": " ", "\t": " "}
)

# What stands around a part and is none of it.
_AROUND = " .,;:!?\"'"
# Where a part of a sentence ends.
_JOINT = re.compile(_PATTERNS["joint"])
# Where another clause begins that no mark and no "and" parts from a whole one before it: "i am 61 i work at the mill".
_RUN_ON = re.compile(_PATTERNS["run_on"])
_VERBS, _SMALL = _PATTERNS["run_on_verbs"], _PATTERNS["goes_on"]
_WHOLE = re.compile(rf"\b(?:i|we|he|she|they|(?:my|our) \w+) {_VERBS}\b|\b(?:i|we|he|she)'\w+ ")
_GOES_ON = re.compile(rf"\b{_SMALL}$")
# So far back the whole clause is looked for.
_FAR = 160


@dataclass(frozen=True, slots=True)
class SentencePart:
    """A part of a sentence: its plain words, and the span of the original that it stands for.

    `follows`: it holds a further amount of what the part before it names.
    """

    text: str
    start: int
    end: int
    asks: bool
    follows: bool = False


@cache
def _mended(word: str) -> str:
    """The known word that `word` is a slip of, or `word`."""
    if (
        word in _KNOWN
        or word.startswith("conversation")
        or word.endswith("'s")
        or (word.endswith("s") and word[:-1] in _KNOWN)
    ):
        return word
    allowed = 1 if len(word) < 9 else 2
    nearest = extractOne(word, _VOCABULARY, scorer=OSA.distance, score_cutoff=allowed)
    # The first letter is rarely the slip, and a longer form of a known word is another word, not a slip.
    if nearest is None or nearest[0][0] != word[0] or len(nearest[0]) < 7:
        return word
    return word if nearest[0].startswith(word) or word.startswith(nearest[0]) else nearest[0]


def plain_words(text: str) -> tuple[str, list[int]]:
    """`text` in plain lower case with slips mended, and for each character (and the end) its place in `text`."""
    lowered = "".join(low if len(low := c.lower()) == 1 else c for c in text).translate(_PLAIN)
    pieces: list[str] = []
    places: list[int] = []
    last = 0
    for match in _WORD.finditer(lowered):
        mended = _mended(match.group())
        if mended == match.group():
            continue
        pieces += [lowered[last : match.start()], mended]
        places += range(last, match.start())
        places += [min(match.start() + n, match.end() - 1) for n in range(len(mended))]
        last = match.end()
    pieces.append(lowered[last:])
    places += range(last, len(text) + 1)
    return "".join(pieces), places


def sentences(text: str) -> Iterator[list[SentencePart]]:
    """The sentences of a message, each as its parts."""
    plain, places = plain_words(text)
    start = 0
    for end in sentence_ends(plain, talk=True):
        if parts := list(_parts(plain, start, end, places)):
            yield parts
        start = end


def _parts(plain: str, start: int, end: int, places: list[int]) -> Iterator[SentencePart]:
    asks = plain[start:end].rstrip(" \"')").endswith("?")
    for last, stop, follows in _pieces(plain, start, end):
        piece = plain[last:stop]
        left = last + len(piece) - len(piece.lstrip(_AROUND.replace("?", "")))
        right = last + len(piece.rstrip(_AROUND))
        # The bracket of "401(k)" belongs to it.
        right += plain.startswith(")", right) and plain.count("(", left, right) > plain.count(")", left, right)
        if right > left:
            yield SentencePart(plain[left:right], places[left], places[right - 1] + 1, asks, follows)


def _pieces(plain: str, start: int, end: int) -> Iterator[tuple[int, int, bool]]:
    """Where the parts begin and end, and whether one goes on with the amounts of the one before."""
    last = start
    for joint in [*_joints(plain, start, end), None]:
        stop = joint.start() if joint else end
        cut = False
        for cut_start, cut_end in cuts_in(plain, last, stop):
            yield last, cut_start, cut or is_bare(plain[last:cut_start].strip(_AROUND))
            last, cut = cut_end, True
        yield last, stop, cut or is_bare(plain[last:stop].strip(_AROUND))
        last = joint.end() if joint else end


def _joints(plain: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """The places that end a part, in order."""
    last = start
    joints = [*_JOINT.finditer(plain, start, end), *_RUN_ON.finditer(plain, start, end)]
    for joint in sorted(joints, key=re.Match.start):
        before = plain[max(last, joint.start() - _FAR) : joint.start()]
        runs_on = joint.re is _RUN_ON
        if joint.start() >= last and (not runs_on or (_WHOLE.search(before) and not _GOES_ON.search(before))):
            yield joint
            last = joint.end()
