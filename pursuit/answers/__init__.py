"""Does a passage answer a part? The entry is `judge`. Pure."""

from __future__ import annotations

from pursuit.answers import judge
from pursuit.answers.judge import Asked, Found
from pursuit.answers.periods import UNITS

__all__ = ["UNITS", "Asked", "Found", "judge"]
