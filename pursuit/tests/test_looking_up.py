"""Codes, contradictions, dates and jurisdictions: what a look-up may say, and what it may not."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command

from pursuit.talk.sources import block_quote
from pursuit.tests.shared import Talk, policy, store, store_policies

pytestmark = pytest.mark.django_db
TWO = {"payer": "Harbor Health", "plan": "Medicaid", "state": "Florida"}


@pytest.fixture
def talk(employee: User) -> Talk:
    store_policies()
    return Talk(employee)


@pytest.fixture
def code_lists(tmp_path: Path) -> None:
    file = tmp_path / "codes.csv"
    file.write_text(
        "code,billable,long_description,short_description\n"
        "E119,1,Type 2 diabetes mellitus without complications,Type 2 diabetes mellitus without complications\n"
        'M48061,1,"Spinal stenosis, lumbar region without neurogenic claudication",Spinal stenosis lumbar\n'
        "I10,1,Essential (primary) hypertension,Essential (primary) hypertension\n"
    )
    call_command("import_codes", str(file), system="icd10cm", edition="2019", verbosity=0)


@pytest.mark.usefixtures("code_lists")
def test_a_code_and_a_policy_are_answered_from_their_own_sources(talk: Talk) -> None:
    reply = talk.say(
        "What is the ICD-10 code for essential primary hypertension, and does a continuous glucose monitor need prior "
        "authorization from Harbor Health in Florida?"
    )
    assert "I10" in reply
    assert "ICD-10-CM 2019" in reply
    assert talk.statuses == ["answered", "answered"]
    assert [part.answered_by for part in talk.record.parts] == ["code", "retrieval"]
    assert "look_up_code" in talk.calls


@pytest.mark.usefixtures("code_lists")
def test_a_code_that_no_list_has_is_asked_for_and_never_made_up(talk: Talk) -> None:
    reply = talk.say("What is the ICD-10 code for griscelli syndrome?")
    assert "I couldn't find that specific code" in reply
    assert "code list, CMS link, or payer handbook" in reply
    assert talk.record.parts[0].stuck_reason == "missing_code"


def test_cpt_codes_are_said_to_be_in_no_list(talk: Talk) -> None:
    talk.say("What is the CPT code for a knee arthroscopy?")
    assert talk.statuses == ["failed"]
    assert any("American Medical Association" in str(attempt["result"]) for attempt in talk.record.tried)


def test_sources_that_contradict_each_other_stand_side_by_side_with_their_dates(talk: Talk) -> None:
    store(
        policy(
            "Bulletin 7", "Prior authorization is not required for a sleep study at home.", valid_from=date(2025, 6, 1)
        ),
        policy(
            "Manual 2023", "Prior authorization is required for a sleep study at home.", valid_from=date(2023, 1, 1)
        ),
    )
    reply = talk.say("Is prior authorization required for a sleep study at home with Harbor Health in Florida?")
    assert talk.statuses == ["partial"]
    assert "effective 1 June 2025" in reply
    assert "effective 1 January 2023" in reply
    assert "I found conflicting information" in reply
    assert "more recent source or effective date" in reply
    settled = talk.say("use the newer one")
    assert "not required" in settled
    assert talk.state["objective_status"] == "resolved"


def test_a_source_that_has_ended_is_shown_as_out_of_date_and_answers_nothing(talk: Talk) -> None:
    text = "Harbor Health covers acupuncture for chronic pain, 20 sessions in a calendar year."
    store(policy("Acupuncture policy", text, valid_from=date(2020, 1, 1), valid_to=date(2022, 1, 1)))
    reply = talk.say("How many acupuncture sessions for chronic pain does Harbor Health in Florida cover?")
    assert talk.statuses == ["partial"]
    assert "out of date" in reply
    assert "ended 1 January 2022" in reply


def test_a_policy_of_another_state_does_not_answer(talk: Talk) -> None:
    talk.say("How many telehealth visits does Medicaid cover in a calendar year in Texas?")
    assert talk.statuses == ["failed"]


def test_the_policy_of_another_payer_does_not_answer(talk: Talk) -> None:
    reply = talk.say("How many telehealth visits does Sunshine Health in Florida cover in a calendar year?")
    assert talk.statuses != ["answered"]
    assert "12 telehealth visits" not in reply


def test_not_found_is_never_not_covered(talk: Talk) -> None:
    reply = talk.say("Is bariatric surgery covered by Harbor Health in Florida?")
    assert "does not mean that it is not covered" in reply
    assert "is not covered by" not in reply


def test_thirty_parts_are_kept_or_told(talk: Talk) -> None:
    things = [f"Is procedure number {n} covered by Harbor Health in Florida?" for n in range(1, 31)]
    reply = talk.say(" ".join(things))
    assert len(talk.statuses) == 30 or "Please send the others" in reply
    assert talk.state["objective_status"] == "need_info"


def test_no_query_is_sent_twice_however_often_it_is_tried(talk: Talk, settings: object) -> None:
    settings.PURSUIT_MAX_ATTEMPTS = 20  # type: ignore[attr-defined]
    talk.say("Is bariatric surgery covered by Harbor Health in Florida?")
    for _ in range(4):
        reply = talk.say("try again")
    tried = [(attempt["place"], attempt["query_sha"]) for attempt in talk.record.tried]
    assert len(tried) == len(set(tried))
    assert "no new way to look" in reply


def test_a_document_that_speaks_of_covering_something_else_does_not_answer(talk: Talk) -> None:
    for words in (
        "Does a power wheelchair need prior authorization from Harbor Health in Florida?",
        "How many rides does Harbor Health in Florida cover in a month?",
        "Are telehealth visits by phone only covered by Harbor Health in Florida?",
        "What is the copay for telehealth visits with Harbor Health in Florida?",
    ):
        other = Talk(talk.owner)
        other.say(words)
        assert other.statuses != ["answered"], words


def test_a_quote_leaves_the_heading_to_the_citation_and_the_web_is_named_only_when_it_was_searched(talk: Talk) -> None:
    text = "## Sleep studies\nA sleep study at home is covered by Harbor Health once a year.\n"
    store(policy("Sleep policy", text))
    reply = talk.say("Is a sleep study at home covered by Harbor Health in Florida?")
    assert "> A sleep study at home is covered by Harbor Health once a year." in reply
    assert "##" not in reply
    other = Talk(talk.owner)
    assert "or the web" not in other.say("Is bariatric surgery covered by Harbor Health in Florida?")


def test_two_limits_that_differ_are_a_contradiction(talk: Talk) -> None:
    text = "A member of Harbor Health in Florida may have 20 telehealth visits in a calendar year without a referral."
    store(policy("Telehealth bulletin", text, valid_from=date(2025, 7, 1)))
    reply = talk.say("How many telehealth visits does Harbor Health in Florida cover in a calendar year?")
    assert "I found conflicting information" in reply
    assert "20 telehealth visits" in reply
    assert "12 telehealth visits" in reply
    settled = talk.say("use the latest one")
    assert "20 telehealth visits" in settled
    assert talk.state["objective_status"] == "resolved"


def test_a_source_that_has_ended_does_not_contradict_the_one_in_force(talk: Talk) -> None:
    old = "A member of Harbor Health in Florida may have 6 telehealth visits in a calendar year without a referral."
    store(policy("Old telehealth policy", old, valid_from=date(2020, 1, 1), valid_to=date(2022, 1, 1)))
    reply = talk.say("How many telehealth visits does Harbor Health in Florida cover in a calendar year?")
    assert "12 telehealth visits" in reply
    assert talk.state["objective_status"] == "resolved"


def test_a_quote_of_a_table_or_of_bold_print_is_read_without_its_marks() -> None:
    table = "| Service | Visits |\n| --- | ---: |\n| **Physical therapy** | 30 a year |"
    assert block_quote(table) == "> Service · Visits\n> Physical therapy · 30 a year"
    assert block_quote("__Limits:__ 2 * 3 visits") == "> Limits: 2 \\* 3 visits"


def test_a_limit_of_another_document_does_not_contradict_what_is_covered(talk: Talk) -> None:
    text = "A member of Harbor Health in Florida may have 20 telehealth visits in a calendar year without a referral."
    store(policy("Telehealth bulletin", text, valid_from=date(2025, 7, 1)))
    reply = talk.say("Does Harbor Health in Florida pay for telehealth?")
    assert talk.statuses == ["answered"], reply
    assert "Telehealth visits are covered" in reply
