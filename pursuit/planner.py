"""Turns a message into the parts that must each be answered. By rules alone; a model may do it in their place.

A part is a question that can be read by itself: what it shares with the others is carried over.
"""

# A pattern that is broken over lines reads worse than a long one.
# ruff: noqa: E501

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from pursuit.asking import AUX, is_state
from pursuit.clauses import Clause, about, begins_question, clauses, without_lead
from pursuit.ellipsis import cut_lists, replaced, same_for, turned
from pursuit.queries import terms_of
from pursuit.slots import mentions
from pursuit.subjects import insurer_of, is_elliptic, lacks_object, measure_of, named_subject, needs_subject, stands_alone, subject_of, told_subject

Kind = Literal["code", "prior_auth", "coverage", "limit", "process", "general"]
Need = Literal["payer", "state"]

# A message of more parts than this is a questionnaire: the first ones are kept, and the person is told so.
MAX_PARTS = 40
_LONGEST_PART = 500
_SUMMARY = 300

_KINDS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("prior_auth", re.compile(r"\bprior[- ]?auth\w*|\bpre-?auth\w*|\bpre-?cert\w*|\bauthori[sz]ations?\b|\breferrals?\b|\bstep therapy\b", re.I)),
    ("code", re.compile(r"\b(?:icd|cpt|hcpcs)(?:-?\s?\d{1,2})?\b|\b(?:diagnosis|procedure|billing)?\s*codes?\b|\bwhat (?:is|are) [A-TV-Z]\d[0-9A-Z](?:\.\w{1,4})?\b", re.I)),
    ("coverage", re.compile(r"\bcover\w*|\bpays? for\b|\bpaid\b|\breimburse\w*|\bmedical(?:ly)? necess\w*|\bbenefits?\b|\beligib\w*|\bcriteria\b|\bformulary\b|\bpreferred drug\b|\bbillable\b", re.I)),
    ("limit", re.compile(r"\blimits?\b|\bhow many\b|\bhow often\b|\bco-?pays?\b|\bdeductibles?\b|\bmaximum\b|\bvisits?\b", re.I)),
    ("process", re.compile(r"\bappeals?\b|\bgrievances?\b|\btimely filing\b|\bdeadlines?\b|\bturnaround\b|\bhow (?:do|can|should) (?:i|we) (?:submit|file|appeal|request|check)\b", re.I)),
)  # fmt: skip
_DEPENDS: dict[Kind, tuple[Need, ...]] = {
    "prior_auth": ("payer", "state"),
    "coverage": ("payer", "state"),
    "limit": ("payer", "state"),
    "process": ("payer", "state"),
}
# A question that only points at what was told before: "Is that true?", "Can he?".
_POINTS = r"(?:is|was|can|may|could|will|would|does|do|did|are|should|has|have)(?:n't)?\s+(?:it|this|that|he|she|they|we|i)(?:\s+(?:still|really|even|do(?:ing)?\s+(?:that|this|so)|true|right|correct|legal|normal|dangerous|safe|serious|bad|good|usual|enough|allowed|okay|ok|possible|fair|so))*\s*\??"
_THIRD = r"\b(?:he|she|him|her(?!\s+\w)|it|they|them|that|those)\b"
# "Peach State pays?" leaves out what makes it a question.
_PAYS = re.compile(r"(?P<who>(?!(?:Who|What|Which|How|It|They|Where|When|Why|Does|Is|Will|Can)\b)(?:[A-Z][\w-]*\s){1,4}|(?:it|insurance|plan|medicare|medicaid)\s)\s*(?P<does>pays|covers|requires|allows|approves|accepts|needs)\b(?P<rest>[^?]*)\?")
_WHOSE = r"\b(?:its|their|his|her|it|them)\b"
_NATIONAL = {"Medicare", "Medicare Part A", "Medicare Part B", "Medicare Part D", "TRICARE", "Veterans Affairs"}


@dataclass(frozen=True, slots=True)
class Part:
    """One question. `needs` names the slots on which its answer depends and that its own words do not settle.

    `queries` are searches for it that a model proposes, none by the rules.
    """

    text: str
    kind: Kind
    needs: tuple[Need, ...] = ()
    queries: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """The parts of a message. `left_out` is how many were over MAX_PARTS; `note` is the sentence that says so."""

    summary: str
    parts: tuple[Part, ...]
    left_out: int = 0

    @property
    def note(self) -> str:
        if not self.left_out:
            return ""
        return (
            f"Your message has {len(self.parts) + self.left_out} questions; I took the first {len(self.parts)}. "
            "Please send the others in a message of their own."
        )


