"""The words that carry an act from one clause or turn to the next: tables only."""

from __future__ import annotations

import re
from pathlib import Path

from wording.phrases import patterns

_PATTERNS = patterns(Path(__file__).with_suffix(".txt"), re.IGNORECASE)
RESTRICTING = _PATTERNS["restricting"]
SPOKEN_OF = _PATTERNS["spoken_of"]
# The words that follow are a wording for what was spoken of: "make it 40 years".
OF_IT = _PATTERNS["of_it"]
# "Both of your proposals", "the first suggestion there" are those of the one finding that was spoken of.
OF_ITS_SUGGESTIONS = _PATTERNS["of_its_suggestions"]
KEEPS = _PATTERNS["keeps"]
OF_ALL = _PATTERNS["of_all"]
LED_IN = _PATTERNS["led_in"]
MEANT = _PATTERNS["meant"]
SAME = _PATTERNS["same"]
OF_TWO = _PATTERNS["of_two"]
ONLY = _PATTERNS["only"]
MODAL = _PATTERNS["modal"]
WHICH = _PATTERNS["which"]
# A yes accepts what was asked or proposed, and not what was only listed.
PROPOSED = _PATTERNS["proposed"]
# "Everything in progress", "all open issues": a status tells which of them.
OF_STATUS = _PATTERNS["of_status"]
WORDING = _PATTERNS["wording"]
ASKED_TO_GENERATE = _PATTERNS["asked_to_generate"]
# "Undo the last one", "take my last change back": the last act, whichever finding it was about.
LAST_ACT = _PATTERNS["last_act"]
SEVERAL = _PATTERNS["several"]
