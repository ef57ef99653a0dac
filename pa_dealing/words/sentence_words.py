"""The common words of a message about a trade, and the names and symbols that are made of such words or a number."""

from __future__ import annotations

import re
from pathlib import Path

from wording.lists import word_lists
from wording.phrases import patterns

_LISTS = word_lists(Path(__file__).parent / "phrases/words.txt")
UNITS, HOLDING, TRADE_VERBS, LOOK_UP = (_LISTS[name] for name in ("units", "holding", "trade_verbs", "look_up"))
SHARE_UNITS = _LISTS["share_units"]
ASKS_FOR, BESIDE_A_NAME = _LISTS["asks_for"], _LISTS["beside_a_name"] | UNITS
SMALL, FIELDS = _LISTS["small"], _LISTS["fields"]
# What is never part of a security's name.
STOPS = _LISTS["plain"] | UNITS | HOLDING | TRADE_VERBS
# The same with two letters in the wrong order: "toatl"; shorter ones may be symbols.
_LONG_ENOUGH = 4
WRONGLY_ORDERED = frozenset(
    f"{word[:n]}{word[n + 1]}{word[n]}{word[n + 2 :]}"
    for word in STOPS
    if len(word) >= _LONG_ENOUGH
    for n in range(len(word) - 1)
)
INDEX_NAMES = _LISTS["indexes"]
INDEX_NUMBERS = frozenset([20, 25, 30, 35, 40, 50, 60, 100, 200, 225, 250, 300, 350, 400, 500, 600, 1000, 2000, 3000])
NAMES = patterns(Path(__file__).parent / "phrases/security_names.txt", re.IGNORECASE)
