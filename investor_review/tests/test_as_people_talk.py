"""A review by talk with no model as people who know no rule of it talk: own words, slips, ends, what is asked beside."""

from __future__ import annotations

from dataclasses import replace

import pytest

from investor_review import record
from investor_review.edits import amended, taken_with
from investor_review.models import ReviewSession
from investor_review.offline.inference import infer
from investor_review.offline.rules import asks_term
from investor_review.tests.test_conversation import say, statuses
from investor_review.tests.test_talking import replies
from investor_review.words import Issue, find_namings

pytestmark = pytest.mark.django_db

ISSUES = [
    Issue(
        *("a", 1, "Scope 3 emissions are left out", "high", "open", "Quarrying is not reported."),
        ("Report scope 3 emissions once a year.",),
    ),
    Issue(
        *("b", 2, "Advance payments are not protected", "medium", "open", "Forty per cent is paid early."),
        ("Hold them on an escrow account.",),
    ),
    Issue(
        *("c", 3, "The model may change without the Buyer's consent", "low", "open", "The Company changes it alone."),
        ("Let a change take effect after thirty days.",),
    ),
]


def kept(session: ReviewSession) -> list[str]:
    return [nitpick.accepted_change_instructions for nitpick in record.load(session.thread_id).nitpicks]


@pytest.mark.parametrize(
    "words",
    [
        "No cap please. What I want is a bank guarantee for the offsets, put that in as the change.",
        'As to the offsets: "The Company buys no credits of forests." Kindly adopt this text.',
        "For the offsets we want a letter of credit instead. Please accept with that text.",
    ],
)
def test_own_wording_beside_a_yes_is_never_kept_as_suggested(words: str, session: ReviewSession) -> None:
    suggested = kept_as_suggested(session)
    replies(session, words)
    assert kept(session)[1] not in ("", suggested)


def kept_as_suggested(session: ReviewSession) -> str:
    return " ".join(record.load(session.thread_id).nitpicks[1].suggested_changes)


def test_words_of_the_suggestion_beside_a_yes_are_the_suggestion(session: ReviewSession) -> None:
    suggested = kept_as_suggested(session)
    replies(session, f"the offsets one: please take your suggestion, {suggested.lower()}")
    assert kept(session)[1] == suggested


@pytest.mark.parametrize(
    "words", ["Make that six months, not nine.", "Forgive me, six months, not nine.", "sorry, 6 months"]
)
def test_a_value_that_is_corrected_changes_the_wording_that_was_kept(words: str, session: ReviewSession) -> None:
    replies(session, "for 2 say: the Company buys them back within nine months", words)
    assert kept(session)[1].startswith("say: the Company buys them back within ")
    assert "nine" not in kept(session)[1]
    assert statuses(session) == ["open", "resolved", "open"]


def test_a_correction_of_what_was_taken_as_suggested_names_the_value_that_it_corrects() -> None:
    text = "Replace it within twelve months."
    assert amended(text, "six months, not twelve", text) == "Replace it within six months."
    assert amended(text, "six months", text) == "six months"
    assert amended("Tell us in ten days.", "within six months and with a report to all of us every year", "") != text


def test_a_suggestion_that_is_taken_but_for_one_value_is_kept_with_that_value(session: ReviewSession) -> None:
    text = "Replace it within twelve months."
    assert taken_with("the third: accept, but ", "within six months", text) == "Replace it within six months."
    assert taken_with("Agreed, but make it ", "30 days", text) == "Replace it within thirty days."
    assert taken_with("accept, but ", "in writing", text) == ""
    assert taken_with("I cannot accept that. Buy it back ", "within six months", text) == ""
    replies(session, "the first: accept, but quarterly")
    assert "quarterly" in kept(session)[0]
    assert "audit requirement" in kept(session)[0]


def test_a_finding_is_named_before_its_new_value_and_a_period_names_none(session: ReviewSession) -> None:
    replies(session, "accept the first", "make the third fifteen business days")
    assert statuses(session) == ["resolved", "open", "resolved"]
    assert "fifteen" not in kept(session)[0]
    assert "fifteen" in kept(session)[2]
    issues = [Issue(f"i{n}", n, "T", "high", "open") for n in range(1, 4)]
    assert list(find_namings("pay within the first 30 days", issues)) == []


