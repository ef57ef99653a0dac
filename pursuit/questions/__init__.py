"""A message as the parts that must each be answered. The entry is `plan`."""

from __future__ import annotations

from pursuit.questions import chatter
from pursuit.questions.by_model import plan_in_words
from pursuit.questions.chatter import Asks
from pursuit.questions.follow_ups import is_elliptic
from pursuit.questions.plan import MessagePlan, plan

__all__ = ["Asks", "MessagePlan", "chatter", "is_elliptic", "plan", "plan_in_words"]
