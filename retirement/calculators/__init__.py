"""The sums of a retirement, pure functions on numbers that stand in the person's own words."""

from __future__ import annotations

from retirement.calculators.tool import calculate
from retirement.calculators.which_sum import find_sum

__all__ = ["calculate", "find_sum"]
