"""What a message is in the light of the objective, and what the person reads and is asked."""

from __future__ import annotations

from pursuit.talk import asides, replies, small_talk
from pursuit.talk.endings import ends
from pursuit.talk.intent import (
    LINK,
    PASTED_CHARS,
    Intent,
    is_question,
    points_at_nothing,
    question_beside,
    read_intent,
    takes_leave,
)
from pursuit.talk.replies import address, day, name_of

__all__ = [
    "LINK",
    "PASTED_CHARS",
    "Intent",
    "address",
    "asides",
    "day",
    "ends",
    "is_question",
    "name_of",
    "points_at_nothing",
    "question_beside",
    "read_intent",
    "replies",
    "small_talk",
    "takes_leave",
]
