"""The reader without a model: an utterance to the decisions on findings."""

from __future__ import annotations

from investor_review.offline import rules
from investor_review.offline.inference import infer

__all__ = ["infer", "rules"]
