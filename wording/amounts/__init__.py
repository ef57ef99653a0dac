"""Numbers, dates, quantities and money in a person's words, each with its place."""

from __future__ import annotations

from wording.amounts.dates import WrittenDate, find_dates, is_contradicted, is_month, is_stated, months_in
from wording.amounts.figures import Figures
from wording.amounts.measured import Measured, measured_in
from wording.amounts.money import Money, find_currencies, find_money, is_known_currency
from wording.amounts.number_words import ORDINALS, TEENS, UNITS, words
from wording.amounts.numbers import Number, find_numbers
from wording.amounts.quantities import RoleNumber, classify_numbers
from wording.amounts.stated import Stated, worked_out
from wording.amounts.tokens import lower, plain

__all__ = [
    "ORDINALS",
    "TEENS",
    "UNITS",
    "Figures",
    "Measured",
    "Money",
    "Number",
    "RoleNumber",
    "Stated",
    "WrittenDate",
    "classify_numbers",
    "find_currencies",
    "find_dates",
    "find_money",
    "find_numbers",
    "is_contradicted",
    "is_known_currency",
    "is_month",
    "is_stated",
    "lower",
    "measured_in",
    "months_in",
    "plain",
    "words",
    "worked_out",
]
