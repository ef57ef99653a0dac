"""A token of a text: what the grammar of numbers and money reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

TokenKind = Literal["word", "numeral", "fraction", "ordinal", "date", "time", "phone", "mark", "blob"]


@dataclass(frozen=True, slots=True)
class Token:
    """One token: `text` in lower case, `raw` with ASCII digits in its own case, offsets in the original text."""

    kind: TokenKind
    text: str
    raw: str
    start: int
    end: int
