"""The assistant with no model: whole turns as a person has them, the cadence, and the questions it asks."""

from __future__ import annotations

import re

import pytest

from retirement.checklist.items import CHECKLIST
from retirement.checklist.topics import Topic
from retirement.evaluations import evaluate, noted_in
from retirement.facts import FactView
from retirement.next_question import question_in
from retirement.offline.corrections import is_denial, read_corrections
from retirement.tests.shared import Desk

LINES = [
    "I'm 58 and my wife is 61",
    "I want to retire at 64 and claim social security at 67, and I get a pension",
    "We have $500,000 in our 401k and spend about 5k a month",
    "We own our home and the mortgage is paid off",
    "I take blood pressure pills and we're covered through work",
    "We have two kids, our wills are done, and my son has power of attorney",
    "We want to travel and I love fishing",
    "no long-term care insurance, and my mother has Alzheimer's",
]


def fact(fact_type: str, value: str, at: str) -> FactView:
    return FactView(fact_type, Topic.INCOME_CASH_FLOW, None, fact_type, value, 0.9, at)


def test_a_query_comes_with_every_third_to_fifth_fact(desk: Desk) -> None:
    names = [call["name"] for line in LINES for call in desk.say(line).calls]
    runs, count = [], 0
    for name in names:
        count += name == "information"
        if name == "information_query":
            runs.append(count)
            count = 0
    assert len(runs) >= 3
    assert all(3 <= run <= 5 for run in runs)


def test_a_snapshot_holds_only_topics_that_moved_by_ten_points(desk: Desk) -> None:
    latest: dict[str, int] = {}
    snapshots = 0
    for line in LINES:
        for call in desk.say(line).calls:
            if call["name"] != "completeness":
                continue
            snapshots += 1
            for score in call["arguments"]["scores"]:
                assert abs(score["score"] - latest.get(score["topic"], 0)) >= 10
                latest[score["topic"]] = score["score"]
    assert snapshots >= 4


def test_no_reply_tells_completeness_and_each_asks_another_question(desk: Desk) -> None:
    asked = []
    for line in [*LINES, "I don't know", "skip", "no idea"]:
        turn = desk.say(line)
        assert turn.status == "done"
        assert not re.search(r"\d+ ?%|percent|complete", turn.reply)
        item = question_in(turn.reply)
        assert item is not None
        asked.append(item.fact_type)
    assert len(set(asked)) == len(asked)


def test_a_question_is_not_asked_again_beyond_the_window_of_messages(desk: Desk) -> None:
    asked = [question_in(desk.say("skip").reply) for _ in range(len(CHECKLIST) + 2)]
    shown = [item.fact_type for item in asked if item]
    assert len(shown) == len(set(shown)) > 40
    assert asked[-1] is None


def test_a_life_story_is_noted_in_one_turn(desk: Desk) -> None:
    turn = desk.say(". ".join(LINES) + ". " + "and then we went on living " * 700)
    assert turn.status == "done"
    assert len(desk.record.facts) >= 14
    names = [call["name"] for call in turn.calls]
    assert 3 <= names.count("information") / names.count("information_query") <= 5


def test_twelve_facts_of_one_message_keep_the_rhythm(desk: Desk) -> None:
    turn = desk.say(
        "I'm 58, my wife is 61, I want to retire at 64, I get a pension of 1,200 a month, we have $500,000 in our 401k, "
        "we spend 5k a month, we own our home, the mortgage is paid off, I take blood pressure pills, we have two kids, "
        "our wills are done, we want to travel"
    )
    names = [call["name"] for call in turn.calls]
    assert turn.status == "done"
    assert names == (["information"] * 4 + ["information_query"]) * 3 + ["completeness"]
    assert desk.record.plan.facts_since_snapshot == 0


def test_two_amounts_of_a_kind_are_two_current_records(desk: Desk) -> None:
    desk.say("two IRAs, 50k and 120k")
    desk.say("my pension is 1,200 and hers 800")
    assert [(noted.fact_type, noted.subtopic, noted.supersedes) for noted in desk.record.facts] == [
        ("retirement_savings", "1", None),
        ("retirement_savings_2", "2", None),
        ("pension", "own", None),
        ("partner_pension", "partner", None),
    ]


def test_what_cannot_all_be_so_is_asked_about(desk: Desk) -> None:
    turn = desk.say("I have a mortgage but no mortgage")
    assert "Which is right?" in turn.reply
    assert question_in(turn.reply) is None
    [fact] = desk.record.facts
    assert fact.confidence < 0.5
    desk.say("We have no mortgage")
    assert [noted.value for noted in desk.record.facts if noted.supersedes] == ["We have no mortgage"]


