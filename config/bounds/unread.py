"""How much of what was sent its reader may leave unread, and for how long."""

from __future__ import annotations

from typing import Any

# So much may wait for ever; more only while the reader goes on taking of it, and never more than the second number
# with yet another event behind it.
MOST_RESTING, MOST_UNREAD = 1_000_000, 4_000_000
# A reader who has more than may rest, and has taken nothing for so long, does not read.
PATIENCE_S = 10.0


def unread_bytes(transport: Any) -> int:
    """What was written to a connection and its other side has not taken."""
    return len(transport.dataBuffer) - int(transport.offset) + int(transport._tempDataLen)


class Reader:
    """Whoever reads the events of one connection: a slow one is waited for, one that does not read is not."""

    def __init__(self) -> None:
        self._left = 0
        self._took_at = 0.0

    def is_too_slow(self, transport: Any, now: float) -> bool:
        """Whether nothing more should be sent; asked before each event, at `now` seconds of any clock."""
        unread = unread_bytes(transport)
        if unread <= MOST_RESTING or unread < self._left:
            self._took_at = now
        return unread > MOST_UNREAD or (unread > MOST_RESTING and now - self._took_at > PATIENCE_S)

    def sent(self, transport: Any) -> None:
        """An event was written; asked after each."""
        self._left = unread_bytes(transport)
