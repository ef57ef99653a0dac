"""An answer is of the kind of thing that is asked about, of whom it is asked, and in the words that clerks use."""

from __future__ import annotations

import pytest

from pursuit.answers.fit import fit
from pursuit.answers.groups import of_another_age, of_another_kind, of_another_party
from pursuit.answers.kinds import holds_sign
from pursuit.answers.meaning import in_their_words, read_question
from pursuit.answers.statements import statements
from pursuit.words import concepts, values
from pursuit.words.payers import payer_of_document
from pursuit.words.scope import agree, claims_of


def answers(question: str, passage: str, *, title: str = "") -> bool:
    meant = in_their_words(read_question(question), concepts(f"{passage}\n{title}"))
    fits = [fit(meant, statement, title=title, rest=passage) for statement in statements(passage)]
    return any(how.answers and how.subject >= 0.68 for how in fits)


@pytest.mark.parametrize(
    ("asked", "says", "is_another"),
    [
        ("What is the filing limit for a new claim?", "A corrected claim is accepted for 180 days.", True),
        ("What is the filing limit for a corrected claim?", "Original claims are filed within 90 days.", True),
        ("What is the filing limit?", "Claims that are secondary are filed within 60 days.", True),
        ("Is an out-of-network therapist paid?", "Therapy is covered.", True),
        ("Is there a second level of appeal?", "A member files an appeal within 60 days.", True),
        ("How long is an approval good?", "Approvals hold for 90 days and may be extended once by 30 days.", False),
        ("How long to file out of network?", "Contracted providers have 90 days; non-contracted ones 180 days.", False),
        ("Do we need auth for fixing it?", "Repairs need no approval up to $250.", False),
        ("How long to send a bill that we fixed, by claim?", "Original claims are filed within 90 days.", True),
        ("Does a knee MRI need approval?", "A lumbar MRI needs four weeks of exercise.", True),
    ],
)
def test_what_holds_for_one_kind_of_a_thing_answers_for_no_other(asked: str, says: str, is_another: bool) -> None:
    (only,) = statements(says)
    assert of_another_kind(asked, only, "") is is_another


@pytest.mark.parametrize(
    ("asked", "says", "is_another"),
    [
        ("How long does the member have to appeal?", "A provider must file a dispute within 120 days.", True),
        ("How long do we have to send it?", "A member must file an appeal within 180 days.", True),
        ("How long does the member have to appeal?", "The member, or a provider, must file within 60 days.", False),
        ("How long do I have to file an appeal?", "A member must file an appeal within 180 days.", False),
    ],
)
def test_the_time_of_a_provider_is_none_of_a_members(asked: str, says: str, is_another: bool) -> None:
    (only,) = statements(says)
    assert of_another_party(asked, only) is is_another


def test_whom_a_message_is_about_counts_where_its_question_does_not_say_it() -> None:
    message = "15 year old needs an MRI, does it need auth?"
    assert of_another_age("Does an MRI need auth?", message, "Required for adults.")
    assert not of_another_age("Does an MRI need auth?", message, "Required at 21 and over; younger members are exempt.")


@pytest.mark.parametrize(
    ("question", "passage"),
    [
        ("what O2 sat is needed?", "An oxygen saturation at or below 88 percent is needed."),
        ("How long do we have for a doctor to doctor call?", "A peer-to-peer call may be requested within 7 days."),
        ("Does an x-ray need prior auth?", "Services that need no authorization:\n\n- Plain film radiography"),
        ("Is a nuclear stress test covered?", "Myocardial perfusion studies are covered."),
        ("how long is an MRI approval good for", "MRI, CT and PET.\n\nAn approval is valid for 60 days."),
        ("What code is the CPAP machine?", "E0601: continuous airway pressure device"),
    ],
)
def test_what_clerks_say_is_found_in_the_words_of_policies(question: str, passage: str) -> None:
    assert answers(question, passage)


@pytest.mark.parametrize(
    ("question", "passage"),
    [
        ("What counts as a red flag?", "An MRI is considered necessary after six weeks, unless a red flag is there."),
        ("How many chiropractic visits a year?", "The first eight chiropractic visits in a year need no referral."),
        ("Is there a fax for an appeal?", "Admission notices are faxed to 502-555-0133."),
        ("Which modifier is for a hearing test?", "A hearing test is covered once a year."),
        ("What is the timely filing limit?", "An interpreter is billed in 15-minute units."),
    ],
)
def test_what_only_touches_the_question_is_no_answer(question: str, passage: str) -> None:
    assert not answers(question, passage)


def test_letters_that_are_words_too_are_meant_only_in_capitals() -> None:
    assert "#electronic remittance advice" in concepts("an ERA file")
    assert "#electronic remittance advice" not in concepts("in that era")
    assert not holds_sign("What does SC-MRI mean?", "An MRI form.")
    assert holds_sign("What does compliant CPAP use mean?", "A PAP device is used four hours.")


def test_a_payer_of_a_state_and_its_state_behind_it_are_read() -> None:
    assert payer_of_document("Larkmoor Mutual of Ohio: Appeals", "") == "Larkmoor Mutual"
    assert payer_of_document("Telehealth and Virtual Care", "Harbor Mutual – Ohio – Telehealth") == "Harbor Mutual"
    assert values("Harbor Mutual OR: is a walker covered?", ["Harbor Mutual"])["state"] == "Oregon"
    assert "state" not in values("Harbor Mutual OR Harbor Health?", ["Harbor Mutual"])


def test_original_medicare_is_its_parts_and_no_advantage_plan() -> None:
    asked = claims_of({"plan": "Medicare"})
    assert agree(claims_of({"plan": "Medicare Part B"}), asked)
    assert not agree(claims_of({"plan": "Medicare Advantage"}), asked)
    assert not agree(claims_of({"plan": "Medicare Part A"}), claims_of({"plan": "Medicare Part B"}))
