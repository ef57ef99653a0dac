"""References to a place in a text: articles, sections, cases, codes. A look-up, not a similarity.

A chunk gets its names when it is stored; a question's references are matched with names exactly. Several laws have an
article 12, so the other words of the question choose among them: by word, or by an abbreviation of the law's name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from wording.amounts import words
from wording.languages import function_words

_NUMBER = r"\d+[a-z]{0,4}(?:[.:]\d+[a-z]{0,4})*"
# From the surest to the vaguest; what one has taken is not read again.
_PATTERNS = (
    ("ecli", re.compile(r"\becli:([a-z]{2}):([a-z]+\d*):(\d{4}):([a-z0-9.]*[a-z0-9])", re.I)),
    (
        "usc",
        re.compile(
            r"\b(\d{1,2})\s*u\.?\s?s\.?\s?c\.?\s*(?:§+|section|sec\.)?\s*(\d+[a-z]{0,3}(?:-\d+[a-z]*)?)\b", re.I
        ),
    ),
    ("cfr", re.compile(r"\b(\d{1,2})\s*c\.?\s?f\.?\s?r\.?\s*(?:§+|part)?\s*(\d+(?:\.\d+)?)\b", re.I)),
    ("art", re.compile(rf"\b(?:artikel(?:en)?|articles?|artt?)\b\.?\s*({_NUMBER})\b", re.I)),
    ("sec", re.compile(rf"(?:§+|\bsections?\b|\bsec\.|\bparagraaf\b|\bpar\.)\s*({_NUMBER})\b", re.I)),
    ("code", re.compile(r"\b([A-Z]\d{2}(?:\.?[A-Z0-9]{1,4})?|[A-Z]\d{4}|[a-z]\d{2}\.[a-z0-9]{1,4})\b")),
    # A number of this form without the word before it; it needs a law beside it.
    ("bare", re.compile(r"\b(\d+[a-z]{0,3}[.:]\d+[a-z]{0,4})\b", re.I)),
)
_CODE = re.compile(r"([A-Z]\d{2}(?:\.?[A-Z0-9]{1,4})?)(?=$|[\s:,–-])")
_WORDS = re.compile(r"[^\W_]+")
_MAX_NAME = 200
# What a question about a place says beside the place, and words that tell where in a law it is.
_LITTLE_WORDS = function_words("en", "nl") | words(
    """according explain mean means paragraph say says show sub subsection tell text
    aanhef bedoeld betekent geef geldt gelet leden letter lid luidt onderdeel staat tekst toon uitleg zegt
    eerste tweede derde vierde vijfde zesde zevende achtste negende tiende"""
)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question refers to: the names to look up, and the words that tell where."""

    names: tuple[str, ...]
    words: tuple[str, ...]
    # Whether it has the names without saying what they are ("3.111 Wet IB 2001").
    vague: bool


def names_of(key: str, title: str, heading: str, chunk_key: str, citations: Sequence[str]) -> list[str]:
    """The names of a chunk, in canonical form: its keys, title and citations as they are, and references in them."""
    names = [_as_is(text) for text in (key, title, chunk_key, *citations)]
    for text in (title, heading, key, *citations):
        names += [name for kind, name, _, _ in _references(text) if kind not in ("code", "bare")]
    for text in (key, chunk_key, title):
        if code := _CODE.match(text):
            names.append(_code(code[1]))
    return sorted({name for name in names if name and len(name) <= _MAX_NAME})


def asked_in(question: str) -> Asked:
    """The references in a question."""
    names, taken, vague, numbers = [_as_is(question)], [], True, []
    for kind, name, start, end in _references(question):
        taken.append((start, end))
        vague = vague and kind == "bare"
        names.append(f"art:{name}" if kind == "bare" else name)
        if kind in ("art", "bare") and ":" in (number := names[-1].removeprefix("art:")):
            # Books of a code have articles of their own: 6:162 is article 162 of book 6.
            book, _, article = number.partition(":")
            names.append(f"art:{article}")
            numbers.append(book)
    words = [word[0] for word in _WORDS.finditer(question) if not _inside(word.start(), taken)]
    content = [word for word in words if word.lower() not in _LITTLE_WORDS]
    return Asked(tuple(dict.fromkeys(names)), (*content, *numbers), vague and len(names) > 1)


