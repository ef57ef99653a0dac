"""What stands in for a model's wording: the sentences that code has found, word for word."""

from __future__ import annotations

from pursuit.offline import rules

__all__ = ["rules"]
