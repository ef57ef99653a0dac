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


def begin(objective: Record, question: str, summary: str, parts: Sequence[Part], *, by: Actor) -> None:
    """Make a new objective of these parts; an open one is left incomplete, to be picked up from the recents."""
    if objective.row is not None and objective.row.status in _OPEN:
        save(objective, status=Status.INCOMPLETE if objective.open_parts else Status.SOLVED)
        audit("pursuit.set_aside", objective.row, by=by)
    row = MasterObjective(
        id=uuid4(),
        thread_id=objective.thread_id,
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
    objective.row, objective.parts, objective.asks, objective.tried = row, [], [], []
    add_parts(objective, parts)
    audit("pursuit.begun", row, by=by, data={"question": question, "parts": [part.text for part in parts]})


def add_parts(objective: Record, parts: Sequence[Part]) -> list[Part]:
    """Append these parts; the keys and positions are given here."""
    assert objective.row is not None
    added = []
    # One that was left keeps its number.
    last = (
        SubObjective.objects.filter(objective=objective.row).aggregate(last=Max("position"))["last"]
        if objective.parts
        else 0
    )
    for number, part in enumerate(parts, start=(last or 0) + 1):
        part.key, part.position = f"sq{number}", number
        row = SubObjective.objects.create(
            objective=objective.row,
            key=part.key,
            text=part.text,
            kind=part.kind[:40],
            needs=list(part.needs),
            queries=list(part.queries),
            position=number,
        )
        part.id = row.pk
        added.append(part)
    objective.parts = [*objective.parts, *added]
    return added


def merge(objective: Record, parts: Sequence[Part], *, by: Actor) -> tuple[int, list[Part]]:
    """Keep what is unsolved and add what is new; how many open parts were kept, and the added ones."""
    assert objective.row is not None
    kept = len(objective.open_parts)
    known = {queries.sha(part.text) for part in objective.parts}
    fresh = [part for part in parts if queries.sha(part.text) not in known]
    added = add_parts(objective, fresh)
    values: dict[str, Any] = {"planned_turn": by.turn_id}
    if added:
        values |= {"information": objective.row.information + 1, "status": Status.ACTIVE}
        summary = "; ".join([objective.row.summary, *(part.text.rstrip("?") for part in added)])
        values["summary"] = summary[:500]
    save(objective, **values)
    audit("pursuit.merged", objective.row, by=by, data={"kept": kept, "added": [part.text for part in added]})
    return kept, added


def set_slots(
    objective: Record, slots: Mapping[SlotName, tuple[str, Quote]], *, by: Actor, correct: bool = False
) -> dict[str, str]:
    """Keep what the person named: {slot: (value, its words)}; what was changed.

    Another name for what is known is kept only when it corrects: a later question may be about another payer.
    """
    assert objective.row is not None
    row = objective.row
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
            _ask_again(objective, name, before[name], value, by=by)
    _take_back(objective, claims_of({str(name): value for name, value in changed.items()}), by=by)
    for part in objective.open_parts:
        if part.status == SubObjective.Status.BLOCKED:
            save_part(part, status=SubObjective.Status.PENDING, stuck_reason="")
    save(objective, **changed, slot_words=words, information=row.information + 1, status=_again(objective))
    answered = UserAsk.objects.filter(objective=row, kind=UserAsk.Kind.SLOT, answered_at=None)
    answered.update(answered_at=timezone.now())
    detail: dict[str, Any] = {
        name: {**slots[name][1].to_json(), "value": changed[name], "before": before[name]} for name in changed
    }
    audit("pursuit.slots_named", row, by=by, data=detail)
    return {str(name): value for name, value in changed.items()}


def _ask_again(objective: Record, slot: SlotName, old: str, new: str, *, by: Actor) -> None:
    """The parts that were asked of `old` are asked of `new`, from the beginning; those of neither stay."""
    assert objective.row is not None
    payers = known_payers()
    for part in objective.parts:
        named = {mention.value for mention in mentions(part.text, payers) if mention.slot == slot}
        if old not in named and (named or part.kind == "code"):
            continue
        text = replaced(part.text, slot, old, new, payers)
        audit("pursuit.asked_again", objective.row, by=by, data=as_answered(part))
        open_again(part, text=text)


def _take_back(objective: Record, wanted: Claims, *, by: Actor) -> None:
    """The answers whose sources are of another payer, plan or state than was named now are looked for again."""
    assert objective.row is not None
    payers = known_payers()
    for part in objective.answered:
        own = claims_of({mention.slot: mention.value for mention in mentions(part.text, payers)})
        asked = {name: own[name] or wanted[name] for name in wanted}
        if any(not agree(claims_of(citation), asked) for citation in part.citations):
            audit("pursuit.asked_again", objective.row, by=by, data=as_answered(part))
            open_again(part)


def leave_part(objective: Record, part: Part, *, by: Actor) -> None:
    """The person no longer wants this part: it leaves the question, and the others go on.

    Raises Refused for the last one: then it is the question that ends.
    """
    assert objective.row is not None
    if len(objective.parts) < 2:
        raise Refused("only_part", "This is the only part of your question. Say “never mind” to end it.")
    save_part(part, left_at=timezone.now())
    objective.parts = [other for other in objective.parts if other is not part]
    if not objective.open_parts and objective.row.status in _OPEN:
        save(objective, status=Status.SOLVED, stuck_reason="")
    else:
        save(objective)
    audit("pursuit.part_left", objective.row, by=by, data={"part": part.key, "text": part.text})


def bring_information(objective: Record, what: str, *, by: Actor) -> None:
    """The person brought something new (a document, a choice): what failed may be tried, and they be asked again."""
    if objective.row is None:
        return
    save(objective, information=objective.row.information + 1, status=_again(objective))
    asked = UserAsk.objects.filter(objective=objective.row, kind=UserAsk.Kind.HELP, answered_at=None)
    asked.update(answered_at=timezone.now())
    audit("pursuit.informed", objective.row, by=by, data={"what": what[:500]})


def prefer_newest(objective: Record, *, by: Actor) -> None:
    """Where sources contradict each other, the later effective date counts: the person said so."""
    assert objective.row is not None
    save(objective, prefer_newest=True)
    bring_information(objective, "the newer source counts", by=by)


def _again(objective: Record) -> str:
    """The status of an objective to which something new came: pursued again, when parts are open."""
    assert objective.row is not None
    return Status.ACTIVE if objective.open_parts and objective.row.status != Status.ABANDONED else objective.row.status


@dataclass(frozen=True, slots=True)
class Look:
    """A look-up as the ledger keeps it: with which tool, where, what was sent, what came of it, and if it failed."""

    tool: str
    place: str
    query: str
    result: str
    is_hit: bool
    failed: bool = False


def note_attempt(objective: Record, part: Part, look: Look, *, by: Actor) -> None:
    """Add a look-up to the ledger. A query that came through to this place before raises IntegrityError."""
    assert objective.row is not None
    assert by.turn_id is not None
    assert part.id is not None
    sha = queries.sha(look.query)
    Attempt.objects.create(
        objective=objective.row,
        sub_objective_id=part.id,
        turn_id=by.turn_id,
        tool=look.tool,
        place=look.place[:120],
        query=look.query,
        query_sha=sha,
        result=look.result,
        found=look.is_hit,
        counts=not look.failed,
    )
    tried = {"sub_objective_id": part.id, "place": look.place, "query": look.query, "query_sha": sha}
    came_of_it = {"tool": look.tool, "result": look.result, "found": look.is_hit, "counts": not look.failed}
    objective.tried = [*objective.tried, tried | came_of_it]


def conclude(objective: Record, part: Part, what: Found, answered_by: str, answer: str = "", *, by: Actor) -> bool:
    """Write what a look-up found for a part, where it is better than what stands; whether it was."""
    if not part.is_open or not _better(part, what):
        return False
    save_part(
        part,
        status=what.status,
        stuck_reason=what.reason,
        answer=answer or "\n\n".join(str(citation["quote"]) for citation in what.citations),
        answered_by=answered_by if what.citations or what.conflicts else "",
        citations=[dict(citation) for citation in what.citations],
        conflicts=[dict(conflict) for conflict in what.conflicts],
    )
    if what.status == SubObjective.Status.ANSWERED and objective.row is not None:
        detail = {"part": part.key, "by": answered_by, "sources": _sources(what.citations)}
        audit("pursuit.answered", objective.row, by=by, data=detail)
    return True


_RANK = {"pending": 0, "failed": 1, "partial": 2, "blocked": 3, "answered": 4}
_REASON_RANK = {"": 0, "no_evidence": 1, "tool_failed": 2, "missing_code": 3, "jurisdiction": 4, "conflicting_info": 5}


def _better(part: Part, what: Found) -> bool:
    if _RANK[what.status] != _RANK[part.status]:
        return _RANK[what.status] > _RANK[part.status]
    return _REASON_RANK[what.reason] > _REASON_RANK[part.stuck_reason]


def as_answered(part: Part) -> dict[str, Any]:
    """What the audit says of a part and of the sources of its answer."""
    return {"part": part.key, "text": part.text, "sources": _sources(part.citations)}


def _sources(citations: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [{"document": citation.get("document"), "quote": citation.get("quote")} for citation in citations]


def open_again(part: Part, **values: Any) -> None:
    """Take away what was found for a part, so that it is looked for from the beginning; write `values` with it."""
    nothing = {"stuck_reason": "", "answer": "", "answered_by": "", "citations": [], "conflicts": []}
    save_part(part, status=SubObjective.Status.PENDING, **nothing, **values)


def save_part(part: Part, **values: Any) -> None:
    """Write values of a part, in the row and in the record."""
    for name, value in values.items():
        setattr(part, name, value)
    assert part.id is not None
    SubObjective.objects.filter(pk=part.id).update(**values, updated_at=timezone.now())


def save(objective: Record, **values: Any) -> None:
    """Write values of the objective, in the row and in the record."""
    assert objective.row is not None
    values["updated_at"] = timezone.now()
    for name, value in values.items():
        setattr(objective.row, name, value)
    objective.row.save(update_fields=list(values))
