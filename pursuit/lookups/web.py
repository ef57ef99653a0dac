"""What the web says on a part, looked up before the lock: search, read the first pages together, judge them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from uuid import NAMESPACE_URL, uuid5

from chat.assistants import Awaited, ToolContext
from pursuit.answers import AskedPart, Found, judge
from pursuit.lookups import searxng
from pursuit.lookups.documents import LookedUp, asked_of, draft
from pursuit.record import Part, Record
from pursuit.words import HEAD, places_of_document, sha
from retrieval.reading import pieces
from retrieval.search import Passage

PLACE = "web"
# Chunks of one page that are judged: what a person would read of it.
_CHUNKS = 200


def look_on_web(context: ToolContext, part: str, query: str) -> LookedUp | Awaited:
    """Search the web for a part and judge the first pages as policies are judged. A failure is a reason, no answer.

    The web is waited for beside the other parts.
    """
    record: Record = context.record
    wanted = record.part(part)
    if record.row is None or wanted is None:
        return LookedUp(skipped=f"There is no part {part!r}.")
    if not wanted.is_open:
        return LookedUp(skipped=f"{part} is answered already.")
    if record.was_sent(PLACE, sha(query)):
        return LookedUp(PLACE, query, skipped="This query was sent before in this objective.")
    return Awaited(partial(_searched, context, wanted, asked_of(record, wanted, context.thread_id), query))


def _searched(context: ToolContext, part: Part, asked: AskedPart, query: str) -> LookedUp:
    """What the web says, with how many pages were read; a search that failed says why."""
    try:
        hits = searxng.search_web(query)
    except searxng.WebSearchFailed as failure:
        if failure.code == "not_configured":
            return LookedUp(skipped=str(failure))
        reason = "no_evidence" if failure.code == "empty" else "tool_failed"
        return LookedUp(PLACE, query, str(failure), Found(reason=reason))
    pages = searxng.read_pages([hit.url for hit in hits[: searxng.PAGES]])
    judged = judge.judge(asked, [passage for page in pages for passage in _passages(page)])
    drafted, answer = draft(context, part, judged, asked)
    finding = _dated(drafted, asked.today.isoformat())
    read = sum(page.document is not None for page in pages)
    counted = f"{len(hits)} result{'' if len(hits) == 1 else 's'}, {read} of {len(pages)} pages read"
    titles = "; ".join(str(citation["title"]) for citation in finding.citations[:1])
    return LookedUp(PLACE, query, f"{counted}. {titles}".strip(), finding, answer, "web")


def _dated(finding: Found, today: str) -> Found:
    """What the pages say, each citation with the page's address and the day on which it was read."""
    return replace(
        finding,
        citations=tuple({**citation, "url": citation["source"], "read_at": today} for citation in finding.citations),
        conflicts=tuple({**conflict, "url": conflict["source"], "read_at": today} for conflict in finding.conflicts),
    )


def _passages(page: searxng.WebPage) -> list[Passage]:
    """The chunks of a page as passages. They are in no collection, so only their page's address names them."""
    if page.document is None:
        return []
    about = places_of_document(page.document.title, page.document.text[:HEAD])
    return [
        Passage(
            chunk_id=0,
            chunk_key=str(number),
            document_id=uuid5(NAMESPACE_URL, page.url),
            document_key=page.url,
            title=page.document.title,
            heading=piece.heading,
            text=piece.text,
            citations=piece.citations,
            source=page.url,
            language=page.document.language,
            valid_from=None,
            valid_to=None,
            metadata=about,
            score=1 / (number + 1),
            start=0,
            end=len(piece.text),
            lexical=1.0,
            similarity=0.0,
        )
        for number, piece in enumerate(pieces(page.document)[:_CHUNKS])
    ]
