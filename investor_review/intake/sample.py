"""The sample agreement with its findings, as upstream would send it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from uuid import uuid4

from investor_review.intake import start
from investor_review.intake.payload import read_payload
from investor_review.models import ReviewSession

_SAMPLE = Path(__file__).resolve().parents[1] / "sample_data" / "carbon_removal_agreement.json"


def sent() -> dict[str, Any]:
    """The body of the sample's start request."""
    body: dict[str, Any] = json.loads(_SAMPLE.read_text(encoding="utf-8"))
    return body


def start_for(owner: Any) -> ReviewSession:
    """A review of the sample by an id of its own, which `owner` has started and talks in."""
    body = sent()
    body["session_id"] = f"sample-{uuid4().hex[:12]}"
    session = start.start_session(read_payload(body, body["session_id"]), user_id=owner.pk)
    start.embed_if_small(session)
    return session
