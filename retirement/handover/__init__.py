"""What goes out: the hand-over pack for an adviser, and the records as lines of JSON."""

from __future__ import annotations

from retirement.handover import lines, pdf

__all__ = ["lines", "pdf"]
