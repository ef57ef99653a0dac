"""One function for each act on an objective, the only writers. Each leaves an audit entry in the same transaction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django.db.models import Max
from django.utils import timezone

from audit.trail import Actor, record as audit
from chat.acts import lock_rows
from chat.errors import Refused
from pursuit.answers import Found
from pursuit.models import Attempt, MasterObjective, SubObjective, UserAsk
from pursuit.record import Part, Record, load
from pursuit.words import Claims, SlotName, agree, claims_of, known_payers, mentions, queries, replaced
from wording.quotes import Quote

Status = MasterObjective.Status
_OPEN = (Status.ACTIVE, Status.BLOCKED)


@contextmanager
def open_objective(thread_id: UUID, by: Actor) -> Iterator[Record]:
    """The thread's objective, locked in the caller's transaction."""
    lock_rows(MasterObjective, thread_id)
    yield load(thread_id)


def begin(found: Record, question: str, summary: str, parts: Sequence[Part], *, by: Actor) -> None:
    """Make a new objective of these parts; an open one is left incomplete, to be picked up from the recents."""
    if found.row is not None and found.row.status in _OPEN:
        save(found, status=Status.INCOMPLETE if found.open_parts else Status.SOLVED)
        audit("pursuit.set_aside", found.row, by=by)
    row = MasterObjective(
        id=uuid4(),
        thread_id=found.thread_id,
        status=Status.ACTIVE,
        summary=summary[:500],
        question=question,
        attempts=0,
        information=0,
        slot_words={},
        planned_turn=by.turn_id,
        created_at=(now := timezone.now()),
        updated_at=now,
    )
    row.save(force_insert=True)
    found.row, found.parts, found.asks, found.tried = row, [], [], []
    add_parts(found, parts)
    audit("pursuit.begun", row, by=by, data={"question": question, "parts": [part.text for part in parts]})


def add_parts(found: Record, parts: Sequence[Part]) -> list[Part]:
    """Append these parts; the keys and positions are given here."""
    assert found.row is not None
    added = []
    # One that was left keeps its number.
    last = (
        SubObjective.objects.filter(objective=found.row).aggregate(last=Max("position"))["last"] if found.parts else 0
    )
    for number, part in enumerate(parts, start=(last or 0) + 1):
        part.key, part.position = f"sq{number}", number
        row = SubObjective.objects.create(
            objective=found.row,
            key=part.key,
            text=part.text,
            kind=part.kind[:40],
            needs=list(part.needs),
            queries=list(part.queries),
            position=number,
        )
        part.id = row.pk
        added.append(part)
    found.parts = [*found.parts, *added]
    return added


def merge(found: Record, parts: Sequence[Part], *, by: Actor) -> tuple[int, list[Part]]:
    """Keep what is unsolved and add what is new; how many open parts were kept, and the added ones."""
    assert found.row is not None
    kept = len(found.open_parts)
    known = {queries.sha(part.text) for part in found.parts}
    fresh = [part for part in parts if queries.sha(part.text) not in known]
    added = add_parts(found, fresh)
    values: dict[str, Any] = {"planned_turn": by.turn_id}
    if added:
        values |= {"information": found.row.information + 1, "status": Status.ACTIVE}
        summary = "; ".join([found.row.summary, *(part.text.rstrip("?") for part in added)])
        values["summary"] = summary[:500]
    save(found, **values)
    audit("pursuit.merged", found.row, by=by, data={"kept": kept, "added": [part.text for part in added]})
    return kept, added


def set_slots(
    found: Record, slots: Mapping[SlotName, tuple[str, Quote]], *, by: Actor, correct: bool = False
) -> dict[str, str]:
    """Keep what the person named: {slot: (value, its words)}; what was changed.

    Another name for what is known is kept only when it corrects: a later question may be about another payer.
    """
    assert found.row is not None
    row = found.row
    changed = {
        name: value
        for name, (value, _) in slots.items()
        if getattr(row, name) != value and (correct or not getattr(row, name))
    }
    if not changed:
        return {}
    before = {name: getattr(row, name) for name in changed}
    words = {**row.slot_words, **{name: slots[name][1].to_json() for name in changed}}
    for name, value in changed.items():
        if before[name]:
            _ask_again(found, name, before[name], value, by=by)
    _take_back(found, claims_of({str(name): value for name, value in changed.items()}), by=by)
    for part in found.open_parts:
        if part.status == SubObjective.Status.BLOCKED:
            save_part(part, status=SubObjective.Status.PENDING, stuck_reason="")
    save(found, **changed, slot_words=words, information=row.information + 1, status=_again(found))
    answered = UserAsk.objects.filter(objective=row, kind=UserAsk.Kind.SLOT, answered_at=None)
    answered.update(answered_at=timezone.now())
    told: dict[str, Any] = {
        name: {**slots[name][1].to_json(), "value": changed[name], "before": before[name]} for name in changed
    }
    audit("pursuit.slots_named", row, by=by, data=told)
    return {str(name): value for name, value in changed.items()}


def _ask_again(found: Record, slot: SlotName, old: str, new: str, *, by: Actor) -> None:
    """The parts that were asked of `old` are asked of `new`, from the beginning; those of neither stay."""
    assert found.row is not None
    payers = known_payers()
    for part in found.parts:
        named = {one.value for one in mentions(part.text, payers) if one.slot == slot}
        if old not in named and (named or part.kind == "code"):
            continue
        sources = [{"document": one.get("document"), "quote": one.get("quote")} for one in part.citations]
        text = replaced(part.text, slot, old, new, payers)
        audit("pursuit.asked_again", found.row, by=by, data={"part": part.key, "text": part.text, "sources": sources})
        status = SubObjective.Status.PENDING
        save_part(
            part, text=text, status=status, stuck_reason="", answer="", answered_by="", citations=[], conflicts=[]
        )


def _take_back(found: Record, wanted: Claims, *, by: Actor) -> None:
    """The answers whose sources are of another payer, plan or state than was named now are looked for again."""
    assert found.row is not None
    payers = known_payers()
    for part in found.answered:
        own = claims_of({one.slot: one.value for one in mentions(part.text, payers)})
        asked = {name: own[name] or wanted[name] for name in wanted}
        if any(not agree(claims_of(one), asked) for one in part.citations):
            sources = [{"document": one.get("document"), "quote": one.get("quote")} for one in part.citations]
            told = {"part": part.key, "text": part.text, "sources": sources}
            audit("pursuit.asked_again", found.row, by=by, data=told)
            status = SubObjective.Status.PENDING
            save_part(part, status=status, stuck_reason="", answer="", answered_by="", citations=[], conflicts=[])


def leave_part(found: Record, part: Part, *, by: Actor) -> None:
    """The person no longer wants this part: it leaves the question, and the others go on.

    Raises Refused for the last one: then it is the question that ends.
    """
    assert found.row is not None
    if len(found.parts) < 2:
        raise Refused("only_part", "This is the only part of your question. Say “never mind” to end it.")
    save_part(part, left_at=timezone.now())
    found.parts = [one for one in found.parts if one is not part]
    if not found.open_parts and found.row.status in _OPEN:
        save(found, status=Status.SOLVED, stuck_reason="")
    else:
        save(found)
    audit("pursuit.part_left", found.row, by=by, data={"part": part.key, "text": part.text})


def bring_information(found: Record, what: str, *, by: Actor) -> None:
    """The person brought something new (a document, a choice): what failed may be tried, and they be asked again."""
    if found.row is None:
        return
    save(found, information=found.row.information + 1, status=_again(found))
    asked = UserAsk.objects.filter(objective=found.row, kind=UserAsk.Kind.HELP, answered_at=None)
    asked.update(answered_at=timezone.now())
    audit("pursuit.informed", found.row, by=by, data={"what": what[:500]})


def prefer_newest(found: Record, *, by: Actor) -> None:
    """Where sources contradict each other, the later effective date counts: the person said so."""
    assert found.row is not None
    save(found, prefer_newest=True)
    bring_information(found, "the newer source counts", by=by)


def _again(found: Record) -> str:
    """The status of an objective to which something new came: pursued again, when parts are open."""
    assert found.row is not None
    return Status.ACTIVE if found.open_parts and found.row.status != Status.ABANDONED else found.row.status


@dataclass(frozen=True, slots=True)
class Look:
    """A look-up as the ledger keeps it: with which tool, where, what was sent, and what came of it."""

    tool: str
    place: str
    query: str
    result: str
    found: bool


def note_attempt(found: Record, part: Part, look: Look, *, by: Actor) -> None:
    """Add a look-up to the ledger. A query that was sent to this place before raises IntegrityError."""
    assert found.row is not None
    assert by.turn_id is not None
    assert part.id is not None
    sha = queries.sha(look.query)
    Attempt.objects.create(
        objective=found.row,
        sub_objective_id=part.id,
        turn_id=by.turn_id,
        tool=look.tool,
        place=look.place[:120],
        query=look.query,
        query_sha=sha,
        result=look.result,
        found=look.found,
    )
    tried = {"sub_objective_id": part.id, "place": look.place, "query": look.query, "query_sha": sha}
    found.tried = [*found.tried, {**tried, "tool": look.tool, "result": look.result, "found": look.found}]


def conclude(found: Record, part: Part, what: Found, answered_by: str, answer: str = "", *, by: Actor) -> bool:
    """Write what a look-up found for a part, where it is better than what stands; whether it was."""
    if not part.is_open or not _better(part, what):
        return False
    save_part(
        part,
        status=what.status,
        stuck_reason=what.reason,
        answer=answer or "\n\n".join(str(one["quote"]) for one in what.citations),
        answered_by=answered_by if what.citations or what.conflicts else "",
        citations=[dict(one) for one in what.citations],
        conflicts=[dict(one) for one in what.conflicts],
    )
    if what.status == SubObjective.Status.ANSWERED and found.row is not None:
        sources = [{"document": one.get("document"), "quote": one.get("quote")} for one in what.citations]
        audit("pursuit.answered", found.row, by=by, data={"part": part.key, "by": answered_by, "sources": sources})
    return True


_RANK = {"pending": 0, "failed": 1, "partial": 2, "blocked": 3, "answered": 4}
_REASON_RANK = {"": 0, "no_evidence": 1, "tool_failed": 2, "missing_code": 3, "jurisdiction": 4, "conflicting_info": 5}


def _better(part: Part, what: Found) -> bool:
    if _RANK[what.status] != _RANK[part.status]:
        return _RANK[what.status] > _RANK[part.status]
    return _REASON_RANK[what.reason] > _REASON_RANK[part.stuck_reason]


def save_part(part: Part, **values: Any) -> None:
    """Write values of a part, in the row and in the record."""
    for name, value in values.items():
        setattr(part, name, value)
    assert part.id is not None
    SubObjective.objects.filter(pk=part.id).update(**values, updated_at=timezone.now())


def save(found: Record, **values: Any) -> None:
    """Write values of the objective, in the row and in the record."""
    assert found.row is not None
    values["updated_at"] = timezone.now()
    for name, value in values.items():
        setattr(found.row, name, value)
    found.row.save(update_fields=list(values))
