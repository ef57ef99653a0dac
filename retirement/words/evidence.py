"""Weighs whether words of the person carry a fact: they share words and numbers, and nothing in them speaks against it.

What a sentence means is the proposer's to say. Here is only looked at what can be seen: a number that is not there or
measures something else, a denial, another person's affairs, a question, a supposition, a quotation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from retirement.reading import (
    ASKED,
    CONDITION,
    DEBTS,
    OVER,
    QUOTED,
    SUPPOSED,
    THEY,
    THIRD,
    WISHED,
    Counted,
    ReadPassage,
    SentenceToken,
    ages_somebody,
    is_negation,
    is_paid,
    is_same,
    is_same_person,
    key_of,
    kinds_in,
    names_nothing,
    names_somebody,
    periods_in,
)
from retirement.words.numbers import Contradicted, is_verbatim, licence, shared_with
from wording.amounts import words
from wording.phrases import groups

_PATTERNS = groups(Path(__file__).parent / "patterns/evidence.txt")

# Words that measure without a number: what is said with one must have been said.
_COUNTS = words("doubl twice tripl dozen thous milli hundr major third quart half everything entire")
_HAPPENS = words("is has was had does gets owns lives pays earns makes are have were lost retired moved")
_ARTICLES = words("the a an some another every each")
_PROGRAMMES = words("social security medicare")
# A summary that says so may hold what was asked or supposed; with the second, what is wished.
_MAYBE = re.compile(_PATTERNS["maybe"], re.IGNORECASE)
_WISHING = re.compile(_PATTERNS["wishing"], re.IGNORECASE)
_SPOKEN = re.compile(
    r"[\"“”‘]|\b(?:says?|said|told|quot\w+|advis\w+|recommend\w*|suggest\w*|claims?|according)\b", re.I
)
_IS_SO = re.compile(_PATTERNS["is_so"], re.I)  # fmt: skip
_PAST = re.compile(r"\b(?:was|were|had|past|once|retired|quit|stopped|gave up|used to|no longer)\b", re.I)


@dataclass(frozen=True, slots=True)
class Support:
    """How far words carry a fact: places of what they share, and the share of the fact that they hold."""

    marks: tuple[tuple[int, int], ...]
    share: float
    alike: bool
    apart: bool
    # Words of the fact stand there, or it has none beside its numbers.
    names: bool = True

    def is_enough(self, quoted: bool) -> bool:
        """More than half of it, or half with nothing against it; of words quoted for it, one or the kind."""
        if not self.marks:
            return quoted and self.alike
        if quoted or self.share > 0.5 or (self.alike and self.share > 0.3):
            return True
        return not self.apart and self.share >= 0.5 and self.names


def weigh(
    claimed: ReadPassage, spoken: ReadPassage, about: Iterable[str] = (), *, label: str = "", quoted: bool = False
) -> Support:
    """How far `spoken` carries `claimed`; `about` are the relations that the fact's labels name, `label` its type.

    `quoted`: these words were quoted for it, and what they mean is the proposer's to say.

    Raises Contradicted where the words plainly speak against it.
    """
    # Whole words of the person keep their "he" and "she"; a summary must say who that is.
    verbatim = is_verbatim(claimed, spoken)
    relations = (claimed.relations if verbatim else claimed.relations - {THIRD}) | frozenset(about)
    # "If one gets sick": a bare "one" counts nothing.
    counted = [
        c for c in claimed.numbers if c.measure.number.text.lower() != "one" or c.measure.kind not in ("bare", "count")
    ]
    numbers = [licence(number, claimed, spoken, relations, quoted) for number in counted]
    shared = dict(shared_with(claimed, spoken))
    if not (OVER.search(spoken.text) and _PAST.search(claimed.text)):
        for key, tokens in shared.items():
            _check_sign(claimed, claimed.content[key], spoken, tokens)
    _check_paid(claimed, spoken)
    wanted = list(claimed.content)
    _check_names(claimed, shared, label)
    _check_periods(claimed, spoken)
    marks = [(c.measure.start, c.measure.end) for c in numbers] + [
        (t.start, t.end) for ts in shared.values() for t in ts
    ]
    _check_assertion(claimed, spoken, [token for tokens in shared.values() for token in tokens], numbers, relations)
    total = len(wanted) + len(numbers)
    share = (len(shared) + len(numbers)) / total if total else 0.0
    repeated = spoken.leads and spoken.text.strip(" .!").lower() in claimed.text.lower()
    if spoken.leads and not repeated and not any(high for _, high in marks):
        marks, share = [], 0.0
    alike, apart = kinds_in(claimed.text), kinds_in(spoken.text)
    if not marks:
        return Support((), 0.0, bool(alike & apart) and not spoken.leads and denies(claimed) == denies(spoken), False)
    places = tuple((spoken.start + low, spoken.start + high) for low, high in sorted(marks))
    names = bool(shared or not wanted or names_nothing(spoken.text))
    return Support(places, share, bool(alike & apart), bool(alike and apart and not alike & apart), names)


def _check_sign(
    claimed: ReadPassage, mine: Sequence[SentenceToken], spoken: ReadPassage, theirs: Sequence[SentenceToken]
) -> None:
    """Told and denied are opposites, unless both deny: "don't owe a dime" is "owes nobody anything"."""
    if {token.sign * other.sign for token in mine for other in theirs} != {-1}:
        return
    if not (any(is_negation(token.word) for token in claimed.tokens) and all(other.sign < 0 for other in theirs)):
        raise Contradicted(f"You said the opposite of {theirs[0].word!r}", 4)


def denies(words: ReadPassage) -> bool:
    """Whether anything in the words is denied, or said to be paid."""
    return any(token.sign < 0 for token in words.tokens) or is_paid(words.text)


def _check_paid(claimed: ReadPassage, spoken: ReadPassage) -> None:
    """Who says that something is paid off has said so, or that there is no debt."""
    if is_paid(claimed.text) and not is_paid(spoken.text):
        debts = [token for key, tokens in spoken.content.items() if key in DEBTS for token in tokens]
        if not any(token.sign < 0 for token in debts):
            raise Contradicted("You did not say that it is paid off", 4)


def _check_names(claimed: ReadPassage, shared: Mapping[str, Sequence[SentenceToken]], label: str) -> None:
    """A name and a measure of the value stand in the words, as a number does: "Ohio", "half", "double".

    Everybody has Social Security and Medicare: a fact of that type may name them.
    """
    for key, tokens in claimed.content.items():
        if key in _COUNTS and key not in shared:
            raise Contradicted(f"You did not say {tokens[0].word!r}", 2)
        written = claimed.text[tokens[0].start : tokens[0].end]
        if written.lower() in _PROGRAMMES and written.lower() in label:
            continue
        if tokens[0].start and written[0].isupper() and not written.isupper() and key not in shared:
            raise Contradicted(f"You did not write {written!r}", 2)


def _check_periods(claimed: ReadPassage, spoken: ReadPassage) -> None:
    """ "Twice a week" is not told as twice a month."""
    mine, theirs = periods_in(claimed.text), periods_in(spoken.text)
    if mine and theirs and not mine & theirs:
        raise Contradicted(f"You did not say it of a {min(mine)}", 3)


def _check_subject(claimed: ReadPassage, spoken: ReadPassage) -> None:
    """A sentence of which neither the person nor the value's own thing is the subject is of somebody else."""
    ends = ages_somebody(spoken.text)
    if ends and not any(
        is_same(key, key_of(t.word)) for key in claimed.content for t in spoken.tokens if t.start < ends
    ):
        raise Contradicted("You said that of somebody else", 4)
    if names_somebody(spoken.tokens) or claimed.relations:
        return
    verb = next((place for place, token in enumerate(spoken.tokens) if token.word in _HAPPENS), 0)
    subject = [key_of(token.word) for token in spoken.tokens[:verb]]
    named = [key for key in subject if key]
    if (
        named
        and spoken.tokens[0].word in _ARTICLES
        and not any(is_same(k, key) for k in claimed.content for key in named)
    ):
        raise Contradicted("You said that of somebody else", 4)


