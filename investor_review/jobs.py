"""What runs later: a session's vectors, and the making of its artifacts. A job that is run twice does no harm."""

from __future__ import annotations

from uuid import UUID

from procrastinate import RetryStrategy
from procrastinate.contrib.django import app

from investor_review.intake import start
from investor_review.models import ReviewSession
from investor_review.papers import drafts, material, runs
from llm.interface import ModelError

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


@app.task(name="investor_review.compose_edits")
def compose_edits(session: str) -> None:
    """Compose the changes of a session for its page. One that was erased in the meantime is left alone."""
    stored = ReviewSession.objects.filter(pk=session).select_related("started_by").first()
    if stored is None:
        return
    try:
        drafts.shown_of(stored, material.material_of(stored, stored.started_by), lambda done, sentence: None)
    except ModelError as problem:
        drafts.failed(stored.pk, runs.sentence_of(problem))
