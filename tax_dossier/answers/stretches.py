"""Which stretches of a long sentence are quoted: those that speak of what is asked, with what the sentence is about."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence

from tax_dossier.answers.quotes import MAX_QUOTE

# The weight of a stretch of a text, by where it begins and ends.
Weigh = Callable[[int, int], float]

# Where one clause ends and another begins; and where a long one may be parted.
_CLAUSE = re.compile(
    r"(?<=[,;:)])\s+|\s+(?=[(–])|\s+(?=(?:indien|tenzij|mits|voor ?zover|wanneer|ingeval|met uitzondering)\b)"
)
_INSIDE = re.compile(r"\s+(?=(?:of|en|aan|van|door|voor|in|op|met|die|dat|welke|ter|waar\w*|ten|als|or|and|that|of)\b)")
_LONG, _SHORT = 90, 25
# The sign between two clauses, or a word that says nothing, where a stretch would be longer than may be quoted.
_PAUSE = re.compile(r"[,;:](?=\s)")
_SMALL, _ROOM = re.compile(r"(?<!\w)(?:de|het|een|van|der|the|of)(?!\w)", re.IGNORECASE), 4
_GAP = " … "
# Of those, the last ones that are looked at where one is not enough, and how much around a word must tell little.
_LATE, _AROUND = 3, 40
# What a clause adds by itself: the first says what it is about and the last what holds; every letter that fits is
# welcome; and what goes on.
_FIRST, _LAST, _LETTER, _GOES_ON = 1.0, 0.8, 0.002, 0.35


def best_stretches(sentence: str, most: int, weigh: Weigh, spared: tuple[int, int] = (0, 0)) -> str:
    """The weightiest clauses of a sentence in their order, at most so many characters with the gaps between them.

    What is longer than may be quoted in one piece loses a word that says nothing, and none of those that are spared.
    """
    if len(sentence) <= min(most, MAX_QUOTE):
        return sentence
    runs = _joined(_chosen(_clauses(sentence), most, weigh))
    pieces = [piece for start, end in runs for piece in _within_limit(sentence, start, end, weigh, spared)]
    quote = _GAP.join([*(piece.strip().rstrip(",;:") for piece in pieces[:-1]), pieces[-1].strip()]) if pieces else ""
    return quote if not runs or runs[-1][1] == len(sentence) else f"{quote.rstrip(',;: ')} …"


def _clauses(sentence: str) -> list[tuple[int, int]]:
    """Where the clauses of a sentence stand, the long ones parted."""
    spans: list[tuple[int, int]] = []
    start = 0
    for end in [*(match.end() for match in _CLAUSE.finditer(sentence)), len(sentence)]:
        if end - start >= _SHORT or end == len(sentence):
            spans += _parted(sentence, start, end)
            start = end
    return spans


def _parted(sentence: str, start: int, end: int) -> list[tuple[int, int]]:
    """A clause, or its halves until none is long."""
    if end - start <= _LONG:
        return [(start, end)]
    middle = (start + end) // 2
    places = [match.end() for match in _INSIDE.finditer(sentence, start + _SHORT, end - _SHORT)]
    if not places:
        space = sentence.find(" ", middle, end) + 1
        places = [space] if space and end - space > 0 else []
    if not places:
        return [(start, end)]
    place = min(places, key=lambda at: abs(at - middle))
    return [*_parted(sentence, start, place), *_parted(sentence, place, end)]


def _chosen(clauses: Sequence[tuple[int, int]], most: int, weigh: Weigh) -> list[tuple[int, int]]:
    """The clauses that weigh most together and fit; what goes on from one that is chosen needs no gap."""
    # For each length: the weight and the clauses, by whether the last one looked at is among them.
    states: dict[tuple[int, bool], tuple[float, tuple[int, ...]]] = {(0, False): (0.0, ())}
    for number, (start, end) in enumerate(clauses):
        own = (
            weigh(start, end) + _LETTER * (end - start) + _FIRST * (number == 0) + _LAST * (number + 1 == len(clauses))
        )
        grown: dict[tuple[int, bool], tuple[float, tuple[int, ...]]] = {}
        for (length, taken), (weight, some) in states.items():
            options = [((length, False), (weight, some))]
            longer = length + end - start + (0 if taken or not number else len(_GAP))
            if longer <= most:
                options.append(((longer, True), (weight + own + (_GOES_ON if taken else 0.0), (*some, number))))
            for key, value in options:
                if key not in grown or value[0] > grown[key][0]:
                    grown[key] = value
        states = grown
    best = max(states.values(), key=lambda state: state[0])
    return [clauses[number] for number in best[1]]


def _joined(clauses: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for start, end in clauses:
        if runs and runs[-1][1] == start:
            runs[-1] = (runs[-1][0], end)
        else:
            runs.append((start, end))
    return runs


def _within_limit(sentence: str, start: int, end: int, weigh: Weigh, spared: tuple[int, int]) -> list[str]:
    """A stretch, parted where it tells least wherever it is longer than may be quoted: between clauses, else at words
    that say nothing."""
    pieces = []
    # What follows the words that are spared says what holds.
    wide = (spared[0], spared[1] + _AROUND if spared[1] else 0)
    forms = [(form, some) for some in (wide, spared) for form in (_PAUSE, _SMALL)]
    while end - start > MAX_QUOTE:
        gap = next(filter(None, (_gap(form, sentence, start, end, weigh, some) for form, some in forms)), None)
        if gap is None:
            break
        pieces.append(sentence[start : gap[0]])
        start = gap[1]
    return [*pieces, sentence[start:end]]


def _gap(
    form: re.Pattern[str], sentence: str, start: int, end: int, weigh: Weigh, spared: tuple[int, int]
) -> tuple[int, int] | None:
    """What of this form is best left out of a stretch, so that its first piece may be quoted."""
    spans = [
        match.span()
        for match in form.finditer(sentence, start + 1, start + MAX_QUOTE - _ROOM)
        if not (match.start() < spared[1] and spared[0] < match.end())
    ]
    # What comes after it needs a gap less.
    enough = [span for span in spans if _pieces(end - span[1]) < _pieces(end - start)]
    if form is _SMALL:
        enough = enough or spans[-_LATE:]
    return min(
        enough,
        key=lambda span: weigh(max(start, span[0] - _AROUND), min(end, span[1] + _AROUND)),
        default=None,
    )


def _pieces(length: int) -> int:
    return math.ceil(length / (MAX_QUOTE - _ROOM))
