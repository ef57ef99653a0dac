"""What a message is in the light of the objective, and what the person reads and is asked.

A turn picks one reply or one aside among many, so these modules are offered whole.
"""

from __future__ import annotations

from pursuit.talk import asides, conversation, replies
from pursuit.talk.endings import ends
from pursuit.talk.intent import (
    LINK,
    Intent,
    Situation,
    certain_intent,
    is_question,
    pasted_in,
    points_at_nothing,
    question_beside,
    read_intent,
    takes_leave,
)
from pursuit.talk.replies import address, day, name_of

__all__ = [
    "LINK",
    "Intent",
    "Situation",
    "address",
    "asides",
    "certain_intent",
    "conversation",
    "day",
    "ends",
    "is_question",
    "name_of",
    "pasted_in",
    "points_at_nothing",
    "question_beside",
    "read_intent",
    "replies",
    "takes_leave",
]
