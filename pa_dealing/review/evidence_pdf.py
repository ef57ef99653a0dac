"""One page that proves how a request was decided: its values and words, every check, the decision, and the hashes."""

from __future__ import annotations

import hashlib
from functools import partial
from typing import Any

from django.http import HttpResponse
from django.utils import timezone

from audit.models import AuditEntry
from pa_dealing.conversation import preview_lines
from pa_dealing.models import DraftRequest
from pa_dealing.rules import trace_of
from pdf import cut as cut_to, page_pdf

# Characters of a long text that fit on the page; the rest is proved by the hash of the whole.
MAX_LONG, MAX_VALUE, MAX_QUOTE, MAX_SENTENCE = 420, 160, 90, 220
cut = partial(cut_to, longest_word=60)
_FIELD_OF = {
    "Security": "security",
    "Direction": "direction",
    "Quantity": "quantity",
    "Price per unit": "unit_price",
    "Estimated value": "estimated_value",
    "Inside information": "has_inside_info",
    "Related party": "is_related_party",
}


def evidence_pdf(draft: DraftRequest, *, with_officer: bool) -> bytes:
    """The page as PDF. Officers are named only `with_officer`; the employee reads "Compliance" instead."""
    context = partial(context_of, draft, with_officer=with_officer)
    return page_pdf("pa_dealing/evidence.html", context, what=f"the evidence page of request {draft.pk}")


def pdf_response(draft: DraftRequest, *, with_officer: bool) -> HttpResponse:
    """The page as an answer that the browser shows."""
    headers = {"Content-Disposition": f'inline; filename="evidence-{draft.pk}.pdf"', "Cache-Control": "no-store"}
    page = evidence_pdf(draft, with_officer=with_officer)
    return HttpResponse(page, content_type="application/pdf", headers=headers)


def context_of(draft: DraftRequest, *, with_officer: bool) -> dict[str, Any]:
    """What stands on the page, cut to fit it."""
    values = [
        {"label": label, "value": cut(value, MAX_VALUE), "quote": cut(_quote(draft, label), MAX_QUOTE)}
        for label, value in preview_lines(draft)
        if label != "Justification" and (draft.security or label in _FIELD_OF)
    ]
    checks = trace_of(draft)
    return {
        "draft": draft,
        "owner": cut(draft.owner.get_full_name() or draft.owner.get_username(), 80),
        "values": values,
        "justification": cut(draft.justification, MAX_LONG),
        "justification_sha256": _sha256(draft.justification),
        "justification_cut": len(draft.justification) > MAX_LONG,
        "checks": [{**check, "sentence": cut(check["sentence"], MAX_SENTENCE)} for check in checks],
        "decision": _decision(draft, with_officer=with_officer),
        "proofs": _proofs(draft),
        "made_at": timezone.now(),
    }


def _quote(draft: DraftRequest, label: str) -> str:
    return str(draft.evidence.get(_FIELD_OF.get(label, ""), {}).get("quote", ""))


def _decision(draft: DraftRequest, *, with_officer: bool) -> dict[str, Any] | None:
    if draft.decided_at is None or draft.decided_by is None:
        return None
    name = draft.decided_by.get_full_name() or draft.decided_by.get_username()
    return {
        "status": "approved" if draft.expires_at else "declined",
        "by": cut(name, 80) if with_officer else "Compliance",
        "at": draft.decided_at,
        "code": draft.get_decision_code_display() if with_officer else "",
        "reason": cut(draft.decision_reason, MAX_LONG),
        "reason_cut": len(draft.decision_reason) > MAX_LONG,
        "reason_sha256": _sha256(draft.decision_reason),
        "expires_at": draft.expires_at,
    }


def _proofs(draft: DraftRequest) -> list[tuple[str, str]]:
    """The hash of the payload, and the entries of the audit chain in which this request was handed in and decided."""
    actions = [
        f"pa_dealing.{name}" for name in ("submitted", "escalated", "approved", "declined", "expired", "withdrawn")
    ]
    entries = AuditEntry.objects.filter(
        object_type="pa_dealing.draftrequest", object_id=str(draft.pk), action__in=actions
    ).order_by("id")[:6]
    shown = [(f"Audit entry {e.sequence}, {e.action.partition('.')[2]}", e.hash) for e in entries]
    return [("Payload, SHA-256", draft.payload_hash()), *shown]


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
