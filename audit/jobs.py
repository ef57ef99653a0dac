"""The root of the day. A job that is run twice does no harm."""

from __future__ import annotations

from django.conf import settings
from procrastinate import RetryStrategy
from procrastinate.contrib.django import app

from audit.roots import make_root, publish


@app.periodic(cron="5 0 * * *")
@app.task(
    name="audit.root",
    queueing_lock="audit.root",
    retry=RetryStrategy(max_attempts=6, exponential_wait=8),
)
def make_daily_root(timestamp: int) -> None:
    """Make the root over the entries of the day, and write it where the settings say."""
    make_root()
    publish(file=settings.AUDIT_ROOTS_FILE, webhook=settings.AUDIT_ROOTS_WEBHOOK)
