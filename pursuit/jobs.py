"""What runs later: the vectors of long documents that a person brought. A job that is run twice does no harm."""

from __future__ import annotations

from uuid import UUID

from procrastinate import RetryStrategy
from procrastinate.contrib.django import app

from pursuit.material import brought

# Six tries over about half an hour: an embedder of a provider may be away or limit its calls.
RETRY = RetryStrategy(max_attempts=6, exponential_wait=6)


@app.task(name="pursuit.embed_material", retry=RETRY)
def embed_material(thread: str) -> None:
    """Give what a thread holds the vectors that are missing. Until then it is found by its words."""
    brought.embed_kept(UUID(thread))
