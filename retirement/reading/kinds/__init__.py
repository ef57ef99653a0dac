"""Kinds of facts by topic: what each is called, and the ways to say it."""

from __future__ import annotations

from retirement.reading.kinds.table import DECISIVE, HINT, KINDS, USUAL, WORDS, Kind

__all__ = ["DECISIVE", "HINT", "KINDS", "USUAL", "WORDS", "Kind"]