def chosen(asked: Asked, candidates: Sequence[tuple[int, Sequence[str], str, str]], limit: int) -> list[int]:
    """The ids of the chunks that `asked` refers to, of `candidates`: (id, names, place, heading), best first, or none.

    `place` is the same for chunks of one document. What carries the whole question as a name needs no more.
    """
    whole = [pk for pk, names, _, _ in candidates if asked.names and asked.names[0] in names]
    if whole:
        return whole[:limit]
    if not candidates:
        return []
    scored = [(*_agreement(asked.words, heading), pk, place) for pk, _, place, heading in candidates]
    most = max(agreeing for agreeing, _, _, _ in scored)
    enough = not asked.words or most * 2 >= len(asked.words)
    only_one = len({place for _, _, _, place in scored}) == 1 and len(asked.words) - most <= 2
    if (asked.vague and not (most and enough)) or not (enough or only_one):
        return []
    best = [(share, pk) for agreeing, share, pk, _ in scored if agreeing == most]
    closest = max(share for share, _ in best)
    return [pk for share, pk in best if share == closest][:limit]


def _agreement(words: Sequence[str], heading: str) -> tuple[int, float]:
    """How many of `words` the heading has, as they are or abbreviated, and which share of the heading they are."""
    parts = [part.lower() for part in _WORDS.findall(heading)]
    parts = [part for part in parts if part not in _LITTLE_WORDS]
    agreeing, covered = 0, set[int]()
    for word in words:
        where = {n for n, part in enumerate(parts) if part == word.lower()} or _abbreviated(word, parts)
        agreeing += bool(where)
        covered |= where
    return agreeing, len(covered) / max(1, len(parts))


def _abbreviated(word: str, parts: Sequence[str]) -> set[int]:
    """The places in `parts` that `word` abbreviates: IB is inkomstenbelasting, AWR algemene wet rijksbelastingen.

    Longer ones only with a capital: a plain word of four letters is spelled by some law's name too easily.
    """
    if not 2 <= len(word) <= (5 if word[0].isupper() else 3) or not word.isalpha():
        return set()
    for start, part in enumerate(parts):
        if part[0] == word[0].lower() and (spelled := _spelled(word.lower()[1:], parts, start, 1)):
            return spelled
    return set()


def _spelled(rest: str, parts: Sequence[str], at: int, inside: int) -> set[int]:
    """The places that spell `rest` going on in part `at` from character `inside`, or at the start of a later one."""
    if not rest:
        return {at}
    for later in range(at + 1, min(at + 3, len(parts))):
        if parts[later][0] == rest[0] and (spelled := _spelled(rest[1:], parts, later, 1)):
            return spelled | {at}
    place = parts[at].find(rest[0], inside)
    return _spelled(rest[1:], parts, at, place + 1) if place >= 0 else set()


def _references(text: str) -> Iterator[tuple[str, str, int, int]]:
    """(kind, canonical name, start, end) of each reference in `text`; a bare number's name has no kind in it."""
    taken: list[tuple[int, int]] = []
    for kind, pattern in _PATTERNS:
        for match in pattern.finditer(text):
            if _inside(match.start(), taken):
                continue
            taken.append(match.span())
            parts = [part.lower() for part in match.groups()]
            name = _code(parts[0]) if kind == "code" else ":".join(parts if kind == "bare" else [kind, *parts])
            yield kind, name, *match.span()


def _code(code: str) -> str:
    return f"code:{code.replace('.', '').lower()}"


def _as_is(text: str) -> str:
    folded = " ".join(text.split()).casefold().rstrip("?.! ")
    return f"is:{folded}" if folded else ""


def _inside(place: int, spans: Iterable[tuple[int, int]]) -> bool:
    return any(start <= place < end for start, end in spans)
