"""Reads a declaration about inside information and a related party, from an utterance that is nothing else.

Every part of the utterance must be a first-person declaration of now. One part that is not, and nothing is read.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from wording.amounts import lower, plain
from wording.compliance_topics import CLOSE_TO, INSIDE, RELATED, ROLE, WORKS_THERE

Span = tuple[int, int]
Topic = Literal["inside", "related"]

_ABOUT = (
    r"(?: (?:about|regarding|concerning|on|of|to|with|by|in|at|for) (?:it|this|that|them|us|(?:the |this |that |their )"
    r"(?:company|firm|issuer|business|stock|shares?|security|trade|bank|group))"
    r"|(?: (?:about|regarding|concerning|to|with)(?: (?:the|any of the))?(?: (?!(?:a|this|that|what|who|how|my"
    r"|your|form|say|said)\b)[\w.&'-]+){1,3}))?"
    r"(?: (?:at all|whatsoever|either|neither|too|also|myself|personally|right now|at the moment|currently"
    r"|at present|now))*"
)
_AT = r"(?: (?:there|here|too|also)| (?:of|at|in|for) (?!(?:my|what|who)\b)[\w.&'-]+(?: [\w.&'-]+){0,2})*"
_I = r"(?:i (?:can |hereby )?(?:confirm|declare|state)(?: that)? )?"
_ADVERB = r"(?:also |indeed |actually |currently |personally |certainly |really |definitely )*"
_ANY = r"(?:any |an? |the |some |such |kind of |sort of |form of )*"
_ROLES = rf"(?:an? |the |one of (?:the|their) )?(?:\w+ )?{ROLE}"
_DENIALS: dict[Topic, str] = {
    "inside": (
        rf"{_I}(?:i {_ADVERB}(?:do not|don't|dont) {_ADVERB}(?:have|hold|possess|know) {_ANY}"
        rf"|i(?:'ve| have)? {_ADVERB}(?:have |hold |possess |got )?(?:no|zero|neither) {_ANY}"
        rf"|(?:i have|i've)(?:n't| not) (?:got|received|had) {_ANY}|(?:(?:i am|i'm|im) )?not aware of {_ANY}"
        rf"|(?:with)?(?:no|out|none|neither) {_ANY}){INSIDE}{_ABOUT}"
    ),
    "related": (
        rf"{_I}(?:(?:i am|i'm|im|am|nor am i|am i) {_ADVERB}(?:not|neither|no) {_ADVERB}|not |neither |nor am i |nor )"
        rf"{_ANY}(?:related|connected|affiliated)(?: (?:part(?:y|ies)|persons?))?{_ABOUT}"
        rf"|{_I}(?:i (?:do not|don't|dont) have {_ANY}|i(?:'ve| have)? {_ADVERB}(?:have )?(?:no|neither) {_ANY}"
        rf"|(?:there is |there's )?(?:no|neither) {_ANY}){RELATED}{_ABOUT}"
        rf"|{_I}(?:i(?:'m| am)? )?(?:unrelated|unconnected|unaffiliated){_ABOUT}"
    ),
}
_AFFIRMATIONS: dict[Topic, str] = {
    "inside": (
        rf"{_I}i(?:'ve)? {_ADVERB}(?:do |am |have )?{_ADVERB}(?:have|hold|possess|got|received|in possession of"
        rf"|aware of) "
        rf"{_ANY}{INSIDE}{_ABOUT}"
    ),
    "related": (
        rf"{_I}(?:i am|i'm|im|am) {_ADVERB}(?:closely )?{_ANY}(?:related|connected|affiliated)(?: (?:party"
        rf"|person))?{_ABOUT}"
        rf"|{_I}i have {_ANY}(?:family |personal |close )?{RELATED}{_ABOUT}"
        rf"|{_I}(?:i am|i'm|im) {_ADVERB}{_ROLES}{_AT}|{_I}i {_ADVERB}{WORKS_THERE}"
        rf"|{CLOSE_TO}(?:'s| (?:is|sits|works)) {_ADVERB}(?:as )?{_ROLES}{_AT}|{CLOSE_TO} (?:also )?{WORKS_THERE}"
    ),
}
_NAMES: dict[Topic, str] = {
    "inside": rf"(?:any )?{INSIDE}(?: is)?",
    "related": rf"(?:nor )?{_ANY}(?:related(?: party)?|{RELATED})(?: is)?{_ABOUT}",
}
_TOPICS: tuple[Topic, Topic] = ("inside", "related")
_FILLERS = re.compile(
    r"(?:well|ok|okay|so|then|hi|hello|please|thanks|thank you|sorry|honestly|to be clear|i confirm"
    r"|my answers?(?: is)?)"
)
_YES, _NO = re.compile(r"(?:yes|yep|yeah|ja)"), re.compile(r"(?:no|nope|nah|nee)")
_OPENING = re.compile(r"(?:yes|yeah|yep|no|nope) ")
_CONFIRMS = re.compile(r"i (?:can |hereby )?(?:confirm|declare|state)\b")
_CUT = re.compile(r"[,;.!:\n]+|\s[-–—]+\s|\b(?:and|but|though|although|however|plus|or|(?=nor\b))")
# A quotation shows what somebody else wrote, and a question what is not settled.
_NO_DECLARATION = re.compile(r"[?\"“”„«»]")
_OF_THEM = r"(?: of (?:them|those|these|the (?:two|above)|that))?"
_APPLY = r"(?: appl(?:y|ies)(?: to me)?| is true| are true)?"
_ABOUT_BOTH = rf"(?:to|on|for) (?:both|all){_OF_THEM}(?: questions)?"
_BOTH_NO = re.compile(
    rf"(?:no|nope|nee)(?:,? {_ABOUT_BOTH}|,? (?:and )?no|,? neither|,? none|,? nor|,? not either)|both(?: are)? no"
    rf"|(?:it's |its |that's )?(?:a )?no {_ABOUT_BOTH}|(?:no,? )?neither{_OF_THEM}{_APPLY}"
    rf"|(?:no,? )?(?:i have )?none(?: at all)?{_OF_THEM}{_APPLY}|(?:no,? )?(?:i have )?nothing(?: to declare| at all)?"
    rf"|(?:nee,? )?geen van beiden?"
)
_BOTH_YES = re.compile(
    rf"(?:yes|yep|yeah)(?:,? {_ABOUT_BOTH}|,? and yes|,? both)|both{_OF_THEM}(?: are)?(?: yes| true| apply)?"
    rf"|(?:it's |its |that's )?(?:a )?yes {_ABOUT_BOTH}"
)
_EDGES = " \t\n.!,;:-"
_COMPILED: dict[tuple[Topic, bool | None], re.Pattern[str]] = {
    **{(topic, False): re.compile(_DENIALS[topic]) for topic in _TOPICS},
    **{(topic, True): re.compile(_AFFIRMATIONS[topic]) for topic in _TOPICS},
    **{(topic, None): re.compile(_NAMES[topic]) for topic in _TOPICS},
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
