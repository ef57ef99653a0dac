"""A conversation goes on: what was named is carried over, what points back is of the question before, jokes are none."""

from __future__ import annotations

from datetime import date

import pytest
from django.contrib.auth.models import User

from pursuit.questions import plan
from pursuit.tests.shared import Talk, policy, store, store_policies

pytestmark = pytest.mark.django_db

FIRST = "Is a continuous glucose monitor covered by Harbor Health in Florida?"


@pytest.fixture
def talk(employee: User) -> Talk:
    store_policies()
    return Talk(employee)


def test_a_new_question_is_of_the_payer_of_the_one_before_and_that_is_told(talk: Talk) -> None:
    talk.say(FIRST)
    reply = talk.say("How many telehealth visits are allowed in a year?")
    assert "As before, for Harbor Health and Florida" in reply
    assert "12 telehealth visits" in reply
    assert talk.state["objective_status"] == "resolved"


def test_what_was_carried_over_is_changed_by_naming_another(talk: Talk) -> None:
    store(policy("Other telehealth", "A member of Lakeside Care may have 7 telehealth visits in a calendar year.",
                 metadata={"payer": "Lakeside Care", "plan": "Medicaid", "state": "Ohio"}))  # fmt: skip
    talk.say(FIRST)
    talk.say("How many telehealth visits are allowed in a year?")
    assert "7 telehealth visits" in talk.say("no, I meant Lakeside Care in Ohio")
    assert talk.record.slots()["payer"] == "Lakeside Care"


def test_a_question_of_another_payer_takes_nothing_over(talk: Talk) -> None:
    talk.say(FIRST)
    assert "As before" not in talk.say("How many telehealth visits does Kaiser Permanente allow?")
    assert talk.record.slots().get("state") != "Florida"


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("Who is allowed to order it, a nurse practitioner?", "nurse practitioner"),
        ("can a nurse practitioner order it or must a physician", "nurse practitioner"),
    ],
)
def test_what_points_back_is_asked_of_the_question_before(talk: Talk, words: str, answer: str) -> None:
    store(policy("Orders", "A physician or a nurse practitioner may order a continuous glucose monitor."))
    talk.say(FIRST)
    assert talk.state["objective_status"] == "resolved"
    assert answer in talk.say(words)
    assert talk.state["objective_status"] == "resolved"
    assert len(talk.record.parts) == 2


def test_what_somebody_means_is_no_request_for_a_meaning(talk: Talk) -> None:
    talk.say(FIRST)
    assert "Prior authorization is required" in talk.say("And prior authorization? For the very first one I mean.")


@pytest.mark.parametrize(
    "words", ["Good. Does it need prior authorization?", "ok great, is prior authorization required"]
)
def test_an_approving_word_before_a_question_answers_nothing(talk: Talk, words: str) -> None:
    talk.say("Does Harbor Health in Florida cover acupuncture?")
    talk.say(words)
    assert len(talk.record.parts) == 2


@pytest.mark.parametrize(
    "words",
    [
        "nah, all I own is a drawer full of takeaway menus",
        "no, the dog chewed up whatever they mailed me",
        "nope, the mailbox only brings me pizza flyers",
    ],
)
def test_a_refusal_with_a_joke_is_a_refusal(talk: Talk, words: str) -> None:
    talk.say("Does Harbor Health in Florida cover acupuncture?")
    assert "could not resolve" in talk.say(words)
    assert [part.text for part in talk.record.parts] == ["Does Harbor Health in Florida cover acupuncture?"]


@pytest.mark.parametrize(
    "words",
    [
        "Does anybody ever read these policies to the end, do you think?",
        "Who on earth writes all this stuff, right?",
        "Insurance people, they never make it easy, do they?",
        "isn't it funny how nobody at these plans picks up the phone?",
        "why does everything in this country have to be so complicated?",
    ],
)
def test_a_remark_with_a_question_mark_is_no_question_of_a_policy(talk: Talk, words: str) -> None:
    talk.say(FIRST)
    before = talk.state
    talk.say(words)
    assert talk.state == before


