"""A review by talk with no model: one finding after another, decisions taken back, and what only talks."""

from __future__ import annotations

import pytest

from investor_review import record
from investor_review.models import NitpickChange, ReviewSession
from investor_review.tests.test_conversation import say, statuses
from investor_review.words import clause_number

pytestmark = pytest.mark.django_db


def replies(session: ReviewSession, *lines: str) -> list[str]:
    return [say(session, session.started_by, line).reply for line in lines]


def test_undo_takes_back_the_last_decision_and_then_the_one_before_it(session: ReviewSession) -> None:
    replies(session, "accept 1 and 2", "for 1 say quarterly instead", "leave 3 as it is")
    _, last = replies(session, "undo", "undo that too")
    nitpick = record.load(session.thread_id).nitpicks[0]
    assert nitpick.accepted_change_instructions == "Add annual third-party scope-3 audit requirement."
    assert statuses(session) == ["resolved", "resolved", "open"]
    assert last == "Taken back: 1. No annual scope-3 audit clause is resolved."
    assert replies(session, "undo") == [
        "Taken back: 1. No annual scope-3 audit clause is open again; 2. Offsets are not limited is open again."
    ]
    assert statuses(session) == ["open", "open", "open"]
    assert not record.load(session.thread_id).nitpicks[2].left_as_is
    assert replies(session, "undo") == ["Nothing was decided that could be taken back."]


@pytest.mark.parametrize(
    "words",
    ["undo the last one", "Undo my last change please", "revert the last", "take that back"],
)
def test_what_is_undone_is_the_last_decision_and_not_the_last_finding(words: str, session: ReviewSession) -> None:
    replies(session, "accept 3", "accept 1", "what does the second say?", words)
    assert statuses(session) == ["open", "open", "resolved"]


def test_no_not_that_one_is_of_what_was_just_decided(session: ReviewSession) -> None:
    replies(session, "accept 1", "no wait, not that one")
    assert statuses(session) == ["open", "open", "open"]


@pytest.mark.parametrize("words", ["no wait, take 1 after all", "hmm, make that four times a year"])
def test_no_small_word_makes_one_finding_several(words: str, session: ReviewSession) -> None:
    replies(session, "for 1 say twice a year instead", words)
    assert statuses(session) == ["resolved", "open", "open"]


def test_several_decisions_are_taken_back_one_by_one(session: ReviewSession) -> None:
    assert "one decision at a time" in replies(session, "accept 1", "accept 2", "undo the last two")[2]
    assert statuses(session) == ["resolved", "resolved", "open"]


def test_undo_after_being_done_goes_on_with_the_review(session: ReviewSession) -> None:
    replies(session, "accept 1", "that's it from my side", "undo")
    session.refresh_from_db()
    assert (session.status, session.question) == ("active", "")
    assert statuses(session)[0] == "resolved"


def test_undo_leaves_again_what_was_left_before(session: ReviewSession) -> None:
    replies(session, "leave 2", "accept 2", "undo")
    assert record.load(session.thread_id).nitpicks[1].left_as_is == "leave 2"
    replies(session, "undo")
    assert record.last_decision(session) == []
    assert record.load(session.thread_id).nitpicks[1].left_as_is == ""


def test_what_is_left_as_it_is_keeps_the_words_and_is_open_and_decided(session: ReviewSession) -> None:
    replies(session, "accept 1")
    assert "left as it is" in replies(session, "the rest can stay as it is")[0]
    nitpicks = record.load(session.thread_id).nitpicks
    assert [nitpick.left_as_is for nitpick in nitpicks] == [
        "",
        "the rest can stay as it is",
        "the rest can stay as it is",
    ]
    assert statuses(session) == ["resolved", "open", "open"]
    assert replies(session, "what is left?")[0].startswith("Nothing is missing")
    replies(session, "accept 3")
    assert record.load(session.thread_id).nitpicks[2].left_as_is == ""


def test_next_and_back_show_one_finding_after_another(session: ReviewSession) -> None:
    shown = replies(session, "show me number 1", "next", "next", "go back")
    assert [reply[:5] for reply in shown] == ["**1. ", "**2. ", "**3. ", "**2. "]
    assert statuses(session) == ["open", "open", "open"]


def test_start_over_opens_everything_and_can_be_undone(session: ReviewSession) -> None:
    replies(session, "accept 1", "leave 2", "start over")
    assert statuses(session) == ["open", "open", "open"]
    assert not any(nitpick.left_as_is for nitpick in record.load(session.thread_id).nitpicks)
    replies(session, "undo")
    assert statuses(session) == ["resolved", "open", "open"]


