"""What an investor might decide about passages of a contract, drawn from what stands in them; for `evaluate papers`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from investor_review.edits import find_values
from wording.phrases import phrase_lists
from wording.sentences import sentence_spans

_WORDED = phrase_lists(Path(__file__).with_suffix(".txt"))
_PARAGRAPH = re.compile(r"\S(?:.|\n(?!\s*\n)){80,1500}")
DEFINED = re.compile(r"[\"“]([A-Z][a-z]{3,})[\"”]\s+(?:means|shall mean)|\(the [\"“]([A-Z][a-z]{3,})[\"”]\)")
_PHRASE = re.compile(r"\b[a-z]{4,} [a-z]{5,}\b")
# By turns, so that forty reviews of five decisions hold each of them alike often.
KINDS = ("money", "period", "frequency", "number", "term", "strike", "dictated", "clause", "order", "suggestion")
# No edit may come of these.
LEFT_OPEN = frozenset({"order"})
_VALUES = {"money": "money", "period": "period", "frequency": "frequency", "number": "percent"}


class Wish(NamedTuple):
    """A decision: its kind, the passage that it is about, its words, and what was suggested there."""

    kind: str
    passage: str
    words: str
    suggested: tuple[str, ...]


def decisions(text: str, seed: int, number: int = 5) -> list[Wish]:
    """So many decisions about passages of the text, each about one of its own, of kinds by turns."""
    passages = [match[0] for match in _PARAGRAPH.finditer(text) if text.count(match[0]) == 1]
    turn = passages[seed % max(1, len(passages)) :] + passages[: seed % max(1, len(passages))]
    made: list[Wish] = []
    for position in range(number):
        kinds = [KINDS[(seed * number + position + later) % len(KINDS)] for later in range(len(KINDS))]
        wish = next(_wishes(kinds, turn, text, seed + position), None)
        if wish is None:
            break
        turn.remove(wish.passage)
        made.append(wish)
    return made


def _wishes(kinds: list[str], passages: list[str], text: str, seed: int) -> Iterator[Wish]:
    """The first kind that a passage has something for, and the others behind it."""
    for kind in kinds:
        for passage in passages:
            if words := _words(kind, passage, text, seed):
                suggested = _WORDED["suggested"]
                yield Wish(kind, passage, words, (suggested[seed % len(suggested)],))


def _words(kind: str, passage: str, text: str, seed: int) -> str:
    """The words of a decision of that kind about the passage; "" where it has nothing for it."""
    forms = _WORDED[kind]
    form = forms[seed % len(forms)]
    if kind in _VALUES:
        old = [value.text for value in find_values(passage) if value.kind == _VALUES[kind]]
        return form.replace("<old>", " ".join(old[seed % len(old)].split())) if old else ""
    phrases = [words for words in _PHRASE.findall(passage) if passage.count(words) == 1]
    if kind == "term":
        return form.replace("<old>", phrases[seed % len(phrases)]) if phrases else ""
    if kind == "strike":
        is_long = len(list(sentence_spans(passage, 0, len(passage)))) > 1
        return form.replace("<old>", phrases[seed % len(phrases)]) if phrases and is_long else ""
    terms = sorted({match[1] or match[2] for match in DEFINED.finditer(text)})
    return form.replace("<term>", terms[seed % len(terms)].lower() if terms else "recipient")
