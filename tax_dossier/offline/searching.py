"""What is searched for: the clauses that ask, with what is told beside them or was asked before."""

from __future__ import annotations

from collections.abc import Sequence

from dialogue import is_asked
from tax_dossier.offline.reading import ASKS, CURATES, Label, ReadClause, asks_of_law, kinds_denied, points_back
from tax_dossier.words import (
    SEARCHES,
    TaxYear,
    beside_citations,
    find_citations,
    going_on,
    in_law_words,
    is_another,
    places_asked,
    read_tax_year,
    telling_words,
    without_denied,
)

QUERY_CHARS, _BEFORE_CHARS = 1_000, 500
# A question with so many telling words needs no more of what is told beside it.
SAYS_ENOUGH = 3
# A place that has so much of a message makes it a question.
_SURE_FIT = 0.4
_TELLS = frozenset({Label.UNKNOWN, Label.CASE, Label.TALK})
_KINDS = dict(zip(SEARCHES, (Label.LAWS, Label.CASES), strict=True))


def searches_for(
    words: str, clauses: Sequence[ReadClause], before: str, *, goes_on: bool = False
) -> list[tuple[str, dict[str, str]]]:
    """The searches for what the clauses ask; for the question before once more, when they name another year.

    `goes_on`: a question was asked whose sources are in the dossier, so that what is doubtful may be of it.
    """
    labels = {clause.label for clause in clauses if clause.label in ASKS}
    asking = _asking(clauses, goes_on)
    if asking and not labels:
        labels = {Label.FOLLOW_UP} if any(asks_of_law(clause) or is_asked(clause.text) for clause in asking) else set()
    query = _query(clauses, asking, labels)
    if labels <= ASKS and _is_all_asked(clauses) and is_asked(words) and _is_known(words, surely=not query):
        # What the register knows is told in one clause and asked in the other, or is a question by that alone.
        query = without_denied(words)
    of_before = labels == {Label.FOLLOW_UP} or not telling_words(query) or points_back(query)
    another_year = read_tax_year(words) != TaxYear()
    again = another_year and {clause.label for clause in clauses} & {Label.YEAR, Label.UNKNOWN, Label.ANSWER}
    if before and of_before and not find_citations(query) and (asking or again):
        query = _with_before(query, before[:_BEFORE_CHARS], labels)
    return [(name, {"query": query[:QUERY_CHARS]}) for name in _kinds(words, query, labels)] if query else []


def _is_known(words: str, *, surely: bool) -> bool:
    """Whether a register has a place for words; `surely`: one that has much of it, where it has enough to be asked."""
    places = places_asked(without_denied(words))
    is_sure = len(telling_words(words)) > SAYS_ENOUGH and any(place.fit >= _SURE_FIT for place in places[:1])
    return bool(places) and (is_sure or not surely)


def _is_all_asked(clauses: Sequence[ReadClause]) -> bool:
    """Whether every clause asks, tells a case or may be anything: none acts upon sources, the year or the answer."""
    return all(clause.label in ASKS or clause.label in _TELLS for clause in clauses)


def _asking(clauses: Sequence[ReadClause], goes_on: bool) -> list[ReadClause]:
    """The clauses that ask, surely or as things are."""
    asking = [clause for clause in clauses if clause.label in ASKS]
    if asking or goes_on or any(clause.label is Label.ANSWER for clause in clauses):
        # "… een rangorde tussen de gezichtspunten? Geef antwoord."
        unknown = [clause for clause in clauses if clause.label is Label.UNKNOWN and (asking or len(clauses) > 1)]
        asked = [clause for clause in clauses if asks_of_law(clause) or (clause in unknown and is_asked(clause.text))]
        asking = [clause for clause in clauses if clause in asking or clause in asked]
    return asking


def _query(clauses: Sequence[ReadClause], asking: Sequence[ReadClause], labels: set[Label]) -> str:
    """What is asked, with what is told beside it where it says little by itself."""
    query = " ".join(clause.text for clause in asking)
    if labels == {Label.FOLLOW_UP} or (asking and len(telling_words(query)) < SAYS_ENOUGH):
        curates = any(clause.label in CURATES for clause in clauses)
        query = " ".join(
            clause.text for clause in clauses if clause in asking or _is_told_beside(clause, curates=curates)
        )
    return without_denied(query)


def _is_told_beside(clause: ReadClause, *, curates: bool) -> bool:
    """Whether a clause may tell what a question is about that another one asks."""
    if clause.label is Label.UNKNOWN or curates:
        return clause.label is Label.UNKNOWN
    return clause.label is Label.CASE or (clause.label is Label.TALK and bool(in_law_words(clause.text)))


def _with_before(query: str, earlier: str, labels: set[Label]) -> str:
    """What goes on from the question before, with that one."""
    if labels <= {Label.CASES, Label.LAWS} and not telling_words(query):
        return earlier
    # What goes on with a matter of its own is looked for by itself, too.
    return f"{query.rstrip('?. ')}? {earlier}" if is_another(query, earlier) else going_on(query, earlier)


def _kinds(words: str, query: str, labels: set[Label]) -> list[str]:
    """Which of the two searches are made: what the words want, or cite, and none that they do not want."""
    cited = find_citations(query)
    looked_up = cited and len(beside_citations(query)) <= 1
    if labels == {Label.CASES} or (looked_up and all(citation.ecli for citation in cited)):
        return ["case_law"]
    if labels == {Label.LAWS} or (looked_up and all(citation.article for citation in cited)):
        return ["legislation"]
    denied = kinds_denied(words)
    return [name for name, kind in _KINDS.items() if kind not in denied] or [*SEARCHES]
