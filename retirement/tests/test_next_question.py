"""Coverage counts the checklist; the next question comes from what is open and what matters, and never twice."""

from __future__ import annotations

import uuid

import pytest

from retirement.checklist.items import CHECKLIST, items_of
from retirement.checklist.topics import Topic
from retirement.coverage import coverage, moved_scores
from retirement.facts import FactView
from retirement.next_question import important_topics, next_question, question_in
from retirement.pages import panel
from retirement.reading.told import TOPIC_OF
from retirement.tests.shared import Desk


def fact(topic: Topic, fact_type: str, value: str = "said", subtopic: str | None = None) -> FactView:
    return FactView(str(uuid.uuid4()), topic, subtopic, fact_type, value, 0.9, "2026-11-22T00:00:00+00:00")


def everything() -> list[FactView]:
    return [fact(item.topic, item.fact_type) for item in CHECKLIST]


def test_each_topic_has_six_to_twelve_items_with_a_source() -> None:
    assert all(6 <= len(items_of(topic)) <= 12 for topic in Topic)
    assert all(item.source.url.startswith("https://") and item.question.endswith("?") for item in CHECKLIST)
    assert all(item.source.title and item.source.publisher in str(item.source) for item in CHECKLIST)
    assert len({item.question for item in CHECKLIST}) == len(CHECKLIST) == len({item.fact_type for item in CHECKLIST})
    assert all(TOPIC_OF[item.fact_type] == item.topic for item in CHECKLIST)


def test_nothing_said_is_nothing_known_and_all_said_is_all_known() -> None:
    assert {covered.share for covered in coverage([]).values()} == {0.0}
    assert {covered.score for covered in coverage(everything()).values()} == {100}


def test_words_of_coverage_hold_no_number() -> None:
    for facts in ([], everything()[:20], everything()):
        assert not any(character.isdigit() for covered in coverage(facts).values() for character in covered.words)


def test_a_superseded_fact_does_not_count() -> None:
    old = fact(Topic.ESTATE_PLANNING, "will")
    new = FactView("new", Topic.ESTATE_PLANNING, None, "note", "forget it", 0.9, "2026-11-22", supersedes=old.id)
    assert coverage([old])[Topic.ESTATE_PLANNING].share > coverage([old, new])[Topic.ESTATE_PLANNING].share


def test_a_models_own_fact_type_is_read_from_its_words() -> None:
    covered = coverage([fact(Topic.HOUSING_GEOGRAPHY, "home_loan", "The mortgage is paid off")])
    assert "mortgage" in {item.fact_type for item in covered[Topic.HOUSING_GEOGRAPHY].known}


def test_only_topics_that_moved_are_scored() -> None:
    facts = [fact(Topic.ESTATE_PLANNING, "marital_status")]
    [moved] = [score for score in moved_scores(facts, {}) if score["topic"] == "estate_planning"]
    assert isinstance(moved["score"], int)
    assert moved_scores(facts, {score["topic"]: score["score"] for score in moved_scores(facts, {})}) == []  # type: ignore[misc]


def test_no_question_comes_twice_and_they_end() -> None:
    asked: list[str] = []
    while item := next_question([], asked):
        assert item.fact_type not in asked
        asked.append(item.fact_type)
    assert len(asked) == len(CHECKLIST)


def test_the_questions_stop_when_enough_is_known() -> None:
    assert next_question(everything()) is None


def test_what_matters_to_the_person_is_asked_first() -> None:
    facts = [fact(Topic.LONGEVITY_INFLATION, "age"), fact(Topic.INCOME_CASH_FLOW, "target_retirement_age")]
    facts.append(fact(Topic.ESTATE_PLANNING, "estate_concern", subtopic="priority"))
    assert important_topics(facts) == [Topic.ESTATE_PLANNING]
    item = next_question(facts)
    assert item is not None
    assert item.topic == Topic.ESTATE_PLANNING


def test_who_rents_is_not_asked_for_a_mortgage() -> None:
    asked = {item.fact_type for item in CHECKLIST if item.topic != Topic.HOUSING_GEOGRAPHY}
    facts = [fact(Topic.HOUSING_GEOGRAPHY, "renting", "We rent")]
    seen = []
    while item := next_question(facts, [*asked, *seen]):
        seen.append(item.fact_type)
    assert "mortgage" not in seen
    assert "home_value" not in seen


def test_a_question_is_found_in_a_reply() -> None:
    for item in CHECKLIST:
        assert question_in(f"Noted: your age.\n\n{item.question}") == item
    assert question_in("Nothing is asked here.") is None


@pytest.mark.parametrize(
    ("reply", "fact_type"),
    [
        ("Thank you. May I ask how old you are?", "age"),
        ("Noted. At what age do you hope to stop working?", "target_retirement_age"),
        ("Do you still have a mortgage on the house? Take your time.", "mortgage"),
        ("And do you expect a pension from your employer?", "pension"),
        ("Have you bought long-term care insurance?", "ltc_insurance"),
        ("How long did your parents live?", "family_longevity"),
        ("Does that make sense?", ""),
        ("Would you like me to explain Medigap?", ""),
        ("Your pension is known, and your home too.", ""),
    ],
)
def test_what_a_model_asks_in_its_own_words_counts_as_asked(scripted: Desk, reply: str, fact_type: str) -> None:
    scripted.say("Hello", reply)
    assert scripted.record.asked == ((fact_type,) if fact_type else ())
    asked = next(line for line in panel.situation(scripted.record).splitlines() if line.startswith("asked already"))
    assert asked.endswith(f": {fact_type or 'nothing'}")


@pytest.mark.parametrize("labels", [{}, {"subtopic": "priority"}])
def test_what_the_person_calls_important_comes_first_for_a_model_too(scripted: Desk, labels: dict[str, str]) -> None:
    text = "What matters most to me is who will look after me" if not labels else "Who will look after me"
    noted = {"topic": "long_term_care", "fact_type": "care_concern", "value": text, "words": text}
    assert scripted.tool("information", text, **noted, **labels)["status"] == "success"
    known = panel.situation(scripted.record)
    assert "important to the person, so first: long_term_care" in known
