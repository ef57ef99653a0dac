"""A review as the chat reads it: the session and its nitpicks, in one query; what has not changed is not read again."""

from __future__ import annotations

import json
import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from typing import Any, TypeVar
from uuid import UUID

from django.db import connection

from investor_review.models import NitpickChange, NitpickIssue, ReviewSession
from investor_review.words import Issue, issues_of

_JSON = ("warnings", "artifact_paths")
_SESSION = tuple(f.attname for f in ReviewSession._meta.concrete_fields if f.attname != "full_document_text")
_NITPICK = tuple(f.attname for f in NitpickIssue._meta.concrete_fields if f.attname != "updated_at")
# A nitpick in the state; the names are the specification's.
_SHOWN = (
    *("issue_id", "title", "severity", "status", "summary", "citations", "suggested_changes"),
    *("accepted_change_instructions", "left_as_is"),
)
_PLACES = {name: _NITPICK.index(name) for name in _SHOWN}

# Written out, because building it from QuerySets takes two queries and costs more than running it. The nitpicks are
# left out when those of this version are known.
_LOAD = f"""
SELECT {", ".join(f"session.{name}" for name in _SESSION)},
       CASE WHEN session.version IS DISTINCT FROM %s THEN coalesce(
            (SELECT jsonb_agg(jsonb_build_array({", ".join(_NITPICK)}) ORDER BY position)
               FROM nitpick_issues nitpick WHERE nitpick.session_id = session.id), '[]') END
  FROM review_sessions session WHERE session.
"""  # noqa: S608 - the names are those of our own columns.

# Contents that are kept in this process: some megabytes, as most reviews have tens of nitpicks.
_KEPT = 64
_contents: OrderedDict[UUID, Content] = OrderedDict()
_lock = threading.Lock()

T = TypeVar("T")


class Content:
    """The nitpicks of one version of a session, as JSON. It never changes: a change makes another version."""

    def __init__(self, version: UUID, rows: list[list[Any]]) -> None:
        self.version, self.rows = version, rows
        self.shown = [{name: row[place] for name, place in _PLACES.items()} for row in rows]
        self.counters = counters(self.shown)
        self.cited = list(dict.fromkeys(chunk for nitpick in self.shown for chunk in nitpick["citations"]))
        self._worked_out: dict[str, Any] = {}

    def once(self, work: Callable[[Content], T], name: str) -> T:
        """What `work` makes of this content, made once under `name` and given up together with it."""
        if name not in self._worked_out:
            self._worked_out[name] = work(self)
        made: T = self._worked_out[name]
        return made


class Review:
    """What one thread reviews. A thread that nobody started a session for has none."""

    def __init__(self, thread_id: UUID, session: ReviewSession | None = None, content: Content | None = None) -> None:
        self.thread_id, self.session = thread_id, session
        self._content = content
        self._nitpicks: list[NitpickIssue] | None = None if content else []

    @property
    def nitpicks(self) -> list[NitpickIssue]:
        """The nitpicks as they were sent, in that order; made when they are first asked for."""
        if self._nitpicks is None:
            assert self._content is not None
            assert self.session is not None
            self._nitpicks = [_nitpick(self.session, row) for row in self._content.rows]
        return self._nitpicks

    @property
    def content(self) -> Content:
        """The nitpicks as JSON, as they are now."""
        if self._nitpicks is None and self._content is not None:
            return self._content
        rows = [[getattr(nitpick, name) for name in _NITPICK] for nitpick in self.nitpicks]
        if self._content is not None and rows == self._content.rows:
            return self._content
        # Changed in this transaction: no other one has read it yet, so it is not kept under any version.
        return Content(UUID(int=0), rows)

    @property
    def issues(self) -> list[Issue]:
        """The nitpicks as the reading of words sees them."""
        return issues_of(self.content.shown)

    def nitpick(self, issue_id: str) -> NitpickIssue | None:
        return next((nitpick for nitpick in self.nitpicks if nitpick.issue_id == issue_id), None)

    def known(self, issue_id: str) -> NitpickIssue:
        """The same. Raises NitpickIssue.DoesNotExist."""
        nitpick = self.nitpick(issue_id)
        if nitpick is None:
            raise NitpickIssue.DoesNotExist(f"there is no nitpick {issue_id!r}")
        return nitpick

    def open_ones(self) -> Iterator[NitpickIssue]:
        """The nitpicks that are not resolved, as they were sent."""
        return (nitpick for nitpick in self.nitpicks if nitpick.status != NitpickIssue.Status.RESOLVED)


