"""What a sentence of a reply claims of the score, of findings and of the papers, and what the record says instead."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from investor_review.words.findings import Issue
from investor_review.words.targets import find_namings, named_in
from wording.amounts import find_numbers
from wording.phrases import patterns

_SCORE = re.compile(r"\b(?:score|rating|grade)\b|\bout of (?:100|a hundred)\b|/ ?100\b", re.IGNORECASE)
_PATTERNS = patterns(Path(__file__).with_suffix(".txt"), re.IGNORECASE)
# A number of something else: a finding, a clause, a period, a count.
_OF_SOMETHING = _PATTERNS["of_something"]
_UNIT_BEHIND = _PATTERNS["unit_behind"]
_MOVED = _PATTERNS["moved"]
# What is asked, wished, or only would be claims nothing.
_OPEN_ENDED = _PATTERNS["open_ended"]
_STATUS = _PATTERNS["status"]
_REVIEW = re.compile(r"\breview (?:is|has been|was) (?:now )?(?:complete[d]?|closed|finished|over)\b", re.IGNORECASE)
_PAPERS = _PATTERNS["papers"]
# "2 of 3 resolved, 1 open", "2 findings are open": how many, and not which.
_COUNTED = _PATTERNS["counted"]
_NO_SCORE = ("ordinal", "date", "time", "phone")


def recorded_instead(sentence: str, state: Mapping[str, Any], issues: Sequence[Issue]) -> str | None:
    """What the record says instead of a sentence that claims another score or status; None where it claims neither."""
    if _other_score(sentence, float(state["green_score"])):
        return f"The green score is {state['green_score']}, as the analysis computed it."
    low = _COUNTED.sub(" ", _by_number(sentence, issues))
    if _OPEN_ENDED.search(low):
        return None
    if _REVIEW.search(sentence) and state["status"] != "completed":
        return "The review is still open."
    if _PAPERS.search(sentence) and state["outcome"] != "generated":
        return "No papers have been made yet."
    wrong = _other_status(low, issues)
    if not wrong:
        return None
    return "As recorded: " + "; ".join(f"{i.number}. {i.title}: {i.status.replace('_', ' ')}" for i in wrong) + "."


def _other_score(sentence: str, score: float) -> bool:
    named = _SCORE.search(sentence)
    if named is None:
        return False
    for number in find_numbers(sentence):
        of_something = _OF_SOMETHING.search(sentence[: number.start]) or _UNIT_BEHIND.match(sentence, number.end)
        near = number.start > named.start() or named.start() - number.end < 25
        value = float(number.value) * (100 if number.kind == "fraction" else 1)
        if near and not of_something and number.kind not in _NO_SCORE and value not in (score, 100.0, 0.0):
            return True
    return bool(_MOVED.search(sentence)) and not _OPEN_ENDED.search(sentence)


def _by_number(sentence: str, issues: Sequence[Issue]) -> str:
    """The sentence in small letters, with the number of a finding for its title, whose words claim nothing."""
    low = sentence.lower()
    for issue in sorted(issues, key=lambda issue: -len(issue.title)):
        low = low.replace(issue.title.lower(), f"issue {issue.number}") if issue.title else low
    return low


def _other_status(low: str, issues: Sequence[Issue]) -> list[Issue]:
    """The findings of which a sentence claims a status that they do not have."""
    by_id = {issue.issue_id: issue for issue in issues}
    wrong: dict[str, Issue] = {}
    at = 0
    for claim in _STATUS.finditer(low):
        before, behind = low[at : claim.start()], _STATUS.split(low[claim.end() :])[0]
        at = claim.end()
        wanted = claim.lastgroup or ""
        # "Resolved: 1 and 2" and "you accepted number 2" name behind the claim.
        named = [mention.ids for mention in find_namings(behind, issues) if mention.kind == "named"]
        for issue_id in named_in(before, issues) or tuple(chain.from_iterable(named)):
            if not _has(by_id[issue_id].status, wanted):
                wrong[issue_id] = by_id[issue_id]
    return list(wrong.values())


def _has(status: str, claimed: str) -> bool:
    if claimed == "accepted":
        return status != "open"
    return status == {"resolved": "resolved", "going": "in_progress"}.get(claimed, "open")
