"""What a message is in the light of the objective, and what the person reads and is asked.

A turn picks one reply or one reading among many, so these modules are offered whole.
"""

from __future__ import annotations

from pursuit.talk import conversation, pointing, reading, replies
from pursuit.talk.reading import LINK, Intent, Situation, ends, pasted_in
from pursuit.talk.sources import address, day, name_of

__all__ = [
    "LINK",
    "Intent",
    "Situation",
    "address",
    "conversation",
    "day",
    "ends",
    "name_of",
    "pasted_in",
    "pointing",
    "reading",
    "replies",
]
