"""What a message that is of one finding says of it: its suggestion's own words, another period in it, not final yet."""

from __future__ import annotations

from dataclasses import replace

import pytest

from investor_review import record
from investor_review.edits import taken_with
from investor_review.models import ReviewSession
from investor_review.tests.test_conversation import statuses
from investor_review.tests.test_lists_and_parts import ISSUES, decided
from investor_review.tests.test_talking import replies

MODEL_CHANGE = "Let a change take effect after an audit, and after thirty days' notice."
# Finding 5 speaks of an audit, which is also what finding 2 is called by.
OF_AN_AUDIT = (*ISSUES[:4], replace(ISSUES[4], suggested=(MODEL_CHANGE,)))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("On number 5 I'm fine with the audit, but thirty days is not enough. Make that sixty days.", "e="),
        ("Number 5, the audit is fine as suggested. Mark number 5 resolved.", "e+"),
        ("Make it ninety days, and the audit as suggested. That is final, mark number 5 resolved.", "e="),
        # Dictated, with no mark that ends a clause.
        ("okay so um number five yes accept that one as it's written that's final mark it resolved", "e+"),
        ("and number five um same thing accept as suggested final resolved", "e+"),
        # Called a finding, or by its number, it is one.
        ("5 as suggested. The audit finding I leave.", "b- e+"),
        ("5 as suggested, and 2 as well", "b+ e+"),
    ],
)
def test_a_word_of_what_is_suggested_for_it_names_no_other_finding(words: str, expected: str) -> None:
    assert decided(words, issues=OF_AN_AUDIT) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("As to finding 1, I am inclined to accept it, but I have not decided. Please do not settle it today.", ""),
        ("I like the suggestion for 1 but I have to ask my partner first", ""),
        ("I accept 1 and 2, but I'm not sure yet", ""),
        ("I accept 1, but I'm not sure about 2", "a+"),
        ("accept 1, but 2 is tricky, I'm not sure", "a+"),
    ],
)
def test_a_doubt_behind_a_but_takes_back_what_stands_before_it_unless_it_is_of_another_finding(
    words: str, expected: str
) -> None:
    assert decided(words) == expected


@pytest.mark.parametrize(
    ("before", "words"),
    [
        ("I'm fine with the audit, but thirty days is too short. ", "Make that sixty days."),
        ("", "with sixty days instead of thirty"),
        ("", "I want sixty days' notice instead of thirty"),
    ],
)
def test_a_period_in_the_place_of_the_suggested_one_changes_the_suggestion(before: str, words: str) -> None:
    assert taken_with(before, words, MODEL_CHANGE) == MODEL_CHANGE.replace("thirty", "sixty")


@pytest.mark.parametrize(
    ("before", "words"), [("", "make it sixty days"), ("Ten days is too short. ", "Make that sixty days.")]
)
def test_a_period_that_names_no_suggested_one_is_the_investors_own(before: str, words: str) -> None:
    assert taken_with(before, words, MODEL_CHANGE) == ""


@pytest.mark.django_db
@pytest.mark.parametrize(
    "words",
    [
        "Accept 1. It is not final yet.",
        "Accept 1, but that's not my final word.",
        "For 1 say quarterly instead. That may still change.",
    ],
)
def test_what_is_not_final_yet_is_in_progress(words: str, session: ReviewSession) -> None:
    replies(session, words)
    assert statuses(session)[0] == "in_progress"
    replies(session, "ok, 1 is final now")
    assert statuses(session)[0] == "resolved"


@pytest.mark.django_db
@pytest.mark.parametrize("words", ["Accept 1. 2 is not final yet.", "Accept 1, and accept 2 but 2 is not final yet."])
def test_what_is_not_final_of_another_leaves_this_one_resolved(words: str, session: ReviewSession) -> None:
    replies(session, words)
    assert statuses(session)[0] == "resolved"
    assert statuses(session)[1] != "resolved"


@pytest.mark.django_db
def test_a_wording_that_is_dropped_goes_with_the_new_one(session: ReviewSession) -> None:
    replies(session, "For 1 say quarterly instead.", "Drop my earlier wording for 1. Make it monthly, that is final.")
    assert "quarterly" not in record.load(session.thread_id).nitpicks[0].accepted_change_instructions


@pytest.mark.django_db
def test_what_ones_own_wording_is_said_to_be_is_kept_and_not_the_suggestion(session: ReviewSession) -> None:
    words = "Number 1: your text is not enough for me. My own wording is that the Company tells the Buyer each month."
    replies(session, f"{words} Put that down as the change for number 1, it is final.")
    kept = record.load(session.thread_id).nitpicks[0]
    assert kept.accepted_change_instructions == "the Company tells the Buyer each month."