@pytest.mark.parametrize(
    ("words", "payer"),
    [
        ("harbor health, florida, still the same", "Harbor Health"),
        ("umm that would be Harbor Health I guess? in Florida", "Harbor Health"),
    ],
)
def test_which_plan_it_is_may_be_told_with_a_doubt(talk: Talk, words: str, payer: str) -> None:
    talk.say("How many telehealth visits are allowed in a year?")
    assert "12 telehealth visits" in talk.say(words)
    assert talk.record.slots()["payer"] == payer
    assert len(talk.record.parts) == 1


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("I'd go by the notice of June 2025", "resolved"),
        ("well the 2025 one counts of course", "resolved"),
        ("the 2024 paper is the one that counts", "need_info"),
    ],
)
def test_one_of_two_sources_is_chosen_by_its_date(talk: Talk, words: str, status: str) -> None:
    store(
        policy("Older rule", "Massage is covered for 5 visits a year.", valid_from=date(2024, 1, 1)),
        policy("Newer rule", "Massage is covered for 9 visits a year.", valid_from=date(2025, 6, 1)),
    )
    assert "do not agree" in talk.say("How many massage visits does Harbor Health in Florida cover a year?")
    talk.say(words)
    assert talk.state["objective_status"] == status


@pytest.mark.parametrize(
    "words", ["It is her second device, not the first. Still the same answer?", "Does that still hold?"]
)
def test_whether_an_answer_still_holds_is_told_by_its_words_and_asks_nothing_new(talk: Talk, words: str) -> None:
    talk.say(FIRST)
    before = talk.state
    assert "covered by Harbor Health for members with type 1 diabetes" in talk.say(words)
    assert talk.state == before


def test_a_thing_of_the_question_before_counts_less_than_what_is_asked(talk: Talk) -> None:
    store(
        policy(
            "Orders", "The order is signed within 30 days of the start of care.\n\nMonitors are limited to 3 a year."
        )
    )
    talk.say(FIRST)
    assert "30 days" in talk.say("and within how many days must it be signed?")
    assert talk.record.parts[-1].text.startswith("Within how many days must it be signed for a continuous glucose")


@pytest.mark.parametrize(
    ("message", "parts"),
    [
        ("My aunt, whose knees are bad, asks: when do they pay for one of those walkers?", 1),
        ("Which modifier goes on it, for a visit at home?", 1),
        ("Does a nurse have to see her first? In the office I mean.", 1),
        ("How far ahead do I have to book a ride, and where?", 1),
        ("What is the limit for a claim and for a corrected claim?", 2),
    ],
)
def test_what_belongs_to_a_question_is_no_part_of_its_own(message: str, parts: int) -> None:
    texts = [part.text for part in plan(message).parts]
    assert len(texts) == parts
    assert "of knees" not in texts[0]


def test_what_is_needed_for_that_is_asked_of_the_question_before(talk: Talk) -> None:
    talk.say(FIRST)
    assert "Prior authorization is required" in talk.say("is a preauth required for that")
    assert len(talk.record.parts) == 2


def test_everyday_words_for_a_thing_find_what_the_policy_calls_it(talk: Talk) -> None:
    store(policy("Imaging", "A lumbar MRI is covered after six weeks of treatment."))
    assert "six weeks" in talk.say("When is an MRI of the lower back covered by Harbor Health in Florida?")
    assert "12 telehealth visits" in talk.say("how many televisits are allowed in a year?")


@pytest.mark.parametrize(
    "words",
    [
        "Let's start over with something else. How many telehealth visits are allowed in a year?",
        "can we start over with a new one please how many telehealth visits are allowed in a year",
        "Start again, another question: how many telehealth visits are allowed in a year?",
    ],
)
def test_what_is_asked_behind_starting_over_is_answered(talk: Talk, words: str) -> None:
    talk.say(FIRST)
    assert "12 telehealth visits" in talk.say(words)


@pytest.mark.parametrize(
    "words",
    [
        "ok leave the monitor, i'd rather know how many telehealth visits are allowed in a year",
        "Undo that last one, I meant how many telehealth visits are allowed in a year",
        "oh no, I misread my list, it's a video visit. How many telehealth visits are allowed in a year?",
    ],
)
def test_what_is_asked_instead_is_asked_without_what_turns_to_it(talk: Talk, words: str) -> None:
    talk.say(FIRST)
    assert "12 telehealth visits" in talk.say(words)
    assert talk.state["objective_status"] == "resolved"
    assert not any(word in part.text for part in talk.record.parts for word in ("rather", "Undo", "misread"))


