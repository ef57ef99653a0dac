"""Reads a declaration about inside information and a related party, from an utterance that is nothing else.

Every part of the utterance must be a first-person declaration of now. One part that is not, and nothing is read.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from wording.amounts import lower, plain
from wording.phrases import groups, lazy_pattern

Span = tuple[int, int]
Topic = Literal["inside", "related"]

_LISTS = groups("compliance.txt")
_TOPICS: tuple[Topic, Topic] = ("inside", "related")
_FILLERS = lazy_pattern(_LISTS["fillers"])
_YES, _NO = lazy_pattern(r"(?:yes|yep|yeah|ja)"), lazy_pattern(r"(?:no|nope|nah|nee)")
_OPENING = lazy_pattern(r"(?:yes|yeah|yep|no|nope) ")
_CONFIRMS = lazy_pattern(r"i (?:can |hereby )?(?:confirm|declare|state)\b")
_CUT = lazy_pattern(r"[,;.!:\n]+|\s[-–—]+\s|\b(?:and|but|though|although|however|plus|or|(?=nor\b))")
# A quotation shows what somebody else wrote, and a question what is not settled.
_NO_DECLARATION = lazy_pattern(r"[?\"“”„«»]")
_BOTH_NO, _BOTH_YES = lazy_pattern(_LISTS["both_no"]), lazy_pattern(_LISTS["both_yes"])
_EDGES = " \t\n.!,;:-"
_COMPILED: dict[tuple[Topic, bool | None], re.Pattern[str]] = {
    **{(topic, False): lazy_pattern(_LISTS[f"denies {topic}"]) for topic in _TOPICS},
    **{(topic, True): lazy_pattern(_LISTS[f"affirms {topic}"]) for topic in _TOPICS},
    **{(topic, None): lazy_pattern(_LISTS[f"names {topic}"]) for topic in _TOPICS},
}
# A declaration is short; what is longer tells a story.
MAX_CHARACTERS = 300


@dataclass(frozen=True, slots=True)
class FlagAnswers:
    """What was declared about inside information and about a related party: True, False, or None for not declared.

    Each span holds the words of the answer in the original text; None where there is no answer.
    """

    inside: bool | None = None
    related: bool | None = None
    inside_span: Span | None = None
    related_span: Span | None = None

    @property
    def values(self) -> tuple[bool | None, bool | None]:
        """(inside information, related party)."""
        return self.inside, self.related


def flag_answers(text: str) -> FlagAnswers:
    """The two answers, where the whole of `text` declares them: "No inside info, not related" is (False, False).

    "Neither" and "no to both" are (False, False) too; whoever asks must know that the question stood on the screen.
    A bare "no" is none, and so is "my colleague has no inside information".
    """
    source = lower(plain(text))
    stripped = source.strip(_EDGES)
    if not stripped or len(stripped) > MAX_CHARACTERS or _NO_DECLARATION.search(stripped):
        return FlagAnswers()
    start = source.find(stripped)
    whole: Span = (start, start + len(stripped))
    core = re.sub(r"(?:,? (?:please|thanks|thank you))+$", "", stripped)
    if _BOTH_NO.fullmatch(core):
        return FlagAnswers(False, False, whole, whole)
    if _BOTH_YES.fullmatch(core):
        return FlagAnswers(True, True, whole, whole)
    declaration = _Declaration()
    for part, span, joint in _parts(source):
        if not declaration.takes(part, span, joint):
            return FlagAnswers()
    return declaration.answers()


def affirmed_inside(text: str) -> Span | None:
    """Where a part of a longer message is all of it "I have inside information …"; None when none is.

    Said beside a trade it counts at once, as what must not be missed; a denial there does not.
    """
    source = lower(plain(text[:2000]))
    if not _NO_DECLARATION.search(source):
        for part, span, _ in _parts(source):
            if _COMPILED["inside", True].fullmatch(part):
                return span
    return None


@dataclass(slots=True)
class _Declaration:
    """The parts of an utterance as they are read, each of which must say something or the whole says nothing."""

    answered: dict[Topic, tuple[bool, Span]] = field(default_factory=dict)
    # The yes or no that the utterance begins with, and a topic that was named and waits for its answer.
    leading: bool | None = None
    waiting: tuple[Topic, Span] | None = None

    def takes(self, part: str, span: Span, joint: str) -> bool:
        """Read one part; False when it is no declaration."""
        if _FILLERS.fullmatch(part):
            return True
        if _YES.fullmatch(part) or _NO.fullmatch(part):
            return self._answer(_YES.fullmatch(part) is not None, span)
        read, opening = _read(part), _OPENING.match(part)
        if read is None and opening and not self.answered and (read := _read(part[opening.end() :])) is not None:
            self.leading = part.startswith("y") if self.leading is None else self.leading
        if read is not None:
            if self.leading and _CONFIRMS.match(part):
                # "Yes, I confirm that I have none": the yes goes with the confirming.
                self.leading = None
            return self._keep(*read, span)
        for topic in _TOPICS:
            if _COMPILED[topic, None].fullmatch(part):
                return self._named(topic, span, joint)
        return False

    def _keep(self, topic: Topic, value: bool, span: Span) -> bool:
        before = self.answered.get(topic)
        self.answered.setdefault(topic, (value, span))
        return before is None or before[0] is value

    def _answer(self, value: bool, span: Span) -> bool:
        """A bare yes or no: the answer to the topic named before it, or what the utterance begins with."""
        if self.waiting is not None:
            topic, named = self.waiting
            self.waiting = None
            return self._keep(topic, value, (named[0], span[1]))
        if self.leading is not None or self.answered:
            return False
        self.leading = value
        return True

    def _named(self, topic: Topic, span: Span, joint: str) -> bool:
        """A topic without an answer of its own: "… or connection" goes on with a denial, "yes, inside information"."""
        if joint in ("or", "nor") and self.answered and not any(value for value, _ in self.answered.values()):
            return self._keep(topic, False, span)
        if self.leading is True and not self.answered:
            return self._keep(topic, True, span)
        waits = self.waiting is None and self.leading is None
        self.waiting = (topic, span)
        return waits

    def answers(self) -> FlagAnswers:
        """What was declared; nothing when a topic was left without an answer or the beginning says the opposite."""
        values = [value for value, _ in self.answered.values()]
        if self.waiting is not None or (self.leading is not None and self.leading not in values):
            return FlagAnswers()
        if self.leading is False and True in values:
            return FlagAnswers()
        inside, related = self.answered.get("inside"), self.answered.get("related")
        return FlagAnswers(
            inside[0] if inside else None,
            related[0] if related else None,
            inside[1] if inside else None,
            related[1] if related else None,
        )


def _read(part: str) -> tuple[Topic, bool] | None:
    """The topic that a part declares by itself, and how; None when it declares none."""
    read = ((topic, value) for topic in _TOPICS for value in (False, True) if _COMPILED[topic, value].fullmatch(part))
    return next(read, None)


def _parts(source: str) -> Iterator[tuple[str, Span, str]]:
    """The parts between marks and joining words, with their spans and the word that joins each to the one before."""
    start, joint = 0, ""
    for cut in [*_CUT.finditer(source), None]:
        end = cut.start() if cut is not None else len(source)
        text = source[start:end]
        left = len(text) - len(text.lstrip(_EDGES))
        part = text.strip(_EDGES)
        if part.startswith("nor "):
            joint = "nor"
        if part:
            yield " ".join(part.split()), (start + left, start + left + len(part)), joint
            joint = ""
        if cut is not None:
            start, joint = cut.end(), cut.group().strip() or joint
