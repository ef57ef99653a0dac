"""Which look-ups come next: for each open part a query that was not sent to that place before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pursuit.codes import system_asked
from pursuit.record import Part, Record
from pursuit.words import queries
from retrieval.models import Document

# The name of a tool, and what it is called with.
Call = tuple[str, Mapping[str, Any]]


def in_lists_and_policies(record: Record) -> list[Call]:
    """A look-up in the code lists for each part that asks for a code, and else one in the materials."""
    sent: set[str] = set()
    calls: list[Call] = []
    for part in _unanswered(record):
        if part.kind == "code":
            place = f"codes:{system_asked(part.text) or 'all'}"
            # A model knows what a disease is called where the person does not.
            wanted = {queries.sha(query): query for query in (part.text, *part.queries)}
            unsent = [query for sha, query in wanted.items() if not record.was_sent(place, sha)]
            if unsent:
                calls += [("look_up_code", {"part": part.key, "query": query}) for query in unsent]
                continue
        if (query := _next_query(record, part, "materials", sent)) is not None:
            sent.add(queries.sha(query))
            calls.append(("search_policies", {"part": part.key, "query": query}))
    return calls


def on_web(record: Record) -> list[Call]:
    """A search of the web for each part that no material answers."""
    sent: set[str] = set()
    calls: list[Call] = []
    for part in _unanswered(record):
        if (query := _next_query(record, part, "web", sent)) is not None:
            sent.add(queries.sha(query))
            calls.append(("search_web", {"part": part.key, "query": query}))
    return calls


def in_documents(record: Record, documents: Sequence[Document]) -> list[Call]:
    """A search of these documents for every part that is open, and a model's own for it."""
    ids = [str(document.pk) for document in documents]
    unanswered = _unanswered(record) if ids else []
    sent_for = {
        query: part for part in unanswered for query in (*queries.angles(part.text, record.slots())[:1], *part.queries)
    }
    return [
        ("search_policies", {"part": part.key, "query": query, "documents": ids}) for query, part in sent_for.items()
    ]


def _unanswered(record: Record) -> Sequence[Part]:
    """Parts for which a look-up may help: not those that wait for a payer or a state, nor those in conflict."""
    waits = ("jurisdiction", "conflicting_info")
    newest = record.row is not None and record.row.prefer_newest
    return [part for part in record.open_parts if newest or part.stuck_reason not in waits]


def _next_query(record: Record, part: Part, place: str, sent: set[str]) -> str | None:
    """The next query for a part that did not go to this place before; None when every angle was tried."""
    plain, *others = queries.angles(part.text, record.slots()) or [""]
    # A model's searches come second: it knows in which words a policy says it.
    for query in [plain, *part.queries, *others]:
        sha = queries.sha(query)
        if sha not in sent and not record.was_sent(place, sha):
            return query
    return None
