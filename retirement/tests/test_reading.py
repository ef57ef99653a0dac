"""Facts in plain sentences: each under its topic, in the person's own words, and nothing where nothing is stated."""

from __future__ import annotations

import json
import random
import re
import time
from pathlib import Path

import pytest

from retirement.reading.kinds import KINDS
from retirement.reading.reader import read_facts
from retirement.reading.told import MAX_VALUE

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
    assert len(KINDS) >= 60


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


@pytest.mark.parametrize(
    ("text", "age"),
    [
        ("61. drive a truck out of Toledo Ohio.", "61"),
        ("im 57 live in tulsa", "57"),
        ("farmer, near Salina Kansas, 70 in August so still 69", "69"),
    ],
)
def test_an_age_that_is_told_first_is_read_whatever_follows(text: str, age: str) -> None:
    for asked in ("", "age"):
        assert [fact.value for fact in read_facts(text, asked) if fact.fact_type == "age"] == [age]


def test_an_uncertain_age_stays_a_range_with_less_confidence() -> None:
    [fact] = read_facts("maybe 65 or 66", "target_retirement_age")
    assert "65 or 66" in fact.value
    assert fact.confidence < read_facts("65", "target_retirement_age")[0].confidence


def test_a_priority_marks_its_fact() -> None:
    facts = read_facts("We own our home, but healthcare worries me most")
    assert [(fact.topic.value, fact.subtopic) for fact in facts] == [
        ("housing_geography", None),
        ("healthcare_medicare", "priority"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Hello!", "thanks, that's helpful", "ok", "When should I claim Social Security?", "Do I need a trust?",
        "How does a Roth conversion work?", "can you tell me what an annuity is", "", "   ", "?!", "12",
        "My brother has a pension", "My neighbor moved to Florida", "door", "My sister says a trust is better than a will.",
        "My nephew Harold has put everything, all 2.1 million of it, in some kind of trust in Nevada.",
        "my bro gets 2100 form soc sec",
    ],
)  # fmt: skip
def test_small_talk_questions_and_other_peoples_affairs_are_no_facts(text: str) -> None:
    assert read_facts(text) == []


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("I plan to claim Social Security at 69, that would give me $3,100 a month.", ["social_security_claiming"]),
        ("Next May I turn 63 and that's it, I'm through.", ["age"]),
    ],
)  # fmt: skip
def test_what_goes_on_of_a_thing_does_not_make_it_nothing(text: str, kinds: list[str]) -> None:
    facts = read_facts(text)
    assert [fact.fact_type for fact in facts] == kinds
    assert "$" not in text or "$3,100" in facts[0].value


def test_what_is_stated_before_a_question_counts() -> None:
    text = "I'm 58 and have $500k in my 401k, can I retire at 62?"
    assert types_in(text) == ["age", "retirement_savings"]


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
    assert (answer.fact_type, answer.value) == ("mortgage", "It's paid off")
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


def test_a_life_story_is_read_in_a_time_that_grows_as_its_length_does() -> None:
    def cpu(text: str) -> float:
        started = time.thread_time()
        read_facts(text)
        return time.thread_time() - started

    tale = "I was born in Ohio, worked for 30 years at a plant, and my wife has a pension of $900 a month. "
    assert read_facts(tale * 70)
    assert read_facts("a" * 20_000) == []
    for text, times in ((tale, 70), ("and ", 1500), ("a", 7000)):
        # Three times where it grows as the length does, nine where it grows as its square.
        short, long = cpu(text * times + "!"), cpu(text * times * 3)
        assert long < 6 * max(short, 0.02), (text, short, long)


@pytest.mark.parametrize("name", sorted(path.stem for path in CASES.glob("[!c]*.jsonl")))
@pytest.mark.dear
def test_the_topics_of_our_own_cases_are_found(name: str) -> None:
    right = expected = 0
    for line in (CASES / f"{name}.jsonl").read_text().splitlines():
        case = json.loads(line)
        wanted = {fact["topic"] for fact in case["expect"]}
        topics = {fact.topic.value for fact in read_facts(case["message"])}
        expected += max(len(wanted), 1)
        right += len(wanted & topics) if wanted else not topics
    # What is not plainly told of the person's own life is asked about and not kept, so some facts wait for an answer.
    assert right / expected >= 0.88


def noted(text: str) -> list[tuple[str, str | None, str]]:
    return [(fact.fact_type, fact.subtopic, fact.value) for fact in read_facts(text)]


def test_amounts_of_two_people_are_two_facts() -> None:
    assert noted("my pension is 1,200 and hers 800") == [
        ("pension", "own", "My pension is 1,200"),
        ("partner_pension", "partner", "The pension: hers 800"),
    ]


def test_amounts_of_one_kind_are_told_apart() -> None:
    assert noted("two IRAs, 50k and 120k") == [
        ("retirement_savings", "1", "Two IRAs, 50k"),
        ("retirement_savings", "2", "Your retirement savings: 120k"),
    ]
    assert [value for _, _, value in noted("I owe 5k on the car and 12k on credit cards")] == [
        "I owe 5k on the car",
        "Debts: 12k on credit cards",
    ]