@pytest.mark.parametrize(
    "text",
    [
        "I never said that",
        "that's wrong",
        "I never said that, you must have misread me",
        "I did not tell you that I have a mortgage of 200k",
        "where did you get that from, I never said I was 61",
        "that's not what I said about the house",
        "how complete is my plan in percent?",
    ],
)
def test_a_denial_or_a_question_is_no_answer_to_what_was_asked(desk: Desk, text: str) -> None:
    assert question_in(desk.say("hello").reply)
    turn = desk.say(text)
    assert turn.calls == []
    assert not desk.record.facts
    assert not re.search(r"\d+ ?%|percent", turn.reply)


@pytest.mark.parametrize(
    "text",
    [
        "Ik ben 58 en wil met 64 stoppen met werken",
        "Ich bin 58 und möchte mit 64 in Rente gehen",
        "Tengo 58 años y quiero jubilarme a los 64",
        "J'ai 58 ans et je veux prendre ma retraite à 64 ans",
    ],
)
def test_of_another_language_nothing_is_noted_and_english_is_asked_for(desk: Desk, text: str) -> None:
    desk.say("hello")
    turn = desk.say(text)
    assert turn.status == "done"
    assert "I read English" in turn.reply
    assert not desk.record.facts
    assert desk.thread.messages.filter(role="user", content=text).exists()


def test_a_second_debt_is_another_debt_and_a_new_age_corrects_the_first(desk: Desk) -> None:
    for line in (
        "I owe 5k on my car loan",
        "I also have student loans of 20k",
        "I want to retire at 64",
        "I want to retire at 66",
    ):
        desk.say(line)
    kept = {(noted.fact_type, noted.supersedes is not None) for noted in desk.record.facts}
    assert {("debts", False), ("debts_2", False), ("target_retirement_age", True)} <= kept


def test_an_answer_and_a_further_fact_of_one_message_are_both_kept(desk: Desk) -> None:
    desk.say("hello")
    desk.say("61, and we rent")
    assert {noted.fact_type for noted in desk.record.facts} == {"age", "renting"}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("actually 67, not 65", "Retire at 67"),
        ("not 65, 67", "Retire at 67"),
        ("change it from 65 to 66", "Retire at 66"),
        ("sorry, 68", "Retire at 68"),
    ],
)
def test_a_correction_changes_only_the_number(text: str, value: str) -> None:
    facts = [fact("spending", "Spend 5k", "1"), fact("target_retirement_age", "Retire at 65", "2")]
    (correction,) = read_corrections(text, facts)
    assert (correction.fact.fact_type, correction.value) == ("target_retirement_age", value)


@pytest.mark.parametrize("text", ["I'm 67", "not 40, 41", "hello", "actually I like golf"])
def test_what_corrects_nothing_is_left_alone(text: str) -> None:
    assert read_corrections(text, [fact("target_retirement_age", "Retire at 65", "1")]) == []


@pytest.mark.parametrize("text", ["that's wrong", "I never said that", "That is not what I said"])
def test_a_denial_is_heard(text: str) -> None:
    assert is_denial(text)


@pytest.mark.parametrize(
    "text",
    ["\x00", "(((((", "💰" * 500, "Ich möchte mit 65 in Rente gehen", "I'm 58. I'm 61. I'm not 58.", "%s %d {0}"],
)
def test_odd_messages_end_a_turn_as_done(desk: Desk, text: str) -> None:
    assert desk.say(text).status == "done"


def test_the_evaluation_counts_topics_and_leaves_nothing(desk: Desk) -> None:
    before = type(desk.thread).objects.count()
    figures = evaluate(
        [
            {
                "message": "Our mortgage is paid off",
                "expect": [{"topic": "housing_geography", "fact_type": "mortgage"}],
            },
            {"message": "I'm 58", "expect": [{"topic": "estate_planning"}]},
            {"message": "Hello!", "expect": []},
        ]
    )
    assert (figures["accuracy"], figures["n"], figures["failed"], figures["fact_type"]) == (0.6667, 3, 0, 1.0)
    assert figures["topics"]["housing_geography"] == {"precision": 1.0, "recall": 1.0}
    assert figures["topics"]["estate_planning"]["recall"] == 0.0
    assert type(desk.thread).objects.count() == before
    assert noted_in("hello") == (True, [])


@pytest.mark.parametrize(
    "case", [{"message": "x"}, {"message": 1, "expect": []}, {"message": "x", "expect": [{"topic": "tax"}]}]
)
def test_a_case_that_is_none_is_named(case: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="Case 1"):
        evaluate([case])


def test_i_never_said_that_asks_about_the_last_fact_and_answers_no_question(desk: Desk) -> None:
    desk.say("I get a pension of 900 a month")
    first = desk.say("our mortgage is paid off")
    assert question_in(first.reply)
    turn = desk.say("I never said that")
    assert turn.calls == []
    assert "What I noted is “Our mortgage is paid off”" in turn.reply
    assert "“I get a pension of 900 a month”" in desk.say("I never said I had a pension of 900 a month").reply
    assert [fact.value for fact in desk.record.current] == [
        "I get a pension of 900 a month",
        "Our mortgage is paid off",
    ]


