"""What runs in this process and who watches it: worker slots, sockets, events on the way out.

Of `runs`, `broadcast`, `snapshots` and `archive` the module is what one asks: `runs.begin`, `snapshots.state_of`.
"""

from __future__ import annotations

from chat.live import archive, broadcast, runs, snapshots
from chat.live.consumers import NOT_SIGNED_IN, TOO_MANY, ThreadConsumer
from chat.live.notices import mark_seen, post_notice, state_changed, tell
from chat.live.off_loop import in_thread
from chat.live.trial import TrialThread, conversation, state_after, trial_thread
from chat.live.watch import SIGNED_OUT, WatchedConsumer

__all__ = [
    "NOT_SIGNED_IN",
    "SIGNED_OUT",
    "TOO_MANY",
    "ThreadConsumer",
    "TrialThread",
    "WatchedConsumer",
    "archive",
    "broadcast",
    "conversation",
    "in_thread",
    "mark_seen",
    "post_notice",
    "runs",
    "snapshots",
    "state_after",
    "state_changed",
    "tell",
    "trial_thread",
]
