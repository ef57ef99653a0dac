"""Does a worded answer rest on its quotes? Each statement's numbers stand in one, and none says plainly the opposite.

Pure. Numbers are strict; of the rest only what a quote plainly denies, or denies itself with no such quote, is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from pursuit.answers.kinds import PATTERNS
from pursuit.words import concepts
from wording.amounts import Number, find_dates, find_numbers, is_stated
from wording.denials import Denials, turns_round, without_denials
from wording.sentences import sentence_spans

# Where one statement of a sentence ends and the next begins; a comma before a year or within a figure ends none.
_CUT = re.compile(r";\s+|,\s+(?!\d{4}\b)|\s+(?:and|but|while|whereas)\s+", re.IGNORECASE)
_UNIT = PATTERNS["unit"]
_TIMES = ("minute", "hour", "day", "week", "month", "quarter", "year")
# "E0601", "277CA".
_CODE = re.compile(r"\b(?:[A-Za-z]{1,3}\d[\w.]*\w|\d{2,6}[A-Z]{1,3})\b")
# "GLP-1", "form D-30": a name with a number, of which no digit may be another.
_NUMBERED_NAME = re.compile(r"\b[A-Z]{1,6}-\d+[A-Za-z]?\b")
_BARE = re.compile(r"\W*(?P<word>yes|no)\b\s*(?:[,.;:!–—-]|$)", re.IGNORECASE)
_NEGATES, _DEPENDS = PATTERNS["negates"], PATTERNS["depends"]
_DENIES, _BEARS_DENIAL = PATTERNS["denies"], PATTERNS["bears_denial"]
_BEARS_NO_COVERAGE = PATTERNS["bears_no_coverage"]
_SAYS = {name: PATTERNS[f"says_{name}"] for name in ("covers", "needs", "allows")}


@dataclass(frozen=True, slots=True)
class _Figure:
    """A number as a value with the kind of thing that it counts: "day", "money", "thing", "" where nothing says it."""

    value: Decimal
    unit: str

    def same_unit(self, other: _Figure) -> bool:
        return self.unit == other.unit or not self.unit or not other.unit


def rests_on(answer: str, quotes: Sequence[str], question: str = "") -> bool:
    """Whether an answer to `question` rests on these quotes, the words of passages."""
    sources = [clause for quote in quotes for clause in _clauses(quote)]
    whole = " ".join(quotes)
    if any(code.lower() not in whole.lower() for code in _CODE.findall(answer)):
        return False
    known = f"{whole} {question}".lower()
    if any(name.lower() not in re.findall(r"[a-z]+-\d+[a-z]?\b", known) for name in _NUMBERED_NAME.findall(answer)):
        return False
    return all(
        _numbers_stand(clause, sources, whole) and not _is_opposite(clause, sources, whole)
        for clause in _statements(answer, question)
    )


def _statements(answer: str, question: str) -> Iterator[str]:
    """The clauses of an answer; its "yes" or "no" says what the question asks."""
    if bare := _BARE.match(answer):
        polarities = {name: _polarity(question, name) for name in _SAYS}
        for name, asked in polarities.items():
            if asked is not None:
                yield _AS_SAID[name, asked is (bare["word"].lower() == "yes")]
        answer = answer[bare.end() :]
    yield from _clauses(answer)


_AS_SAID = {
    ("covers", True): "It is covered",
    ("covers", False): "It is not covered",
    ("needs", True): "It is required",
    ("needs", False): "It is not required",
    ("allows", True): "It is allowed",
    ("allows", False): "It is not allowed",
}


def _clauses(text: str) -> list[str]:
    spans = sentence_spans(text, lines=True, clauses=True)
    return [piece for start, end in spans for piece in _CUT.split(text[start:end]) if re.search(r"\w", piece)]


def _numbers_stand(clause: str, sources: Sequence[str], whole: str) -> bool:
    """Whether each number of a clause stands in a quote, where that speaks of the same as the clause."""
    dates = find_dates(clause)
    if dates and not all(is_stated(date, find_dates(whole)) for date in dates):
        return False
    for number in find_numbers(clause):
        if any(date.start <= number.start < date.end for date in dates):
            continue
        if number.kind in ("date", "time"):
            if not set(re.findall(r"\d+", number.text)) <= set(re.findall(r"\d+", whole)):
                return False
        elif number.kind != "ordinal" or number.text[0].isdigit():
            figure = _figure(number, clause)
            holding = [source for source in sources if any(_same(figure, other) for other in _figures(source))]
            if not holding or _overlap(clause, holding) < _overlap(clause, _rivals(figure, sources, holding)):
                return False
    return True


def _rivals(figure: _Figure, sources: Sequence[str], holding: Sequence[str]) -> list[str]:
    """The clauses of the quotes that give another number of the same unit."""
    others = (source for source in sources if source not in holding)
    return [source for source in others if figure.unit and any(f.unit == figure.unit for f in _figures(source))]


def _overlap(clause: str, sources: Sequence[str]) -> int:
    """How many of a clause's words the source has that has most of them; -1 where there is none."""
    words = _words(clause)
    return max((len(words & _words(source)) for source in sources), default=-1)