def plan(question: str, payers: Iterable[str] = ()) -> Plan:
    """The parts of a person's message, in its order. `payers` are names of payers that the materials know.

    A message that asks nothing in so many words is one part. Blank text has no parts.
    """
    names = tuple(payers)
    return plan_of([part_of(text, names) for text in _distinct(_standing_alone(question, names))])


def plan_of(parts: Sequence[Part], left_out: int = 0) -> Plan:
    """The plan of these parts; those over MAX_PARTS are counted with `left_out`, those left out before."""
    kept = tuple(parts[:MAX_PARTS])
    return Plan(_summary([part.text for part in kept]), kept, left_out + len(parts) - len(kept))


def part_of(text: str, payers: Iterable[str] = ()) -> Part:
    """A part with its kind and what its answer depends on, told from its words."""
    kind: Kind = next((kind for kind, pattern in _KINDS if pattern.search(text)), "general")
    said = mentions(text, payers)
    if any(one.slot == "plan" and one.value in _NATIONAL for one in said):
        return Part(text, kind)
    named = {one.slot for one in said}
    # A state's Medicaid is the payer, unless a health plan runs it, which a person may still name.
    if "state" in named and any(one.slot == "plan" for one in said):
        named.add("payer")
    return Part(text, kind, tuple(need for need in _DEPENDS.get(kind, ()) if need not in named))


def _standing_alone(question: str, payers: tuple[str, ...]) -> list[str]:
    found = clauses(question)
    if not any(clause.asks for clause in found):
        whole = " ".join(question.split())
        return [whole[:_LONGEST_PART]] if whole else []
    made: list[str] = []
    subjects: list[str] = []
    insurer = told = ""
    firm: set[str] = set()
    # The parts as they were typed, for "And for metformin?".
    raw: list[str] = []
    # Parts that say no subject because it comes later: "covered, PA and copay for a walker".
    waiting: list[int] = []
    for clause in found:
        insurer = insurer_of(clause.text) or insurer
        if other := same_for(clause.text):
            made += _again(made, subjects, other)
            subjects.append(other)
            continue
        if clause.topic and not mentions(clause.topic, payers) and clause.topic not in subjects:
            subjects.append(clause.topic)
            firm.add(clause.topic)
        if not clause.asks:
            if len(terms_of(clause.text)) > 2:
                told = clause.text.strip(" .!,;:–")
            if not begins_question(clause.text) and (subject := told_subject(clause.text.strip(" :–"))):
                subjects.append(subject)
                firm.add(subject)
            continue
        for text in _texts(clause, raw):
            raw.append(finished(text))
            if told and re.fullmatch(_POINTS, text.strip(), re.I):
                if any(one.lower().startswith(text.split()[0].lower() + " ") for one in made):
                    continue
                made.append(finished(f"{told}: {text[0].lower()}{text[1:]}"))
                continue
            if told and not made and re.fullmatch(r"(?:how|when|where|why)\W*", text.strip(), re.I):
                made.append(finished(f"{told}: {text.strip(' ?').lower()}?"))
                continue
            if clause.named and clause.topic and clause.topic in subjects and not is_state(text) and not re.search(r"\b(?:for|of|about)\b", text, re.I):
                text = f"{text.rstrip(' ?.!')} for {clause.topic}{'?' if text.rstrip().endswith('?') else ''}"
            elif clause.named and not clause.is_item and subjects and lacks_object(text) and not re.search(_WHOSE, text):
                text = f"{text.rstrip(' ?.!')} for {subjects[-1]}{'?' if text.rstrip().endswith('?') else ''}"
            if not subjects and (clause.named or is_elliptic(text, _names(text, payers))) and (lacks_object(text) or not clause.named or is_state(text)):
                waiting.append(len(made))
            full = stands_alone(text, subjects, _names(text, payers), insurer, None if clause.is_item else bool(subjects) and subjects[-1] in firm)
            before = bool(subjects)
            carried = bool(subjects) and full.rstrip(" ?.").endswith(f" for {subjects[-1]}") and not clause.named
            if insurer and subjects and insurer.startswith(subject_of(full) or "-"):
                carried = True
            own = subject_of(text) if carried and not re.search(r"\bthe\b", text, re.I) else ""
            subject = own if carried else (clause.named and named_subject(text, not subjects)) or subject_of(full)
            if told and not before and full == text and len(told.split()) <= 18 and _is_open(text, payers):
                full = f"{told}: {full[0].lower()}{full[1:]}"
            if clause.topic and not clause.named and full == text:
                full = f"{clause.topic}: {full[0].lower()}{full[1:]}"
            full = _with_context(full, clause, made, payers)
            made.append(finished(full))
            # "Is there a toll?" after a bridge is still about the bridge.
            if subject and not (subjects and re.match(r"(?:is|are) there\b", full, re.I)):
                for place in waiting:
                    if place == len(made) - 1 or subject.lower() in made[place].lower() or not (full.lower().find(f" for {subject.lower()}") > 0 or clause.named):
                        continue
                    made[place] = finished(stands_alone(_bare(made[place]), [subject]))
                waiting = []
                subjects += [one for one in (measure_of(full), subject) if one]
    return made