@pytest.mark.parametrize("words", ["never mind 2, leave it", "never mind the second, leave it as it is"])
def test_a_finding_that_is_not_minded_any_more_is_left(words: str, session: ReviewSession) -> None:
    replies(session, "accept the second", words)
    assert statuses(session) == ["open", "open", "open"]


@pytest.mark.parametrize("words", ["make 3 ninety days", "put three 45 days", "set 3 at thirty-five business days"])
def test_a_number_before_a_period_names_the_finding_and_not_the_one_before(words: str, session: ReviewSession) -> None:
    replies(session, "leave the second as it is", words)
    assert statuses(session) == ["open", "open", "resolved"]
    assert kept(session)[1:] == ["", words]


@pytest.mark.parametrize("words", ["Sorry, undo please.", "oh wait undo that, the audit is too expensive for them"])
def test_a_plain_undo_takes_back_the_last_decision_whatever_is_said_beside_it(
    words: str, session: ReviewSession
) -> None:
    replies(session, "accept 3", "accept 1", words)
    assert statuses(session) == ["open", "open", "resolved"]


def test_a_number_taken_by_mistake_is_opened_and_the_one_that_was_meant_is_taken(session: ReviewSession) -> None:
    replies(session, "accept 2", "Sorry, undo please. I mistake the number. I want to say number 3.")
    assert statuses(session) == ["open", "open", "resolved"]


def test_what_is_scrapped_by_its_number_is_that_alone(session: ReviewSession) -> None:
    replies(session, "1 yes. 3 yes.", "scrap 1. open again")
    assert statuses(session) == ["open", "open", "resolved"]


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("1 2 and 3: accept all", "abc"),
        ("scop 3 leave it", "a"),
        ("the escrow thing", "b"),
        ("the one about the model changing without our consent", "c"),
        ("1 and 2 without the third", "ab"),
        ("the other ones", "abc"),
    ],
)
def test_findings_are_named_loosely(words: str, named: str) -> None:
    mentions = [mention for mention in find_namings(words, ISSUES) if not mention.is_excepted]
    assert {issue_id for mention in mentions for issue_id in mention.ids} == set(named)


def test_both_of_those_are_the_two_that_stand_before_it() -> None:
    words = "so the escrow thing and the one about the model changing without our consent both of those yes take the changes"
    assert {change.issue_id: change.act for change in infer(words, ISSUES).changes} == {"b": "accept", "c": "accept"}


@pytest.mark.parametrize("words", ["Let us take the offsets finding, number two.", "let's look at the offsets first"])
def test_to_take_a_finding_up_decides_nothing(words: str, session: ReviewSession) -> None:
    assert "**2. Offsets" in replies(session, words)[0]
    assert statuses(session) == ["open", "open", "open"]


@pytest.mark.parametrize("words", ["issue 2 is the one, accpet it", "accpet the offsets one"])
def test_a_slip_of_a_finger_is_read(words: str, session: ReviewSession) -> None:
    replies(session, words)
    assert statuses(session)[1] == "resolved"


@pytest.mark.parametrize(
    "words",
    [
        "That's all for me, I can live with the others.",
        "thats all from me",
        "okay im done here leave the other ones like they are",
        "No more, I finish.",
        "That concludes my remarks.",
    ],
)
def test_an_end_asks_for_the_papers_at_once(words: str, session: ReviewSession) -> None:
    assert "Do you want me to generate" in replies(session, "accept 1", words)[1]


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("No, not now", "completed"),
        ("No thank you, not now.", "completed"),
        ("no document please", "completed"),
        ("no, not yet", "active"),
        ("No, go back to 3", "active"),
        ("no, wait", "active"),
    ],
)
def test_no_to_the_papers_ends_the_review_and_no_with_more_goes_on(
    words: str, status: str, session: ReviewSession
) -> None:
    replies(session, "accept 1", "I'm done", words)
    session.refresh_from_db()
    assert session.status == status


