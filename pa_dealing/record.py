"""The one locked row of a thread's newest request: read, held in a transaction, and written once when it changed.

The first condition of most acts on it is here too: it is still a draft.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from decimal import Decimal
from typing import Any
from uuid import UUID, uuid4

from django.utils.translation import gettext

from audit.stored import first_row, write
from audit.trail import Actor
from chat.acts import locked_row
from chat.errors import Refused
from pa_dealing.models import DraftRequest

# Fields that the row is compared by, to write only what changed.
_FIELDS = [field.attname for field in DraftRequest._meta.concrete_fields if field.attname not in ("id", "updated_at")]


def empty() -> dict[str, Any]:
    return {
        field.attname: field.get_default() for field in DraftRequest._meta.concrete_fields if field.attname in _FIELDS
    }


# Written out: for this many columns Django takes longer to build an ORDER BY than PostgreSQL to run it.
_NEWEST = """
SELECT request.*,
       (SELECT asked.id FROM pa_dealing_draftrequest asked
         WHERE asked.thread_id = request.thread_id AND status IN ('draft', 'previewed', 'submitted')
           AND information_requested_at IS NOT NULL
         ORDER BY information_requested_at LIMIT 1) AS asked_request
  FROM pa_dealing_draftrequest request
 WHERE request.thread_id = %s
 ORDER BY request.created_at DESC LIMIT 1
"""


def load_request(thread_id: UUID) -> DraftRequest:
    """The newest request of a thread for reading, or a new unsaved one. One query.

    `asked_request` is the id of the thread's request about which compliance waits for an answer, or None.
    """
    return first_row(DraftRequest, _NEWEST, [thread_id]) or DraftRequest(thread_id=thread_id)


@contextmanager
def open_request(thread_id: UUID, by: Actor) -> Iterator[DraftRequest]:
    """The newest request of a thread, locked; what changed is written once, when the block ends."""
    newest = locked_row(DraftRequest, thread_id)
    if newest is None and by.user_id is None:
        raise Refused("no_owner", "A request belongs to a person; a job cannot begin one.")
    draft = newest or DraftRequest(thread_id=thread_id, owner_id=by.user_id or 0)
    with saving(draft):
        yield draft


@contextmanager
def saving(draft: DraftRequest) -> Iterator[None]:
    """Write what the block changed in a locked row, once, when it ends; a new row only when something was said."""
    before = {} if draft._state.adding else _values(draft)
    yield
    _keep_step(draft, before or empty() if not draft._state.adding else empty())
    if draft._state.adding:
        start = empty()
        if any(value != start[name] for name, value in _values(draft).items() if name not in IDENTITY):
            draft.save(force_insert=True)
        return
    changed = [name for name, value in _values(draft).items() if value != before.get(name)]
    if changed:
        write(draft, *changed, "updated_at")


# So many changes can be undone.
MOST_STEPS = 10
_DECIMALS = ("unit_price", "estimated_value")
# What a person tells of a trade: the fields that an undo puts back.
TOLD = (
    "security_search_term",
    "candidates",
    "security",
    "direction",
    "quantity",
    "unit_price",
    "estimated_value",
    "estimated_currency",
    "currency_confirmed",
    "pending_currency_confirmation",
    "pending_value_confirmation",
    "value_question",
    "value_confirmed",
    "justification",
    "justification_quality",
    "justification_reason",
    "user_confirmed_weak_justification",
    "has_inside_info",
    "is_related_party",
    "existing_position",
    "is_derivative",
)


def _keep_step(draft: DraftRequest, before: Mapping[str, Any]) -> None:
    """Note what the block took away, from where an undo or a fresh start in it left the draft."""
    if draft.is_open and (step := _step(draft, draft.settled or before)):
        draft.steps = [*draft.steps, step][-MOST_STEPS:]
    draft.settled = None


def _step(draft: DraftRequest, before: Mapping[str, Any]) -> dict[str, Any]:
    """What to put back to undo the change from `before`, as JSON; empty where nothing that was told has changed."""
    after = _values(draft)
    step = {name: _as_json(before.get(name)) for name in TOLD if after[name] != before.get(name)}
    earlier, now = before.get("evidence", {}), draft.evidence
    names = {*earlier, *now} - {"begun", "escalated"}
    words = {name: earlier.get(name) for name in sorted(names) if earlier.get(name) != now.get(name)}
    return {**step, "evidence": words} if step else {}


def _as_json(value: Any) -> Any:
    return str(value) if isinstance(value, Decimal) else value


def put_back(draft: DraftRequest) -> list[str]:
    """Undo the last change that is kept; the names of the fields that it concerned, none where there is no change."""
    if not draft.steps:
        return []
    *draft.steps, step = draft.steps
    words = step.pop("evidence")
    for name, value in step.items():
        setattr(draft, name, Decimal(value) if name in _DECIMALS and value is not None else value)
    draft.evidence = {name: passage for name, passage in {**draft.evidence, **words}.items() if passage is not None}
    draft.settled = _values(draft)
    return list(step)


def empty_out(draft: DraftRequest) -> None:
    """Make an open draft as it was before anything was said."""
    for name, value in empty().items():
        if name not in IDENTITY:
            setattr(draft, name, value)
    draft.status, draft.settled = DraftRequest.Status.DRAFT, _values(draft)


IDENTITY = ("thread_id", "owner_id", "created_at", "status")


def _values(draft: DraftRequest) -> dict[str, Any]:
    copied = {}
    for name in _FIELDS:
        value = getattr(draft, name)
        copied[name] = dict(value) if isinstance(value, dict) else list(value) if isinstance(value, list) else value
    return copied


def start_again(draft: DraftRequest) -> None:
    """Make this object the thread's next request; the row that it was stays as it is."""
    thread_id, owner_id = draft.thread_id, draft.owner_id
    for name, value in empty().items():
        setattr(draft, name, value)
    draft.pk, draft.thread_id, draft.owner_id = uuid4(), thread_id, owner_id
    draft._state.adding = True


def require_open(draft: DraftRequest) -> None:
    """Raises Refused when the request is no draft any more."""
    if draft.is_open:
        return
    if draft.escalated:
        raise Refused(
            "not_open", gettext("This request is with compliance, who will be in touch. It cannot be changed here.")
        )
    raise Refused(
        "not_open",
        gettext(
            "This request is %(status)s and cannot be changed. "
            "Name a security to begin a new one, or withdraw this one first."
        )
        % {"status": gettext(draft.get_status_display()).lower()},
    )