def _check_assertion(
    claimed: ReadPassage,
    spoken: ReadPassage,
    shared: Sequence[SentenceToken],
    numbers: Sequence[Counted],
    relations: frozenset[str],
) -> None:
    _check_subject(claimed, spoken)
    words_said = [token for token in shared if not key_of(token.word).startswith("@")]
    named = len(words_said) < len(claimed.content)
    if (
        words_said
        and not numbers
        and not (named and {t.owner for t in words_said} == {THEY})
        and all(token.owner and not _named(token.owner, relations) for token in words_said)
    ):
        raise Contradicted("You said that of somebody else", 4)
    # Whole words of the person say themselves what is wished in them.
    unsaid = {WISHED} if is_verbatim(claimed, spoken) else set()
    modes = {token.mode for token in shared} | {counted.mode for counted in numbers}
    for heard in ([{number.mode} for number in numbers] + [modes]) if modes else []:
        _check_mode(claimed.text, heard - unsaid)


def _named(owner: str, relations: frozenset[str]) -> bool:
    return any(is_same_person(owner, relation) for relation in relations)


def _check_mode(value: str, modes: set[str]) -> None:
    if modes == {QUOTED} and not _SPOKEN.search(value):
        raise Contradicted("You quoted that from somebody", 4)
    if modes and modes <= {ASKED, SUPPOSED, CONDITION} and not _MAYBE.search(value):
        raise Contradicted("You asked or supposed that and did not say that it is so", 4)
    if modes == {WISHED} and _IS_SO.search(value) and not _MAYBE.search(value) and not _WISHING.search(value):
        raise Contradicted("You consider or want that and did not say that it is so", 4)
