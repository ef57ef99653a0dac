"""Words before values: every number of a value must stand in the person's own words; the place is kept with it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from chat.assistants import Said
from wording.numbers import Number, find_numbers

# Numbers that are part of a name: what they name may be said in other words.
_NAMES = re.compile(
    r"\b(?:401|403|457)\s?\(?[abk]\)?(?!\w)|\b529\b(?=\s+(?:plan|account|college))|\b1099(?:-?[A-Z]+)?\b|\bW-?2\b"
    r"|\bsection\s+\d+\b|\b72\s?\(t\)|\b1031\b(?=\s+exchange)|\bPart [A-D]\b|\bPlan [A-N]\b|\b24/7\b",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d+")
_SENTENCE = re.compile(r"[^.!?\n]+(?:[.!?](?=\d)[^.!?\n]*)*[.!?]*\s*|[.!?\n]+\s*")
_WORD = re.compile(r"[^\W\d_]{3,}|\d(?:[\d.,]*\d)?", re.UNICODE)
_WEAK = set(
    re.findall(
        r"\w+",
        "the and for has have had his her their they with that this from are was were will would wants want user "
        "person who which about plan plans planning not but you your our its",
    )
)
_IN_DIGITS = ("date", "time", "phone")
MAX_NUMBERS = 200


class NotInWords(Exception):
    """A number of the value is not in the person's words. The text says which, and what stands there instead."""


@dataclass(frozen=True, slots=True)
class Place:
    """A passage of one of the person's messages."""

    message_id: int
    start: int
    end: int


def place_of(value: str, said: Iterable[Said]) -> Place | None:
    """The passage that `value` comes from, looked for from the newest message back; None when nothing was said.

    Raises NotInWords for a number that stands in none of the messages.
    """
    wanted, best, read = _wanted(value), None, []
    for message in said:
        read.append(message)
        present = _numbers_of(message.text) if wanted else ()
        here = [n for n in wanted if _stands(n, present, message.text)]
        wanted = [n for n in wanted if n not in here]
        spans = [span for n in here for span in _spans(n, present, message.text)[:1]]
        if spans and best is None:
            best = _word_for_word(value, message) or _around(message, value, spans)
        if not wanted:
            break
    if wanted:
        raise NotInWords(_refusal(wanted[0], read))
    return best or (_word_for_word(value, read[0]) or _likeliest(value, read[0]) if read else None)


def sentence_around(text: str, start: int, end: int) -> tuple[int, int]:
    """The offsets of the sentences that hold `text[start:end]`."""
    found = [m for m in _SENTENCE.finditer(text) if m.end() > start and m.start() < max(end, start + 1)]
    if not found:
        return start, end
    return found[0].start(), max(end, found[0].start() + len(text[found[0].start() : found[-1].end()].rstrip()))


def _wanted(value: str) -> list[Number]:
    masked = _NAMES.sub(lambda name: " " * len(name[0]), value)
    # "second" and "first" rank in words and state no amount.
    return [n for n in find_numbers(masked) if n.kind != "ordinal" or n.text[0].isdigit()][:MAX_NUMBERS]


@lru_cache(maxsize=64)
def _numbers_of(text: str) -> tuple[Number, ...]:
    # A life story is read once, however many facts are taken from it.
    return tuple(find_numbers(text))


def forget_texts() -> None:
    """Give up the messages that were read. Whoever has recorded what a turn brought calls it."""
    _numbers_of.cache_clear()


def _stands(number: Number, present: Sequence[Number], text: str) -> bool:
    return bool(_spans(number, present, text))


def _spans(number: Number, present: Sequence[Number], text: str) -> list[tuple[int, int]]:
    """Where the number stands in `text`: the same value, or for dates and times the same digits."""
    if number.kind in _IN_DIGITS:
        digits = set(_DIGITS.findall(number.text))
        places = {m[0]: m.span() for m in _DIGITS.finditer(text)}
        if digits and digits <= set(places):
            return [places[d] for d in digits]
    return [
        (n.start, n.end)
        for n in present
        if number.value == n.value or number.value in n.alternatives or n.value in number.alternatives
        if (number.kind == "percent") == (n.kind == "percent") or n.text.strip("$€£ ") == number.text.strip("$€£ %")
    ]


def _around(message: Said, value: str, spans: Sequence[tuple[int, int]]) -> Place:
    """From the first to the last word of the value in the sentence that holds its numbers."""
    low, high = sentence_around(message.text, spans[0][0], spans[0][1])
    inside = [span for span in spans if low <= span[0] < high]
    marks = [*inside, *_shared(value, message.text[low:high], low)]
    return Place(message.message_id, min(m[0] for m in marks), max(m[1] for m in marks))


def _word_for_word(value: str, message: Said) -> Place | None:
    """Where the whole value stands in a message, capitals and the last full stop aside."""
    wanted, text = value.strip().rstrip(".").lower(), message.text.lower()
    # A few letters change their length with their case, and the offsets would be wrong.
    start = text.find(wanted) if len(text) == len(message.text) else -1
    return Place(message.message_id, start, start + len(wanted)) if start >= 0 and wanted else None


def _likeliest(value: str, message: Said) -> Place:
    """The sentence of a message that shares most words with a value without numbers; the whole where none does."""
    best: tuple[int, list[tuple[int, int]]] = (0, [])
    for found in _SENTENCE.finditer(message.text):
        marks = list(_shared(value, found[0], found.start()))
        if len(marks) > best[0]:
            best = (len(marks), marks)
    if best[1]:
        return Place(message.message_id, best[1][0][0], best[1][-1][1])
    text = message.text.rstrip()
    return Place(message.message_id, len(text) - len(text.lstrip()), len(text))


def _shared(value: str, sentence: str, offset: int) -> Iterator[tuple[int, int]]:
    wanted = {_stem(w) for w in _WORD.findall(value.lower())} - _WEAK
    for word in _WORD.finditer(sentence):
        if _stem(word[0].lower()) in wanted:
            yield offset + word.start(), offset + word.end()


def _stem(word: str) -> str:
    return word[:5] if word.isalpha() else word.rstrip(".,")


def _refusal(number: Number, said: Sequence[Said]) -> str:
    stated = [n.text for message in said[:4] for n in _numbers_of(message.text)][:8]
    words = ", ".join(f'"{text[:40]}"' for text in stated) or "no number"
    return f"The person did not write {number.text[:60]!r}. Their words hold {words}."
