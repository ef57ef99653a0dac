"""The receipt of a value as a page, JSON or PDF. Who took one as a file stands in the audit trail, with its hash."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from audit.receipts import check_receipt
from audit.trail import Actor, record
from chat import assistants
from chat.models import Thread
from chat.receipts import receipt_of
from chat.threads import readable_thread
from pdf import page_pdf


@login_required
@require_GET
@never_cache
def receipts(request: HttpRequest, thread_id: UUID) -> HttpResponse:
    """The values of a conversation, each with a link to its receipt."""
    thread = readable_thread(request, thread_id)
    context = {"thread": thread, "values": assistants.get(thread.assistant).traced(thread)}
    return render(request, "chat/receipts.html", context)


@login_required
@require_GET
@never_cache
def receipt(request: HttpRequest, thread_id: UUID, name: str, kind: str = "") -> HttpResponse:
    """The receipt of one value as a page, or as `kind`: json or pdf. 404 for another kind and an unknown value."""
    return answer_with_receipt(request, readable_thread(request, thread_id), name, kind)


def answer_with_receipt(
    request: HttpRequest, thread: Thread, name: str, kind: str, *, whole: bool = True
) -> HttpResponse:
    """The receipt for whoever was let in by the caller; without `whole` only the quoted words of what was said."""
    value = receipt_of(thread, name, whole=whole)
    if value is None or kind not in ("", "json", "pdf"):
        raise Http404(f"there is no receipt {name!r}, or not as {kind!r}")
    context = {"thread": thread, "receipt": value, "findings": check_receipt(value), "entries": _readable(value)}
    if not kind:
        return render(request, "chat/receipt.html", {**context, "path": request.path})
    by = Actor(request.user.pk, thread.pk)
    record("receipt.taken", thread, by=by, data={"value": name, "as": kind, "sha256": value["sha256"]})
    headers = {"Content-Disposition": f'attachment; filename="receipt-{name}.{kind}"'}
    if kind == "json":
        text = json.dumps(value, ensure_ascii=False, indent=2) + "\n"
        return HttpResponse(text, content_type="application/json", headers=headers)
    page = page_pdf("chat/receipt.pdf.html", lambda: context, what=f"the receipt {name} of thread {thread.pk}")
    return HttpResponse(page, content_type="application/pdf", headers=headers)


def _readable(value: dict[str, Any]) -> list[dict[str, Any]]:
    """The entries with the act and the time that stand in their texts."""
    return [{**entry, "act": json.loads(entry["text"])[4]} for entry in value["entries"]]
