"""What a sentence of a reply claims of the score, of findings and of the papers, and what the record says instead."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from investor_review.words.targets import Issue, find_targets
from wording.amounts import find_numbers

_SCORE = re.compile(r"\b(?:score|rating|grade)\b|\bout of (?:100|a hundred)\b|/ ?100\b", re.IGNORECASE)
# A number of something else: a finding, a clause, a period, a count.
_OF_SOMETHING = re.compile(
    r"(?:issues?|nitpicks?|findings?|numbers?|points?|clauses?|sections?|articles?|pages?|#|no\.) ?$", re.IGNORECASE
)
_UNIT_BEHIND = re.compile(
    r"\s?-?(?:days?|weeks?|months?|years?|quarters?|hours?|findings?|nitpicks?|issues?|open|resolved|in progress|"
    r"high|medium|low|accepted)\b",
    re.IGNORECASE,
)
_MOVED = re.compile(
    r"\b(?:score|rating|grade)\b.{0,40}\b(?:improved|increased|risen|rose|went (?:up|down)|gone (?:up|down)|dropped|"
    r"decreased|fell|fallen|raised|updated|recalculated|recomputed|higher|better)\b",
    re.IGNORECASE,
)
# What is asked, wished, or only would be claims nothing.
_OPEN_ENDED = re.compile(
    r"\?|\b(?:if|once|when|until|unless|would|will|can|cannot|could|should|shall|may|might|must|not|never|whether|what|before|"
    r"to be|no longer|nothing|none)\b|n't\b",
    re.IGNORECASE,
)
_STATUS = re.compile(
    r"\b(?P<resolved>resolved|closed|settled|confirmed)\b(?! (?:by|through|under|within|in accordance|to|on|at)\b)"
    r"|\b(?P<going>in progress)\b|\b(?P<accepted>accepted|approved)\b(?! (?:by|standard|under|method)\b)"
    r"|(?<=is )(?P<open>open)\b(?! to)|(?<=are )(?P<opens>open)\b(?! to)|(?<=still )(?P<still>open)\b",
    re.IGNORECASE,
)
_REVIEW = re.compile(r"\breview (?:is|has been|was) (?:now )?(?:complete[d]?|closed|finished|over)\b", re.IGNORECASE)
_PAPERS = re.compile(
    r"\b(?:document|version|pdf|papers?|e-?mail|change log|contract)s? (?:is|are|has been|have been|was|were) (?:now )?"
    r"(?:ready|generated|made|created|produced|prepared|sent|attached)\b",
    re.IGNORECASE,
)
# "2 of 3 resolved, 1 open", "2 findings are open": how many, and not which.
_COUNTED = re.compile(
    r"(?<!issue )(?<!number )(?<!finding )(?<!nitpick )(?<![#\w.,-])\d+ (?:of (?:the )?\d+ )?(?:findings? |nitpicks? |"
    r"issues? |points? )?(?:(?:are|remain) )?(?:still |now )?(?=open|in progress|resolved|accepted|closed|settled)"
)
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
        named, named_behind = find_targets(before, issues), find_targets(behind, issues)
        for issue_id in named.ids or (() if named_behind.collective else named_behind.ids):
            if not _has(by_id[issue_id].status, wanted):
                wrong[issue_id] = by_id[issue_id]
    return list(wrong.values())


def _has(status: str, claimed: str) -> bool:
    if claimed == "accepted":
        return status != "open"
    return status == {"resolved": "resolved", "going": "in_progress"}.get(claimed, "open")