@pytest.mark.parametrize(
    "words",
    [
        "No further remarks.",
        "So that's me finished.",
        "I think that'll do, we can close the review",
        "thats it im done thx",
        "Nothing else to add. Let's wrap up.",
        "That concludes my review; the others may remain as drafted.",
    ],
)
def test_done_in_ordinary_words_asks_once_for_the_papers(words: str, session: ReviewSession) -> None:
    reply = replies(session, "accept 1", words)[1]
    assert reply.count("Do you want me to generate a cleaned-up version") == 1
    session.refresh_from_db()
    assert session.status == "ready_for_cleanup"


@pytest.mark.parametrize(
    "words",
    [
        "thanks, that's all for today",
        "how long does this take?",
        "please just fix my printer",
        "what is escrow?",
        "that's clear, thank you!",
        "I want to talk to a human",
        "pourriez-vous répéter cela en français, s'il vous plaît",
        "🎉",
        "qwerty",
    ],
)
def test_what_only_talks_leaves_the_review_as_it_was(words: str, session: ReviewSession) -> None:
    replies(session, "accept 1", "show me number 2")
    before = NitpickChange.objects.count()
    replies(session, words)
    session.refresh_from_db()
    assert (NitpickChange.objects.count(), session.status) == (before, "active")


@pytest.mark.parametrize("words", ["the second sounds good", "the offsets one makes sense"])
def test_mere_praise_is_confirmed_by_a_whole_yes(words: str, session: ReviewSession) -> None:
    replies(session, words)
    assert statuses(session)[1] == "in_progress"
    replies(session, "yes")
    assert statuses(session)[1] == "resolved"


def test_the_clause_that_is_asked_for_is_quoted_whole(session: ReviewSession) -> None:
    reply = replies(session, "what does it say about emissions reporting?")[0]
    assert "Supplier emissions reporting is annual. The report covers scope 1 and scope 2 emissions." in reply


def test_what_a_finding_suggests_is_no_claim_of_ours(session: ReviewSession) -> None:
    text = "Let a change take effect only after number 1 has been approved and is resolved."
    session.nitpicks.filter(issue_id="issue_003").update(suggested_changes=[text])
    reply = replies(session, "show me number 3")[0]
    assert text in reply
    assert "As recorded" not in reply


def test_only_one_of_several_suggestions_is_taken(session: ReviewSession) -> None:
    texts = ["Make it sixty days.", "Send it by registered mail."]
    session.nitpicks.filter(issue_id="issue_003").update(suggested_changes=texts)
    replies(session, "number 3: accept the first suggestion only")
    assert record.load(session.thread_id).nitpicks[2].accepted_change_instructions == texts[0]
    replies(session, "reopen 3", "show me number 3", "take the second suggestion only")
    assert record.load(session.thread_id).nitpicks[2].accepted_change_instructions == texts[1]


def test_the_rest_is_what_nothing_was_decided_about(session: ReviewSession) -> None:
    replies(session, "leave 2 as it is", "accept the rest")
    assert statuses(session) == ["resolved", "open", "resolved"]
    assert record.load(session.thread_id).nitpicks[1].left_as_is == "leave 2 as it is"


@pytest.mark.parametrize(
    "words",
    ["I don't know about the rest, leave it open.", "The rest I am not sure about. Leave them as they are."],
)
def test_who_does_not_know_and_leaves_it_has_decided(words: str, session: ReviewSession) -> None:
    reply = replies(session, "accept 1", words)[1]
    assert statuses(session) == ["resolved", "open", "open"], reply
    assert [bool(nitpick.left_as_is) for nitpick in record.load(session.thread_id).nitpicks] == [False, True, True]


def test_one_and_two_are_two_findings_and_a_bare_one_is_asked_about(session: ReviewSession) -> None:
    replies(session, "accept one and two, for three make it ninety days")
    assert statuses(session) == ["resolved", "resolved", "resolved"]
    assert record.load(session.thread_id).nitpicks[2].accepted_change_instructions == "make it ninety days"
    replies(session, "start over")
    reply = replies(session, "accept one, for three make it ninety days")[0]
    assert "Which finding do you mean by “accept one”?" in reply
    assert statuses(session) == ["open", "open", "resolved"]


def test_who_wants_another_score_is_told_what_the_score_is(session: ReviewSession) -> None:
    assert "The green score is 72.5" in replies(session, "great, now please bump the green score up to 80")[0]


@pytest.mark.parametrize("words", ["I don't understand number two at all.", "what does finding two mean?"])
def test_a_finding_that_is_not_understood_is_explained(words: str, session: ReviewSession) -> None:
    assert "**2. Offsets are not limited**" in replies(session, words)[0]