def test_why_something_is_taken_back_does_not_keep_it(talk: Talk) -> None:
    talk.say(FIRST)
    talk.say("Do they cover a hot tub as well?")
    assert "Taken back" in talk.say("Please undo that question, it was for somebody else's uncle.")
    assert len(talk.record.parts) == 1


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("whats a formulary, i mean for somebody new?", "The list of drugs"),
        ("What is that, 'a referral', in plain language?", "A note of the primary care provider"),
        ("what's a plan year", "From 1 January"),
    ],
)
def test_a_word_that_is_asked_for_is_explained_and_is_no_part_of_the_question(
    talk: Talk, words: str, answer: str
) -> None:
    talk.say(FIRST)
    assert talk.say(words).startswith(answer)
    assert len(talk.record.parts) == 1


def test_the_service_of_a_question_is_the_one_that_was_meant_or_spoken_of_before_it() -> None:
    corrected = plan("I wrote occupational I meant speech therapy how many visits are covered in a year")
    assert "occupational" not in corrected.parts[0].text
    needed = plan("My nephew goes to an audiologist. How many sessions a year are paid?")
    assert needed.parts[0].text == "How many sessions a year are paid for an audiologist?"


@pytest.mark.parametrize("opening", ["oh dear, wrong card.", "Oops.", "Sorry, I mixed that up."])
def test_another_plan_that_puts_the_first_right_is_asked_everything(talk: Talk, opening: str) -> None:
    store(policy("Other monitors", "Continuous glucose monitors are covered for 24 months by Lakeside Care.",
                 metadata={"payer": "Lakeside Care", "plan": "Medicaid", "state": "Ohio"}))  # fmt: skip
    talk.say("How many respite days does Harbor Health in Florida pay for?")
    talk.say(f"{opening} It's Lakeside Care, Ohio, Medicaid. For how many months are glucose monitors covered there?")
    assert talk.record.slots()["payer"] == "Lakeside Care"
    assert "Lakeside Care" in talk.record.parts[0].text


def test_a_further_question_of_another_plan_leaves_the_first_as_it_is(talk: Talk) -> None:
    talk.say("How many respite days does Harbor Health in Florida pay for?")
    talk.say("My other client has Lakeside Care, Ohio. Are hearing aids covered there?")
    assert talk.record.slots()["payer"] == "Harbor Health"


def test_what_one_needs_is_asked_of_the_policy_and_not_of_the_assistant(talk: Talk) -> None:
    talk.say("Is telehealth covered by Harbor Health in Florida?")
    talk.say("and after how many visits do you need prior authorization")
    assert len(talk.record.parts) == 2


def test_a_part_that_is_left_out_with_a_goodbye_is_left_out(talk: Talk) -> None:
    talk.say(FIRST)
    talk.say("and how much is the parking fee?")
    assert len(talk.record.parts) == 2
    talk.say("oh well, skip the parking. That's all, thanks")
    assert talk.state["master_objective"]["status"] == "abandoned"


def test_a_sentence_that_is_quoted_behind_a_colon_is_read(talk: Talk) -> None:
    talk.say("What is the fee for a copy of a record with Harbor Health in Florida?")
    talk.say(
        'We found a letter from them: "Harbor Health: a copy of a record costs 12 dollars a page." Does that help?'
    )
    assert "read_material" in talk.calls


def test_whether_two_words_mean_the_same_asks_no_policy(talk: Talk) -> None:
    talk.say(FIRST)
    assert "explanation of benefits" in talk.say("is an EOB the same as a remittance?")
    assert len(talk.record.parts) == 1


def test_who_pays_is_put_right_by_a_sentence_that_says_who_pays(talk: Talk) -> None:
    store(policy("Other monitors", "Continuous glucose monitors are covered for 24 months by Lakeside Care.",
                 metadata={"payer": "Lakeside Care", "plan": "Medicaid", "state": "Florida"}))  # fmt: skip
    talk.say("How much is the parking fee? The plan is Harbor Health, Florida.")
    assert (len(talk.record.parts), talk.record.slots()["payer"]) == (1, "Harbor Health")
    talk.say("My boss shakes her head. It's Lakeside Care. For how many months are glucose monitors covered?")
    assert talk.record.slots()["payer"] == "Lakeside Care"


def test_who_asks_for_a_moment_ends_nothing(talk: Talk) -> None:
    talk.say("How much is the parking fee with Harbor Health in Florida?")
    talk.say("two minutes, and then I'll look through his drawer")
    assert talk.state["objective_status"] == "need_info"
    talk.say("I'll ring them instead. Stop looking please")
    assert talk.state["objective_status"] == "user_ended"
