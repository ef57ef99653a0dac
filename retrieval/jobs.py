"""What an interrupted load left outside the index of the vectors is taken in later."""

from __future__ import annotations

import structlog
from procrastinate.contrib.django import app

from retrieval.index import graphs

log = structlog.get_logger("retrieval")


@app.periodic(cron="40 * * * *")
@app.task(name="retrieval.take_in_loads", queueing_lock="retrieval.take_in_loads")
def take_in_loads(timestamp: int) -> int:
    """Take the vectors of interrupted loads into the index of their space, every hour; how many spaces had some."""
    spaces = graphs.left_outside()
    for space in spaces:
        graphs.take_in(space)
        log.warning("vectors of an interrupted load are in the index now", space=str(space))
    return len(spaces)
