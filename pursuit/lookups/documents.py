"""What the look-ups do before the lock: search, read the passages, draft an answer, and check it against them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from django.db.models import Case, When
from django.db.models.functions import Left
from django.utils import timezone

from chat.assistants import Awaited, ToolContext
from llm.text import fenced
from pursuit.answers import AskedPart, Found, depends_on, judge, rests_on
from pursuit.material import thread_collection
from pursuit.record import Part, Record
from pursuit.schemas import PartAnswer, propose
from pursuit.words import (
    BODY,
    HEAD,
    POLICIES,
    agree,
    claims_of,
    documents_telling,
    known_payers,
    mentions,
    places_of_document,
    sha,
    spellings_of,
    states_of,
    value_of,
    values,
    without_slots,
)
from retrieval.models import Document
from retrieval.search import Passage, search

_PASSAGES = 12
# A payer of more documents than this is searched with all others.
_MOST_OWN = 1_000
# How many passages a model is shown, and how much of one.
_MOST_SHOWN = 6
_SHOWN_CHARS = 2_000


@dataclass(frozen=True, slots=True)
class LookedUp:
    """What a look-up brought: for the ledger, and for the part. `skipped` says why nothing was sent."""

    place: str = ""
    query: str = ""
    result: str = ""
    finding: Found = field(default_factory=Found)
    answer: str = ""
    answered_by: str = "retrieval"
    skipped: str = ""


def look_in_materials(context: ToolContext, part: str, query: str, documents: Sequence[str] = ()) -> LookedUp | Awaited:
    """Search the policies and what the person brought for a part, and draft its answer from what was found.

    Where a model is to word it, that is waited for beside the other parts.
    """
    record: Record = context.record
    wanted = record.part(part)
    if record.row is None or wanted is None:
        return LookedUp(skipped=f"There is no part {part!r}.")
    if wanted.is_open is False:
        return LookedUp(skipped=f"{part} is answered already.")
    place = "materials" if not documents else f"material:{sha(' '.join(documents))[:32]}"
    if record.was_sent(place, sha(query)):
        return LookedUp(place, query, skipped="This query was sent before in this objective.")
    passages = search(
        query,
        [POLICIES, thread_collection(context.thread_id)],
        limit=_PASSAGES,
        documents=[UUID(document) for document in documents] or _payers_own(record, wanted, context.thread_id),
    )
    asked = asked_of(record, wanted, context.thread_id)
    finding = judge.judge(asked, with_metadata(passages))

    def finish() -> LookedUp:
        judged, answer = draft(context, wanted, finding, asked)
        return LookedUp(place, query, _result(passages, judged), judged, answer, _by(judged, asked))

    return Awaited(finish) if _is_worded(context, finding) else finish()


def _payers_own(record: Record, part: Part, thread_id: UUID) -> list[UUID] | None:
    """The documents of the payer and of the person, for a part that was looked for everywhere before; else None.

    A document that names its payer in its metadata alone is found by none of the payer's words.
    """
    slots = {**record.slots(), **{str(name): value for name, value in values(part.text, known_payers()).items()}}
    payer = slots.get("payer", "")
    if not payer or not any(
        attempt["sub_objective_id"] == part.id and attempt["place"] == "materials" and attempt["counts"]
        for attempt in record.tried
    ):
        return None
    policies = Document.objects.filter(collection__name=POLICIES, metadata__payer__in=spellings_of(payer))
    own = Document.objects.filter(collection__name=thread_collection(thread_id))
    wanted = claims_of(slots)
    written = policies.values_list("pk", "metadata")[:_MOST_OWN]
    own_documents = [pk for pk, metadata in written if agree(claims_of(metadata), wanted)]
    own_documents += own.values_list("pk", flat=True)[:_MOST_OWN]
    own_documents += documents_telling(payer, slots)
    return own_documents if own_documents and len(own_documents) <= _MOST_OWN else None


def asked_of(record: Record, part: Part, thread_id: UUID) -> AskedPart:
    """A part as passages of this thread are held against it."""
    payers = known_payers()
    slots = {**record.slots(), **{str(name): value for name, value in values(part.text, payers).items()}}
    own = Document.objects.filter(collection__name=thread_collection(thread_id)).values_list("pk", flat=True)
    return AskedPart(
        text=part.text,
        subject=without_slots(part.text, payers),
        slots=slots,
        today=timezone.localdate(),
        own=frozenset(str(document) for document in own),
        newest=record.row is not None and record.row.prefer_newest,
        context=without_slots(_message_of(record, part), payers),
        refused=part.refused,
        differs=bool(part.needs),
        states=states_of(slots["payer"]) if "payer" in slots and "state" not in slots else frozenset(),
    )


def _message_of(record: Record, part: Part) -> str:
    """The message that a part is from, or what was asked before it where the part says what that does not."""
    question = record.row.question if record.row is not None else ""
    asked_words = set(re.findall(r"\w+", question.lower()))
    words = re.findall(r"\w+", part.text.lower())
    if sum(word in asked_words for word in words) >= 0.6 * len(words):
        return question
    return " ".join(other.text for other in record.parts if other.position < part.position)


def with_metadata(passages: Sequence[Passage]) -> list[Passage]:
    """The passages with what is known of their documents: payer, plan, state. One query.

    What the metadata of a document do not say is read in its title, its first lines, and where it says whom it is for.
    """
    ids = {passage.document_id for passage in passages}
    # Whom a policy is for may stand anywhere in it, where its metadata do not tell.
    read = Case(
        When(metadata__has_keys=["payer", "plan", "state"], then=Left("text", HEAD)), default=Left("text", BODY)
    )
    rows = Document.objects.filter(pk__in=ids).values_list("pk", "metadata", "title", read) if ids else []
    about = {
        pk: {**_opened_by(text), **places_of_document(title, text, payer=value_of(data or {}, "payer")), **_said(data)}
        for pk, data, title, text in rows
    }
    return [
        replace(passage, metadata={**(about.get(passage.document_id) or {}), **passage.metadata})
        for passage in passages
    ]


def _opened_by(text: str) -> Mapping[str, str]:
    """The payer whose name alone a document's beginning says: "Cobblestone Community Care pays for …"."""
    names = {mention.value for mention in mentions(text[:HEAD], known_payers()) if mention.slot == "payer"}
    return {"payer": names.pop()} if len(names) == 1 else {}


