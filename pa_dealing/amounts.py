"""How an amount is written for a person."""

from __future__ import annotations

from decimal import Decimal

from babel.numbers import format_decimal


def amount(value: Decimal | int) -> str:
    """A number with separators and no needless decimals: 262,900 or 131.45."""
    return format_decimal(value, format="#,##0.######", locale="en_GB")
