"""A reply may not claim what the record and the document do not have: it says what is recorded, or nothing."""

from __future__ import annotations

import pytest

from investor_review import record
from investor_review.conversation.citations import UNSUPPORTED, CitationJudge
from investor_review.models import NitpickChange, ReviewSession
from investor_review.tests.test_generation import settle

pytestmark = pytest.mark.django_db


def shown(session: ReviewSession, reply: str, chunk: int = 7, *, marks: bool = False) -> str:
    """What is shown of a reply that comes in pieces."""
    judge = CitationJudge(record.load(session.thread_id), marks=marks)
    pieces = [reply[at : at + chunk] for at in range(0, len(reply), chunk)]
    return "".join([*(judge.feed(piece) for piece in pieces), judge.close()])


@pytest.mark.parametrize(
    "claim",
    [
        "With these changes the green score is now 85.",
        "That brings the document to 91 out of 100.",
        "Your new rating: 88/100!",
        "The score rose from 72.5 to 80 points.",
        "If you accept all, the score would be eighty-four.",
        "The green score has improved.",
        "An 83 score is yours now.",
    ],
)
@pytest.mark.parametrize("chunk", [1, 7, 500])
def test_a_score_that_is_not_the_analysis_s_is_left_out(claim: str, chunk: int, session: ReviewSession) -> None:
    out = shown(session, f"Noted. {claim} What next?", chunk)
    assert claim not in out
    assert out == "Noted. The green score is 72.5, as the analysis computed it. What next?"


@pytest.mark.parametrize(
    "claim",
    [
        "The second finding is resolved.",
        "I have marked issue 2 as resolved.",
        "Issue_002 is now in progress.",
        "Both the first and the second are settled.",
        "Offsets are not limited: resolved.",
        "You accepted number 2.",
        "All findings are closed.",
    ],
)
def test_a_status_that_the_record_does_not_have_is_put_right(claim: str, session: ReviewSession) -> None:
    settle(session, "issue_001", "yearly")
    out = shown(session, f"{claim} What next?")
    assert claim not in out
    assert "2. Offsets are not limited: open" in out


@pytest.mark.parametrize(
    ("claim", "recorded"),
    [
        ("The review is complete.", "The review is still open."),
        ("The cleaned-up document has been generated.", "No papers have been made yet."),
    ],
)
def test_an_end_that_was_not_reached_is_put_right(claim: str, recorded: str, session: ReviewSession) -> None:
    assert shown(session, claim) == recorded


@pytest.mark.parametrize(
    "reply",
    [
        "The green score is 72.5 of 100. Of the 3 findings 1 is high.",
        "The score of 72.5 was computed upstream; finding 2 and clause 14 count in it, with 30 days of notice.",
        "The first is resolved. The second and the third are open.",
        "1 of 3 resolved, 0 in progress, 2 open.",
        "3 nitpicks: 2 open, 0 in progress, 1 resolved. 2 findings are still open.",
        "Can you confirm that 2 is resolved? Once you do, 2 will be resolved.",
        "- 1. No annual scope-3 audit clause: resolved. To do: yearly\n- 2. Offsets are not limited (open)\n",
        "Disputes are resolved by arbitration in the third clause.",
        "Issue 2 is not resolved yet.",
        "It stays as it is.",
        "1 of 3 resolved, 0 in progress, 2 open. What is open stays as it is, and is listed in both papers.",
    ],
)
def test_what_is_recorded_is_said(reply: str, session: ReviewSession) -> None:
    settle(session, "issue_001", "yearly")
    assert shown(session, reply) == reply


@pytest.mark.parametrize(
    "claim",
    [
        "The Fund shall pay 45 days after notice [doc_001:c999].",
        "The Fund shall pay 45 days after notice. [doc_001:c999]",
        "The Fund shall pay 45 days after notice. [doc_009:c001] ",
        "“The Fund shall pay the seller within 45 days” [doc_001:c999].",
    ],
)
@pytest.mark.parametrize("chunk", [1, 9, 500])
def test_a_claim_goes_with_its_false_citation(claim: str, chunk: int, session: ReviewSession) -> None:
    assert shown(session, claim, chunk).strip() == UNSUPPORTED
    out = shown(session, f"Here it is. {claim} The report is annual [doc_001:c001].", chunk)
    assert "45 days" not in out
    assert "c999" not in out
    assert "Here it is." in out
    assert "The report is annual [clause 1, page 1](" in out


def test_a_claim_with_a_true_citation_keeps_it_and_loses_the_false_one(session: ReviewSession) -> None:
    out = shown(session, "Reporting is annual [doc_001:c001, doc_001:c999].")
    assert "Reporting is annual [clause 1, page 1](" in out
    assert "c999" not in out


def test_the_status_is_the_one_after_the_change(session: ReviewSession) -> None:
    settle(session, "issue_002", "cap them")
    assert NitpickChange.objects.exists()
    assert shown(session, "The second is resolved.") == "The second is resolved."


def test_words_of_the_investor_and_of_a_finding_are_quoted_without_a_mark(session: ReviewSession) -> None:
    judge = CitationJudge(record.load(session.thread_id), "my lawyer would accept number 3")
    reply = (
        "You said “my lawyer would accept number 3”. It suggests “Add annual third-party scope-3 audit requirement.” "
    )
    assert judge.feed(reply) + judge.close() == reply
    false = "You said “my lawyer would accept all of it”. "
    assert "⚠ not found" in CitationJudge(record.load(session.thread_id), "my lawyer would accept 3").feed(f"{false}It")


@pytest.mark.parametrize(
    "claim",
    [
        "The Fund shall pay 45 days after notice.",
        "Either party may end it with sixty days' notice.",
        "The agreement caps liability at two million euros.",
        "Clause 3 binds the seller for five years.",
        "The contract requires no report of scope 1 and scope 2 emissions.",
        "De overeenkomst begrenst de aansprakelijkheid tot twee miljoen euro.",
    ],
)
@pytest.mark.parametrize("chunk", [1, 500])
def test_what_a_model_says_of_the_document_without_a_passage_is_marked(
    claim: str, chunk: int, session: ReviewSession
) -> None:
    out = shown(session, f"Noted. {claim} What next?", chunk, marks=True)
    assert out == f"Noted. {claim} (⚠ no passage cited) What next?"


def test_what_a_passage_bears_out_gets_that_passage_as_its_citation(session: ReviewSession) -> None:
    out = shown(session, "Under the agreement, either party may end this with thirty days' notice.", marks=True)
    assert "⚠" not in out
    assert 'doc_001:c003")' in out


@pytest.mark.parametrize(
    "reply",
    [
        "The first is open. What shall be done about it?",
        "The contract lacks third-party scope-3 audit language: that is finding 1, and it is high.",
        "You want the contract to say quarterly. I have noted it.",
        "The document has nothing on that.",
        "Offsets are not limited. Shall the contract limit them to 10%?",
    ],
)
def test_what_states_nothing_new_of_the_document_gets_no_mark(reply: str, session: ReviewSession) -> None:
    assert shown(session, reply, marks=True) == reply
