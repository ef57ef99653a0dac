"""Facts that are taken back: by the action, by the tool, in the conversation, and what stays of them."""

from __future__ import annotations

import pytest

from audit.models import AuditEntry
from chat.acts import act_on
from retirement import actions, jsonl
from retirement.checklist import Topic
from retirement.models import InformationRecord
from retirement.tests.shared import Desk


def values(desk: Desk) -> list[str]:
    return [fact.value for fact in desk.record.current]


def test_undo_takes_back_what_the_newest_words_told_and_the_next_what_was_told_before(desk: Desk) -> None:
    desk.say("I want to retire at 64")
    desk.say("My mortgage is paid off and I get a pension of 900 a month")
    assert "Taken back" in desk.say("undo").reply
    assert values(desk) == ["I want to retire at 64"]
    desk.say("undo")
    assert values(desk) == []
    assert "nothing noted to take back" in desk.say("undo").reply


def test_what_a_fact_had_corrected_stands_again_and_can_be_corrected_anew(desk: Desk) -> None:
    desk.say("I want to retire at 64")
    desk.say("I want to retire at 66")
    desk.say("undo")
    assert values(desk) == ["I want to retire at 64"]
    desk.say("I want to retire at 67")
    assert values(desk) == ["I want to retire at 67"]


@pytest.mark.parametrize("undo", ["No, undo that, I mixed them up: ", "Undo that. ", "scratch that, "])
def test_an_undo_that_tells_how_it_is_puts_right_what_it_tells_and_loses_nothing(desk: Desk, undo: str) -> None:
    desk.say("I get $2,200 a month of pension, and my part-time job pays $900 a month.")
    desk.say(f"{undo}the pension is $900 a month and the part-time job pays $2,200 a month.")
    assert len(values(desk)) == 2
    assert any("ension is $900" in value for value in values(desk))
    assert any("job pays $2,200" in value for value in values(desk))
    assert not any("undo" in value.lower() or ", ," in value for value in values(desk))


def test_what_is_to_be_changed_and_told_anew_takes_the_place_of_it(desk: Desk) -> None:
    desk.say("power of attorney is with my brother Dale")
    desk.say("change that last one. power of attorney is with my daughter-in-law Ruth now")
    assert any("Ruth" in value for value in values(desk))
    assert not any("Dale" in value for value in values(desk))


@pytest.mark.parametrize(
    "words",
    [
        "Going back to the beginning: I said I would retire at 66. Make that 68, please.",
        "I told you I would stop working at 66. Make it 68.",
        "Earlier I said 66, but make it 68",
    ],
)
def test_a_number_from_the_beginning_is_put_right_by_naming_it(desk: Desk, words: str) -> None:
    desk.say("I am 61 and intend to retire at 66.")
    desk.say("My traditional IRA holds $780,000 and my Roth IRA $120,000.")
    desk.say("My employer's plan until I retire, then Medicare.")
    reply = desk.say(words).reply
    [age] = [fact.value for fact in desk.record.current if fact.fact_type == "target_retirement_age"]
    assert "68" in age, reply
    assert "66" not in age


def test_an_amount_that_could_be_a_year_is_none_where_it_is_written_as_an_amount(desk: Desk) -> None:
    desk.say("I get a pension of 2,300 a month")
    desk.say("scratch that pension, it is 2,030 a month")
    assert values(desk) == ["I get a pension of 2,030 a month"]


def test_a_correction_that_says_why_puts_right_what_was_told_last(desk: Desk) -> None:
    desk.say("I intend to convert $40,000 a year from the 401(k) to the Roth from 2027 on.")
    desk.say("On reflection, make that $25,000 a year; 40,000 would lift me into a higher bracket.")
    assert "I intend to convert $25,000 a year from the 401(k) to the Roth from 2027 on" in values(desk)


def test_what_opens_a_talk_keeps_no_fact_from_being_read(desk: Desk) -> None:
    desk.say("well where do i start im sixty one and i figure i will take social security at sixty seven not before")
    assert {fact.fact_type for fact in desk.record.current} == {"age", "social_security_claiming"}


def test_who_misses_somebody_tells_nothing_of_a_plan(desk: Desk) -> None:
    desk.say("I am 71")
    desk.say("My late wife always did the paperwork, you know. I do miss her.")
    assert values(desk) == ["I am 71"]


def test_a_fact_that_is_taken_back_stays_in_the_timeline_with_an_audit_entry(desk: Desk) -> None:
    desk.say("I want to retire at 64")
    desk.say("undo")
    (row,) = InformationRecord.objects.filter(session=desk.thread)
    (place,) = jsonl.provenance(desk.thread.pk)
    assert place["withdrawn_at"] is not None
    assert AuditEntry.objects.filter(action="retirement.fact_withdrawn", object_id=str(row.pk)).count() == 1


def test_start_over_takes_back_everything_and_asks_from_the_beginning(desk: Desk) -> None:
    first = desk.say("hello").reply
    desk.say("61")
    desk.say("I get a pension of 900 a month")
    reply = desk.say("start over").reply
    assert values(desk) == []
    assert all(topic["score"] in (None, 0) for topic in desk.state["topics"])
    assert "How old are you?" in first
    assert "How old are you?" in reply


def test_only_facts_of_the_same_conversation_are_taken_back(desk: Desk, scripted: Desk) -> None:
    theirs = scripted.fact(Topic.HOUSING_GEOGRAPHY, "Owns a house")
    with act_on(actions.open_record(desk.thread.pk, desk.by)) as thread_record:
        assert actions.withdraw_facts(thread_record, [theirs.id], by=desk.by) == []


