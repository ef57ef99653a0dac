"""Why quoted words can stand for no decision: they plainly ask, suppose, quote, tell of others, or say the opposite."""

from __future__ import annotations

from investor_review.words.clauses import PLAIN, Clause, is_supposed, read, tell, without_quotes

_NO, _YES = frozenset({"leave", "reopen"}), frozenset({"accept", "settle"})


def why_not(message: str, start: int, end: int, decision: str) -> str:
    """Why message[start:end] cannot stand for `decision`, for the investor; empty where nothing speaks against it."""
    if decision != "own_wording" and not without_quotes(message)[start:end].strip(" .,;!?"):
        return "These words stand in quotation marks: you quote somebody. It is no decision."
    clauses = read(message)
    quoted = [clause for clause in clauses if clause.start < end and start < clause.end]
    if decision == "own_wording" and quoted and all(c.label == "leave" and c.margin >= PLAIN for c in quoted):
        # "Six months, no credits" is a wording in which a no stands; "the others may stay" is none.
        return "This leaves it as it is. It is no decision."
    for clause in quoted:
        reason = _reason(clause, clauses, decision)
        if reason and not _is_of_other_words(clause, message, (start, end), decision):
            return reason
    return ""


def _is_of_other_words(clause: Clause, message: str, span: tuple[int, int], decision: str) -> bool:
    """Whether the yes of a clause stands before the words that say no: "scope 3 yes the fee leave as it is"."""
    if decision not in ("reject", "leave", "reopen") or clause.label not in _YES or not clause.start < span[0]:
        return False
    before, own = tell(message[clause.start : span[0]]), tell(message[span[0] : span[1]])
    return before[0] in {*_YES, "yes"} and own[0] in _NO and own[1] >= PLAIN


def _reason(clause: Clause, clauses: list[Clause], decision: str) -> str:
    if is_supposed(clause, clauses, PLAIN):
        return "This is undecided, only supposed, or of somebody else or another time. It is no decision."
    if decision == "reopen" and clause.label != "reopen" and _goes_on_with_yes(clause, clauses):
        return "This says yes. It is no decision."
    if clause.margin < PLAIN:
        return ""
    if clause.label == "asks":
        return "This is a question. It is no decision."
    if decision in ("accept", "confirm", "use_draft") and clause.label in _NO:
        return "This says no. It is no decision."
    if decision in ("reject", "leave") and clause.label == "reopen":
        return "This takes it up again. It is no decision to leave it."
    if decision in ("reject", "leave", "reopen") and clause.label in _YES:
        return "This says yes. It is no decision."
    return ""


def _goes_on_with_yes(clause: Clause, clauses: list[Clause]) -> bool:
    """Whether the same breath accepts: "on second thoughts the fee as well, accepted"."""
    breath = (other for other in clauses if other.sentence == clause.sentence and not other.is_turn)
    return any(other.label in _YES and other.margin >= PLAIN for other in breath)
