"""Does a passage answer a part? Pure.

The entry is the module `judge`: `judge.judge` for a look-up, `judge.verified` for a quote that a model gave. `rests_on`
holds the wording of an answer against its quotes.
"""

from __future__ import annotations

from pursuit.answers import judge
from pursuit.answers.judge import AskedPart, Found
from pursuit.answers.resting import rests_on
from pursuit.answers.statements import statements
from pursuit.answers.whose import depends_on

__all__ = ["AskedPart", "Found", "depends_on", "judge", "rests_on", "statements"]