def test_the_tool_refuses_what_is_no_id(desk: Desk) -> None:
    assert desk.tool("undo", "forget the boat", fact_ids=["boat"])["status"] == "error"


def test_erasing_a_thread_erases_what_was_taken_back(desk: Desk) -> None:
    desk.say("I want to retire at 64")
    desk.say("undo")
    actions.erase_records(desk.thread.pk)
    assert not InformationRecord.objects.filter(session=desk.thread).exists()


@pytest.mark.parametrize("words", ["Oh no, that was correct", "hm, bring it back please", "undo the undo"])
def test_what_was_taken_back_and_was_right_after_all_is_noted_again(desk: Desk, words: str) -> None:
    desk.say("I want to retire at 64")
    desk.say("We rent a flat for 1,450 a month")
    desk.say("undo")
    desk.say(words)
    assert values(desk) == ["I want to retire at 64", "We rent a flat for 1,450 a month"]


def test_when_something_was_decided_takes_nothing_back(desk: Desk) -> None:
    desk.say("We rent a flat for 1,450 a month")
    desk.say("and I would like to retire at 66, we settled on that last autumn")
    assert "We rent a flat for 1,450 a month" in values(desk)


@pytest.mark.parametrize("undo", ["Undo that. ", "oh no, undo that. "])
def test_what_is_told_behind_an_undo_is_noted(desk: Desk, undo: str) -> None:
    desk.say("we'll move to Memphis")
    desk.say(f"{undo}We're staying here in Toledo")
    assert values(desk) == ["We're staying here in Toledo"]


def test_a_denial_beside_an_undo_takes_the_place_of_what_is_taken_back(desk: Desk) -> None:
    desk.say("I have a long-term care policy")
    desk.say("No, I have no long-term care policy at all. Take that back please.")
    assert values(desk) == ["No, I have no long-term care policy at all"]


@pytest.mark.parametrize(
    "words", ["Correction, 835 since March", "The new lease is 835 a month. Put 835 for the rent."]
)
def test_a_number_that_takes_the_place_of_another_is_no_fact_of_its_own(desk: Desk, words: str) -> None:
    desk.say("We rent out the flat upstairs in Akron for 790 a month")
    before = len(values(desk))
    desk.say(words)
    assert len(values(desk)) == before
    assert [fact.fact_type for fact in desk.record.current if "835" in fact.value] == ["rental_income"]


@pytest.mark.parametrize(
    "words",
    [
        "We'd like to move to Fresno, no, not Fresno, we will go to Eugene",
        "We plan to move to Fresno, sorry, not Fresno, we want to move to Eugene",
    ],
)
def test_a_place_that_the_same_message_takes_back_is_not_noted(desk: Desk, words: str) -> None:
    desk.say(words)
    (value,) = values(desk)
    assert "Eugene" in value
    assert "Fresno" not in value
    assert desk.record.current[0].fact_type == "relocation"


def test_things_that_are_counted_are_no_answer_to_how_much(desk: Desk) -> None:
    desk.say("I'm 58 and plan to retire at 62")
    while "saved for retirement" not in desk.say("I don't know that").reply:
        pass
    desk.say("sorry, I have 26 spelling tests to mark")
    assert "retirement_savings" not in [fact.fact_type for fact in desk.record.current]


@pytest.mark.parametrize(
    ("words", "correction", "fact_type", "value"),
    [
        (
            "For health insurance we'd go on my wife's old employer's plan, it costs 820 a month for the two of us",
            *(
                "scratch the 820, she says it's 860 a month",
                "healthcare_costs",
                "It costs 860 a month for the two of us",
            ),
        ),
        (
            "I have a will, made in 2009.",
            *("Let me correct that, I just looked: the will is from 2011.", "will", "I have a will, made in 2011"),
        ),
    ],
)
def test_the_number_that_is_scratched_gives_way_to_the_other(
    words: str, correction: str, fact_type: str, value: str, desk: Desk
) -> None:
    desk.say(words)
    desk.say(correction)
    assert [fact.value for fact in desk.record.current if fact.fact_type == fact_type] == [value]


def test_the_rest_that_is_left_as_it_is_is_no_bequest(desk: Desk) -> None:
    desk.say("The Roth conversions should be 15,000 a year. Leave the rest as it is.")
    assert [fact.fact_type for fact in desk.record.current] == ["roth_conversions"]


@pytest.mark.parametrize(
    "words",
    [
        "62, librarian, Phoenix AZ. Wife is 60.",
        "hey im 62, me n my hubby wanna travel in an rv 6 mnths a yr when we retire",
        "We're both 62 and when we stop working we want to move to Portugal.",
    ],
)
def test_an_age_before_whatever_else_is_told_is_ones_own(words: str, desk: Desk) -> None:
    desk.say(words)
    assert {fact.fact_type: fact.value for fact in desk.record.current}["age"] == "62"


@pytest.mark.parametrize(
    "words",
    [
        "we owe 42,000 on the mortgage, no wait, my husband says it's 47,000",
        "we still owe 42 thousand on the mortgage um no wait my wife thinks it is 47 thousand",
    ],
)
def test_an_amount_that_somebody_who_knows_better_puts_right_is_not_kept(words: str, desk: Desk) -> None:
    desk.say(words)
    assert [value for value in values(desk) if "42" in value] == []


def test_who_is_spoken_to_is_no_fact(desk: Desk) -> None:
    desk.say("Couldn't tell you, son")
    assert values(desk) == []
