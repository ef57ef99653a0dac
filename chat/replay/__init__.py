"""Stored turns run again with what their models said then, in a twin of their thread: to be compared, or to part from.

A replay that is compared is rolled back and changes nothing; a branch is one that is kept.
"""

from __future__ import annotations

from chat.replay.branch import branch_at
from chat.replay.compare import Difference
from chat.replay.names import Names
from chat.replay.rehearsal import Replay, replay_thread

__all__ = ["Difference", "Names", "Replay", "branch_at", "replay_thread"]
