"""Facts in plain sentences: each under its topic, in the person's own words, and nothing where nothing is stated."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from retirement.reading import MAX_VALUE, read_facts
from retirement.reading_parts import KINDS
from retirement.reading_talk import is_question

CASES = Path(__file__).parent / "cases"


def types_in(text: str, asked: str = "") -> list[str]:
    return [fact.fact_type for fact in read_facts(text, asked)]


def test_several_facts_of_a_sentence_are_told_apart() -> None:
    text = "I'm 58 and want to retire at 64, my mortgage is paid off, wife has a small pension"
    facts = read_facts(text)
    assert [(fact.topic.value, fact.fact_type) for fact in facts] == [
        ("longevity_inflation", "age"),
        ("income_cash_flow", "target_retirement_age"),
        ("housing_geography", "mortgage"),
        ("income_cash_flow", "partner_pension"),
    ]
    assert [text[fact.start : fact.end] for fact in facts] == [
        "I'm 58",
        "want to retire at 64",
        "my mortgage is paid off",
        "wife has a small pension",
    ]


def test_more_than_sixty_kinds_are_known() -> None:
    assert len({kind.fact_type for kind in KINDS}) >= 60


@pytest.mark.parametrize(
    ("text", "fact_type"),
    [("I have no pension", "pension"), ("We don't own a home", "home_ownership"), ("I don't have a will", "will")],
)
def test_what_is_not_there_is_a_fact_that_says_so(text: str, fact_type: str) -> None:
    [fact] = read_facts(text)
    assert (fact.fact_type, fact.value) == (fact_type, text)


@pytest.mark.parametrize("text", ["My wife is 61", "he's 66", "My husband turned 62, he is retired"])
def test_a_partners_age_is_not_the_persons(text: str) -> None:
    assert "age" not in types_in(text)


def test_an_uncertain_age_stays_a_range_with_less_confidence() -> None:
    [fact] = read_facts("maybe 65 or 66", "target_retirement_age")
    assert "65 or 66" in fact.value
    assert fact.confidence < read_facts("65", "target_retirement_age")[0].confidence


def test_a_priority_marks_its_fact() -> None:
    facts = read_facts("We own our home, but healthcare worries me most")
    assert [(fact.topic.value, fact.important) for fact in facts] == [
        ("housing_geography", False),
        ("healthcare_medicare", True),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Hello!", "thanks, that's helpful", "ok", "When should I claim Social Security?", "Do I need a trust?",
        "How does a Roth conversion work?", "can you tell me what an annuity is", "", "   ", "?!", "12",
        "My brother has a pension", "My neighbor moved to Florida",
    ],
)  # fmt: skip
def test_small_talk_questions_and_other_peoples_affairs_are_no_facts(text: str) -> None:
    assert read_facts(text) == []


def test_what_is_stated_before_a_question_counts() -> None:
    text = "I'm 58 and have $500k in my 401k, can I retire at 62?"
    assert types_in(text) == ["age", "retirement_savings"]
    assert is_question(text)


def test_slips_of_the_pen_are_read() -> None:
    assert types_in("our morgage is paid off") == ["mortgage"]
    assert types_in("I have a small penison") == ["pension"]


@pytest.mark.parametrize("text", ["I don't know", "skip", "not sure", "What do you mean?", "ok"])
def test_no_answer_is_noted_as_none(text: str) -> None:
    assert read_facts(text, "pension") == []


@pytest.mark.parametrize("text", ["no", "yes, a small one", "nope", "about 900"])
def test_a_short_answer_belongs_to_the_question(text: str) -> None:
    [fact] = read_facts(text, "pension")
    assert fact.fact_type == "pension"
    assert fact.value.lower().endswith(text)


def test_an_answer_ends_where_the_next_fact_begins() -> None:
    answer, age = read_facts("yes, it's paid off, and I'm 61", "mortgage")
    assert (answer.fact_type, answer.value) == ("mortgage", "The mortgage: yes, it's paid off")
    assert age.fact_type == "age"


def test_words_and_spans_are_the_persons_whatever_is_written() -> None:
    pieces = [
        "I'm 58",
        "İstanbul",
        "ﬁle",
        "’quoted’",
        "\x00",
        "mortage",
        "\n",
        "—",
        "pension?",
        "😀",
        "$4,000",
        "(",
        "(((",
        "a" * 300,
    ]
    random.seed(4)
    for _ in range(300):
        text = " ".join(random.choices(pieces, k=8))
        for fact in read_facts(text, "age"):
            assert 0 <= fact.start < fact.end <= len(text)
            assert 0 < len(fact.value) <= MAX_VALUE + 60


def test_a_life_story_is_read_in_time() -> None:
    import time

    story = "I was born in Ohio, worked for 30 years at a plant, and my wife has a pension of $900 a month. " * 210
    started = time.monotonic()
    assert read_facts(story)
    assert read_facts("and " * 5000) == read_facts("a" * 20_000)
    assert time.monotonic() - started < 5.0


@pytest.mark.parametrize("name", ["sentences", "held_out", "unseen", "unseen_2", "unseen_3", "unseen_4", "unseen_5"])
def test_the_topics_of_our_own_cases_are_found(name: str) -> None:
    right = expected = 0
    for line in (CASES / f"{name}.jsonl").read_text().splitlines():
        case = json.loads(line)
        wanted = {fact["topic"] for fact in case["expect"]}
        found = {fact.topic.value for fact in read_facts(case["message"])}
        expected += max(len(wanted), 1)
        right += len(wanted & found) if wanted else not found
    assert right / expected >= 0.93