def test_decisions_without_a_comma_go_each_to_its_own_finding(session: ReviewSession) -> None:
    replies(session, "okay so the audit yes take it the offsets no leave that one and the notice yes accept that too")
    assert statuses(session) == ["resolved", "open", "resolved"]


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("can you show me what 5.2 says exactly?", "5.2"),
        ("and what does clause 8.2 say?", "8.2"),
        ("wat staat er precies in artikel 3.2?", "3.2"),
        ("does 2.5 million cover it?", ""),
        ("is it 4.5% a year?", ""),
        ("they want $3.5 for each", ""),
    ],
)
def test_a_clause_is_named_by_its_number_and_an_amount_is_none(words: str, number: str) -> None:
    assert clause_number(words) == number


@pytest.mark.parametrize(
    "words",
    ["Fine. Now that's all I have.", "Great. I am through.", "Good. We call it a day."],
)
def test_a_mere_good_beside_the_end_takes_up_nothing(words: str, session: ReviewSession) -> None:
    *_, last = replies(
        session, "accept all of them", "No wait, the notice one goes back to open, my board balks", words
    )
    assert statuses(session) == ["resolved", "resolved", "open"]
    assert "2 of 3 resolved, 0 in progress, 1 open." in last
    assert "3. Notice is short: " not in last


@pytest.mark.parametrize(
    "words",
    [
        "what'd the analysis unearth?",
        "Which faults did you spot in this paper, please?",
        "so what's fishy about this deal",
        "how sound is this contract?",
        "I was told to go through some findings",
    ],
)
def test_what_asks_for_the_findings_in_any_words_gets_the_list(words: str, session: ReviewSession) -> None:
    (reply,) = replies(session, words)
    assert all(f"{number}. " in reply for number in (1, 2, 3))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("what rating did they reach and for what reason?", "The green score is 72.5. It"),
        ("is my wife able to see this too?", "those the review is shared with"),
        ("you speak Polish too or just English?", "I read English here"),
        ("am I talking to a gentleman or to a computer?", "a program"),
    ],
)
def test_what_the_help_has_is_answered_in_other_words_too(words: str, expected: str, session: ReviewSession) -> None:
    (reply,) = replies(session, words)
    assert expected in reply
    assert "document has nothing" not in reply


@pytest.mark.parametrize(
    "words",
    ["why did the goat eat the tulip?", "have you ever been to Norway?", "have you had your lunch yet?"],
)
def test_only_of_the_document_it_is_said_that_it_has_nothing(words: str, session: ReviewSession) -> None:
    (reply,) = replies(session, words)
    assert "document has nothing" not in reply
    assert statuses(session) == ["open", "open", "open"]
    assert "document has nothing" in replies(session, "does the contract say anything about helicopters?")[0]


@pytest.mark.parametrize("words", ["fertig", "basta, finito", "c'est tout", "so, I've terminated with this"])
def test_the_end_in_other_tongues_ends_the_review(words: str, session: ReviewSession) -> None:
    *_, last = replies(session, "accept 1", words)
    assert "Do you want me to generate" in last


@pytest.mark.parametrize("words", ["ok all final, finish", "all settled, I'm done", "that's all final now"])
def test_what_is_left_as_it_is_is_not_taken_by_saying_that_all_is_final(words: str, session: ReviewSession) -> None:
    replies(session, "leave 1, I agree with 2 and 3", words)
    nitpicks = record.load(session.thread_id).nitpicks
    assert statuses(session) == ["open", "resolved", "resolved"]
    assert (bool(nitpicks[0].left_as_is), nitpicks[0].accepted_change_instructions) == (True, "")


def test_all_passes_over_what_is_left_and_is_asked_about_where_nothing_else_is_undecided(
    session: ReviewSession,
) -> None:
    replies(session, "leave 1 as it is", "accept them all")
    assert statuses(session) == ["open", "resolved", "resolved"]
    reply = replies(session, "accept all of them")[0]
    assert statuses(session) == ["open", "resolved", "resolved"], reply
    assert "I am not sure" in reply
    replies(session, "accept 1 after all")
    assert statuses(session) == ["resolved", "resolved", "resolved"]


@pytest.mark.parametrize(
    "words",
    [
        "As regards 1, I accept the suggested wording save that the audit is to take place twice a year.",
        "accept 1, provided that it is twice a year",
    ],
)
def test_what_is_accepted_under_a_condition_keeps_the_condition(words: str, session: ReviewSession) -> None:
    replies(session, words)
    assert statuses(session) == ["resolved", "open", "open"]
    assert "twice a year" in record.load(session.thread_id).nitpicks[0].accepted_change_instructions


def test_a_wording_that_is_turned_down_is_not_taken(session: ReviewSession) -> None:
    replies(session, "fair enough. for 2 I reject your wording, I want no cap on it. don't close it, I'll write my own")
    nitpick = record.load(session.thread_id).nitpicks[1]
    assert (nitpick.status, nitpick.accepted_change_instructions) == ("open", "")


