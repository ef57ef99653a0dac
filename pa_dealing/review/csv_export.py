"""The queue as CSV, row by row: memory does not grow with the number of requests, and no cell is a formula."""

from __future__ import annotations

import csv
from collections.abc import AsyncIterator, Iterator
from datetime import datetime
from decimal import Decimal
from typing import Any

from asgiref.sync import sync_to_async
from django.db.models import Model, Q
from django.http import HttpRequest, StreamingHttpResponse
from django.utils import timezone
from rest_framework.request import Request

from audit.trail import Actor, record
from pa_dealing.review.queue import Requests
from pa_dealing.rules import risk_labels

ROWS_AT_ONCE = 1000
# A spreadsheet runs a cell that begins so (OWASP, CSV injection). The full-width forms count as the plain ones there.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")

COLUMNS = (
    "id", "submitted_at", "employee", "status", "direction", "quantity", "symbol", "name", "isin", "type",
    "estimated_value", "currency", "base_value", "derivative", "inside_information", "related_party", "risk", "flags",
    "justification", "claimed_by", "decided_by", "decided_at", "decision_code", "decision_reason", "expires_at",
)  # fmt: skip
_FIELDS = (
    "pk", "submitted_at", "owner__username", "status", "direction", "quantity", "security", "estimated_value",
    "estimated_currency", "base_value", "is_derivative", "has_inside_info", "is_related_party", "risk", "justification",
    "claimed_by__username", "decided_by__username", "decided_at", "decision_code", "decision_reason", "expires_at",
)  # fmt: skip


class _Line:
    """A file that hands out what was written last."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> int:
        self.text += text
        return len(text)

    def taken(self) -> bytes:
        text, self.text = self.text, ""
        return text.encode()


def safe(value: Any) -> str:
    """The cell for a value; text that a spreadsheet would run begins with an apostrophe."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        return value.isoformat(timespec="seconds")
    if isinstance(value, (int, Decimal)):
        return str(value)
    text = str(value)
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def lines(requests: Requests) -> Iterator[bytes]:
    """The header and the requests, the oldest first, a thousand to a piece.

    Each piece is a query of its own that goes on after the last row, so no cursor or transaction stays open while
    a slow client reads.
    """
    line = _Line()
    writer = csv.writer(line)
    # The mark at the start makes Excel read UTF-8.
    line.write("\ufeff")
    writer.writerow(COLUMNS)
    yield line.taken()
    ordered = requests.filter(submitted_at__isnull=False).order_by("submitted_at", "pk")
    after = Q()
    while True:
        rows: list[dict[str, Any]] = list(ordered.filter(after).values(*_FIELDS)[:ROWS_AT_ONCE])
        for row in rows:
            writer.writerow([safe(value) for value in _cells(row)])
        if rows:
            yield line.taken()
        if len(rows) < ROWS_AT_ONCE:
            return
        last = rows[-1]
        after = Q(submitted_at__gt=last["submitted_at"]) | Q(submitted_at=last["submitted_at"], pk__gt=last["pk"])


def _cells(row: dict[str, Any]) -> list[Any]:
    security = row["security"] or {}
    return [
        row["pk"],
        row["submitted_at"],
        row["owner__username"],
        row["status"],
        row["direction"],
        row["quantity"],
        *(security.get(name) for name in ("symbol", "name", "isin", "inst_type")),
        row["estimated_value"],
        row["estimated_currency"],
        row["base_value"],
        row["is_derivative"],
        row["has_inside_info"],
        row["is_related_party"],
        row["risk"],
        "; ".join(risk_labels(row["risk"])),
        row["justification"],
        row["claimed_by__username"],
        row["decided_by__username"],
        row["decided_at"],
        row["decision_code"],
        row["decision_reason"],
        row["expires_at"],
    ]


def response(request: HttpRequest | Request, requests: Requests) -> StreamingHttpResponse:
    """The download; who took it, and of which filters, is recorded.

    Under ASGI each piece is made when the client has taken the one before.
    """
    asked = {name: str(value)[:200] for name, value in request.GET.items()}
    # Only officers come here, and they are signed in.
    assert isinstance(request.user, Model)
    record("pa_dealing.queue_exported", request.user, by=Actor(request.user.pk), data={"filters": asked})
    pieces = lines(requests)
    body = _pieces(pieces) if hasattr(request, "scope") else pieces
    name = f"trade-requests-{timezone.now():%Y-%m-%d}.csv"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return StreamingHttpResponse(body, content_type="text/csv; charset=utf-8", headers=headers)


async def _pieces(pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
    def following() -> bytes:
        return next(pieces, b"")

    while piece := await sync_to_async(following)():
        yield piece
