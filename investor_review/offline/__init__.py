"""The reader without a model: an utterance to the decisions on findings."""

from __future__ import annotations

from investor_review.offline.conversation import talk
from investor_review.offline.inference import infer
from investor_review.offline.rules import answer

__all__ = ["answer", "infer", "talk"]
