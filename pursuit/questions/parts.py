"""One question of a plan: its kind, what its answer depends on, and its text as it is shown. Pure."""

# A pattern that is broken over lines reads worse than a long one.
# ruff: noqa: E501

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from pursuit.words import AUX, mentions

Kind = Literal["code", "prior_auth", "coverage", "limit", "process", "general"]
Need = Literal["payer", "state"]

LONGEST_PART = 500
KINDS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("prior_auth", re.compile(r"\bprior[- ]?auth\w*|\bpre-?auth\w*|\bpre-?cert\w*|\bauthori[sz]ations?\b|\breferrals?\b|\bstep therapy\b", re.I)),
    ("code", re.compile(r"\b(?:icd|cpt|hcpcs)(?:-?\s?\d{1,2})?\b|\b(?:diagnosis|procedure|billing)?\s*codes?\b|\bwhat (?:is|are) [A-TV-Z]\d[0-9A-Z](?:\.\w{1,4})?\b", re.I)),
    ("coverage", re.compile(r"\bcover\w*|\bpays? for\b|\bpaid\b|\breimburse\w*|\bmedical(?:ly)? necess\w*|\bbenefits?\b|\beligib\w*|\bcriteria\b|\bformulary\b|\bpreferred drug\b|\bbillable\b", re.I)),
    ("limit", re.compile(r"\blimits?\b|\bhow many\b|\bhow often\b|\bco-?pays?\b|\bdeductibles?\b|\bmaximum\b|\bvisits?\b", re.I)),
    ("process", re.compile(r"\bappeals?\b|\bgrievances?\b|\btimely filing\b|\bdeadlines?\b|\bturnaround\b|\bhow (?:do|can|should) (?:i|we) (?:submit|file|appeal|request|check)\b", re.I)),
)  # fmt: skip
DEPENDS: dict[Kind, tuple[Need, ...]] = {
    "prior_auth": ("payer", "state"),
    "coverage": ("payer", "state"),
    "limit": ("payer", "state"),
    "process": ("payer", "state"),
}
_NATIONAL = {"Medicare", "Medicare Part A", "Medicare Part B", "Medicare Part D", "TRICARE", "Veterans Affairs"}

_IS_QUESTION = re.compile(
    rf"(?:what|which|who|whom|whose|when|where|why|how|(?:in|at|under|by|to|for|from|on|with|up to) (?:which|what|whom|how|when)|{AUX})\b"
    rf"|[^,:]+[,:] (?:(?:what|which|who|when|where|why|how)\b|(?:{AUX}) (?:i|we|you|they|it|he|she|the|a|an|there|my|our)\b)",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Part:
    """One question. `needs` names the slots on which its answer depends and that its own words do not settle.

    `queries` are searches for it that a model proposes, none by the rules.
    """

    text: str
    kind: Kind
    needs: tuple[Need, ...] = ()
    queries: tuple[str, ...] = ()


def part_of(text: str, payers: Iterable[str] = ()) -> Part:
    """A part with its kind and what its answer depends on, told from its words."""
    kind: Kind = next((kind for kind, pattern in KINDS if pattern.search(text)), "general")
    said = mentions(text, payers)
    if any(one.slot == "plan" and one.value in _NATIONAL for one in said):
        return Part(text, kind)
    named = {one.slot for one in said}
    # A state's Medicaid is the payer, unless a health plan runs it, which a person may still name.
    if "state" in named and any(one.slot == "plan" for one in said):
        named.add("payer")
    return Part(text, kind, tuple(need for need in DEPENDS.get(kind, ()) if need not in named))


def finished(text: str) -> str:
    """The text of a part as it is shown: one line, bounded, with a capital and its question mark."""
    text = " ".join(text.split()).strip(" ,;:")
    if len(text) > LONGEST_PART:
        text = text[: LONGEST_PART - 1].rstrip() + "…"
    if not text:
        return ""
    if _IS_QUESTION.match(text) and text[-1] not in "?…":
        text = text.rstrip(".!") + "?"
    return text if "://" in text.split()[0] else text[0].upper() + text[1:]
