"""The words beside a number of a trade: verbs that count it, measures that are none, strikes, totals, corrections."""

from __future__ import annotations

import re
from pathlib import Path

from wording.phrases import patterns

BESIDE = patterns(Path(__file__).parent / "phrases/trade_numbers.txt", re.IGNORECASE)
MEASURE, UNITS_MEANT, VALUE_MEANT = (BESIDE[name] for name in ("measure", "units_meant", "value_meant"))

# A message with more numbers than this describes no trade; the person is asked.
MOST_NUMBERS = 60
LAST_WORD = re.compile(r"([^\s,;:]+)\s*\Z")
SPACED_DASH = re.compile(r"(?<=\s)[-–—](?=\s)")
# A number between these names a product, a plan or a form and counts nothing.
NAME_NUMBER = re.compile(r"(?:401|403|457)\s?\(?[kb]\)?(?!\w)|24/7|(?-i:3M|3i)(?!\w)", re.I)
LEADING_ZERO = re.compile(r"0\d")
DIGITS_BESIDE = re.compile(r"\d[\s/-]*#|#[\s/-]*\d")
LONG_CODE = re.compile(r"\d{7,}")
WORD_BEFORE = re.compile(r"([^\W\d_][\w'’]*)\W*\Z")
WORD_AFTER = re.compile(r"\W*([^\W\d_][\w'’]*)")
# Three capitals behind an amount are meant as a currency, known or not.
CODE_AFTER = re.compile(r"\s*[A-Z]{3}\b(?!\s+(?:shares?|stocks?|units?|lots?))")
# Behind a name it is as well the year in which a bond falls due.
A_YEAR = re.compile(r"20[2-6]\d")
