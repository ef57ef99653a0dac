"""A number of the request that its person takes away and puts none in its place: "scrap the 9,900, leave it empty"."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path
from typing import Literal

from pa_dealing.words.meaning import asks
from pa_dealing.words.numbers import denied_values, takes_back, trade_numbers
from wording.phrases import patterns

Emptied = Literal["quantity", "value"]
_PHRASES = patterns(Path(__file__).parent / "phrases/emptied.txt", re.IGNORECASE)


def empties(text: str, field: Emptied, noted: Decimal | str | int | None) -> bool:
    """Whether a text takes the noted number away, by its figures or by its name; another figure takes its place.

    Of "9,900 was wrong" and "forget the amount" it does; who asks ("can I leave the amount empty?") does not.
    """
    if noted is None or asks(text) or not {item.number.value for item in trade_numbers(text)} <= denied_values(text):
        return False
    named = _PHRASES[field].search(text)
    by_name = named is not None and not _PHRASES["denied"].search(text, 0, named.start())
    return by_name or takes_back(text, str(noted))
