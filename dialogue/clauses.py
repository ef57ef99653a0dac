"""Where the clauses of a message begin and end: by its marks, its lines, and the words that join two of them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path

from dialogue import forms
from wording.phrases import groups

_WORDS = groups(Path(__file__).with_suffix(".txt"))
# A mark that ends a sentence, before a space; not after a single letter or a number of a list ("J. Smith", "1. Sell"),
# but after the number of something ("accept number 2. Which is …").
_END = r"(?<![\s(][^\W\d])(?<![^a-z]\s\d)(?<![\n(]\d)(?<!^\w)[.!?…]+(?=\s|$)|[\n;]+|\s[–—-]+\s"
# "My wife and I have two sons" is one clause.
_APART = "".join(rf"(?<!\b{who.strip()})" for who in re.sub(r"\(\?:|\)", "", _WORDS["beside"]).split("|"))
_JOIN = rf",?\s+(?={_WORDS['join']}\s)|{_APART},?\s+(?=(?:and|en)\s+{_WORDS['subject']}\b)|,\s+(?={_WORDS['asks']}\b)"
_SENTENCE_END = re.compile(_END, re.IGNORECASE)
_CUT = re.compile(f"(?:{_END}|{_JOIN})", re.IGNORECASE)
_OPENERS = re.compile(rf"(?:{_WORDS['opener']}[,.!]*\s+)+(?=\w+\s+\w)", re.IGNORECASE)
_ADDRESS = re.compile(_WORDS["address"], re.IGNORECASE)
_GREETING = re.compile(rf"(?>{_WORDS['greeting']})(?=[\s,.!]+\w)", re.IGNORECASE)
_ASKED = re.compile(rf"(?:(?:wait|and|so|ok|hm+)\W+)*{_WORDS['asked']}\b", re.IGNORECASE)
_DECIDED = re.compile(rf"(?:^|,)\W*(?:and |but |as )?{_WORDS['decided']}", re.IGNORECASE)
_REMAINDER = re.compile(rf"\b{_WORDS['remainder']}", re.IGNORECASE)
_NAMES_OTHER = re.compile(_WORDS["names_other"], re.IGNORECASE)
_UNKNOWN_WORD = re.compile(rf"\W*{_WORDS['unknown_word']}\s+\W*\w", re.IGNORECASE)
_MEANS = re.compile(
    rf"\W*(?:{_WORDS['means']}|{_WORDS['unknown_word']})\s+(?:{_WORDS['before_word']}\s+)*\W*(?!{_WORDS['no_word']}\b)(?P<word>\w[\w-]{{2,}})",
    re.IGNORECASE,
)
# Where a clause may be two: a comma or a dash, or a word that joins.
_JOINT = re.compile(r"\s*,\s*(?:(?:and|but|so|en|maar|dus)\s+)?|\s+(?:and|but|en|maar)\s+", re.IGNORECASE)
_MOST_JOINTS = 6
# Who takes something back says so soon.
_STEERED_CHARS = 300
_PIECE = re.compile(r"[^,;.!?\s][^,;.!?]*")


def joints(message: str, start: int, end: int) -> list[tuple[int, int]]:
    """(end of what stands before, start of what stands after) of each place where a clause may be two."""
    places = itertools.islice(_JOINT.finditer(message, start, end), _MOST_JOINTS)
    return [(joint.start(), joint.end()) for joint in places if start < joint.start() and joint.end() < end]


def greeting(message: str, start: int, end: int) -> int | None:
    """The end of a greeting that opens a clause."""
    match = _GREETING.match(message, start, end)
    return match.end() if match else None


def steering(message: str, start: int, end: int) -> tuple[int, int] | None:
    """The piece between marks that takes all or the last thing back: "forget it, start over, it is too dear"."""
    for piece in _PIECE.finditer(message, start, min(end, start + _STEERED_CHARS)):
        if forms.steers(piece[0]) and (piece.start(), piece.end()) != (start, end):
            return piece.span()
    return None


def sentence_start(message: str, start: int, end: int) -> int:
    """Where the last sentence begins of `message[start:end]`."""
    ends = [match.end() for match in _SENTENCE_END.finditer(message, start, end) if message[match.end() : end].strip()]
    return ends[-1] + len(message[ends[-1] :]) - len(message[ends[-1] :].lstrip()) if ends else start


def ends_sentence(between: str) -> bool:
    """Whether a sentence ends between two clauses."""
    return any(mark in between for mark in ".!?\n;")


def is_asked(clause: str) -> bool:
    """Whether a clause is put as a question, by its mark or its first words."""
    return clause.rstrip().endswith("?") or _ASKED.match(clause) is not None


def is_decided(clause: str) -> bool:
    """Whether a clause only tells what was decided: "we settled on that last winter"."""
    return _DECIDED.search(clause) is not None


def asks_remainder(clause: str) -> bool:
    """Whether a clause asks what is left of a thing: "what is left of the rent"."""
    return _REMAINDER.search(clause) is not None


def names_other(clause: str) -> bool:
    """Whether a clause only says which other thing is not meant: "not the A shares"."""
    return _NAMES_OTHER.match(clause) is not None


def word_asked(clause: str) -> str:
    """The word whose meaning a clause asks for, in small letters; "" where it asks what "that" is, or of no word."""
    match = _MEANS.match(clause)
    return match["word"].lower() if match else ""


def lacks_word(clause: str) -> bool:
    """Whether a clause tells which word its speaker does not know: "I not understand the word escrow"."""
    return _UNKNOWN_WORD.match(clause) is not None


def spans(message: str) -> Iterator[tuple[int, int]]:
    """(start, end) of each clause that has a letter, a digit or a symbol, without its openers ("ok, so, …")."""
    start = 0
    for cut in _CUT.finditer(message):
        end = cut.end() if cut[0].strip()[:1] in tuple(".!?…") and cut[0].strip() else cut.start()
        yield from _trimmed(message, start, end)
        start = cut.end()
    yield from _trimmed(message, start, len(message))


def _trimmed(message: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end and (message[start].isspace() or message[start] in ",;:"):
        start += 1
    while end > start and message[end - 1].isspace():
        end -= 1
    if opener := _OPENERS.match(message, start, end):
        start = opener.end()
    if any(not character.isspace() and character not in ".,;:!…" for character in message[start:end]):
        yield start, end


def is_polite(words: str) -> bool:
    """Whether words are but a "please"."""
    return words.strip(" ,.!?…").lower() in ("please", "pls", "alsjeblieft", "alstublieft", "aub")


def is_address(words: str) -> bool:
    """Whether words only say to whom somebody speaks: "son", "my dear"."""
    return _ADDRESS.fullmatch(words.strip(" ,.!?…")) is not None
