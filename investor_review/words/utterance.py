"""A message cut into its clauses, each with its place, so that every act can be read for itself. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from investor_review.words.act_words import EXCEPT
from wording.phrases import patterns

_MARKS = re.compile(r"(?<=[.!?;\n])\s+|(?<=[^\d\s])\s*;\s*|;\s+(?=[a-z])|\s+[-–—]\s+|\n+")
_PATTERNS = patterns(Path(__file__).parent / "phrases/utterance.txt", re.IGNORECASE)
_ACT_WORD = _PATTERNS["act_begins"].pattern
_JOINS = _PATTERNS["joins"]
_SUPPOSED = _PATTERNS["supposed"]
QUOTED = re.compile(r"[\"“][^\"”]{1,2000}[\"”]")


@dataclass(frozen=True, slots=True)
class Clause:
    text: str
    start: int
    question: bool = False
    # "If they pay, …": all of the sentence is only supposed.
    supposed: bool = False
    # "Not the first but the second": what comes after "but" goes the other way.
    after_but: bool = False

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def split(message: str) -> list[Clause]:
    """The clauses of a message with their places. What stands in quotation marks is never cut."""
    shielded = QUOTED.sub(lambda match: "\x01" * len(match.group()), message)
    clauses: list[Clause] = []
    at = 0
    for stop in [*_MARKS.finditer(shielded), None]:
        end = stop.start() if stop else len(shielded)
        sentence = shielded[at:end]
        question, supposed = sentence.rstrip().endswith("?"), bool(_SUPPOSED.match(sentence))
        inner, after_but = 0, False
        for join in [*_JOINS.finditer(sentence), None]:
            if join and EXCEPT.match(sentence[inner : join.start()].strip().lower()):
                continue
            cut = join.start() if join else len(sentence)
            text = message[at + inner : at + cut]
            if text.strip(" ,.;!?"):
                lead = len(text) - len(text.lstrip())
                clauses.append(Clause(text.strip(), at + inner + lead, question, supposed, after_but))
            after_but = join is not None and "but" in join.group().lower().split()
            inner = join.end() if join else cut
        at = stop.end() if stop else end
    return clauses
