"""Jobs that no assistant owns: what a killed worker left behind is taken up again, and empty threads are swept."""

from __future__ import annotations

from datetime import timedelta

import structlog
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.db.models.fields.reverse_related import ForeignObjectRel
from django.utils import timezone
from procrastinate.contrib.django import app

from audit.models import AuditEntry
from chat.models import Thread

log = structlog.get_logger("chat")

# A worker that has not renewed its heartbeat for this long is gone, in seconds; workers renew it every ten.
WORKER_GONE_S = 30
# A page that was opened and in which nothing was said may stay open for so long.
UNTOUCHED = timedelta(days=7)
_AT_ONCE = 1000


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


@app.periodic(cron="20 3 * * *")
@app.task(name="chat.sweep_untouched", queueing_lock="chat.sweep_untouched")
def sweep_untouched(timestamp: int) -> int:
    """Delete the threads that were only opened, a week ago or longer; how many there were."""
    untouched = Thread.objects.filter(created_at__lt=timezone.now() - UNTOUCHED, turn_count=0, title="")
    # Relations without a name on their other side are hidden, and count too.
    pointing = (field for field in Thread._meta.get_fields(include_hidden=True) if isinstance(field, ForeignObjectRel))
    for relation in pointing:
        rows = relation.related_model._default_manager.filter(**{relation.field.name: OuterRef("pk")})
        untouched = untouched.exclude(Exists(rows))
    untouched = untouched.exclude(Exists(AuditEntry.objects.filter(thread_id=OuterRef("pk"))))
    with transaction.atomic():
        # What somebody speaks in at this moment is locked, and is not waited for.
        empty = list(untouched.select_for_update(skip_locked=True, of=("self",))[:_AT_ONCE])
        Thread.objects.filter(pk__in=[thread.pk for thread in empty]).delete()
    return len(empty)
