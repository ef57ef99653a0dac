"""The table of docs/accuracy.md that says how each model holds the conversations of each assistant. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from chat.scenarios.personas import PREFIX

BEGIN, END = "<!-- scoreboard -->", "<!-- /scoreboard -->"
_HEAD = (
    "| model | assistant | conversations | right | wrong | failed turns | tokens in | tokens out | USD |",
    "|---|---|---|---|---|---|---|---|---|",
)
_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million tokens, in and out."""

    given: Decimal
    got: Decimal

    @classmethod
    def read(cls, text: str) -> Price:
        """`0.40,1.60` as a price. Raises ValueError with a sentence."""
        try:
            given, got = (Decimal(part.strip()) for part in text.split(","))
        except (ValueError, ArithmeticError):
            raise ValueError(f"The price {text!r} must be two numbers, in and out: 0.40,1.60.") from None
        if not (given.is_finite() and got.is_finite() and given >= 0 and got >= 0):
            raise ValueError(f"The price {text!r} must be of numbers from 0.")
        return cls(given, got)

    def of(self, figures: Mapping[str, Any]) -> Decimal:
        """What the tokens of these figures cost."""
        given, got = int(figures["input_tokens"]), int(figures["output_tokens"])
        return (given * self.given + got * self.got) / _MILLION


def with_lines(page: str, model: str, by_assistant: Mapping[str, Mapping[str, Any]], price: Price | None) -> str:
    """The page with a line for each assistant in its table, in place of those that `model` had for them.

    Raises ValueError where the page has no such table.
    """
    before, begin, rest = page.partition(BEGIN)
    table, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"The page has no table between {BEGIN} and {END}. Put both marks where it shall stand.")
    rows = {_names(row): row for row in table.splitlines() if row.startswith("|") and row not in _HEAD}
    for slug, figures in by_assistant.items():
        rows[f"`{model}`", slug] = _row(model, slug, figures, price)
    lines = [BEGIN, *_HEAD, *(rows[names] for names in sorted(rows)), END]
    return before + "\n".join(lines) + after


def _names(row: str) -> tuple[str, str]:
    cells = [cell.strip() for cell in row.split("|")]
    return cells[1], cells[2]


def _row(model: str, slug: str, figures: Mapping[str, Any], price: Price | None) -> str:
    cost = "" if price is None else f"{price.of(figures):.2f}"
    cells = [f"`{model}`", slug, str(figures["n"]), f"{figures['right']:.2f}", f"{figures['wrong']:.2f}"]
    cells += [f"{figures['failed']} of {figures['turns']}"]
    # A persona reads and writes no tokens.
    tokens = [f"{figures['input_tokens']:,}", f"{figures['output_tokens']:,}", cost]
    cells += ["", "", ""] if model.startswith(PREFIX) else tokens
    return "|" + "|".join(f" {cell} " if cell else " " for cell in cells) + "|"