def _words(text: str) -> frozenset[str]:
    units = {*_TIMES, "dollar", "cent", "percent"}
    return frozenset(word for word in concepts(text) if word.isalpha() and word not in units)


def _same(figure: _Figure, other: _Figure) -> bool:
    return figure.value == other.value and figure.same_unit(other)


def _figures(text: str) -> list[_Figure]:
    return [_figure(number, text) for number in find_numbers(text)]


def _figure(number: Number, text: str) -> _Figure:
    before, after = text[: number.start].rstrip(), text[number.end :]
    if before.endswith(("$", "€", "£")):
        return _Figure(number.value, "money")
    unit = _UNIT.match(after)
    named = (unit["time"] or "").lower().rstrip("s") if unit else ""
    if named:
        return _Figure(number.value, named)
    if number.kind == "percent":
        return _Figure(number.value, "percent")
    if unit is None:
        return _Figure(number.value, "")
    kind = "money" if unit["money"] else "percent" if unit["percent"] else "thing"
    return _Figure(number.value, kind)


def _is_opposite(clause: str, sources: Sequence[str], whole: str) -> bool:
    """Whether a clause says plainly the opposite of the quotes, or denies what no quote denies."""
    if turns_round(_words_and_denials(clause), map(_words_and_denials, sources)):
        return True
    for name in _SAYS:
        says = _polarity(clause, name)
        if says is None:
            continue
        speaking = [source for source in sources if _SAYS[name].search(source)]
        closest = _overlap(clause, speaking)
        against = [_polarity(source, name) for source in speaking if _overlap(clause, [source]) == closest]
        if against and all(polarity is (not says) for polarity in against):
            return True
    bears = _BEARS_NO_COVERAGE if _polarity(clause, "covers") is False else _BEARS_DENIAL
    return bool(_DENIES.search(clause)) and not bears.search(whole)


def _words_and_denials(text: str) -> Denials:
    bare, denials = without_denials(text)
    return frozenset(re.findall(r"[\w$.%-]*\w", bare)), denials


def _polarity(text: str, name: str) -> bool | None:
    """Whether a text says that something is covered, needed or allowed; None where it says neither, or it depends."""
    both = polarities(text, name)
    return next(iter(both)) if len(both) == 1 and not _DEPENDS.search(text) else None


def polarities(text: str, name: str) -> frozenset[bool]:
    """What a text says of whether things are covered ("covers"), needed or allowed, whatever it depends on."""
    return frozenset(
        not _NEGATES.search(text[: match.start()]) and not match["never"] for match in _SAYS[name].finditer(text)
    )
