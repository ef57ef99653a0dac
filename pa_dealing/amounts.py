"""How an amount is written for a person."""

from __future__ import annotations

from decimal import Decimal

from babel.numbers import format_decimal
from django.utils.translation import get_language

_FORM = "#,##0.######"


def amount(value: Decimal | int) -> str:
    """A number with separators and no needless decimals: 262,900 or 131.45. What is kept and sent has it so."""
    return format_decimal(value, format=_FORM, locale="en_GB")


def page_amount(value: Decimal | int) -> str:
    """The number as the page's language writes it: a Dutch page has 262.900, where 262,900 would be 262.9."""
    dutch = str(get_language()).startswith("nl")
    return format_decimal(value, format=_FORM, locale="nl" if dutch else "en_GB")
