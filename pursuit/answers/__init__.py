"""Does a passage answer a part? Pure.

The entry is the module `judge`: `judge.judge` for a look-up, `judge.verified` for a quote that a model gave. `rests_on`
holds the wording of an answer against its quotes.
"""

from __future__ import annotations

from pursuit.answers import judge
from pursuit.answers.citing import cite
from pursuit.answers.judge import AskedPart, Found
from pursuit.answers.learnt import WEIGHTS, Judging, noting
from pursuit.answers.resting import rests_on
from pursuit.answers.statements import statements
from pursuit.answers.whose import depends_on

__all__ = [
    "WEIGHTS",
    "AskedPart",
    "Found",
    "Judging",
    "cite",
    "depends_on",
    "judge",
    "noting",
    "rests_on",
    "statements",
]
