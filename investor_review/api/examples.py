"""Examples for the API's schema: the specification's start, and what answers it."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample

_CHUNK = {
    "chunk_id": "doc_001:c001",
    "text": "The Supplier reports its emissions once a year, within ninety days of the end of its financial year.",
    "source_name": "Climate Contract v3",
    "citations": ["p12", "sec_4.2"],
}
_NITPICK: dict[str, Any] = {
    "issue_id": "issue_001",
    "title": "No annual scope-3 audit clause",
    "severity": "high",
    "status": "open",
    "summary": "Nobody outside the company checks the scope 3 figures.",
    "citations": ["doc_001:c001"],
    "suggested_changes": ["Have an accredited third party audit scope 3 emissions once a year."],
}
_START = {
    "session_id": "sess_001",
    "company_name": "Acme Climate Tech",
    "doc_id": "doc_001",
    "doc_title": "Climate Contract v3",
    "full_document_text": "1. Reporting\n\nThe Supplier reports its emissions once a year, …",
    "green_score": 72.5,
    "document_chunks": [_CHUNK],
    "nitpicks": [_NITPICK],
}
_SESSION = {
    "session_id": "sess_001",
    "company_name": "Acme Climate Tech",
    "doc_id": "doc_001",
    "doc_title": "Climate Contract v3",
    "green_score": 72.5,
    "status": "active",
    "outcome": None,
    "ask": None,
    "generation": 1,
    "thread": "6f3c1c0e-0000-4000-8000-000000000001",
    "created_at": "2026-01-05T09:00:00Z",
    "updated_at": "2026-01-05T09:00:00Z",
    "counters": {
        "nitpicks": 1,
        "open": 1,
        "in_progress": 0,
        "resolved": 0,
        "high": 1,
        "medium": 0,
        "low": 0,
        "accepted": 0,
        "left_as_is": 0,
        "chunks": 1,
        "chunks_embedded": 1,
    },
    "nitpicks": [{**_NITPICK, "accepted_change_instructions": "", "left_as_is": ""}],
    "cited_chunks": ["doc_001:c001"],
}
_EXISTS = {
    "detail": "The session 'sess_001' exists with this very payload; nothing was changed.",
    "code": "session_exists",
    "identical": True,
}

START = [
    OpenApiExample("a session", value=_START, request_only=True),
    OpenApiExample("started", value={**_SESSION, "warnings": []}, response_only=True, status_codes=["201"]),
    OpenApiExample("exists already", value=_EXISTS, response_only=True, status_codes=["409"]),
]
SESSION = [OpenApiExample("a session", value=_SESSION, response_only=True)]
CHAT = [
    OpenApiExample("a message", value={"message": "Yes, add the audit clause."}, request_only=True),
    OpenApiExample(
        "an answer",
        value={
            "reply": "I have noted an audit clause for the scope 3 figures [doc_001:c001]. Is it settled?",
            "citations": ["doc_001:c001"],
            "nitpicks_changed": [
                {
                    "issue_id": "issue_001",
                    "previous_status": "open",
                    "status": "in_progress",
                    "accepted_change_instructions": "Have a third party audit scope 3 once a year.",
                }
            ],
            "session_status": "active",
            "ask": None,
            "turn_id": "6f3c1c0e-0000-4000-8000-000000000002",
            "status": "done",
            "error": None,
        },
        response_only=True,
    ),
]
PATCH = [
    OpenApiExample(
        "settle it with words of one's own",
        value={"status": "resolved", "accepted_change_instructions": "Audit scope 3 every two years."},
        request_only=True,
    )
]
ARTIFACTS = [
    OpenApiExample(
        "a file",
        value={
            "kind": "pdf",
            "url": "/v1/reviews/sessions/sess_001/artifacts/6f3c1c0e-0000-4000-8000-000000000003",
            "path": "sess_001/cleaned-up.pdf",
            "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
            "size": 48213,
            "created_at": "2026-01-05T09:30:00Z",
        },
        response_only=True,
    )
]
