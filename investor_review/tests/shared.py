"""What the tests of this app share: payloads, and a client that speaks JSON."""

from __future__ import annotations

import json
from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from rest_framework.authtoken.models import Token

CHUNKS = {
    "doc_001:c001": "Supplier emissions reporting is annual. The report covers scope 1 and scope 2 emissions.",
    "doc_001:c002": "The Company may offset its remaining emissions with credits of its own choice.",
    "doc_001:c003": "Either party may end this agreement with thirty days' notice.",
}


def payload(session_id: str = "sess_001", **changes: Any) -> dict[str, Any]:
    """A start that is whole, with these changes."""
    chunks = [
        {"chunk_id": key, "text": text, "source_name": "Climate Contract v3", "citations": [f"p{n}", f"sec_{n}"]}
        for n, (key, text) in enumerate(CHUNKS.items(), 1)
    ]
    nitpicks = [
        nitpick("issue_001", title="No annual scope-3 audit clause", citations=["doc_001:c001"]),
        nitpick("issue_002", title="Offsets are not limited", severity="medium", citations=["doc_001:c002"]),
        nitpick("issue_003", title="Notice is short", severity="low", citations=["doc_001:c003"]),
    ]
    whole = {
        "session_id": session_id,
        "company_name": "Acme Climate Tech",
        "doc_id": "doc_001",
        "doc_title": "Climate Contract v3",
        "full_document_text": "\n\n".join(CHUNKS.values()),
        "green_score": 72.5,
        "document_chunks": chunks,
        "nitpicks": nitpicks,
    }
    return {**whole, **changes}


def nitpick(issue_id: str = "issue_001", **changes: Any) -> dict[str, Any]:
    return {
        "issue_id": issue_id,
        "title": "No annual scope-3 audit clause",
        "severity": "high",
        "status": "open",
        "summary": "Contract lacks mandatory third-party scope-3 audit language.",
        "citations": [],
        "suggested_changes": ["Add annual third-party scope-3 audit requirement."],
        **changes,
    }


class Program:
    """Somebody's program: sends JSON with a token and reads what comes back."""

    def __init__(self, user: User) -> None:
        self.user = user
        self.client = Client()
        self.headers = {"authorization": f"Token {Token.objects.get_or_create(user=user)[0].key}"}

    def ask(self, method: str, path: str, body: Any = None, **more: Any) -> Any:
        data = body if isinstance(body, str | bytes) else json.dumps(body) if body is not None else ""
        return self.client.generic(
            method, f"/v1/reviews/sessions{path}", data, "application/json", headers=self.headers, **more
        )

    def get(self, path: str) -> Any:
        return self.ask("GET", path)

    def post(self, path: str, body: Any = None) -> Any:
        return self.ask("POST", path, body)

    def start(self, session_id: str = "sess_001", **changes: Any) -> Any:
        return self.post(f"/{session_id}/start", payload(session_id, **changes))