def test_who_says_again_that_they_are_done_is_not_told_the_same_again(session: ReviewSession) -> None:
    first, again = replies(session, "I'm done", "I finish now.")
    assert again != first
    assert "Do you want me to generate" in again


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("What are the worst problems in this contract?", "gives most weight"),
        ("how long does the document take", "less than a minute"),
        ("can the document be made when the other findings are still open?", "listed in the papers"),
        ("Who drew up these findings, if I may ask?", "made before this review"),
    ],
)
def test_what_is_asked_of_the_review_is_answered(words: str, answer: str, session: ReviewSession) -> None:
    assert answer in replies(session, words)[0]


def test_the_words_of_the_help_are_no_quotation_of_the_document(session: ReviewSession) -> None:
    reply = say(session, session.started_by, "how long does this take?").reply
    assert '"what is left?"' in reply
    assert "not found" not in reply


@pytest.mark.parametrize(
    "words",
    [
        "You know, last year we looked at a biochar outfit in Denmark and there they had an audit from day one.",
        "my last deal closed in 9 days. nine. with 14 findings",
    ],
)
def test_another_deal_shows_and_decides_nothing(words: str, session: ReviewSession) -> None:
    reply = replies(session, words)[0]
    assert not any(shown in reply for shown in ("**", "nitpick", "decision of yours"))
    assert statuses(session) == ["open", "open", "open"]


@pytest.mark.parametrize(
    "words",
    [
        "ok, thanks, got it",
        "aha, that makes sense now",
        "fair enough, but why?",
        "sounds expensive",
        "yes I'm still here",
    ],
)
def test_who_only_hears_what_a_finding_says_decides_nothing(words: str, session: ReviewSession) -> None:
    *_, last = replies(session, "what does the offsets finding say?", words)
    assert statuses(session) == ["open", "open", "open"]
    assert "Noted" not in last
    assert "generate" not in last


def test_a_heading_that_a_reply_quotes_names_no_finding() -> None:
    history = [
        {"role": "user", "content": "what does it say about who measures?"},
        {"role": "assistant", "content": "“2. Measurement” [clause 2, page 1](/document/?chunk=c002)"},
    ]
    issues = [replace(issue, issue_id=f"issue_{issue.number}") for issue in ISSUES]
    inference = infer("right, that has to change. take both your suggestions on it", issues, history)
    assert inference.changes == ()
    assert inference.unclear or inference.doubted


def test_own_words_that_stand_instead_of_the_suggestion_are_kept_as_the_wording() -> None:
    (change,) = infer("For 3: any change needs our written consent. That instead of your suggestion.", ISSUES).changes
    assert (change.issue_id, change.act) == ("c", "wording")


def test_a_share_of_many_names_no_finding() -> None:
    assert list(find_namings("they test one delivery in three, I said one in every two", ISSUES)) == []


def test_announced_words_of_ones_own_are_kept_to_the_end_of_their_sentence() -> None:
    message = "My own text for 2: the advance is at most twenty per cent and stands on an escrow account. Note it so"
    (change,) = infer(message, ISSUES).changes
    assert (change.issue_id, change.act) == ("b", "wording")
    assert change.words.startswith("the advance is at most twenty per cent and stands on an escrow")


@pytest.mark.parametrize(
    "words",
    [
        "what amount do we owe for credits in the second year",
        "how many reports do they publish in a year",
        "must I decide each of these before we can stop?",
        "do I have to work through the whole list before I am done",
    ],
)
def test_a_question_without_its_mark_changes_nothing_of_what_stands_on_the_screen(
    words: str, session: ReviewSession
) -> None:
    replies(session, "show me 2", words)
    session.refresh_from_db()
    assert statuses(session) == ["open", "open", "open"]
    assert (session.status, session.question) == ("active", "")


def test_numbers_in_words_with_nothing_between_them_are_a_list(session: ReviewSession) -> None:
    replies(session, "so numbers one two and three I take all three as you wrote them")
    assert statuses(session) == ["resolved"] * 3


def test_who_starts_over_with_some_findings_opens_those(session: ReviewSession) -> None:
    replies(session, "accept 1, 2 and 3", "let's begin again, set 1 and 3 back to open")
    assert statuses(session) == ["open", "resolved", "open"]


@pytest.mark.parametrize("words", ["till when is this contract valid?", "what year does the deal end"])
def test_how_long_the_contract_runs_is_looked_up_in_its_own_words(words: str) -> None:
    assert asks_term(words)
    assert not asks_term("what happens when the contract ends early?")