def test_what_a_number_is_not_is_no_fact_of_its_own(desk: Desk) -> None:
    desk.say("We spend about $5,000 a month")
    desk.say("Sorry, we spend 5,500 a month, not 5,000")
    assert [noted.value for noted in desk.record.current] == ["We spend about $5,500 a month"]


def test_an_account_is_put_right_by_its_name(desk: Desk) -> None:
    desk.say("I have 415,000 in my 403(b) so far")
    desk.say("Sorry, it's 451,000 in the 403(b), I swapped two digits.")
    assert [noted.value for noted in desk.record.current] == ["It's 451,000 in the 403(b)"]


def test_a_number_that_is_many_times_as_much_corrects_nothing() -> None:
    known = [fact("retirement_savings", "I have about 88k in my 401k", "1")]
    assert read_corrections("it comes to 1450", known, changes=True) == []
    assert [c.value for c in read_corrections("it's 86k", known, changes=True)] == ["I have about 86k in my 401k"]


def test_what_was_said_and_is_another_number_is_put_right() -> None:
    known = [fact("target_retirement_age", "I'd like to be done at 62", "1")]
    assert [c.value for c in read_corrections("And I said 62, but make that 63.", known)] == [
        "I'd like to be done at 63"
    ]


def test_what_is_not_known_is_no_fact(desk: Desk) -> None:
    assert "information" not in [call["name"] for call in desk.say("idk about medicare tbh").calls]


def test_what_says_less_than_is_known_changes_nothing(desk: Desk) -> None:
    desk.say("I rent for 1,450 a month")
    desk.say("i rent")
    assert [noted.value for noted in desk.record.current] == ["I rent for 1,450 a month"]


def test_a_number_by_itself_puts_right_the_last_amount_of_its_size_whatever_is_asked(desk: Desk) -> None:
    desk.say("there is 240 thousand in my 401k, and my wife gets a pension of $1,100 a month")
    desk.say("no, sorry, it's 204 thousand")
    values = [noted.value for noted in desk.record.facts if noted.supersedes]
    assert values
    assert all("204 thousand" in value for value in values)
    assert {noted.fact_type for noted in desk.record.facts} <= {
        "retirement_savings",
        "traditional_balance",
        "partner_pension",
    }


def test_what_the_end_of_a_message_puts_right_is_noted_as_it_ends(desk: Desk) -> None:
    desk.say("my Roth: 48k. no sorry, that was in spring, the Roth is 53k now")
    assert {noted.value for noted in desk.record.facts} == {"My Roth: 53k"}


def test_the_name_that_is_put_right_tells_of_nothing_else(desk: Desk) -> None:
    desk.say("Once I stop working we want to move to Sedona.")
    desk.say("We thought about it again. Not Sedona, we will go to Omaha, for the grandkids.")
    places = {noted.topic.value: noted.value for noted in desk.record.facts}
    assert "Omaha" in places["housing_geography"]
    assert "estate_planning" not in places


def test_a_further_account_puts_nothing_right(desk: Desk) -> None:
    desk.say("My savings are 70k in the bank. I also have a 401k with 130k.")
    assert "70k" in " ".join(noted.value for noted in desk.record.facts)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Did I say 1,850? It's $1,580 a month. I mixed up the digits.", "My pension will be $1,580 a month in Reno"),
        ("My husband says: not Reno, Tucson.", "My pension will be $1,850 a month in Tucson"),
        ("Not Reno, we would rather move to Omaha, near the lake.", "My pension will be $1,850 a month in Omaha"),
        ("Forget what I said about the pension, it's nothing at all.", "The pension: it's nothing at all"),
    ],
)
def test_a_correction_names_what_was_said_before_it_says_how_it_is(text: str, value: str) -> None:
    known = [fact("pension", "My pension will be $1,850 a month in Reno", "1")]
    assert [put.value for put in read_corrections(text, known)] == [value]


def test_a_number_that_is_denied_is_not_put_in_the_place_of_another() -> None:
    known = [fact("social_security_claiming", "Social Security at 67", "1")]
    assert read_corrections("Not 66.", known, changes=True) == []


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("whats irmaa. my aunt mentioned it", "surcharge"),
        ("does the tax office get any of this?", "Nobody else reads it"),
        ("do you sell annuities?", "Nothing is sold here"),
    ],
)
def test_a_word_and_a_worry_are_answered_by_the_help(desk: Desk, words: str, answer: str) -> None:
    assert answer in desk.say(words).reply
    assert not desk.record.current