def _said(metadata: Mapping[str, Any] | None) -> Mapping[str, Any]:
    return {name: value for name, value in (metadata or {}).items() if value}


def _by(finding: Found, asked: AskedPart) -> str:
    """Who answered: the person's material, when the first citation is of it."""
    cited = [*finding.citations, *finding.conflicts]
    return "material" if cited and cited[0]["document"] in asked.own else "retrieval"


def _result(passages: Sequence[Passage], finding: Found) -> str:
    if not passages:
        return "Nothing was found."
    if finding.status == "failed":
        return f"{len(passages)} passages, none on this question (coverage {finding.coverage:.2f})."
    named = finding.citations or finding.conflicts
    title = named[0]["title"] if named else finding.passages[0].title
    return f"{title} (coverage {finding.coverage:.2f})."


def _is_worded(context: ToolContext, finding: Found) -> bool:
    """Whether there are passages to draft an answer from, and somebody to ask: also such as the rules do not pass."""
    stands = finding.status == "blocked" or bool(finding.conflicts)
    return bool(finding.passages) and not stands and context.ask is not None


def draft(context: ToolContext, part: Part, finding: Found, asked: AskedPart) -> tuple[Found, str]:
    """What code found, answered by a model where there is one: it says whether the passages answer, and quotes them.

    Its quotes, their payer, plan, state and day, and its numbers are checked.
    """
    if not _is_worded(context, finding):
        return finding, ""
    # In one order whatever is asked, so that a provider's cache holds them for the next question.
    passages = sorted(finding.passages[:_MOST_SHOWN], key=lambda passage: (passage.document_key, passage.chunk_key))
    shown = [
        fenced(f"passage {n}", f"{passage.title}\n\n{passage.text[:_SHOWN_CHARS]}")
        for n, passage in enumerate(passages, start=1)
    ]
    values = {"question": fenced("question", part.text), "passages": shown}
    answer = propose(context, PartAnswer, "answer", values, {"status": finding.status})
    if answer is None:
        # The quote of code's own choice stands, as it does with no model.
        return finding, ""
    return checked(finding, answer, passages, asked)


def checked(
    finding: Found, answer: PartAnswer, passages: Sequence[Passage], asked: AskedPart | None = None
) -> tuple[Found, str]:
    """A drafted answer held against the passages: a quote that does not stand there goes, and what rests on it."""
    cited: list[tuple[Passage, Mapping[str, Any]]] = []
    for quote in answer.quotes:
        # A model may miscount: what counts is where the words stand.
        named = passages[quote.passage - 1 : quote.passage] if quote.passage > 0 else ()
        for passage in [*named, *passages]:
            if citation := judge.verified(quote.quote, passage, asked):
                cited.append((passage, citation))
                break
    if answer.verdict == "not_found":
        return replace(finding, status="partial" if finding.citations else "failed", reason="no_evidence"), ""
    if not cited:
        # The quote of code's own choice stands; the words of the model go.
        return finding, ""
    citations = tuple(citation for _, citation in cited)
    if asked is not None and (disputed := judge.disputed(asked, citations)):
        return replace(finding, status="partial", reason="conflicting_info", citations=(), conflicts=disputed), ""
    if not rests_on(answer.answer, [str(citation["quote"]) for citation in citations], asked.text if asked else ""):
        # Words that no quote bears out are no answer, and raise nothing to one.
        passed = finding.status == "answered" and answer.verdict == "answered"
        return _with(finding, "answered" if passed else "partial", citations), ""
    quoted = [passage for passage, _ in cited]
    if (
        answer.verdict == "answered"
        and asked is not None
        and (depends := depends_on(quoted, asked.slots, asked.states))
    ):
        return replace(finding, status="blocked", reason="jurisdiction", citations=(), depends=depends), ""
    return _with(finding, answer.verdict, citations), answer.answer.strip()


def _with(finding: Found, status: str, citations: tuple[Mapping[str, Any], ...]) -> Found:
    reason = "" if status == "answered" else "no_evidence"
    return replace(finding, status=status, reason=reason, citations=citations)
