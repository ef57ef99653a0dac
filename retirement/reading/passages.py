"""Words as they are weighed: what they share with others by stems, their numbers, and how each stands there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path

from retirement.reading.assertions import TOLD, SentenceToken, is_paid, read_sentence
from retirement.reading.measures import Measure, measures_in
from retirement.reading.people import RELATION, SELF, THIRD, is_same_person, relation_of
from retirement.reading.repairs import repairs_in
from wording.lists import word_lists
from wording.sentences import sentence_spans
from wording.stems import stem

_LISTS = word_lists(Path(__file__).parent / "phrases/lists.txt")

# Words that carry nothing of their own: those of grammar, those with which a summary is framed, and units.
_WEAK = _LISTS["weak"]
_SAME = {"house": "home", "houses": "home", "homes": "home", "car": "auto", "cars": "auto"}
# What is owed, by its stem: when it is paid, nobody has it any more.
DEBTS = frozenset(stem(word) for word in ["mortgage", "loan", "debt", "card", "hypotheek", "lening", "schuld"])
_CONTENT = re.compile(r"[^\W\d_]{3,}|\d+[a-z]+|[^\W\d_]{2}(?=s?$)", re.UNICODE)
_ENDS = frozenset(".!?;")
_JUST_BEFORE = _LISTS["just_before"]
_DENYING = re.compile(r".+n't|scratch|forget|dont|not|never|no|without|niet|geen|than|of")


@dataclass(frozen=True, slots=True)
class Counted:
    """A number with how it stands in its sentence."""

    measure: Measure
    sign: int
    owner: str
    mode: str


@dataclass(frozen=True)
class ReadPassage:
    """Words as they are weighed. `start` is where they begin in their message.

    `leads`: the words of a question stand among them at 0, and are no words of the person.
    """

    text: str
    start: int
    tokens: tuple[SentenceToken, ...]
    numbers: tuple[Counted, ...]
    leads: bool = False

    @cached_property
    def relations(self) -> frozenset[str]:
        """Who is spoken of besides the person."""
        before = ["", *(token.word for token in self.tokens)]
        named = {relation_of(token.word, before[place]) for place, token in enumerate(self.tokens)}
        third = {THIRD} if any(token.owner == THIRD for token in self.tokens) else set()
        return frozenset(name for name in named if name) | third

    @cached_property
    def content(self) -> dict[str, list[SentenceToken]]:
        """The words that carry something, by their stems."""
        carrying: dict[str, list[SentenceToken]] = {}
        taken = [(counted.measure.start, counted.measure.end) for counted in self.numbers]
        for token in self.tokens:
            if not any(low <= token.start < high for low, high in taken) and (key := key_of(token.word)):
                carrying.setdefault(key, []).append(token)
        return carrying

    @cached_property
    def initials(self) -> dict[str, tuple[SentenceToken, ...]]:
        """The runs of words by their first letters, as "ltc" stands for long-term care."""
        plain = [token for token in self.tokens if token.word[0].isalpha()]
        runs: dict[str, tuple[SentenceToken, ...]] = {}
        for size in (2, 3, 4, 5):
            for place in range(len(plain) - size + 1):
                run = plain[place : place + size]
                runs.setdefault("".join(token.word[0] for token in run), tuple(run))
        return runs


def clauses_around(whole: ReadPassage, start: int, end: int) -> ReadPassage:
    """The clauses of a passage that hold `text[start:end]`, each word as it stands in its whole sentence."""
    inside = [n for n, token in enumerate(whole.tokens) if token.start < end and token.end > start]
    if not inside:
        return whole
    first, last = inside[0], inside[-1]
    while first and not _begins(whole, first):
        first -= 1
    while last + 1 < len(whole.tokens) and not _begins(whole, last + 1):
        last += 1
    low, high = whole.tokens[first].start, whole.tokens[last].end
    tokens = [replace(t, start=t.start - low, end=t.end - low) for t in whole.tokens[first : last + 1]]
    numbers = []
    for counted in whole.numbers:
        number = counted.measure.number
        if low <= number.start < high:
            number = replace(number, start=number.start - low, end=number.end - low)
            numbers.append(replace(counted, measure=replace(counted.measure, number=number)))
    return ReadPassage(whole.text[low:high], whole.start + low, tuple(tokens), tuple(numbers))


def _begins(whole: ReadPassage, place: int) -> bool:
    """Whether a clause or a sentence begins with this word."""
    before, token = whole.tokens[place - 1], whole.tokens[place]
    return before.clause != token.clause or before.word in _ENDS


def key_of(word: str) -> str:
    """What is compared of a word: its stem, or the relation that it names; empty for a word that carries nothing."""
    bare = word.removesuffix("'s")
    relation = RELATION.get(word) or RELATION.get(bare)
    if relation:
        return f"@{relation}"
    bare = _SAME.get(bare, bare)
    if bare in _WEAK or not _CONTENT.match(re.sub(r"[\s()&-]", "", bare)):
        return ""
    if any(letter.isdigit() for letter in bare):
        return re.sub(r"\W", "", bare).rstrip("s")
    return stem(bare)


@lru_cache(maxsize=512)
def passage(text: str, start: int = 0) -> ReadPassage:
    """Words read for weighing."""
    tokens = tuple(
        replace(token, start=token.start + low, end=token.end + low)
        for low, high in sentence_spans(text, lines=True, talk=True)
        for token in _with_paid_debts(text[low:high])
    )
    taken_back = [(repair.old_start, repair.old_end) for repair in repairs_in(text)]
    return ReadPassage(
        text, start, tokens, tuple(_counted(measure, tokens, taken_back) for measure in measures_in(text))
    )


def _with_paid_debts(sentence: str) -> Iterator[SentenceToken]:
    """The words of a sentence, where a debt that is paid counts as denied: nobody has it any more."""
    tokens = read_sentence(sentence)
    for token in tokens:
        if key_of(token.word) in DEBTS:
            low = sentence.rfind(",", 0, token.start) + 1
            high = sentence.find(",", token.end)
            clause = [other for other in tokens if other.clause == token.clause]
            low, high = max(low, clause[0].start), min(high if high >= 0 else len(sentence), clause[-1].end)
            yield replace(token, sign=-1) if is_paid(sentence[low:high]) else token
        else:
            yield token


def _counted(measure: Measure, tokens: Sequence[SentenceToken], taken_back: Sequence[tuple[int, int]]) -> Counted:
    place = next((n for n, token in enumerate(tokens) if token.end > measure.start), None)
    if place is None:
        return Counted(measure, 1, SELF, TOLD)
    token = tokens[place]
    denied = any(low <= measure.start < high for low, high in taken_back) or _denied_at(tokens, place)
    return Counted(measure, -1 if denied else 1, token.owner, token.mode)


def _denied_at(tokens: Sequence[SentenceToken], place: int) -> bool:
    """Whether a denial stands right before a number: "not 500", "don't have 500", "instead of 500"."""
    for back in range(place - 1, max(-1, place - 6), -1):
        word = tokens[back].word
        if tokens[back].clause != tokens[place].clause:
            return False
        if word in ("of", "than"):
            return back > 0 and tokens[back - 1].word in ("instead", "rather")
        if _DENYING.fullmatch(word):
            before = tokens[back + 1].word if back + 1 < place else ""
            return not (word == "no" and before in ("more", "less", "later", ",")) and tokens[back].sign != 0
        if word not in _JUST_BEFORE:
            return False
    return False


def is_same(key: str, other: str) -> bool:
    if key[0] == "@" == other[0]:
        return is_same_person(key[1:], other[1:])
    short, long = sorted((key, other), key=len)
    return key == other or (len(short) >= 4 and long.startswith(short))