def _is_open(text: str, payers: tuple[str, ...]) -> bool:
    """Whether a part is not understood without what was told before it."""
    if re.search(_THIRD, text, re.I):
        return len(terms_of(text)) <= 3
    return needs_subject(text, _names(text, payers))


def _bare(text: str) -> str:
    return text[:1].lower() + text[1:] if is_state(text) else text


def _again(made: list[str], subjects: list[str], other: str) -> list[str]:
    """What was asked of the last subject, asked of another: "same for 97140"."""
    for subject in reversed(subjects):
        of_it = [text for text in made if subject.lower() in text.lower()]
        if of_it:
            return [finished(re.sub(re.escape(subject), lambda _: other, text, flags=re.I)) for text in of_it]
    last = replaced(f"what about {other}", made[-1], other) if made else ""
    return [finished(last)] if last else []


def _texts(clause: Clause, raw: list[str]) -> list[str]:
    """What one clause asks, with its lists taken apart and its ellipsis filled from the question before."""
    text = clause.text
    if raw and not ((clause.is_item or (clause.named and clause.topic)) and not about(text)) and (filled := replaced(text, raw[-1], about(text))):
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


def _with_context(text: str, clause: Clause, made: list[str], payers: tuple[str, ...]) -> str:
    """The part with the state or plan of the part before, where its answer depends on one and it names none."""
    if not made or part_of(text, payers).kind not in _DEPENDS:
        return text
    if mentions(text, payers) or re.search(r"\b(?-i:[A-Z])[a-z]{2,}\b", text[1:]):
        return text
    found = re.search(
        r"\b(?:under|with|by|for|in)\s+((?:(?-i:[A-Z])[\w-]+(?:\s+(?=[A-Z])|\s+of\s+(?=[A-Z])|\b))+)\s*[?.!]?\s*$",
        made[-1],
    )
    if found is None or not (mentions(found[0], payers)):
        return text
    return f"{text.rstrip(' ?.!')} under {found[1].strip()}?"


def _names(text: str, payers: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(one.words for one in mentions(text, payers))


def finished(text: str) -> str:
    """The text of a part as it is shown: one line, bounded, with a capital and its question mark."""
    text = " ".join(text.split()).strip(" ,;:")
    if len(text) > _LONGEST_PART:
        text = text[: _LONGEST_PART - 1].rstrip() + "…"
    if not text:
        return ""
    if (
        re.match(
            rf"(?:what|which|who|when|where|why|how|(?:in|at|under|by|to|for|from|on|with|up to) (?:which|what|whom|how|when)|{AUX})\b|[^,:]+[,:] (?:(?:what|which|who|when|where|why|how)\b|(?:{AUX}) (?:i|we|you|they|it|he|she|the|a|an|there|my|our)\b)",
            text,
            re.I,
        )
        and text[-1] not in "?…"
    ):
        text = text.rstrip(".!") + "?"
    return text[0].upper() + text[1:]


def _distinct(texts: list[str]) -> list[str]:
    return list({text.lower(): text for text in reversed(texts) if text}.values())[::-1]


def _summary(texts: list[str]) -> str:
    """All parts on one line, as a person reads them in a list of objectives."""
    joined = " + ".join(text.rstrip("?. ") for text in texts)
    return joined if len(joined) <= _SUMMARY else joined[: _SUMMARY - 1].rstrip() + "…"
