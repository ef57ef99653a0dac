"""What runs later: vectors for the chunks of a session. A job that is run twice does no harm."""

from __future__ import annotations

from procrastinate import RetryStrategy
from procrastinate.contrib.django import app

from investor_review import start
from investor_review.models import ReviewSession

# Six tries over about half an hour: an embedder of a provider may be away or limit its calls.
RETRY = RetryStrategy(max_attempts=6, exponential_wait=6)


@app.task(name="investor_review.embed_chunks", retry=RETRY)
def embed_chunks(session: str) -> None:
    """Compute the vectors of a session's chunks. One that was erased in the meantime is left alone."""
    found = ReviewSession.objects.filter(pk=session).first()
    if found is not None:
        start.embed_chunks(found)
