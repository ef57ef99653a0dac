"""A message becomes parts that each stand alone, and nothing more."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pursuit.evaluations import evaluate_end_phrases, evaluate_plan, matched_parts
from pursuit.questions.plan import MAX_PARTS, plan
from tests.growth import assert_linear

DATA = Path(__file__).parent / "data"


def parts(question: str) -> list[str]:
    return [part.text for part in plan(question).parts]


def cases(name: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in (DATA / name).read_text().splitlines()]


@pytest.mark.parametrize("name", ["plan_policy.jsonl", "plan_general.jsonl"])
def test_labelled_questions_are_cut_into_their_parts(name: str) -> None:
    figures = evaluate_plan(cases(name))
    assert figures["f1"] >= 0.92, figures


def test_the_type_of_plan_alone_is_asked_of_what_was_asked_before() -> None:
    asked = plan("What about the POS plan?", earlier=["Is a stair lift covered?"])
    assert [part.text for part in asked.parts] == ["Is a stair lift covered under POS?"]


def test_the_shared_subject_is_carried_over() -> None:
    assert parts(
        "what is the ICD-10 code for lumbar stenosis, is it covered under Florida Medicaid and does Sunshine need prior auth"
    ) == [
        "What is the ICD-10 code for lumbar stenosis?",
        "Is lumbar stenosis covered under Florida Medicaid?",
        "Does Sunshine need prior auth for lumbar stenosis?",
    ]


@pytest.mark.parametrize(
    "question",
    [
        "Is durable medical equipment and supplies covered by Ohio Medicaid?",
        "What is the difference between a referral and a prior authorization?",
        "Does the plan cover breast and ovarian cancer screening?",
        "What does the Department of Health and Human Services do?",
        "How do I log in and check eligibility?",
        "Does the plan, which is new, cover dental?",
    ],
)
def test_an_and_inside_a_noun_phrase_does_not_cut(question: str) -> None:
    assert parts(question) == [question]


def test_background_sentences_are_no_parts_and_say_what_it_is_about() -> None:
    assert parts("I have a patient with asthma. She uses a nebulizer. Is it covered?") == ["Is a nebulizer covered?"]


def test_an_elliptic_question_is_filled_from_the_one_before() -> None:
    assert parts("What's the copay for insulin? And for metformin?")[1] == "What's the copay for metformin?"
    assert parts("Does Peach State cover acupuncture? What about chiropractic care?")[1] == (
        "Does Peach State cover chiropractic care?"
    )


def test_a_thing_with_a_question_mark_is_asked_as_the_thing_before_it() -> None:
    assert parts("Does Sunshine Health cover dental? Vision?")[1] == "Does Sunshine Health cover Vision?"
    assert parts("Does Sunshine Health cover dental? Really?") == ["Does Sunshine Health cover dental?"]


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (
            "Great Lakes Care Ohio, power wheelchair:\n- PA yes/no\n- rented or bought",
            ["PA yes/no for power wheelchair", "Rented or bought for power wheelchair"],
        ),
        (
            "Power wheelchair. - PA yes/no - rented or bought",
            ["PA yes/no for Power wheelchair", "Rented or bought for Power wheelchair"],
        ),
        (
            "Speech therapy. Need: a) visit limit b) referral",
            ["Visit limit for Speech therapy", "Referral for Speech therapy"],
        ),
        (
            "adult dental - cleanings per year, dentures how often, braces covered?",
            ["Adult dental: cleanings per year", "Adult dental: dentures how often", "Adult dental: braces covered?"],
        ),
    ],
)
def test_what_heads_a_list_is_of_each_of_its_items(message: str, wanted: list[str]) -> None:
    assert [made.text for made in plan(message, ("Great Lakes Care",)).parts] == wanted


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("Aide visits, how many a year?", ["Aide visits: how many a year?"]),
        ("and what about an appeal, within how many days?", ["An appeal: within how many days?"]),
        ("What goes along with the auth request?", ["What goes along with the auth request?"]),
        ("The deadline to appeal, how fast is a claim paid?", ["The deadline to appeal", "How fast is a claim paid?"]),
        (
            "Say the surgeon wants an MRI today: does the plan accept that?",
            ["Say the surgeon wants an MRI today: does the plan accept that?"],
        ),
    ],
)
def test_a_thing_that_a_question_is_about_is_no_part_beside_it(message: str, wanted: list[str]) -> None:
    assert parts(message) == wanted


def test_one_stands_for_the_thing_that_was_named() -> None:
    made = plan("Do I need approval for one?", (), ["Is a power wheelchair covered?"])
    assert [part.text for part in made.parts] == ["Do I need approval for a power wheelchair?"]


def test_a_kind_of_the_thing_before_is_asked_with_its_name_and_its_unit() -> None:
    assert parts("How many days for payment of an invoice, and how many for a disputed one?")[1] == (
        "How many days for a disputed invoice?"
    )


def test_whether_something_is_said_of_that_is_no_question_of_its_own() -> None:
    assert len(parts("How much is the parking fee, does the policy say anything about that?")) == 1


def test_a_list_of_codes_is_a_question_for_each() -> None:
    assert parts("What are the ICD-10 codes for asthma and COPD?") == [
        "What is the ICD-10 code for asthma?",
        "What is the ICD-10 code for COPD?",
    ]
    question = "What is the ICD-10 code for diabetes with neuropathy and retinopathy?"
    assert parts(question) == [question]


def test_a_condition_before_two_questions_counts_for_both() -> None:
    made = parts("If a member has dual coverage, who pays first and what form is needed?")
    assert len(made) == 2
    assert all(part.startswith("If a member has dual coverage, ") for part in made)


def test_thirty_questions_are_all_kept() -> None:
    made = plan("\n".join(f"{n}. Is service number {n} covered?" for n in range(1, 31)))
    assert len(made.parts) == 30
    assert made.note == ""


def test_more_questions_than_are_kept_are_counted_in_a_sentence() -> None:
    made = plan(" ".join(f"Is service number {n} covered?" for n in range(1, 61)))
    assert len(made.parts) == MAX_PARTS
    assert made.note.startswith("Your message has 60 questions; I took the first 40.")


def test_blank_text_has_no_parts_and_text_without_a_question_is_one() -> None:
    assert plan("  \n ").parts == ()
    assert parts("bariatric surgery Texas") == ["Bariatric surgery Texas"]


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("One of our members wonders how many telehealth visits she gets.", "How many telehealth visits she gets?"),
        ("My client asked how long a grievance may take", "How long a grievance may take?"),
    ],
)
def test_what_somebody_else_wonders_or_asks_is_asked(text: str, asked: str) -> None:
    assert parts(text) == [asked]


def test_a_part_says_on_what_its_answer_depends() -> None:
    assert plan("Is an MRI covered?").parts[0].needs == ("payer", "state")
    assert plan("Is an MRI covered under Medicare Part B?").parts[0].needs == ()
    assert plan("What is the ICD-10 code for gout?").parts[0].needs == ()
    assert plan("Does Harbor Health cover an MRI?", ["Harbor Health"]).parts[0].needs == ("state",)


@pytest.mark.parametrize(
    "text",
    ["and and, " * 3500, "what is it? " * 2600, "is it, and " * 2900, "(" * 32_000, "for x and " * 3200, "\0\ud800"],
)
@pytest.mark.dear
def test_a_hostile_text_is_planned_in_linear_time(text: str) -> None:
    assert_linear(lambda size: plan(text[:size]), len(text))
    assert len(plan(text).parts) <= MAX_PARTS


def test_parts_are_matched_one_to_one() -> None:
    assert matched_parts(["Is an MRI covered?", "Is an MRI covered?"], ["Is an MRI covered?"]) == [(0, 0)]
    assert matched_parts(["Is a CT covered?"], ["How long does an appeal take?"]) == []


def test_an_unlabelled_case_is_named() -> None:
    with pytest.raises(ValueError, match="Case 1"):
        evaluate_plan([{"question": "Is it?", "parts": "Is it?"}])
    with pytest.raises(ValueError, match="Case 1"):
        evaluate_end_phrases([{"text": "bye", "label": "yes"}])


def test_end_phrases_are_measured() -> None:
    made = [{"text": "That's all, thanks, bye!", "label": 1}, {"text": "When does coverage stop?", "label": 0}]
    assert evaluate_end_phrases(made) == {"precision": 1.0, "recall": 1.0, "n": 2}
    wrong = [{"text": "When does coverage stop?", "label": 1}]
    assert evaluate_end_phrases(wrong)["recall"] == 0.0


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (
            "and is prior authorization needed?",
            "Is prior authorization needed for physical therapy?",
        ),
        ("And how many visits?", "How many visits for physical therapy?"),
        ("also what's the copay", "What's the copay for physical therapy?"),
        ("Does Peachtree cover dentures?", "Does Peachtree cover dentures?"),
        ("and is acupuncture covered by Sunny Coast?", "Is acupuncture covered by Sunny Coast?"),
    ],
)
def test_a_follow_up_takes_what_it_leaves_out_from_the_question_before(text: str, part: str) -> None:
    made = plan(text, ("Harbor Health",), ["Does Harbor Health in Florida cover physical therapy?"])
    assert [planned.text for planned in made.parts] == [part]


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        (
            "deadline for an appeal and for a grievance, quick",
            ["Deadline for an appeal", "Deadline for a grievance"],
        ),
        (
            "She'd like, what do you call it, a hysterectomy. What's required before it?",
            ["What's required before a hysterectomy?"],
        ),
        (
            "Do they really ask for a referral for an ultrasound, or is my nurse mistaken?",
            ["Do they really ask for a referral for an ultrasound?"],
        ),
        (
            "I want to know about the appeal no sorry what I mean is does the walker need a referral",
            ["Does the walker need a referral?"],
        ),
        (
            "My daughter needs a walker and what I want to know is whether it is covered",
            ["What I want to know is whether a walker is covered?"],
        ),
        (
            "My mother is getting a nebulizer and she wants to know whether it needs a referral",
            ["She wants to know whether a nebulizer needs a referral?"],
        ),
        (
            "Texas Medicaid. One: how many visits a year? Two: what is the copay for an MRI?",
            ["How many visits a year?", "What is the copay for an MRI?"],
        ),
        ("And, um, with a pacemaker, would they cover an MRI?", ["With a pacemaker, would they cover an MRI?"]),
        ("um is a walker covered uh for a month", ["Is a walker covered for a month?"]),
        ("is the UM department open on Sunday", ["Is the UM department open on Sunday?"]),
        ("is the er copay waived", ["Is the er copay waived?"]),
        ("walker: covered or not", ["Walker: covered"]),
        ("How wonderful. Is a walker covered?", ["Is a walker covered?"]),
        ("Does hospice pay or does the plan pay?", ["Does hospice pay or does the plan pay?"]),
    ],
)
def test_what_is_said_around_a_question_is_no_part_and_a_shared_head_is_of_each(
    question: str, wanted: list[str]
) -> None:
    assert parts(question) == wanted


def test_what_goes_on_behind_an_and_of_who_was_told_of_is_no_question() -> None:
    message = "my son is 22 and has Harbor Health, that is Medicaid in Florida. Is bariatric surgery covered for him?"
    assert parts(message) == ["Is bariatric surgery covered for him?"]
    assert parts("she is 70, and has the deductible been met?") == ["Has the deductible been met?"]


def test_what_only_leads_to_a_question_or_is_a_sigh_names_nothing() -> None:
    further = "A further point for the provider in the same matter: what is the time limit for a corrected claim?"
    assert parts(further) == ["What is the time limit for a corrected claim?"]
    assert parts("oh wel. other question: what does the plan pay her a mile") == ["What does the plan pay her a mile?"]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "Within how many days is an appeal of a wheelchair decided, and a repair?",
            ["Within how many days is an appeal of a wheelchair decided?", "Within how many days is a repair of a wheelchair decided?"],
        ),
        (
            "How long is an approval of a nebulizer good? And a renewal?",
            ["How long is an approval of a nebulizer good?", "How long is a renewal good?"],
        ),
        (
            "What is the copay for a crown, and a root canal?",
            ["What is the copay for a crown?", "What is the copay for a root canal?"],
        ),
    ],
)  # fmt: skip
def test_another_thing_at_the_end_is_asked_the_same(question: str, expected: list[str]) -> None:
    assert parts(question) == expected
