"""A message as the parts that must each be answered. The entry is `plan`."""

from __future__ import annotations

from pursuit.questions import chatter
from pursuit.questions.by_model import plan_in_words
from pursuit.questions.chatter import Asks
from pursuit.questions.plan import Plan, plan
from pursuit.questions.standalone import is_elliptic

__all__ = ["Asks", "Plan", "chatter", "is_elliptic", "plan", "plan_in_words"]
