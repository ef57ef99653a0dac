"""The acts on an objective: what begins it, what is added, left and concluded, and the entry that each leaves."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User

from audit.models import AuditEntry
from audit.trail import Actor
from chat.errors import Refused
from chat.models import Thread
from pursuit import actions
from pursuit.answers import Found
from pursuit.models import MasterObjective, SubObjective
from pursuit.record import Part, Record

pytestmark = pytest.mark.django_db

CITED = {"document": "policy.pdf", "quote": "Ten visits are covered."}


@pytest.fixture
def by(employee: User) -> Actor:
    return Actor(employee.pk, Thread.objects.create(owner=employee, assistant="pursuit").pk)


@pytest.fixture
def objective(by: Actor) -> Iterator[Record]:
    assert by.thread_id is not None
    with actions.open_objective(by.thread_id, by) as record:
        actions.begin(record, "Covered?", "s" * 600, parts("Is it covered?", "How often is it?"), by=by)
        yield record


def parts(*texts: str) -> list[Part]:
    return [Part(None, "", text) for text in texts]


def entries(action: str) -> list[dict[str, object]]:
    return [entry.data for entry in AuditEntry.objects.filter(action=f"pursuit.{action}").order_by("pk")]


def test_an_objective_begins_with_its_parts_in_their_order(objective: Record) -> None:
    row = MasterObjective.objects.get()
    assert (row.status, row.summary, row.attempts, row.information) == ("active", "s" * 500, 0, 0)
    kept = SubObjective.objects.order_by("position").values_list("key", "position", "text")
    assert list(kept) == [("sq1", 1, "Is it covered?"), ("sq2", 2, "How often is it?")]
    assert entries("begun") == [{"question": "Covered?", "parts": ["Is it covered?", "How often is it?"]}]


@pytest.mark.parametrize(("is_answered", "status"), [(False, "incomplete"), (True, "solved")])
def test_what_was_open_is_set_aside_by_a_new_one(objective: Record, by: Actor, is_answered: bool, status: str) -> None:
    before = objective.row
    assert before is not None
    for part in objective.parts if is_answered else []:
        actions.conclude(objective, part, Found("answered", "", (CITED,)), "policies", by=by)
    for _ in range(2):
        actions.begin(objective, "Another?", "another", parts("Is that covered?"), by=by)
        actions.save(objective, status="abandoned")
    before.refresh_from_db()
    assert before.status == status
    assert len(entries("set_aside")) == 1
    assert [part.key for part in objective.parts] == ["sq1"]


def test_what_is_new_is_added_behind_and_what_is_there_is_kept_once(objective: Record, by: Actor) -> None:
    assert objective.row is not None
    actions.save(objective, summary="Covered", status="blocked")
    kept, added = actions.merge(objective, parts("Is it covered?", "Who pays?"), by=by)
    assert (kept, [part.key for part in added]) == (2, ["sq3"])
    assert (objective.row.information, objective.row.status) == (1, "active")
    assert objective.row.summary == "Covered; Who pays"
    actions.merge(objective, parts("Who pays?"), by=by)
    assert (objective.row.information, len(objective.parts)) == (1, 3)
    assert entries("merged") == [{"kept": 2, "added": ["Who pays?"]}, {"kept": 3, "added": []}]


def test_a_part_that_is_left_keeps_its_number_and_the_last_one_is_not_left(objective: Record, by: Actor) -> None:
    assert objective.row is not None
    first, second = objective.parts
    actions.leave_part(objective, second, by=by)
    assert (objective.parts, objective.row.status) == ([first], "active")
    assert second.left_at is not None
    with pytest.raises(Refused, match="only part"):
        actions.leave_part(objective, first, by=by)
    assert [part.key for part in actions.add_parts(objective, parts("Who pays?"))] == ["sq3"]
    assert entries("part_left") == [{"part": "sq2", "text": "How often is it?"}]


def test_who_leaves_the_last_open_part_has_the_rest_answered(objective: Record, by: Actor) -> None:
    assert objective.row is not None
    first, second = objective.parts
    actions.conclude(objective, first, Found("answered", "", (CITED,)), "policies", by=by)
    actions.leave_part(objective, second, by=by)
    assert objective.row.status == "solved"


@pytest.mark.parametrize(
    ("before", "judged", "is_better"),
    [
        (("pending", ""), ("failed", "no_evidence"), True),
        (("failed", "no_evidence"), ("partial", "no_evidence"), True),
        (("partial", "no_evidence"), ("failed", "tool_failed"), False),
        (("partial", "no_evidence"), ("blocked", "missing_code"), True),
        (("blocked", "missing_code"), ("answered", ""), True),
        (("answered", ""), ("answered", "conflicting_info"), False),
        (("failed", "no_evidence"), ("failed", "tool_failed"), True),
        (("failed", "tool_failed"), ("failed", "tool_failed"), False),
        (("failed", "tool_failed"), ("failed", "no_evidence"), False),
        (("partial", "jurisdiction"), ("partial", "conflicting_info"), True),
    ],
)
def test_only_what_is_better_takes_the_place_of_what_stands(
    objective: Record, by: Actor, before: tuple[str, str], judged: tuple[str, str], is_better: bool
) -> None:
    part = objective.parts[0]
    actions.save_part(part, status=before[0], stuck_reason=before[1], citations=[CITED])
    assert actions.conclude(objective, part, Found(*judged, (CITED,)), "policies", by=by) is is_better
    row = SubObjective.objects.get(key="sq1")
    assert (row.status, row.stuck_reason) == (part.status, part.stuck_reason) == (judged if is_better else before)
    assert row.answered_by == ("policies" if is_better else "")
    assert len(entries("answered")) == (judged[0] == "answered" and is_better)


def test_an_answer_is_kept_with_its_sources_and_is_taken_away_whole(objective: Record, by: Actor) -> None:
    part = objective.parts[0]
    actions.conclude(objective, part, Found("answered", "", (CITED, CITED)), "policies", by=by)
    assert (part.answer, part.answered_by) == ("Ten visits are covered.\n\nTen visits are covered.", "policies")
    assert entries("answered") == [{"part": "sq1", "by": "policies", "sources": [CITED, CITED]}]
    actions.open_again(part)
    row = SubObjective.objects.get(key="sq1")
    assert (row.status, row.answer, row.answered_by, row.citations, row.conflicts) == ("pending", "", "", [], [])


@pytest.mark.parametrize(("before", "after"), [("blocked", "active"), ("abandoned", "abandoned")])
def test_what_the_person_brings_lets_it_be_tried_again_unless_they_gave_it_up(
    objective: Record, by: Actor, before: str, after: str
) -> None:
    assert objective.row is not None
    actions.save(objective, status=before)
    actions.bring_information(objective, "w" * 600, by=by)
    assert (objective.row.status, objective.row.information) == (after, 1)
    assert entries("informed") == [{"what": "w" * 500}]
    actions.prefer_newest(objective, by=by)
    assert (objective.row.prefer_newest, objective.row.information) == (True, 2)
