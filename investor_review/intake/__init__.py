"""The start of a session: the payload, checked field by field, and its rows."""

from __future__ import annotations

from investor_review.intake import evidence, sample, start
from investor_review.intake.body import read_body
from investor_review.intake.fields import shown
from investor_review.intake.payload import BadPayload, read_payload
from investor_review.intake.spool import let_go

__all__ = ["BadPayload", "evidence", "let_go", "read_body", "read_payload", "sample", "shown", "start"]
