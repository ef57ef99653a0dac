"""Short database work for sockets and streams, off the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from chat.turns import with_connection_back

# Turns have a pool of their own, so that none of them can hold these up.
_readers = ThreadPoolExecutor(12, thread_name_prefix="socket")
T = TypeVar("T")


async def in_thread(work: Callable[..., T], *arguments: Any) -> T:
    """Run `work` with database access off the event loop; its connection goes back to the pool."""

    return await asyncio.get_running_loop().run_in_executor(_readers, with_connection_back, work, *arguments)
