"""A review as the chat reads it: the session and its nitpicks, in one query."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db import connection

from investor_review.models import NitpickIssue, ReviewSession

_JSON = ("warnings", "artifact_paths")
_SESSION = tuple(f.attname for f in ReviewSession._meta.concrete_fields if f.attname != "full_document_text")
_NITPICK = tuple(f.attname for f in NitpickIssue._meta.concrete_fields if f.attname != "updated_at")

# Written out, because building it from QuerySets takes two queries and costs more than running it.
_LOAD = f"""
SELECT {", ".join(f"session.{name}" for name in _SESSION)},
       (SELECT jsonb_agg(jsonb_build_array({", ".join(_NITPICK)}) ORDER BY position)
          FROM nitpick_issues nitpick WHERE nitpick.session_id = session.id)
  FROM review_sessions session WHERE session.
"""  # noqa: S608 - the names are those of our own columns.


@dataclass(slots=True)
class Review:
    """What one thread reviews. A thread that nobody started a session for has none."""

    thread_id: UUID
    session: ReviewSession | None = None
    nitpicks: list[NitpickIssue] = field(default_factory=list)

    def nitpick(self, issue_id: str) -> NitpickIssue | None:
        return next((nitpick for nitpick in self.nitpicks if nitpick.issue_id == issue_id), None)

    def known(self, issue_id: str) -> NitpickIssue:
        """The same. Raises NitpickIssue.DoesNotExist."""
        found = self.nitpick(issue_id)
        if found is None:
            raise NitpickIssue.DoesNotExist(f"there is no nitpick {issue_id!r}")
        return found

    def open_ones(self) -> Iterator[NitpickIssue]:
        """The nitpicks that are not resolved, as they were sent."""
        return (nitpick for nitpick in self.nitpicks if nitpick.status != NitpickIssue.Status.RESOLVED)


def load(thread_id: UUID) -> Review:
    """The review of a thread, for reading. One query."""
    return _load("thread_id", thread_id) or Review(thread_id)


def load_session(session_pk: UUID) -> Review:
    """The review of a session by its key. One query. Raises ReviewSession.DoesNotExist."""
    found = _load("id", session_pk)
    if found is None:
        raise ReviewSession.DoesNotExist(f"there is no review session {session_pk}")
    return found


def _load(column: str, value: UUID) -> Review | None:
    with connection.cursor() as cursor:
        cursor.execute(f"{_LOAD.rstrip()}{column} = %s", [value])
        row = cursor.fetchone()
    if row is None:
        return None
    session = ReviewSession.from_db(
        "default", _SESSION, [_read(name, v) for name, v in zip(_SESSION, row, strict=False)]
    )
    nitpicks = [_nitpick(session, values) for values in json.loads(row[-1] or "[]")]
    return Review(session.thread_id, session, nitpicks)


def _read(name: str, value: Any) -> Any:
    return json.loads(value) if name in _JSON and isinstance(value, str) else value


def _nitpick(session: ReviewSession, values: list[Any]) -> NitpickIssue:
    # The values come in the order of the model's fields, as from_db() wants them: its key and the session's first.
    nitpick = NitpickIssue.from_db("default", _NITPICK, [UUID(values[0]), session.pk, *values[2:]])
    nitpick.session = session
    return nitpick