@pytest.mark.parametrize("text", ["between 50k and 60k in savings", "we spend 4 to 5k a month"])
def test_a_range_is_one_fact(text: str) -> None:
    assert len(noted(text)) == 1


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("I'm 58, no, 59", "I'm 59"),
        ("about the pension, I said 1,450 a month. I've the letter here and it says 1,540", "About the pension, 1,540"),
        ("I want to retire at 62. Actually make that 64.", "I want to retire at 64"),
        ("we have $400k, sorry, $450k in the 401k", "We have $450k in the 401k"),
    ],
)
def test_what_is_put_right_in_one_breath_is_noted_right(text: str, value: str) -> None:
    assert [words for _, _, words in noted(text)] == [value]


@pytest.mark.parametrize(
    "text", ["I'm 58, no 401k", "we have 3 kids, no 2nd home", "I'm 62, actually retiring in 2027"]
)
def test_two_numbers_of_different_things_put_nothing_right(text: str) -> None:
    assert any(re.search(r"58|3 kids|62", words) for _, _, words in noted(text))


def test_what_cannot_all_be_so_is_marked() -> None:
    [mortgage] = read_facts("I have a mortgage but no mortgage")
    assert mortgage.contradicts
    assert mortgage.confidence < 0.5
    assert any(fact.contradicts for fact in read_facts("I'm 58 and I'm 61"))
    assert not any(fact.contradicts for fact in read_facts("I have a pension, and the pension is 900 a month"))


@pytest.mark.parametrize(
    "text",
    [
        "how complete is my plan in percent?",
        "is that bad?",
        "who are you?",
        "I'd rather not say",
        "are you a robot",
        "this is confusing",
        "Ich möchte mit 65 in Rente gehen",
    ],
)
def test_what_is_no_answer_is_not_taken_for_one(text: str) -> None:
    assert read_facts(text, "age") == []
    assert read_facts(text, "housing_plan") == []


@pytest.mark.parametrize(("text", "asked"), [("67?", "target_retirement_age"), ("not sure, maybe 67", "age")])
def test_a_number_said_with_doubt_is_still_an_answer(text: str, asked: str) -> None:
    assert types_in(text, asked) == [asked]


@pytest.mark.parametrize("text", ["58m, 401k 600k, paid off house", "single, 55, no kids", "61F widowed, rent 1100"])
def test_a_bare_number_among_fragments_is_an_age(text: str) -> None:
    assert "age" in types_in(text)


@pytest.mark.parametrize("text", ["I'll sell the shop when I'm 66", "My policy ends when I'm 70", "My son is 40"])
def test_an_age_at_which_something_happens_is_not_the_age_now(text: str) -> None:
    assert "age" not in types_in(text)


def test_an_age_beyond_working_life_is_how_long_the_money_must_last() -> None:
    assert types_in("I want the plan to work until I'm 95") == ["planning_horizon"]


def test_a_fact_that_decides_something_in_two_topics_is_noted_in_both() -> None:
    topics = {fact.topic.value for fact in read_facts("I have $120,000 in a Roth IRA")}
    assert topics == {"income_cash_flow", "tax_efficiency_rmds"}


def test_other_languages_are_known_and_state_nothing() -> None:
    assert types_in("Tengo 58 años y quiero jubilarme a los 64") == []
    assert types_in("Ik ben 58 en wil met 64 stoppen met werken") == []
    assert types_in("Ich bin 58 und möchte mit 64 in Rente gehen") == []


NOTHING = (CASES.parent / "claims" / "nothing.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("asked", ["", "mortgage", "hobbies", "pension", "health_status", "age"])
def test_a_question_a_supposition_a_sigh_a_plea_and_anothers_life_state_nothing(asked: str) -> None:
    assert len(NOTHING) >= 150
    assert [text for text in NOTHING if read_facts(text, asked)] == []


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("mortgage", "paid off"), ("mortgage", "yes, about 120k"), ("mortgage", "3.5% until 2041"), ("will", "not yet"),
        ("hobbies", "golf and fishing"), ("health_status", "pretty good"), ("caregivers", "my daughter"),
        ("spending", "about 5k"), ("pension", "yes, a small one"), ("travel", "not much"), ("home_ownership", "own"),
        ("marital_status", "widowed since 2019"), ("target_retirement_age", "as soon as possible"),
    ],
)  # fmt: skip
def test_a_yes_a_number_a_degree_and_words_of_the_question_answer_it(asked: str, text: str) -> None:
    assert asked in types_in(text, asked)


@pytest.mark.parametrize(
    ("text", "fact_type"),
    [
        ("My mother spent six years in a nursing home", "family_care_history"),
        ("If I need care I want my daughter to move in with me", "care_preference"),
        ("My tax guy told me to convert $50,000 a year to Roth.", "roth_conversions"),
    ],
)
def test_what_bears_on_the_persons_plan_is_read_whoever_it_is_about(text: str, fact_type: str) -> None:
    assert fact_type in types_in(text)


def test_the_bracket_of_an_account_stays_with_it() -> None:
    (fact,) = [fact for fact in read_facts("we own our house and have $400,000 in a 401(k)") if "401" in fact.value]
    assert fact.value.endswith("401(k)")


def test_a_sum_so_far_is_one_fact() -> None:
    assert types_in("I've put away 415,000 in my 403(b) so far.") == ["retirement_savings"]


def test_a_short_answer_may_point_back_at_the_question() -> None:
    assert [fact.fact_type for fact in read_facts("We have no insurance for it", "ltc_insurance")] == ["ltc_insurance"]


def test_a_sum_is_no_year_to_stop() -> None:
    assert read_facts("Oh no, read wrongly: 104,000.", "target_retirement_age") == []
