"""Reads the clauses of a message in order and makes each question stand alone: what was said before it is carried over.

Nothing that asks is dropped: a clause that asks ends in a part, or repeats one.
"""

# A pattern that is broken over lines reads worse than a long one.
# ruff: noqa: E501

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from pursuit.questions.beginnings import about, begins_question, without_lead
from pursuit.questions.clauses import Clause, clauses
from pursuit.questions.ellipsis import cut_lists, replaced, same_for, turned
from pursuit.questions.parts import DEPENDS, LONGEST_PART, finished, part_of
from pursuit.questions.standalone import is_elliptic, lacks_object, needs_subject, stands_alone
from pursuit.words import (
    carried_subject,
    insurer_of,
    is_state,
    measure_of,
    mentions,
    named_subject,
    terms_of,
    told_subject,
)

# A question that only points at what was told before: "Is that true?", "Can he?".
_POINTS = re.compile(
    r"(?:is|was|can|may|could|will|would|does|do|did|are|should|has|have)(?:n't)?\s+(?:it|this|that|he|she|they|we|i)"
    r"(?:\s+(?:still|really|even|do(?:ing)?\s+(?:that|this|so)|true|right|correct|legal|normal|dangerous|safe|serious|bad|good|usual|enough|allowed|okay|ok|possible|fair|so))*\s*\??",
    re.I,
)
_THIRD = re.compile(r"\b(?:he|she|him|her(?!\s+\w)|it|they|them|that|those)\b", re.I)
_WHOSE = re.compile(r"\b(?:its|their|his|her|it|them)\b", re.I)
# "Peach State pays?" leaves out what makes it a question.
_PAYS = re.compile(
    r"(?P<who>(?!(?:Who|What|Which|How|It|They|Where|When|Why|Does|Is|Will|Can)\b)(?:[A-Z][\w-]*\s){1,4}|(?:it|insurance|plan|medicare|medicaid)\s)\s*"
    r"(?P<does>pays|covers|requires|allows|approves|accepts|needs)\b(?P<rest>[^?]*)\?"
)
# "… with Harbor Health in Florida?": who decides, and where.
_NAMES = r"(?:(?-i:[A-Z])[\w-]+(?:\s+(?=[A-Z])|\s+of\s+(?=[A-Z])|\b))+"
_PLACE = re.compile(
    rf"(?:\b(?:under|with|by|from|through)\s+(?P<payer>{_NAMES})\s+)?\b(?P<in>under|with|by|for|in)\s+(?P<name>{_NAMES})\s*[?.!]?\s*$"
)
# A statement of more words is not put before a question.
_MOST_TOLD = 18
# Nobody points back further than over so many subjects.
_SUBJECTS_KEPT = 12


def standing_alone(question: str, payers: tuple[str, ...], earlier: Sequence[str] = ()) -> list[str]:
    """The texts of a message's questions, each readable alone; the whole message where nothing in it asks.

    `earlier` are questions that were asked before it, the newest last: what it leaves out may be theirs.
    """
    found = clauses(question)
    if not any(clause.asks for clause in found):
        whole = " ".join(question.split())
        return [whole[:LONGEST_PART]] if whole else []
    reading = _Reading(payers)
    for before in earlier:
        reading.remember(before)
    known = len(reading.made)
    for clause in found:
        reading.take(clause)
    # "Same for Georgia?" alone, with nothing to repeat, is still what the person asked.
    return reading.made[known:] or [finished(" ".join(question.split()))]


