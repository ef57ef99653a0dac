"""Jobs that no assistant owns: taking up again what a worker left behind when it was killed."""

from __future__ import annotations

import structlog
from procrastinate.contrib.django import app

log = structlog.get_logger("chat")

# A worker that has not renewed its heartbeat for this long is gone, in seconds; workers renew it every ten.
WORKER_GONE_S = 30


@app.periodic(cron="* * * * *")
@app.task(name="chat.retry_stalled_jobs", queueing_lock="chat.retry_stalled_jobs")
async def retry_stalled_jobs(timestamp: int) -> int:
    """Put the jobs of workers that are gone back into the queue, every minute; how many there were.

    A job is taken by one worker, so it runs again once. Each of ours does no harm when it is run twice.
    """
    stalled = list(await app.job_manager.get_stalled_jobs(seconds_since_heartbeat=WORKER_GONE_S))
    for job in stalled:
        await app.job_manager.retry_job(job)
        log.warning("a job is taken up again", job=job.id, task=job.task_name)
    return len(stalled)
