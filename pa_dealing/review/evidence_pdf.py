"""The file that proves how a request was decided: values and words, checks with their inputs, what compliance asked
and was answered, the decision, and the entries of the audit chain with how to verify them. Who takes it is recorded.
"""

from __future__ import annotations

import hashlib
from functools import partial
from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext

from audit.models import AuditEntry
from audit.trail import Actor, record
from pa_dealing.conversation import preview_lines
from pa_dealing.models import ComplianceQuestion, DraftRequest
from pa_dealing.rules import spoken_trace, trace_of
from pdf import cut as cut_to, page_pdf

# What stands in a column, in characters; what people wrote stands whole, below one another.
MAX_VALUE, MAX_QUOTE, MAX_SENTENCE, MAX_INPUTS = 160, 90, 220, 2000
# A request that compliance asks about more often is read on its page; the file says how many are left out.
MAX_QUESTIONS, MAX_ENTRIES = 200, 500
# What was done with a request from the moment it was handed in.
_ACTS = (
    "submitted", "escalated", "claimed", "assigned", "released", "question_asked", "question_answered", "approved",
    "declined", "taken_back", "extension_requested", "extended", "expired", "withdrawn",
)  # fmt: skip
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


def pdf_response(draft: DraftRequest, *, with_officer: bool, taken_by: int) -> HttpResponse:
    """The page as an answer that the browser shows; that this user took it is recorded, with the hash of the file."""
    headers = {"Content-Disposition": f'inline; filename="evidence-{draft.pk}.pdf"', "Cache-Control": "no-store"}
    page = evidence_pdf(draft, with_officer=with_officer)
    data = {"sha256": hashlib.sha256(page).hexdigest(), "with_officer": with_officer}
    record("pa_dealing.evidence_taken", draft, by=Actor(taken_by, draft.thread_id), data=data)
    return HttpResponse(page, content_type="application/pdf", headers=headers)


def context_of(draft: DraftRequest, *, with_officer: bool) -> dict[str, Any]:
    """What stands in the file."""
    values = [
        {"label": label, "value": cut(value, MAX_VALUE), "quote": cut(_quote(draft, label), MAX_QUOTE)}
        for label, value in preview_lines(draft)
        if label != "Justification" and (draft.security or label in _FIELD_OF)
    ]
    checks = spoken_trace(trace_of(draft))
    questions = _questions(draft, with_officer=with_officer)
    entries, entries_left = _entries(draft, with_officer=with_officer)
    return {
        "draft": draft,
        "owner": cut(_name(draft.owner), 80),
        "values": values,
        "justification": _whole(draft.justification),
        "checks": [
            {**check, "sentence": cut(check["sentence"], MAX_SENTENCE), "inputs": _inputs(check["inputs"])}
            for check in checks
        ],
        "questions": questions,
        "questions_left": draft.questions.count() - len(questions),
        "decision": _decision(draft, with_officer=with_officer),
        "payload_sha256": draft.payload_hash(),
        "entries": entries,
        "entries_left": entries_left,
        "made_at": timezone.now(),
    }


def _quote(draft: DraftRequest, label: str) -> str:
    """The words of a value; of a security also what was searched for, where they only choose: "Roche", then "yes"."""
    words = str(draft.evidence.get(_FIELD_OF.get(label, ""), {}).get("quote", ""))
    searched = str(draft.evidence.get("security_search_term", {}).get("quote", "")) if label == "Security" else ""
    return f"{searched}”, then “{words}" if searched and words and searched.lower() not in words.lower() else words


def _decision(draft: DraftRequest, *, with_officer: bool) -> dict[str, Any] | None:
    if draft.decided_at is None or draft.decided_by is None:
        return None
    return {
        "status": "approved" if draft.expires_at else "declined",
        "by": cut(_name(draft.decided_by), 80) if with_officer else "Compliance",
        "at": draft.decided_at,
        "code": draft.get_decision_code_display() if with_officer else "",
        "reason": _whole(draft.decision_reason),
        "expires_at": draft.expires_at,
    }


def _inputs(inputs: dict[str, Any]) -> str:
    """What a check computed its outcome from, so that anyone can compute it again."""
    return cut("; ".join(f"{name.replace('_', ' ')}: {_in_words(value)}" for name, value in inputs.items()), MAX_INPUTS)


def _in_words(value: Any) -> str:
    """An input as people read it, and not as the program writes it."""
    if value is None or value in ("", [], {}):
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{name} {_in_words(each)}" for name, each in value.items())
    return ", ".join(map(_in_words, value)) if isinstance(value, list | tuple) else str(value)


def _questions(draft: DraftRequest, *, with_officer: bool) -> list[dict[str, Any]]:
    """What compliance asked, and the answers in the employee's words."""
    asked = ComplianceQuestion.objects.filter(request=draft).select_related("asked_by").order_by("id")
    return [
        {
            "by": cut(_name(question.asked_by), 80) if with_officer else "Compliance",
            "at": question.asked_at,
            "text": _whole(question.text),
            "answered_at": question.answered_at,
            "answer": _whole(question.answer),
        }
        for question in asked[:MAX_QUESTIONS]
    ]


def _entries(draft: DraftRequest, *, with_officer: bool) -> tuple[list[dict[str, Any]], int]:
    """The newest entries of the audit chain about this request from when it was handed in, each with the hash before
    it, and how many older ones are left out.
    """
    of_it = AuditEntry.objects.filter(object_type="pa_dealing.draftrequest", object_id=str(draft.pk))
    wanted = of_it.filter(action__in=[f"pa_dealing.{act}" for act in _ACTS]).select_related("actor")
    newest = list(wanted.order_by("-id")[:MAX_ENTRIES])
    lines = [
        {
            "sequence": entry.sequence,
            "act": entry.action.partition(".")[2].replace("_", " "),
            "at": entry.at,
            "by": _who(entry, draft, with_officer=with_officer),
            "hash": entry.hash,
            "previous_hash": entry.previous_hash,
        }
        for entry in reversed(newest)
    ]
    return lines, wanted.count() - len(newest)


def _who(entry: AuditEntry, draft: DraftRequest, *, with_officer: bool) -> str:
    if entry.actor is None:
        return gettext("the system")
    if entry.actor_id == draft.owner_id:
        return gettext("the employee")
    return cut(_name(entry.actor), 80) if with_officer else "Compliance"


def _name(user: Any) -> str:
    return str(user.get_full_name() or user.get_username())


def _whole(text: str) -> list[str]:
    """Every line that somebody wrote, with breaks in words that no line holds."""
    return [cut(line, 2 * len(line)) for line in text.splitlines() if line.strip()]
