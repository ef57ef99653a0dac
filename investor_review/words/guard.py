"""Why quoted words can stand for no decision: they plainly ask, suppose, quote, tell of others, or say the opposite."""

from __future__ import annotations

import re
from collections.abc import Sequence

from investor_review.words.clauses import (
    DECISIONS,
    NAY,
    PLAIN,
    SURE,
    Clause,
    is_supposed,
    is_sure,
    read,
    tell,
    without_quotes,
)
from investor_review.words.findings import Issue

_NO, _YES = frozenset({"leave", "reopen"}), frozenset({"accept", "settle"})
_ACCEPTS, _REFUSES = frozenset({"accept", "confirm", "use_draft"}), frozenset({"reject", "leave", "reopen"})
# From this margin on words are plainly no, and plainly only supposed.
_PLAINLY_NO, _SUPPOSED = 0.3, 0.5
# Words that only take over what was proposed are no wording of the investor's own from this margin on.
_TAKES = 0.5
# "No objection", "why not": no denial of what is proposed.
_NO_DENIAL = re.compile(
    r"\b(?:object\w*|objection\w*|problems?|issues?|doubts?|bezwa\w+|einw\w+|mind|only)\b|\bwhy not\b", re.IGNORECASE
)
# "6 not 5", "the second, not the third": one is named and not another; the no is about that other.
_NUMBER = r"(?:(?:the|number|nr) )?(?:\d+|first|second|third|\w+th)\b"
_NOT_ANOTHER = re.compile(rf"\b{_NUMBER}\W+(?P<other>(?:not|niet) {_NUMBER})", re.IGNORECASE)
_NOT_DONE = re.compile(r"(?:\bnot|n['’]t|\bniet)\s+(?:\w+ )?(?:done|finished|ready|through|klaar)\b", re.IGNORECASE)
_SUPPOSES = re.compile(r"(?:suppos\w+|imagine|what if|stel(?: dat)?|angenommen)\b", re.IGNORECASE)
_ASKS = re.compile(
    r"(?:should|shall|could|can|would|may|must|is|are|does|do|did|what|why|who|when|how|which|if|am)\b(?! you\b)",
    re.IGNORECASE,
)


def why_not(message: str, start: int, end: int, decision: str, issues: Sequence[Issue] = ()) -> str:
    """Why message[start:end] cannot stand for `decision`, for the investor; empty where nothing speaks against it.

    `issues` are the findings, so that their names are read as names.
    """
    if decision != "own_wording" and not without_quotes(message)[start:end].strip(" .,;!?"):
        return "These words stand in quotation marks: you quote somebody. It is no decision."
    if another := _NOT_ANOTHER.search(message, start, end):
        message = message[: another.start("other")]
    clauses = read(message, issues)
    quoted = [clause for clause in clauses if clause.start < end and start < clause.end]
    if decision == "finish":
        return _why_not_done(quoted)
    if decision == "own_wording" and quoted and all(c.label == "leave" and c.margin >= PLAIN for c in quoted):
        # "Six months, no credits" is a wording in which a no stands; "the others may stay" is none.
        return "This leaves it as it is. It is no decision."
    if decision == "own_wording" and quoted and all(c.label in _YES and c.margin >= _TAKES for c in quoted):
        return "This takes what was suggested. It is no wording of your own."
    if decision in _ACCEPTS and _denies(quoted):
        return "This says no. It is no decision."
    for clause in quoted:
        reason = _reason(clause, clauses, decision)
        if reason and not _is_of_other_words(clause, message, (start, end), decision):
            return reason
    return ""


def _why_not_done(quoted: Sequence[Clause]) -> str:
    """Why words do not say that the investor is done; decisions beside the end say nothing against it."""
    ends = any(clause.label in ("done", "yes", "generate") for clause in quoted)
    for clause in quoted:
        if clause.label == "done" and clause.margin >= PLAIN and not _NOT_DONE.search(clause.text):
            continue
        waits = clause.label in ("asks", "unsure", "not_yet") and is_sure(clause)
        decides = not ends and clause.label in DECISIONS and is_sure(clause)
        denies = bool(NAY.search(clause.text)) and not (ends and clause.label in DECISIONS)
        if waits or decides or denies or clause.text.endswith("?") or clause.text.lower().startswith("if "):
            return "This does not say that you are done."
    return ""


def _denies(quoted: Sequence[Clause]) -> bool:
    """Whether words say no: as a clause by itself, or by a "not" in one that does not plainly accept."""
    if any(clause.label in _YES and clause.margin >= PLAIN for clause in quoted):
        return False
    return any(
        clause.label == "no" or (NAY.search(clause.text) and not _NO_DENIAL.search(clause.text)) for clause in quoted
    )


def _is_of_other_words(clause: Clause, message: str, span: tuple[int, int], decision: str) -> bool:
    """Whether the yes of a clause stands before the words that say no: "scope 3 yes the fee leave as it is"."""
    if decision not in _REFUSES or clause.label not in _YES or not clause.start < span[0]:
        return False
    before, own = tell(message[clause.start : span[0]]), tell(message[span[0] : span[1]])
    return before[0] in {*_YES, "yes"} and own[0] in _NO and own[1] >= PLAIN


def _reason(clause: Clause, clauses: list[Clause], decision: str) -> str:
    if decision == "reopen" and clause.mentions and all(mention.is_excepted for mention in clause.mentions):
        # "Make that except 6" says no yes to 6.
        return ""
    if clause.text.endswith("?") and _ASKS.match(clause.text):
        return "This is a question. It is no decision."
    if is_supposed(clause, clauses, _SUPPOSED) or _SUPPOSES.match(clause.text):
        return "This is undecided, only supposed, or of somebody else or another time. It is no decision."
    if decision == "reopen" and clause.label != "reopen" and _goes_on_with_yes(clause, clauses):
        return "This says yes. It is no decision."
    if decision in _REFUSES and clause.label in _YES and clause.margin >= SURE and not NAY.search(clause.text):
        return "This says yes. It is no decision."
    if clause.margin < PLAIN:
        return ""
    if clause.label == "asks":
        return "This is a question. It is no decision."
    if decision in _ACCEPTS and clause.label in _NO and clause.margin >= _PLAINLY_NO:
        return "This says no. It is no decision."
    if decision in ("reject", "leave") and clause.label == "reopen":
        return "This takes it up again. It is no decision to leave it."
    return ""


def _goes_on_with_yes(clause: Clause, clauses: list[Clause]) -> bool:
    """Whether the same breath accepts: "on second thoughts the fee as well, accepted"."""
    breath = (other for other in clauses if other.sentence == clause.sentence and not other.is_turn)
    return any(other.label in _YES and other.margin >= PLAIN for other in breath)
