"""What is said to the question on the screen, and what points at nothing in the message itself. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from pathlib import Path
from typing import Any

from dialogue import Act
from pursuit.questions import begins_question, clauses, has_form
from pursuit.words import holds, says_little, terms_of
from wording.answers import yes_or_no
from wording.phrases import patterns

_SAME = patterns(Path(__file__).with_name("patterns.txt"), re.IGNORECASE)["same"]
_POINTS = re.compile(r"\b(?:it|this|that|they|them|these|those|he|she)\b", re.IGNORECASE)
# "That's wrong" is a no that refuses nothing.
_REFUSES = re.compile(r"\W*(?:no|nope|nah|none|👎)", re.IGNORECASE)
# What a refusal may do beside refusing.
_BESIDE_A_NO = frozenset({Act.NO, Act.CONTENT, Act.ASIDE, Act.CHAT})


def points_at_nothing(text: str) -> bool:
    """Whether a question by itself says of nothing what it is about: "is it covered?"."""
    return bool(_POINTS.search(text)) and len(text.split()) <= 10 and says_little(text)


def asked_of(question: str, text: str) -> str:
    """What was asked of nothing before, "is it covered?", of what these words name; "" where neither is so."""
    if not points_at_nothing(question) or begins_question(text):
        return ""
    thing = f"{text[:1].lower()}{text[1:].rstrip(' .!')}"
    return _POINTS.sub(lambda _: thing, question, count=1)


def is_asked(text: str) -> bool:
    """Whether something in a message is put as a question."""
    return any(clause.asks and has_form(clause.text) for clause in clauses(text))


def asks_whether_the_same(text: str) -> bool:
    """Whether all that a message asks is if the answer before it still holds: "she is 61, not 16. Same answer?"."""
    asking = [clause for clause in clauses(text) if clause.asks]
    return bool(asking) and all(_SAME.fullmatch(clause.text.strip()) for clause in asking)


def refuses(text: str) -> bool:
    """Whether a message says no."""
    return bool(_REFUSES.match(text)) and yes_or_no(text) is False


def refuses_in_jest(acts: Set[Act], text: str, parts: Sequence[str]) -> bool:
    """Whether a no goes on with what has nothing to do with the parts: "nope, my files are in the bin"."""
    is_no = Act.NO in acts and len(acts) > 1 and acts <= _BESIDE_A_NO
    return is_no and not any(holds(part, term) for part in parts for term in terms_of(text))


def names_the_older(text: str, disputed: Sequence[Mapping[str, Any]]) -> bool:
    """Whether the year or number of a source is named that is not the newest of those in dispute."""
    held = {str(source.get("valid_from") or ""): set(re.findall(r"\d+", str(source))) for source in disputed}
    named = set(re.findall(r"\d+", text))
    return bool(named and held) and not named & held[max(held)] and any(named & numbers for numbers in held.values())
