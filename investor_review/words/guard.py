"""Why quoted words can stand for no decision: they plainly ask, suppose, quote, tell of others, or say the opposite."""

from __future__ import annotations

from investor_review.words.clauses import PLAIN, Clause, is_supposed, read, without_quotes

_NO, _YES = frozenset({"leave", "reopen"}), frozenset({"accept", "settle"})


def why_not(message: str, start: int, end: int, decision: str) -> str:
    """Why message[start:end] cannot stand for `decision`, for the investor; empty where nothing speaks against it."""
    if decision != "own_wording" and not without_quotes(message)[start:end].strip(" .,;!?"):
        return "These words stand in quotation marks: you quote somebody. It is no decision."
    clauses = read(message)
    reasons = (_reason(clause, clauses, decision) for clause in clauses if clause.start < end and start < clause.end)
    return next((f"{reason} It is no decision." for reason in reasons if reason), "")


def _reason(clause: Clause, clauses: list[Clause], decision: str) -> str:
    if is_supposed(clause, clauses, PLAIN):
        return "This is undecided, only supposed, or of somebody else or another time."
    if clause.margin < PLAIN:
        return ""
    if clause.label == "asks":
        return "This is a question."
    if decision in ("accept", "confirm") and clause.label in _NO:
        return "This says no."
    if decision in ("reject", "leave", "reopen") and clause.label in _YES:
        return "This says yes."
    return ""
