"""The acts on a plan: facts are added, corrected by another one, and never kept twice."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connections

from audit.models import AuditEntry
from chat.acts import act_on
from llm.testing import ScriptedModel
from retirement import actions
from retirement.checklist.topics import Topic
from retirement.models import InformationRecord, Plan
from retirement.tests.shared import Desk


@pytest.mark.parametrize("topic", Topic)
def test_a_fact_is_added_under_each_topic(desk: Desk, topic: Topic) -> None:
    fact = desk.fact(topic, "Something was said")
    row = InformationRecord.objects.get()
    assert (str(row.pk), row.topic, row.session_id, row.confidence) == (fact.id, topic, desk.thread.pk, 0.9)
    assert desk.topic(topic)["facts"][0]["value"] == "Something was said"


def test_a_correction_supersedes_the_earlier_fact_which_stays(desk: Desk) -> None:
    first = desk.fact(value="Wants to retire early", fact_type="target")
    second = desk.fact(value="Wants to retire late", fact_type="target")
    third = desk.fact(value="Does not want to retire", fact_type="target")
    assert (second.supersedes, third.supersedes) == (first.id, second.id)
    assert InformationRecord.objects.count() == 3


def test_facts_without_a_type_or_of_other_topics_correct_nothing(desk: Desk) -> None:
    desk.fact(value="Likes the sea")
    assert desk.fact(value="Likes the hills").supersedes is None
    desk.fact(Topic.LONG_TERM_CARE, "No policy", fact_type="policy")
    assert desk.fact(Topic.HEALTHCARE_MEDICARE, "No policy", fact_type="policy").supersedes is None


def test_what_is_known_already_is_not_kept_twice(desk: Desk) -> None:
    first = desk.fact(value="Owns a house", fact_type="home")
    assert desk.fact(value="Owns a house", fact_type="home").id == first.id
    assert InformationRecord.objects.count() == 1


def test_a_correction_beyond_the_newest_fifty_is_still_found(desk: Desk) -> None:
    first = desk.fact(value="Owns a house", fact_type="home")
    for number in range(55):
        desk.fact(value=f"Said thing {number}", fact_type=f"type_{number}")
    assert len(desk.topic(Topic.HOUSING_GEOGRAPHY)["facts"]) == 50
    assert desk.fact(value="Sold the house", fact_type="home").supersedes == first.id


def test_every_act_leaves_an_audit_entry(desk: Desk) -> None:
    desk.fact()
    desk.score(housing_geography=40)
    with act_on(actions.open_record(desk.thread.pk, desk.by)) as thread_record:
        actions.choose_prompt(thread_record, Plan.Prompt.READINESS, by=desk.by)
    noted = list(AuditEntry.objects.order_by("id").values_list("action", flat=True))
    assert noted == ["retirement.fact_recorded", "retirement.snapshot_recorded", "retirement.prompt_chosen"]


def test_the_latest_score_of_each_topic_counts(desk: Desk) -> None:
    desk.score(housing_geography=40, long_term_care=10)
    desk.score(housing_geography=55)
    assert desk.topic(Topic.HOUSING_GEOGRAPHY)["score"] == 55
    assert desk.topic(Topic.LONG_TERM_CARE)["score"] == 10
    assert desk.topic(Topic.ESTATE_PLANNING)["score"] is None


def test_an_erasure_takes_everything_of_one_thread_and_of_no_other(desk: Desk, colleague: User) -> None:
    other = Desk(colleague, ScriptedModel())
    for talk in (desk, other):
        talk.fact(value="Owns a house", fact_type="home")
        talk.fact(value="Sold it", fact_type="home")
        talk.score(housing_geography=40)
    actions.erase_records(desk.thread.pk)
    desk.thread.delete()
    assert {row.session_id for row in InformationRecord.objects.all()} == {other.thread.pk}
    assert Plan.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_tabs_that_write_at_once_lose_nothing_and_keep_nothing_twice(employee: User) -> None:
    desk = Desk(employee, ScriptedModel())
    problems: list[Exception] = []

    def write(tab: int) -> None:
        try:
            for number in range(10):
                desk.fact(value=f"Said {number}", fact_type=f"type_{number}")
                desk.fact(value=f"Tab {tab} said {number}", fact_type=f"own_{tab}_{number}")
        except Exception as error:
            problems.append(error)
        finally:
            connections.close_all()

    tabs = [threading.Thread(target=write, args=(tab,)) for tab in (1, 2)]
    for tab in tabs:
        tab.start()
    for tab in tabs:
        tab.join()
    assert problems == []
    values = list(InformationRecord.objects.values_list("value", flat=True))
    assert len(values) == len(set(values)) == 30
    assert Plan.objects.get().facts_since_snapshot == 30


def kept_row(desk: Desk, value: str) -> InformationRecord:
    return InformationRecord.objects.get(session_id=desk.thread.pk, value=value)


def entry_data(action: str) -> list[dict[str, Any]]:
    return [entry.data for entry in AuditEntry.objects.filter(action=f"retirement.{action}").order_by("pk")]


def test_a_fact_keeps_the_place_of_its_words_and_its_entry_the_beginning_of_it(desk: Desk) -> None:
    message = desk.hear(f"well, {'x' * 600}")
    with act_on(actions.open_record(desk.thread.pk, desk.by)) as thread_record:
        new = actions.NewFact(Topic.HOUSING_GEOGRAPHY, "x" * 600, subtopic="home", fact_type="home", confidence=0.5)
        fact, is_new = actions.record_fact(thread_record, new, place=message.quote(6, 606), by=desk.by)
    row = kept_row(desk, "x" * 600)
    assert is_new
    assert (str(row.pk), row.message_id, row.start, row.end, row.confidence) == (
        fact.id,
        message.message_id,
        6,
        606,
        0.5,
    )
    expected = {"topic": "housing_geography", "fact_type": "home", "value": "x" * 500, "supersedes": None}
    assert entry_data("fact_recorded") == [expected]


def test_of_accounts_one_has_several_and_a_correction_names_the_one_that_it_corrects(desk: Desk) -> None:
    first = desk.fact(Topic.INCOME_CASH_FLOW, "A pension of 900", fact_type="pension")
    second = desk.fact(Topic.INCOME_CASH_FLOW, "A pension of 300", fact_type="pension")
    assert (first.supersedes, second.supersedes) == (None, None)
    third = desk.fact(Topic.INCOME_CASH_FLOW, "A pension of 950", fact_type="pension", corrects=first)
    assert third.supersedes == first.id
    assert [fact.value for fact in desk.record.current] == ["A pension of 300", "A pension of 950"]


def test_what_was_noted_beside_the_fact_that_it_corrects_takes_its_place(desk: Desk) -> None:
    wrong = desk.fact(Topic.INCOME_CASH_FLOW, "A pension of 900", fact_type="pension")
    beside = desk.fact(Topic.INCOME_CASH_FLOW, "A pension of 950", fact_type="pension")
    right = desk.fact(Topic.INCOME_CASH_FLOW, "A pension of 950", fact_type="pension", corrects=wrong)
    assert right.id != beside.id
    assert right.supersedes == wrong.id
    assert [fact.id for fact in desk.record.current] == [right.id]
    again = desk.fact(Topic.INCOME_CASH_FLOW, "A pension of 950", fact_type="pension", corrects=right)
    assert again.id == right.id


def test_what_was_noted_since_the_last_scores_is_counted(desk: Desk) -> None:
    desk.fact()
    desk.fact()
    desk.fact(value="Rents a flat")
    assert Plan.objects.get().facts_since_snapshot == 2
    desk.score(housing_geography=40)
    assert Plan.objects.get().facts_since_snapshot == 0
    assert entry_data("snapshot_recorded") == [{"scores": [{"topic": "housing_geography", "score": 40}]}]


def test_the_newest_words_are_taken_back_together_and_at_most_sixty_facts_at_once(desk: Desk) -> None:
    desk.fill(62)
    with act_on(actions.open_record(desk.thread.pk, desk.by)) as thread_record:
        gone = actions.withdraw_facts(thread_record, by=desk.by)
    assert len(gone) == actions.MOST_AT_ONCE == 60
    assert [fact.created_at for fact in gone] == sorted(fact.created_at for fact in gone)
    assert len(entry_data("fact_withdrawn")) == 60
    with act_on(actions.open_record(desk.thread.pk, desk.by)) as thread_record:
        assert actions.start_over(thread_record, by=desk.by) == 2
        assert thread_record.asked == ()
    assert Plan.objects.get().begun_at is not None
    assert desk.record.current == []


def test_a_plan_has_another_version_after_each_write_and_the_same_where_nothing_is_written(desk: Desk) -> None:
    desk.fact()
    before = Plan.objects.get().version
    desk.fact()
    assert Plan.objects.get().version == before
    desk.fact(value="Rents a flat")
    assert Plan.objects.get().version != before


def test_a_prompt_that_is_chosen_already_is_no_change(desk: Desk) -> None:
    before = desk.record.plan.prompt
    (other,) = {*Plan.Prompt} - {before}
    for prompt, is_change in ((other, True), (other, False), (before, True)):
        with act_on(actions.open_record(desk.thread.pk, desk.by)) as thread_record:
            assert actions.choose_prompt(thread_record, Plan.Prompt(prompt), by=desk.by) is is_change
        assert Plan.objects.get().prompt == prompt
    assert entry_data("prompt_chosen") == [{"prompt": other, "before": before}, {"prompt": before, "before": other}]


def test_what_was_noted_in_the_same_breath_is_taken_back_as_well(desk: Desk) -> None:
    with act_on(actions.open_record(desk.thread.pk, desk.by)) as thread_record:
        new = actions.NewFact(Topic.HOUSING_GEOGRAPHY, "Owns a house")
        fact, _ = actions.record_fact(thread_record, new, place=None, by=desk.by)
        assert [gone.id for gone in actions.withdraw_facts(thread_record, [fact.id], by=desk.by)] == [fact.id]
    assert desk.record.current == []