@dataclass(slots=True)
class _Reading:
    """What has been read of a message so far.

    `made` are its questions standing alone and `raw` as they were typed, for "And for metformin?". `subjects` is what it
    speaks of, the newest last; those of `firm` were told as such. `waiting` are places in `made` that say no subject
    because it comes later: "covered, PA and copay for a walker".
    """

    payers: tuple[str, ...]
    made: list[str] = field(default_factory=list)
    raw: list[str] = field(default_factory=list)
    subjects: list[str] = field(default_factory=list)
    firm: set[str] = field(default_factory=set)
    waiting: list[int] = field(default_factory=list)
    insurer: str = ""
    told: str = ""

    def remember(self, question: str) -> None:
        """A question that was asked before this message."""
        self.made.append(question)
        self.raw.append(question)
        self.insurer = insurer_of(question) or self.insurer
        if subject := carried_subject(question):
            self._speak(subject)

    def take(self, clause: Clause) -> None:
        """Read the next clause."""
        self.insurer = insurer_of(clause.text) or self.insurer
        if other := same_for(clause.text):
            self.made += self._again(other)
            self._speak(other)
            return
        if clause.topic and not mentions(clause.topic, self.payers) and clause.topic not in self.subjects:
            self._tell(clause.topic)
        if clause.asks:
            for text in _texts(clause, self.raw):
                self._ask(text, clause)
            return
        if len(terms_of(clause.text)) > 1 and not re.match(r"(?:it's|it has|that was)\b", clause.text, re.I):
            self.told = clause.text.strip(" .!,;:–")
        if not begins_question(clause.text) and (subject := told_subject(clause.text.strip(" :–"))):
            self._tell(subject)

    def _tell(self, subject: str) -> None:
        self._speak(subject)
        self.firm.add(subject)

    def _speak(self, *subjects: str) -> None:
        self.subjects = [*self.subjects, *subjects][-_SUBJECTS_KEPT:]

    def _ask(self, text: str, clause: Clause) -> None:
        self.raw.append(finished(text))
        if self.told and _POINTS.fullmatch(text.strip()):
            if not any(one.lower().startswith(text.split()[0].lower() + " ") for one in self.made):
                self.made.append(finished(f"{self.told}: {text[0].lower()}{text[1:]}"))
            return
        if self.told and not self.made and re.fullmatch(r"(?:how|when|where|why)\W*", text.strip(), re.I):
            self.made.append(finished(f"{self.told}: {text.strip(' ?').lower()}?"))
            return
        typed, text = text, self._with_object(text, clause)
        names = self._names(text)
        if self._waits(text, clause, names):
            self.waiting.append(len(self.made))
        firm = None if clause.is_item else bool(self.subjects) and self.subjects[-1] in self.firm
        full = stands_alone(text, self.subjects, names, self.insurer, firm)
        # A name that is asked of the last subject does not become one.
        subject = self._subject(text, full, clause) if text == typed or clause.topic else ""
        if full == text:
            full = self._with_told(text, clause)
        full = self._with_place(full)
        self.made.append(finished(full))
        # "Is there a toll?" after a bridge is still about the bridge.
        if subject and not (self.subjects and re.match(r"(?:is|are) there\b", full, re.I)):
            self._settle(full, subject, clause)
            self._speak(*[one for one in (measure_of(full), subject) if one])

    def _with_object(self, text: str, clause: Clause) -> str:
        """A name that asks, with what it is asked of: the heading above it or the last subject."""
        if not clause.named or not self.subjects or clause.before or is_state(text):
            return text
        of = ""
        if clause.topic in self.subjects and not re.search(r"\b(?:for|of|about)\b", text, re.I):
            of = clause.topic
        elif not clause.is_item and lacks_object(text) and not _WHOSE.search(text):
            of = self.subjects[-1]
        return f"{text.rstrip(' ?.!')} for {of}{'?' if text.rstrip().endswith('?') else ''}" if of else text

    def _waits(self, text: str, clause: Clause, names: tuple[str, ...]) -> bool:
        if self.subjects:
            return False
        if clause.named:
            return lacks_object(text) or is_state(text)
        return is_elliptic(text, names)

    def _subject(self, text: str, full: str, clause: Clause) -> str:
        """What the question speaks of; "" where it goes on with the last subject."""
        last = self.subjects[-1] if self.subjects else ""
        carried = bool(last) and full.rstrip(" ?.").endswith(f" for {last}") and not clause.named
        asked = carried_subject(full)
        if carried or (last and self.insurer and asked and self.insurer.startswith(asked)):
            return "" if re.search(r"\bthe\b", text, re.I) or not carried else carried_subject(text)
        return (clause.named and named_subject(text, not self.subjects)) or asked

    def _with_told(self, text: str, clause: Clause) -> str:
        """A question that nothing could be put into, behind its heading or behind what was told before it."""
        if clause.topic and not clause.named:
            return f"{clause.topic}: {text[0].lower()}{text[1:]}"
        if (
            self.made
            and not self.subjects
            and re.search(r"\b(?:it|they|them|that|those)\b", text)
            and self.raw[-1] != self.raw[-2]
            and self._is_open(text)
        ):
            return f"{self.raw[-2].rstrip(' ?.!')}, and {text[0].lower()}{text[1:]}"
        if (
            self.told
            and not (self.subjects or self.made)
            and len(self.told.split()) <= _MOST_TOLD
            and self._is_open(text)
        ):
            return f"{self.told}: {text[0].lower()}{text[1:]}"
        return text

    def _is_open(self, text: str) -> bool:
        """Whether a part is not understood without what was told before it."""
        if _THIRD.search(text):
            return len(terms_of(text)) <= 3
        return needs_subject(text, self._names(text))

    def _settle(self, full: str, subject: str, clause: Clause) -> None:
        """Give the parts that wait for a subject this one, where the question says it as theirs."""
        for place in self.waiting:
            said = clause.named or f" for {subject.lower()}" in full.lower()
            if place < len(self.made) - 1 and said and subject.lower() not in self.made[place].lower():
                text = self.made[place]
                text = text[:1].lower() + text[1:] if is_state(text) else text
                self.made[place] = finished(stands_alone(text, [subject]))
        self.waiting = []

    def _again(self, other: str) -> list[str]:
        """What was asked of the last subject, asked of another: "same for 97140"."""
        for subject in reversed(self.subjects):
            of_it = [text for text in self.made if subject.lower() in text.lower()]
            if of_it:
                return [finished(re.sub(re.escape(subject), lambda _: other, text, flags=re.I)) for text in of_it]
        last = replaced(f"what about {other}", self.made[-1], other) if self.made else ""
        return [finished(last)] if last else []

    def _with_place(self, text: str) -> str:
        """The part with the state or plan of the part before, where its answer depends on one and it names none."""
        if not self.made or part_of(text, self.payers).kind not in DEPENDS:
            return text
        if mentions(text, self.payers) or re.search(r"\b(?-i:[A-Z])[a-z]{2,}\b", text[1:]):
            return text
        found = _PLACE.search(self.made[-1])
        if found is None or not mentions(found[0], self.payers):
            return text
        payer, name = found["payer"] or "", found["name"].strip()
        place = f"in {name}" if found["in"].lower() == "in" else f"under {name}"
        return f"{text.rstrip(' ?.!')} {f'with {payer.strip()} ' if payer else ''}{place}?"

    def _names(self, text: str) -> tuple[str, ...]:
        return tuple(one.words for one in mentions(text, self.payers))


def _texts(clause: Clause, raw: list[str]) -> list[str]:
    """What one clause asks, with its lists taken apart and its ellipsis filled from the question before."""
    text = clause.text
    listed = clause.is_item or (clause.named and bool(clause.topic))
    if raw and (about(text) or not listed) and (filled := replaced(text, raw[-1], about(text))):
        return [filled]
    bare = without_lead(text)
    if found := _PAYS.fullmatch(bare):
        bare = f"does {found['who'].strip()} {found['does'].removesuffix('s')}{found['rest']}?"
    if re.match(r"(?:if|whether)\b", bare, re.I) and not clause.named:
        bare = turned(bare)
    if clause.before:
        bare = f"{clause.before}, {bare}"
    cut = cut_lists(bare)
    return [f"{one.rstrip(' ?.!')} {clause.shared}" for one in cut] if clause.shared else cut
