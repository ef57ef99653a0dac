"""Finds the cues of the lexicon in a plain text: words and phrases that speak for a topic, each with a weight.

`lexicon/<topic>.txt` holds lines of `fact_type weight: cue, cue`; `classes.txt` names words that stand for one another.
`neutral.txt` holds phrases that speak for none. A cue is words; `@kid` is any word of a class, `<age>` a kind of
number, `..` up to four words, `word*` a beginning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from retirement.checklist import Topic
from wording.phrases import groups, phrase_lists

_FILE = Path(__file__).parent / "patterns/cues.txt"
_PATTERNS = groups(_FILE)

LEXICON = Path(__file__).parent / "lexicon"
STRONG, USUAL, WEAK = 3, 2, 1
_GAP = 4

_TOKEN = re.compile(_PATTERNS["token"])


@dataclass(frozen=True, slots=True)
class Cue:
    """A cue that was found: `text[start:end]` speaks for `topic` with `weight`; `size` is how many words it has.

    Without a topic it is a phrase that speaks for none.
    """

    topic: Topic | None
    fact_type: str
    weight: int
    start: int
    end: int
    size: int


@dataclass(frozen=True, slots=True)
class _Token:
    forms: frozenset[str]
    start: int
    end: int


_Elements = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Entry:
    elements: _Elements
    topic: Topic | None
    fact_type: str
    weight: int


def cues_in(text: str) -> list[Cue]:
    """The cues of a plain lower-case text in its order: the longest at each place, and none inside another."""
    tokens = list(_tokens(text))
    matches: list[tuple[int, int, _Entry]] = []
    for position in range(len(tokens)):
        for entry in _candidates(tokens[position]):
            if end := _match(tokens, position, entry.elements):
                matches.append((position, end, entry))
    matches.sort(key=lambda hit: (-_size(hit[2]), -hit[2].weight, hit[0]))
    taken: dict[int, tuple[int, int]] = {}
    kept: list[tuple[int, int, _Entry]] = []
    for start, end, entry in matches:
        if all(taken.get(place, (start, end)) == (start, end) for place in range(start, end)):
            taken.update(dict.fromkeys(range(start, end), (start, end)))
            if not any(other[:2] == (start, end) and other[2].topic == entry.topic for other in kept):
                kept.append((start, end, entry))
    return [
        Cue(entry.topic, entry.fact_type, entry.weight, tokens[start].start, tokens[end - 1].end, _size(entry))
        for start, end, entry in sorted(kept, key=lambda hit: hit[0])
    ]


def _tokens(text: str) -> Iterator[_Token]:
    for match in _TOKEN.finditer(text):
        kind, word = str(match.lastgroup), match[0]
        forms = {word}
        if kind == "name":
            forms = {"s&p" if "&" in word and word[0] == "s" else re.sub(r"[ ()]|(?<=k)'?s$", "", word)}
        elif kind in ("money", "pct"):
            forms = {f"<{kind}>"}
        elif kind == "tens":
            forms |= {"<age>", "<n>"} if not word.startswith(("twenty", "thirty")) else {"<n>"}
        elif kind == "number":
            forms |= _number_forms(word)
        elif word in _SMALL:
            forms.add("<n>")
        elif word.endswith("'s"):
            forms.add(word[:-2])
        yield _Token(frozenset(forms), match.start(), match.end())


_SMALL = frozenset(phrase_lists(_FILE)["units"])


def _number_forms(word: str) -> set[str]:
    value = float(word)
    forms = {"<n>"} if value < 200 else set()
    if 38 <= value <= 105 and "." not in word:
        forms.add("<age>")
    if 1900 <= value <= 2070:
        forms.add("<year>")
    if value >= 200:
        forms.add("<money>")
    return forms


def _size(entry: _Entry) -> int:
    return sum(element != ".." for element in entry.elements)


def _match(tokens: list[_Token], position: int, elements: _Elements) -> int:
    """The position after the elements when they stand at `position`; 0 when they do not."""
    if not elements:
        return position
    first, rest = elements[0], elements[1:]
    if first == "..":
        for skip in range(_GAP + 1):
            if end := _match(tokens, position + skip, rest):
                return end
        return 0
    if position >= len(tokens):
        return 0
    if first.startswith("@"):
        return next((end for after in _class_ends(tokens, position, first) if (end := _match(tokens, after, rest))), 0)
    return _match(tokens, position + 1, rest) if _is(first, tokens[position]) else 0


def _class_ends(tokens: list[_Token], position: int, name: str) -> Iterator[int]:
    members = _classes()[name]
    for form in _keys(tokens[position]):
        for member in members.get(form, ()):
            if end := _match(tokens, position, member):
                yield end


def _is(element: str, token: _Token) -> bool:
    if element.endswith("*"):
        return any(form.startswith(element[:-1]) for form in token.forms)
    return element in token.forms


def _keys(token: _Token) -> Iterator[str]:
    """The keys under which elements that this token may be are found."""
    for form in token.forms:
        yield form
        if form[0] != "<":
            yield from (f"{form[:length]}*" for length in range(2, len(form) + 1))


def _candidates(token: _Token) -> Iterator[_Entry]:
    index = _index()
    for key in _keys(token):
        yield from index.get(key, ())


@cache
def _classes() -> dict[str, dict[str, list[_Elements]]]:
    """For each class the words of its members by their first word."""
    classes: dict[str, dict[str, list[_Elements]]] = {}
    for line in _lines("classes"):
        name, _, members = line.partition(": ")
        by_first: dict[str, list[_Elements]] = {}
        for member in members.split(", "):
            elements = tuple(member.split())
            by_first.setdefault(elements[0], []).append(elements)
        classes[name] = {key: sorted(values, key=len, reverse=True) for key, values in by_first.items()}
    return classes


@cache
def _index() -> dict[str, tuple[_Entry, ...]]:
    """The cues by the words that they may begin with."""
    index: dict[str, list[_Entry]] = {}
    for entry in _entries():
        first = entry.elements[0]
        for key in _classes()[first] if first.startswith("@") else (first,):
            index.setdefault(key, []).append(entry)
    return {key: tuple(entries) for key, entries in index.items()}


def _entries() -> Iterator[_Entry]:
    for topic in Topic:
        for line in _lines(topic.value):
            head, _, cues = line.partition(": ")
            fact_type, weight = head.split()
            yield from (_Entry(tuple(cue.split()), topic, fact_type, int(weight)) for cue in cues.split(", "))
    for line in _lines("neutral"):
        yield from (_Entry(tuple(cue.split()), None, "", 0) for cue in line.split(", "))


def _lines(name: str) -> Iterator[str]:
    for line in (LEXICON / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            yield line.strip()
