"""A citation, so that code finds the words again; and whether two of one matter contradict each other. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pursuit.answers.kinds import PATTERNS
from pursuit.answers.resting import polarities
from pursuit.answers.statements import MOST, Statement, statements
from pursuit.words import SCOPE, terms_of, value_of
from retrieval.search import Passage
from wording.stems import stem


def cite(passage: Passage, statement: Statement, *, leans: bool) -> dict[str, Any]:
    """A statement as a citation that code can find again, with what it hangs on where it `leans` or that is near."""
    start, end = statement.start, statement.end
    if 0 <= statement.whole < start and end - statement.whole <= MOST:
        start = statement.whole
    elif leans or statement.self_text.split()[0].lower().strip("*_") in _POINTS:
        # "It is granted for 12 months" needs the sentence before it.
        start = _sentence_before(statement, passage)
    return citation(passage, start, min(max(end, _goes_on(statement, passage)), start + 2 * MOST))


_GOES_ON = re.compile(r"(?:It|They|This)\b")


def _goes_on(statement: Statement, passage: Passage) -> int:
    """Where the sentence behind ends that goes on with this one: "It is not covered for weight loss."."""
    later = (other for other in statements(passage.text) if 0 <= other.start - statement.end < 4)
    return max((other.end for other in later if _GOES_ON.match(other.self_text)), default=-1)


_POINTS = frozenset(
    ("it", "they", "this", "these", "those", "such", "he", "she", "its", "their", "no", "yes", "otherwise", "further")
)


def _sentence_before(statement: Statement, passage: Passage) -> int:
    earlier = [
        other for other in statements(passage.text) if other.end <= statement.start and statement.start - other.end < 4
    ]
    before = earlier[-1].start if earlier and statement.before else statement.start
    return before if statement.end - before <= MOST else statement.start


def citation(passage: Passage, start: int, end: int) -> dict[str, Any]:
    """A citation of `passage.text[start:end]`."""
    return {
        "document": str(passage.document_id),
        "chunk": passage.chunk_id,
        "chunk_key": passage.chunk_key,
        "start": start,
        "end": end,
        "quote": passage.text[start:end],
        "title": passage.title,
        "heading": passage.heading,
        "source": passage.source,
        "valid_from": passage.valid_from.isoformat() if passage.valid_from else "",
        "valid_to": passage.valid_to.isoformat() if passage.valid_to else "",
        **{name: value_of(passage.metadata, name) for name in SCOPE},
    }


def newest_first(pair: Sequence[Mapping[str, Any]]) -> tuple[Mapping[str, Any], ...]:
    return tuple(sorted(pair, key=lambda cited: str(cited["valid_from"] or ""), reverse=True))


def are_rivals(cited: Mapping[str, Any], other: Mapping[str, Any], kind: str = "") -> bool:
    """Whether the quotes of two documents contradict each other, as answers of this kind."""
    return cited["document"] != other["document"] and disagree(str(cited["quote"]), str(other["quote"]), kind)


# A list of a page says too many things to be denied by one word.
_MOST_WORDS = 70
# From here on the words of the shorter of two quotes are of one matter.
_SAME_MATTER = 0.4
_NOT = PATTERNS["not"]
_FIGURE = PATTERNS["figure"]


# Kinds that are answered by whether something is so, with the name under which that is read.
JUDGED = {"coverage": "covers", "approval": "needs", "referral": "needs"}
# What denies nothing of whether a thing is covered or needed: "covered without a referral".
_DENIES = PATTERNS["denies"]


def disagree(sentence: str, other: str, kind: str = "") -> bool:
    """Whether two quotes on the same matter cannot both hold as answers of this kind.

    One denies what the other says, or their figures differ. Of what is said to be covered no figure tells: both may be.
    """
    if max(len(sentence.split()), len(other.split())) > _MOST_WORDS:
        return False
    mine, yours = _stems_of(sentence), _stems_of(other)
    if not mine or not yours or len(mine & yours) / min(len(mine), len(yours)) < _SAME_MATTER:
        return False
    name = JUDGED.get(kind, "")
    if name:
        if not _judged_so(sentence, name) & _judged_so(other, name):
            return True
    elif bool(_NOT.search(sentence)) != bool(_NOT.search(other)):
        return True
    if kind == "coverage" and (polarities(sentence, name) or polarities(other, name)):
        return False
    here, there = figures(sentence), figures(other)
    return any(here[unit] != there[unit] for unit in here.keys() & there.keys())


def _judged_so(text: str, name: str) -> frozenset[bool]:
    """Whether a quote says that a thing is covered, or needed: both where it says so of one and not of another."""
    return polarities(text, name) or frozenset([not _DENIES.search(text)])


def figures(text: str) -> dict[str, frozenset[str]]:
    """{unit: numbers} of a text, as in {"day": {"30"}, "$": {"500"}}; numbers without a unit are not figures."""
    counted: dict[str, set[str]] = {}
    for match in _FIGURE.finditer(text):
        unit = (
            "$" if match["money"] or (match["unit"] or "").lower().startswith("dollar") else _unit(match["unit"] or "")
        )
        if unit:
            counted.setdefault(unit, set()).add(match["number"].replace(",", ""))
    return {unit: frozenset(numbers) for unit, numbers in counted.items()}


def _unit(written: str) -> str:
    word = written.lower().split()[-1] if written else ""
    return "%" if word in ("%", "percent") else word.rstrip("s")


def _stems_of(text: str) -> set[str]:
    return {stem(term) for term in terms_of(text) if not term[0].isdigit()}