def test_who_said_one_number_and_meant_another_opens_the_one_that_was_said(session: ReviewSession) -> None:
    replies(
        session, "accept 1", "accept 3", "Earlier, when I said 1, I meant 2. So 2 is accepted, and 1 is open again."
    )
    assert statuses(session) == ["open", "resolved", "resolved"]


def test_slips_in_what_a_finding_is_called_leave_its_number(session: ReviewSession) -> None:
    replies(session, "acept the sugestion for isue 2 its finl")
    assert statuses(session) == ["open", "resolved", "open"]


def test_a_question_that_seeks_assent_is_no_doubted_decision(session: ReviewSession) -> None:
    reply = replies(session, "accept 1 as suggested - that's clause 4.3, isn't it? - and 3 as well, both final")[0]
    assert statuses(session) == ["resolved", "open", "resolved"]
    assert "I am not sure" not in reply


def test_final_by_itself_names_no_finding(session: ReviewSession) -> None:
    replies(session, "and isue 2 acept aswell, final")
    assert statuses(session) == ["open", "resolved", "open"]


def test_the_last_decision_is_taken_back_with_the_finding_that_it_was_about_beside_it(session: ReviewSession) -> None:
    replies(session, "accept 1", "accept 2, final", "undo the last one pls, isue 2 shuold stay open")
    assert statuses(session) == ["resolved", "open", "open"]
    assert not record.load(session.thread_id).nitpicks[1].left_as_is


def test_another_score_is_no_wording_of_a_finding(session: ReviewSession) -> None:
    replies(session, "what does the first say?", "why is the green score only 61.5? make it 80")
    assert statuses(session) == ["open", "open", "open"]


def test_all_but_the_one_for_a_subject_leaves_that_one(session: ReviewSession) -> None:
    replies(session, "Take all of your suggestions except the one for the offsets. Those are final for me.")
    assert statuses(session)[1] == "open"
    assert statuses(session)[0] == statuses(session)[2] == "resolved"


def test_too_low_names_no_severity(session: ReviewSession) -> None:
    replies(session, "61.5 IS TOO LOW FOR MY TASTE. MAKE IT 75 PLEASE.")
    assert statuses(session) == ["open", "open", "open"]


def test_who_wants_no_document_and_closes_the_review_has_declined(session: ReviewSession) -> None:
    replies(session, "accept 1, final", "I am done reviewing")
    replies(session, "No, I do not want a cleaned-up document, our own lawyer will do that. You can close the review.")
    session.refresh_from_db()
    assert session.outcome == ReviewSession.Outcome.DECLINED


@pytest.mark.parametrize("words", ["read back what you wrote down for 1", "what have you got down for the first?"])
def test_what_was_noted_for_a_finding_is_said_again_and_changes_nothing(words: str, session: ReviewSession) -> None:
    replies(session, "accept 1", "that's it from my side")
    reply = replies(session, words)[0]
    assert reply.startswith("1. No annual scope-3 audit clause is resolved. To do: Add annual")
    session.refresh_from_db()
    assert session.status == ReviewSession.Status.READY_FOR_CLEANUP
    assert replies(session, "what did you note for the third?")[0].startswith(
        "Nothing is noted for 3. Notice is short."
    )


@pytest.mark.parametrize("words", ["the offsets: your proposal, verbatim", "Take your text for 2, to the letter."])
def test_how_closely_a_suggestion_is_taken_is_no_wording(words: str, session: ReviewSession) -> None:
    replies(session, words)
    nitpick = record.load(session.thread_id).nitpicks[1]
    assert nitpick.accepted_change_instructions == " ".join(nitpick.suggested_changes)


def test_who_agrees_to_a_finding_of_their_own_wording_keeps_that_wording(session: ReviewSession) -> None:
    replies(session, "for 2 say at most ten per cent a year instead", "with the ten per cent 2 is agreed and settled")
    assert "ten per cent" in record.load(session.thread_id).nitpicks[1].accepted_change_instructions
    replies(session, "I take your suggestion for 2 after all")
    nitpick = record.load(session.thread_id).nitpicks[1]
    assert nitpick.accepted_change_instructions == " ".join(nitpick.suggested_changes)


def test_what_was_accepted_stays_so_where_others_are_opened_by_name(session: ReviewSession) -> None:
    replies(
        session, "Everything accepted except the notice, all final.", "Make that except 2 as well. 2 goes back to open."
    )
    assert statuses(session) == ["resolved", "open", "open"]


def test_a_short_question_with_a_word_of_the_document_is_looked_up(session: ReviewSession) -> None:
    (reply,) = replies(session, "what's a scope-3 emission?")
    assert "I have no answer" not in reply
