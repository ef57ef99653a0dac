"""The sums of a retirement, pure functions on numbers that stand in the person's own words."""

from __future__ import annotations

from retirement.calculators.tool import calculate
from retirement.calculators.which_sum import ASK_AMOUNT, find_sum, lacks_amount

__all__ = ["ASK_AMOUNT", "calculate", "find_sum", "lacks_amount"]