def last_decision(session: ReviewSession) -> list[NitpickChange]:
    """The changes of the newest turn, or of the newest act by hand, that nothing has taken back; the newest first.

    A change that takes back another takes it away from what holds; one that takes that back again puts it there.
    """
    holding: dict[UUID, NitpickChange] = {}
    rows = NitpickChange.objects.filter(nitpick__session=session).select_related("nitpick", "undoes")
    for change in rows.order_by("at", "number"):
        undone = change.undoes
        if undone is not None:
            holding.pop(undone.pk, None)
        if undone is None or undone.undoes_id:
            holding[change.pk] = change
    newest_first = list(reversed(holding.values()))
    return [
        change
        for change in newest_first
        if change.pk == newest_first[0].pk or (change.turn_id and change.turn_id == newest_first[0].turn_id)
    ]


def counters(nitpicks: list[dict[str, Any]]) -> dict[str, int]:
    """How many nitpicks there are, by status and by severity, and for how many something was accepted."""
    by_status = Counter(nitpick["status"] for nitpick in nitpicks)
    by_severity = Counter(nitpick["severity"] for nitpick in nitpicks)
    return {
        "nitpicks": len(nitpicks),
        **{status.value: by_status[status.value] for status in NitpickIssue.Status},
        **{severity.value: by_severity[severity.value] for severity in NitpickIssue.Severity},
        "accepted": sum(bool(nitpick["accepted_change_instructions"]) for nitpick in nitpicks),
        "left_as_is": sum(bool(nitpick["left_as_is"]) for nitpick in nitpicks),
    }


def load(thread_id: UUID) -> Review:
    """The review of a thread, for reading. One query."""
    return _load("thread_id", thread_id) or Review(thread_id)


def load_session(session_pk: UUID) -> Review:
    """The review of a session by its key. One query. Raises ReviewSession.DoesNotExist."""
    review = _load("id", session_pk)
    if review is None:
        raise ReviewSession.DoesNotExist(f"there is no review session {session_pk}")
    return review


def _load(column: str, value: UUID) -> Review | None:
    with _lock:
        known = _contents.get(value)
    with connection.cursor() as cursor:
        cursor.execute(f"{_LOAD.rstrip()}{column} = %s", [known.version if known else None, value])
        row = cursor.fetchone()
    if row is None:
        return None
    session = ReviewSession.from_db(
        "default", _SESSION, [_read(name, v) for name, v in zip(_SESSION, row, strict=False)]
    )
    if row[-1] is None:
        assert known is not None
        content = known
    else:
        rows = row[-1] if isinstance(row[-1], list) else json.loads(row[-1])
        for values in rows:
            values[:2] = [UUID(values[0]), session.pk]
        content = Content(session.version, rows)
    _keep(value, content)
    return Review(session.thread_id, session, content)


def _keep(key: UUID, content: Content) -> None:
    with _lock:
        _contents[key] = content
        _contents.move_to_end(key)
        while len(_contents) > _KEPT:
            _contents.popitem(last=False)


def _read(name: str, value: Any) -> Any:
    return json.loads(value) if name in _JSON and isinstance(value, str) else value


def _nitpick(session: ReviewSession, values: list[Any]) -> NitpickIssue:
    # The values come in the order of the model's fields, as from_db() wants them.
    nitpick = NitpickIssue.from_db("default", _NITPICK, values)
    nitpick.session = session
    return nitpick
