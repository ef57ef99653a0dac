"""What runs later: a session's vectors, and the making of its artifacts. A job that is run twice does no harm."""

from __future__ import annotations

from uuid import UUID

from procrastinate import RetryStrategy
from procrastinate.contrib.django import app

from investor_review.intake import start
from investor_review.models import ReviewSession
from investor_review.papers import runs

# Six tries over about half an hour: an embedder of a provider may be away or limit its calls.
RETRY = RetryStrategy(max_attempts=6, exponential_wait=6)
# A run that another process works on is looked at again: that process may die. For an hour and more.
LOOK_AGAIN = RetryStrategy(max_attempts=900, wait=5, retry_exceptions={runs.StillRunning})


@app.task(name="investor_review.embed_chunks", retry=RETRY)
def embed_chunks(session: str) -> None:
    """Compute the vectors of a session's chunks. One that was erased in the meantime is left alone."""
    stored = ReviewSession.objects.filter(pk=session).first()
    if stored is not None:
        start.embed_chunks(stored)


@app.task(name="investor_review.clean_up", retry=LOOK_AGAIN)
def clean_up(run: str) -> None:
    """Make the artifacts of a run. One that is done, has failed, or was erased in the meantime is left alone."""
    runs.perform(UUID(run))
