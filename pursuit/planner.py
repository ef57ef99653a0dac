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

from pursuit.clauses import Clause, about, clauses, without_lead
from pursuit.ellipsis import cut_lists, replaced
from pursuit.slots import mentions
from pursuit.subjects import stands_alone, subject_of

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
    for clause in found:
        if not clause.asks:
            if told := subject_of(clause.text):
                subjects.append(told)
            continue
        for text in _texts(clause, made):
            full = stands_alone(text, subjects, _names(text, payers))
            full = _with_context(full, clause, made, payers)
            made.append(finished(full))
            # "Is there a toll?" after a bridge is still about the bridge.
            if (subject := subject_of(full)) and not (subjects and re.match(r"(?:is|are) there\b", full, re.I)):
                subjects.append(subject)
    return made


def _texts(clause: Clause, made: list[str]) -> list[str]:
    """What one clause asks, with its lists taken apart and its ellipsis filled from the question before."""
    text = clause.text
    if made and (filled := replaced(text, made[-1], about(text))):
        return [filled]
    bare = without_lead(text)
    if clause.before:
        bare = f"{clause.before}, {bare}"
    return cut_lists(bare)


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
            r"(?:what|which|who|when|where|why|how|is|are|was|were|do|does|did|can|could|will|would|should|may|must|has|have|in which|at what|under which)\b",
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
