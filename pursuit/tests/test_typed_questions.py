"""Messages as people type them: every question is found and can be read alone, none is lost, none is made up."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from pursuit.evaluations import evaluate_plan
from pursuit.questions import plan
from pursuit.questions.cutter import clauses
from pursuit.words import holds, terms_of

DATA = Path(__file__).parent / "data"
TYPED = sorted(DATA.glob("typed_*.jsonl"))
# Words that say how something is asked, not what; and pronouns that a part has the name for.
COURTESY = {"ok", "one", "ones", "more", "pls", "kindly", "same", "yes", "not", "he", "pays"}


def parts(question: str) -> list[str]:
    return [part.text for part in plan(question).parts]


def cases(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.long
def test_all_typed_messages_together_reach_the_aim() -> None:
    figures = evaluate_plan([case for path in TYPED for case in cases(path)])
    assert figures["f1"] >= 0.83, figures
    assert figures["precision"] >= 0.87, figures


def test_messages_that_no_rule_was_made_for_reach_the_aim() -> None:
    figures = evaluate_plan(cases(DATA / "first_met.jsonl"))
    assert figures["f1"] >= 0.89, figures


@pytest.mark.parametrize("path", sorted(DATA.glob("*.jsonl")), ids=lambda path: path.stem)
@pytest.mark.dear
def test_every_word_of_a_clause_that_asks_is_in_some_part(path: Path) -> None:
    for case in cases(path):
        planned = "\n".join(parts(case["question"]))
        for clause in clauses(case["question"]):
            words = terms_of(clause.text) if clause.asks else []
            lost = [word for word in words if not holds(planned, word) and word.lower() not in COURTESY]
            assert not lost, (clause, planned)


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        # What is cut off behind a question is asked as well, by its own question mark.
        ("dental: D4341 per quad limit, x-rays needed?, narrative?", ["D4341", "x-rays", "narrative"]),
        ("Can I charge for a no show, and if our policy says so in writing does that help?", ["charge", "writing"]),
        # A heading counts for every question of its sentence.
        ("E0601 and E0470: rental or purchase, modifiers needed?", ["E0601 E0470 rental", "modifiers"]),
        ("CO-197 denial on 70553 - was auth on file?", ["CO-197 denial 70553 auth"]),
        ("Infusion pumps: hours per night, nights per month?", ["Infusion pumps hours", "Infusion pumps nights"]),
        ("Does PT need auth? Same copay for OT?", ["PT auth", "same copay OT"]),
        ("What's the copay for PT? Does PT need auth? Same copay for OT?", ["copay PT", "auth PT", "copay OT"]),
    ],
)
def test_nothing_that_is_asked_is_cut_away(question: str, wanted: list[str]) -> None:
    made = parts(question)
    for words in wanted:
        assert any(all(holds(part, word) for word in words.split()) for part in made), (words, made)


def test_names_alone_ask_beside_a_question() -> None:
    assert parts(
        "Need the copay for PT and do we need a referral? also how long's the wait for an appeal decision"
    ) == [
        "Need the copay for PT",
        "Do we need a referral for PT?",
        "How long's the wait for an appeal decision?",
    ]
    assert parts("is a shower chair covered, hcpcs code? PA needed?") == [
        "Is a shower chair covered?",
        "Hcpcs code for a shower chair?",
        "PA needed for a shower chair?",
    ]


def test_a_list_inside_a_line_is_cut_at_its_letters() -> None:
    assert parts(
        "Could you check: (a) prior auth for an MRI, (b) visit limits for OT, (c) the fax number for appeals"
    ) == [
        "Prior auth for an MRI",
        "Visit limits for OT",
        "The fax number for appeals",
    ]
    assert parts("Does he have Medicare (under Part A) or (under Part B)?") == [
        "Does he have Medicare (under Part A) or (under Part B)?"
    ]


def test_the_one_who_decides_is_not_the_thing_that_is_asked_about() -> None:
    made = parts("We have a member on Peachtree in Georgia who needs home health aides. Do they cover it?")
    assert made == ["Do they cover home health aides?"]


def test_the_same_for_another_repeats_what_was_asked() -> None:
    assert parts("need auth for 97110? same for 97140")[1] == "Need auth for 97140?"
    assert parts("Same for Georgia?") == ["Same for Georgia?"]


@pytest.mark.parametrize(
    "question",
    [
        "Is speech and occupational therapy evaluated together?",
        "rules for lift chairs and seat lifts",
        "coverage and limits policy number?",
        "Are cane tips, crutch pads, and walker wheels separately billable?",
        "Does the plan pay for both crutches and a walker?",
        "Does it need PA or is it exempt?",
    ],
)
def test_one_question_is_not_cut(question: str) -> None:
    assert [part.lower() for part in parts(question)] == [question.lower()]


def test_greetings_closings_and_names_are_no_parts() -> None:
    assert parts("Good morning,\nIs dental covered in Ohio?\nKind regards,\nJ. Ortiz RN") == [
        "Is dental covered in Ohio?"
    ]
    assert parts("Does it cover glasses? best time to call")[1].startswith("Best time to call")


@pytest.mark.parametrize(
    "text",
    [
        "copay, ",
        pytest.param("a + ", marks=pytest.mark.long),
        pytest.param("a: ", marks=pytest.mark.long),
        pytest.param("- copay\n", marks=pytest.mark.long),
        "a\n",
        pytest.param("same for x, ", marks=pytest.mark.long),
        pytest.param("x - copay - ", marks=pytest.mark.long),
        "(is it ok now) ",
        pytest.param("if it is so if ", marks=pytest.mark.long),
        pytest.param("he said that ", marks=pytest.mark.long),
    ],
)
def test_a_long_message_takes_time_in_proportion(text: str) -> None:
    whole = text * (20_000 // len(text))
    started = time.thread_time()
    assert plan(whole).parts
    assert time.thread_time() - started < 10


def test_what_a_person_has_is_told_and_not_asked() -> None:
    asked = parts("I am 79 and have Sunny Coast Plan here in Florida. Can I get a ride to my doctor?")
    assert asked == ["Can I get a ride to my doctor?"]
