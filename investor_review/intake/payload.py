"""The JSON of a session start: checked here, each fault a sentence that names the field and the value.

The shape is the specification's "Canonical Input JSON Shape". A field that it does not have is ignored, and the
warnings name it: an analysis that learns to send more must not stop working, and a misspelt name must not pass unseen.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from investor_review.intake import document
from investor_review.intake.fields import LISTED, Checker, shown
from investor_review.intake.spool import LongList, LongText

SESSION_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,127}")
SEVERITIES = ("high", "medium", "low")
STATUSES = ("open", "in_progress", "resolved")
# Decimal places of a score that PostgreSQL is asked to keep.
_DECIMALS = 20


@dataclass(frozen=True, slots=True)
class SentChunk:
    """A chunk as upstream cut it."""

    chunk_id: str
    text: str
    source_name: str
    citations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SentChunks:
    """The chunks of a start, which have been checked; each is made when it is come to."""

    items: list[dict[str, Any]] | LongList

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[SentChunk]:
        check = Checker()
        return (_chunk(check, "", item) for item in self.items)


@dataclass(frozen=True, slots=True)
class SentNitpick:
    """A finding; its citations are ids of chunks that were sent with it."""

    issue_id: str
    title: str
    severity: str
    status: str
    summary: str
    citations: tuple[str, ...]
    suggested_changes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Warned:
    """Something that was left out of what was sent: a code, how many, and a sentence."""

    code: str
    count: int
    detail: str

    def as_json(self) -> dict[str, Any]:
        return {"code": self.code, "count": self.count, "detail": self.detail}


@dataclass(frozen=True, slots=True)
class Payload:
    """A start that is whole and consistent. `green_score` is the number that was sent, 0 to 100."""

    session_id: str
    company_name: str
    doc_id: str
    doc_title: str
    full_document_text: str | LongText
    green_score: Decimal
    chunks: SentChunks | tuple[SentChunk, ...]
    nitpicks: tuple[SentNitpick, ...]
    sha256: str
    warnings: tuple[Warned, ...] = ()


class BadPayload(ValueError):
    """What was sent cannot start a session. `errors` is {where: [sentences]}; nothing was stored."""

    def __init__(self, errors: Mapping[str, list[str]]) -> None:
        self.errors = dict(errors)
        super().__init__("; ".join(sentence for sentences in self.errors.values() for sentence in sentences))


def read_payload(body: Mapping[str, Any], session_id: str) -> Payload:
    """The start that `body` asks for under the address of `session_id`.

    Raises BadPayload with every fault, the first 20 in words.
    """
    check = Checker()
    check.fields(body, "", "")
    _check_session_id(check, body, session_id)
    company, title = (
        check.line(body, "company_name", "company_name", 300),
        check.line(body, "doc_title", "doc_title", 500),
    )
    doc_id = check.identifier(body, "doc_id", "doc_id", 300)
    text = check.long_text(body, "full_document_text", "full_document_text")
    score = _score(check, body)
    chunk_ids, pages = [], 0
    for where, item in check.objects(body, "document_chunks"):
        chunk = _chunk(check, where, item)
        chunk_ids.append(chunk.chunk_id)
        pages = max(pages, document.pages_cited(chunk.citations))
    nitpicks = [_nitpick(check, where, item) for where, item in check.objects(body, "nitpicks")]
    check.no_twins("document_chunks", "chunk_id", chunk_ids)
    check.no_twins("nitpicks", "issue_id", (nitpick.issue_id for nitpick in nitpicks))
    if check.count:
        if check.count > LISTED:
            check.errors["more"] = [f"There are {check.count - LISTED:,} more faults of this kind."]
        raise BadPayload(check.errors)
    nitpicks, dropped = _with_known_citations(nitpicks, set(chunk_ids))
    of_document = (Warned(*warning) for warning in document.warnings_of(text, pages))
    warnings = [*dropped, *_unknown_fields(check), *_nothing_to_cite(chunk_ids), *of_document]
    chunks, sha256 = SentChunks(body["document_chunks"]), payload_hash(body)
    return Payload(session_id, company, doc_id, title, text, score, chunks, tuple(nitpicks), sha256, tuple(warnings))


def _check_session_id(check: Checker, body: Mapping[str, Any], session_id: str) -> None:
    if sentence := session_id_fault(session_id):
        check.fault("session_id", sentence)
    elif "session_id" not in body:
        check.fault("session_id", "session_id is missing; it must be the one of the address.")
    elif body["session_id"] != session_id:
        check.fault(
            "session_id",
            f"session_id is {shown(body['session_id'])} and the address has {session_id!r}; they must be the same.",
        )


def session_id_fault(session_id: str) -> str:
    """What is wrong with a session id, as a sentence; empty for a good one. It names a folder, so it is plain."""
    if SESSION_ID.fullmatch(session_id):
        return ""
    given = f"has {len(session_id)} characters" if len(session_id) > 128 else f"is {shown(session_id)}"
    return (
        f"session_id {given}. It must have 1 to 128 letters, digits, points, hyphens or underscores, "
        "and begin with a letter or digit."
    )


def _score(check: Checker, body: Mapping[str, Any]) -> Decimal:
    if "green_score" not in body:
        check.fault("green_score", "green_score is missing.")
        return Decimal(0)
    value = body["green_score"]
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        check.fault("green_score", f"green_score is {shown(value)}; it must be a number from 0 to 100.")
        return Decimal(0)
    score = Decimal(str(value)) if isinstance(value, float) else Decimal(value)
    if not score.is_finite() or not 0 <= score <= 100:
        check.fault("green_score", f"green_score is {shown(value)}; it must be a number from 0 to 100.")
        return Decimal(0)
    exponent = score.as_tuple().exponent
    if isinstance(exponent, int) and exponent < -_DECIMALS:
        check.fault("green_score", f"green_score has {-exponent} decimal places; at most {_DECIMALS} are kept.")
        return Decimal(0)
    return score


def _chunk(check: Checker, where: str, given: dict[str, Any]) -> SentChunk:
    check.fields(given, "document_chunks", "document_chunks[].")
    return SentChunk(
        chunk_id=check.identifier(given, "chunk_id", f"{where}.chunk_id", 280),
        text=check.text(given, "text", f"{where}.text"),
        source_name=check.line(given, "source_name", f"{where}.source_name", 500, blank=True),
        citations=check.texts(given, "citations", f"{where}.citations"),
    )


def _nitpick(check: Checker, where: str, given: dict[str, Any]) -> SentNitpick:
    check.fields(given, "nitpicks", "nitpicks[].")
    return SentNitpick(
        issue_id=check.identifier(given, "issue_id", f"{where}.issue_id", 200),
        title=check.line(given, "title", f"{where}.title", 500),
        severity=check.choice(given, "severity", f"{where}.severity", SEVERITIES),
        status=check.choice(given, "status", f"{where}.status", STATUSES, "open"),
        summary=check.text(given, "summary", f"{where}.summary", blank=True),
        citations=check.texts(given, "citations", f"{where}.citations"),
        suggested_changes=check.texts(given, "suggested_changes", f"{where}.suggested_changes"),
    )


def _with_known_citations(
    nitpicks: Sequence[SentNitpick], known: Collection[str]
) -> tuple[list[SentNitpick], list[Warned]]:
    """The nitpicks with only those citations that were sent as chunks, each once; and what was dropped."""
    kept, dropped = [], []
    for nitpick in nitpicks:
        cited = tuple(dict.fromkeys(citation for citation in nitpick.citations if citation in known))
        unknown = dict.fromkeys(citation for citation in nitpick.citations if citation not in known)
        dropped += [f"{nitpick.issue_id} cites {shown(citation)}" for citation in unknown]
        kept.append(
            SentNitpick(
                nitpick.issue_id,
                nitpick.title,
                nitpick.severity,
                nitpick.status,
                nitpick.summary,
                cited,
                nitpick.suggested_changes,
            )
        )
    if not dropped:
        return kept, []
    detail = f"Citations of chunks that were not sent were dropped: {_listed(dropped)}."
    return kept, [Warned("unknown_citations", len(dropped), detail)]


def _unknown_fields(check: Checker) -> list[Warned]:
    if not check.unknown:
        return []
    detail = f"Fields that a session start does not have were ignored: {_listed(list(check.unknown))}."
    return [Warned("unknown_fields", len(check.unknown), detail)]


def _nothing_to_cite(chunk_ids: Sequence[str]) -> list[Warned]:
    if chunk_ids:
        return []
    return [Warned("no_chunks", 1, "No chunks were sent, so answers about the document cannot cite any.")]


def _listed(items: Sequence[str]) -> str:
    more = len(items) - LISTED
    return ", ".join(items[:LISTED]) + (f" and {more:,} more" if more > 0 else "")


def payload_hash(body: Mapping[str, Any]) -> str:
    """SHA-256 over the payload in one canonical form, whatever the order of its keys; `force` is not part of it."""
    digest = hashlib.sha256()
    for name in sorted(body.keys() - {"force"}):
        digest.update(_canonical(name))
        value = body[name]
        # Piece by piece and item by item, so that a large payload is never in memory.
        if isinstance(value, LongText):
            digest.update(b'"')
            for piece in value:
                digest.update(_canonical(piece)[1:-2])
            digest.update(b'"\n')
            continue
        for item in value if isinstance(value, list | LongList) else [value]:
            digest.update(_canonical(item))
    return digest.hexdigest()


def _canonical(value: object) -> bytes:
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=float)
    return text.encode("utf-8", "surrogatepass") + b"\n"
