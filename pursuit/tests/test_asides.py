"""What a person says about the question itself: another one instead, a part left out, a correction, how it stands."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from audit.models import AuditEntry
from pursuit.models import MasterObjective, SubObjective
from pursuit.talk import reading
from pursuit.tests.shared import Talk, policy, store, store_policies
from pursuit.tests.test_lifecycle import THREE

PARTS = [
    ("sq1", "How many telehealth visits does Harbor Health cover?"),
    ("sq2", "Does a glucose monitor need prior authorization?"),
    ("sq4", "What is the copay for telehealth?"),
]


@pytest.mark.parametrize(
    ("text", "question", "gives_up"),
    [
        ("New question: does Peachtree cover dentures?", "does Peachtree cover dentures?", False),
        ("Different topic - is acupuncture covered?", "is acupuncture covered?", False),
        ("OK, on another matter, how do I appeal?", "how do I appeal?", False),
        ("Let's start over. Is a wheelchair covered?", "Is a wheelchair covered?", False),
        ("Never mind that. Does Peachtree cover dentures?", "Does Peachtree cover dentures?", True),
        ("Forget it, what about hearing aids?", "what about hearing aids?", True),
    ],
)
def test_another_question_in_the_place_of_the_open_one(text: str, question: str, gives_up: bool) -> None:
    assert reading.asks_anew(text) == reading.Anew(question, gives_up)


@pytest.mark.parametrize(
    "text",
    [
        "And another question: is it covered?",
        "What is the new policy on dentures?",
        "New question",
        "Does stopping coverage cost anything?",
        "Never mind",
        "A different doctor must sign, is that right?",
        "Stop. I have nothing more to say about it.",
    ],
)
def test_what_only_sounds_like_another_question_is_none(text: str) -> None:
    assert reading.asks_anew(text) is None


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("skip part 2", "sq2"),
        ("never mind the second one", "sq2"),
        ("please drop the last part", "sq4"),
        ("I don't need the copay any more", "sq4"),
        ("forget about the glucose monitor", "sq2"),
        ("ignore #1", "sq1"),
        ("never mind the telehealth", ""),
        ("skip part 3", ""),
        ("drop it", ""),
        ("never mind", ""),
        ("Does dropping part 2 matter?", ""),
        ("cancel my appointment with the dentist", ""),
    ],
)
def test_a_part_is_left_by_its_number_or_by_words_of_it_alone(text: str, key: str) -> None:
    assert reading.leaves_part(text, PARTS) == key


@pytest.fixture
def talk(employee: User) -> Talk:
    store_policies()
    return Talk(employee)


@pytest.mark.django_db
def test_a_new_question_sets_the_open_one_aside_for_the_recents(talk: Talk) -> None:
    talk.say(THREE)
    before = talk.state["master_objective"]["id"]
    reply = talk.say("New question: how long does a standard appeal decision of Harbor Health in Florida take?")
    assert "Your earlier question is set aside" in reply
    assert talk.state["master_objective"]["id"] != before
    assert len(talk.statuses) == 1
    assert MasterObjective.objects.get(pk=before).status == "incomplete"


@pytest.mark.django_db
def test_giving_it_up_and_asking_another_ends_the_one_and_begins_the_other(talk: Talk) -> None:
    talk.say(THREE)
    before = talk.state["master_objective"]["id"]
    talk.say("Never mind that. How many telehealth visits does Harbor Health in Florida cover in a calendar year?")
    assert MasterObjective.objects.get(pk=before).status == "abandoned"
    assert talk.statuses == ["answered"]


@pytest.mark.django_db
def test_a_part_that_is_left_out_leaves_the_question_and_stays_in_the_trail(talk: Talk) -> None:
    talk.say(THREE)
    reply = talk.say("skip the third part")
    assert "Left out: “What is the reimbursement rate for cochlear implants" in reply
    assert "We've resolved your question." in reply
    assert talk.state["objective_status"] == "resolved"
    assert [part["id"] for part in talk.state["master_objective"]["sub_objectives"]] == ["sq1", "sq2"]
    assert SubObjective.objects.get(key="sq3").left_at is not None
    assert AuditEntry.objects.filter(action="pursuit.part_left").exists()


@pytest.mark.django_db
def test_a_part_that_comes_after_one_that_was_left_has_a_number_of_its_own(talk: Talk) -> None:
    talk.say(THREE + " And is bariatric surgery covered by Harbor Health in Florida?")
    talk.say("drop part 3")
    talk.say("And is acupuncture covered by Harbor Health in Florida?")
    assert [part.key for part in talk.record.parts] == ["sq1", "sq2", "sq4", "sq5"]


@pytest.mark.django_db
def test_how_it_stands_is_told_without_another_attempt(talk: Talk) -> None:
    talk.say(THREE)
    for words in ("what have you found so far?", "why is it still open?", "that's wrong", "what can you do?"):
        talk.say(words)
        assert talk.calls == []
    assert "12 telehealth visits" in talk.say("summary please")
    assert talk.state["master_objective"]["attempts"] == 1
    assert talk.statuses == ["answered", "answered", "failed"]


@pytest.mark.django_db
def test_what_the_assistant_does_is_no_part_of_a_question(talk: Talk) -> None:
    talk.say(THREE)
    for words in ("How many times will you try before you give up?", "Did you ring them, then?"):
        talk.say(words)
        assert talk.calls == []
    assert len(talk.statuses) == 3


@pytest.mark.django_db
def test_a_correction_asks_again_what_was_asked_of_the_wrong_state(talk: Talk) -> None:
    text = "Harbor Health in Georgia covers 8 telehealth visits in a calendar year for each member."
    there = {"payer": "Harbor Health", "plan": "Medicaid", "state": "Georgia"}
    store(policy("Georgia telehealth policy", text, metadata=there))
    talk.say("How many telehealth visits does Harbor Health in Florida cover in a calendar year?")
    reply = talk.say("Sorry, I meant Georgia, not Florida")
    assert "state Georgia" in reply
    assert "1 part asked again with it." in reply
    assert "8 telehealth visits" in reply
    assert (
        talk.record.parts[0].text
        == "How many telehealth visits does Harbor Health in Georgia cover in a calendar year?"
    )
    assert talk.state["objective_status"] == "resolved"
    entry = AuditEntry.objects.get(action="pursuit.asked_again")
    assert "12 telehealth visits" in entry.data["sources"][0]["quote"]


@pytest.mark.django_db
def test_a_later_question_about_another_payer_leaves_what_was_named_first(talk: Talk) -> None:
    talk.say(THREE)
    talk.say("And is acupuncture covered by Sunshine Health in Texas?")
    assert talk.record.slots() == {"payer": "Harbor Health", "state": "Florida"}
    assert talk.statuses[:2] == ["answered", "answered"]


@pytest.mark.django_db
def test_the_only_part_is_left_by_ending_the_question(talk: Talk) -> None:
    talk.say("Is bariatric surgery covered by Harbor Health in Florida?")
    talk.say("forget about the bariatric surgery")
    assert talk.state["objective_status"] == "user_ended"


@pytest.mark.django_db
def test_a_question_that_says_too_little_goes_on_with_the_one_that_was_answered(talk: Talk) -> None:
    talk.say("Does a continuous glucose monitor need prior authorization from Harbor Health in Florida?")
    assert talk.state["objective_status"] == "resolved"
    before = talk.state["master_objective"]["id"]
    talk.say("what is the copay?")
    assert talk.state["master_objective"]["id"] == before
    assert talk.record.parts[-1].text == "What is the copay for a continuous glucose monitor?"
    assert (talk.record.row.payer, talk.record.row.state) == ("Harbor Health", "Florida")
    talk.say("How do I appeal a denied claim with Harbor Health in Florida?")
    assert len(talk.record.parts) == 3


@pytest.mark.parametrize("words", ["perfect, thanks a lot!", "great okay thanks", "perfect, ty"])
def test_thanks_for_an_answer_are_taken_as_thanks(talk: Talk, words: str) -> None:
    talk.say("How many telehealth visits does Harbor Health in Florida cover in a calendar year?")
    assert talk.statuses == ["answered"]
    assert "welcome" in talk.say(words)
    assert "Ask it such as" not in talk.reply


@pytest.mark.parametrize(
    "words",
    [
        'What is meaning "referral"?',
        "what does CGM stand for btw",
        "can u ring me instead? 555 0142",
        "does it really matter that much?",
        "My cousin over in Georgia was given a full 180, so they told her.",
        "Please, can you write with short words? My English is small.",
    ],
)
def test_the_meaning_of_a_word_a_request_to_the_assistant_and_an_aside_are_no_part(talk: Talk, words: str) -> None:
    talk.say("How many days to appeal a denied service?")
    talk.say(words)
    assert [part.text for part in SubObjective.objects.all()] == ["How many days to appeal a denied service?"]


@pytest.mark.parametrize(
    ("words", "fitting"),
    [
        ("How lovely. At my sister's plan in Georgia they let her wait two hours, you know, in the rain.", ""),
        ("can i ask agin tomorow or is it all gone then", "stays as it is"),
        ("What was prior authorization again, is that the same as a referral?", "payer's consent before a service"),
        ("what is a calendar year?", ""),
        ("dear, am I at the right address for questions about the plans?", "what the policies of health plans say"),
        ("If you say so. I'll hold you to it.", "rests on the words quoted"),
    ],
)
def test_talk_behind_an_answer_takes_nothing_from_it(talk: Talk, words: str, fitting: str) -> None:
    talk.say("How many telehealth visits does Harbor Health in Florida cover in a calendar year?")
    before = talk.state
    assert fitting in talk.say(words)
    assert talk.state == before
