"""The sums of a retirement, pure functions on numbers that stand in the person's own words."""

from __future__ import annotations

from retirement.calculators.sums import ASK_AMOUNT, find_sum, lacks_amount
from retirement.calculators.tool import calculate

__all__ = ["ASK_AMOUNT", "calculate", "find_sum", "lacks_amount"]
