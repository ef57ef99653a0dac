"""One question of a plan: its kind, what its answer depends on, and its text as it is shown. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pursuit.questions.cutter import begins_question
from pursuit.words import mentions
from wording.phrases import patterns

Kind = Literal["code", "prior_auth", "coverage", "limit", "process", "general"]
Need = Literal["payer", "state"]

LONGEST_PART = 500
_KINDS = patterns(Path(__file__).with_name("kinds.txt"), re.IGNORECASE)
# "If it has a wrong code, …": what is given is not what is asked.
_GIVEN = re.compile(r"^\W*(?:and\s+)?(?:what\s+)?(?:if|when|once|should)\b[^,?]{3,200},\s*", re.IGNORECASE)
_ORDER: tuple[Kind, ...] = ("prior_auth", "code", "coverage", "limit", "process")
_ANYWHERE_THE_SAME = ("code", "general")
_NEEDS: tuple[Need, ...] = ("payer", "state")
_NATIONAL = {"Medicare", "Medicare Part A", "Medicare Part B", "Medicare Part D", "TRICARE", "Veterans Affairs"}


@dataclass(frozen=True, slots=True)
class QuestionPart:
    """One question. `needs` names the slots on which its answer depends and that its own words do not settle.

    `queries` are searches for it that a model proposes, none by the rules.
    """

    text: str
    kind: Kind
    needs: tuple[Need, ...] = ()
    queries: tuple[str, ...] = ()


def part_of(text: str, payers: Iterable[str] = ()) -> QuestionPart:
    """A part with its kind and what its answer depends on, told from its words."""
    asked = _GIVEN.sub("", text)
    kind: Kind = next((kind for kind in _ORDER if _KINDS[kind].search(asked)), "general")
    named = mentions(text, payers)
    if kind in _ANYWHERE_THE_SAME or any(mention.slot == "plan" and mention.value in _NATIONAL for mention in named):
        return QuestionPart(text, kind)
    slots = {mention.slot for mention in named}
    # A state's Medicaid is the payer, unless a health plan runs it, which a person may still name.
    settled = slots | {"payer"} if {"state", "plan"} <= slots else slots
    return QuestionPart(text, kind, tuple(need for need in _NEEDS if need not in settled))


def finished(text: str) -> str:
    """The text of a part as it is shown: one line, bounded, with a capital and its question mark."""
    text = " ".join(text.split()).strip(" ,;:")
    if len(text) > LONGEST_PART:
        text = text[: LONGEST_PART - 1].rstrip() + "…"
    # "If a member has dual coverage, who pays first": the question stands behind its condition.
    if (
        text
        and text[-1] not in "?…"
        and any(begins_question(piece) for piece in re.split(r"[,:]\s+", text, maxsplit=1))
    ):
        text = text.rstrip(".!") + "?"
    return text if "://" in text else text[:1].upper() + text[1:]
