"""What an investor's words do to the status of nitpicks: the labelled utterances, and the rules that they rest on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from chat.evaluations import share
from investor_review.evaluations import by_the_reader, evaluate, figures
from investor_review.models import ReviewSession
from investor_review.offline.inference import infer
from investor_review.words import questions
from investor_review.words.findings import Issue
from llm.interface import ModelError
from llm.testing import ScriptedModel, call

CASES = Path(__file__).parent / "cases"
ISSUES = [
    Issue("i1", 1, "No annual scope-3 audit clause", "high", "open"),
    Issue("i2", 2, "Termination notice period too short", "medium", "open"),
    Issue("i3", 3, "Indemnity cap unclear", "high", "open"),
    Issue("i4", 4, "Typo in the definitions", "low", "open"),
]


@pytest.mark.parametrize("path", sorted(CASES.glob("*.jsonl")), ids=lambda path: path.stem)
def test_the_labelled_utterances_are_read_as_a_person_would(path: Path) -> None:
    cases = [json.loads(line) for line in path.read_text().splitlines()]
    assert figures(cases, by_the_reader)["accuracy"] >= 0.95


WHOLE = {
    "nitpicks": [{"issue_id": "i1", "title": "No audit clause"}, {"issue_id": "i2", "title": "Notice is short"}],
    "history": [{"role": "assistant", "content": "Two findings. What do you think of the second?"}],
    "message": "kan er wat mij betreft in zo",
    "expect": {"i1": "open", "i2": "resolved"},
}


@pytest.mark.django_db
@pytest.mark.usefixtures("scripted")
def test_the_suite_measures_the_turn_that_users_get(scripted: ScriptedModel) -> None:
    accept = call("decide_nitpicks", issue_ids=["i2"], decision="accept", quote=WHOLE["message"])
    scripted.then(accept, "Noted.", ModelError("refused", "no"))
    assert evaluate([WHOLE, WHOLE]) == {
        "accuracy": 0.75,
        "decided": 0.75,
        "messages": 0.5,
        "n": 2,
        "by_status": {"open": 1.0, "resolved": 0.5},
        "failed": 1,
    }
    assert [message.text for message in scripted.requests[0].messages if message.role == "user"] == [WHOLE["message"]]
    assert not ReviewSession.objects.exists()


@pytest.mark.django_db
def test_the_suite_measures_our_own_reader_where_no_model_is_set() -> None:
    case = {**WHOLE, "message": "accept the second"}
    assert evaluate([case], "offline")["accuracy"] == share(2, 2)
    with pytest.raises(ValueError, match="names no model"):
        evaluate([case], "persona:competent")


def test_the_words_of_a_change_are_those_of_the_message_at_their_place() -> None:
    message = "Accept the first, and for the notice period write ninety days."
    for change in infer(message, ISSUES).changes:
        assert message[change.start : change.end] == change.words
        assert change.words in message


@pytest.mark.parametrize(
    "message",
    [
        "What is the audit clause?",
        "I might accept the first",
        "thanks",
        "",
        "???",
        "If they pay, I accept all",
        "12345",
        "Will this agreement be made into a film, and who plays me?",
        "A friend's fund asked for a monthly audit on a similar deal and got laughed at.",
        "I correct myself: eight months is what the trustees agreed upon, not three.",
    ],
)
def test_what_is_asked_or_supposed_changes_nothing(message: str) -> None:
    assert infer(message, ISSUES).changes == ()


@pytest.mark.parametrize(
    ("message", "decided"),
    [
        (
            "I can accept the proposals under 1, 2 and 4 as they are worded.",
            {"i1": "accept", "i2": "accept", "i4": "accept"},
        ),
        ("nine months at number 2, not three", {"i2": "wording"}),
        ("I have reread 3. Fine. Accepted after all.", {"i3": "accept"}),
        ("Nummer 2 wijs ik af, die blijft staan.", {"i2": "leave"}),
    ],
)
def test_a_list_is_decided_as_one_and_what_a_term_is_not_is_no_finding(message: str, decided: dict[str, str]) -> None:
    assert {change.issue_id: change.act for change in infer(message, ISSUES).changes} == decided


def test_a_title_that_two_issues_share_a_word_of_is_asked_about_and_not_guessed() -> None:
    alike = [Issue("a", 1, "Audit rights missing", "high", "open"), Issue("b", 2, "Audit fees too high", "low", "open")]
    inference = infer("accept the audit one", alike)
    assert inference.changes == ()
    assert inference.unclear == ("accept the audit one",)


def test_a_message_without_issues_changes_nothing() -> None:
    assert infer("accept all of them", []).changes == ()


@pytest.mark.parametrize(
    ("case", "problem"),
    [
        ({"message": "x"}, "Case 1 is not"),
        ({"nitpicks": [{}], "message": "x", "expect": {}}, "has no issue_id"),
        ({"nitpicks": [{"issue_id": "a"}], "message": "x", "expect": {"b": "open"}}, "expects 'b'"),
        ({"nitpicks": [{"issue_id": "a", "status": "done"}], "message": "x", "expect": {}}, "status 'done'"),
    ],
)
def test_a_case_of_another_form_is_named(case: dict[str, object], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        evaluate([case])


@pytest.mark.parametrize(
    "message",
    [
        "it is not okay that number 4 was overlooked for a year",
        "I find it wrong that the first was never shown to us",
        "it's good that number 3 was found",
    ],
)
def test_who_judges_how_something_came_about_decides_nothing_and_is_asked(message: str) -> None:
    inference = infer(message, ISSUES)
    assert inference.changes == ()
    assert inference.doubted == (message,)


THREE = [
    Issue("i1", 1, "No annual scope-3 audit clause", "high", "resolved"),
    Issue("i2", 2, "Termination notice period too short", "medium", "open"),
    Issue("i3", 3, "Indemnity cap unclear", "high", "resolved"),
]
SETTLED_AND_NEXT = [
    {"role": "user", "content": "accept the first, and that's final"},
    {
        "role": "assistant",
        "content": "Noted:\n\n- 1. No annual scope-3 audit clause: resolved.\n\n"
        "Finding 2 is next: Termination notice period too short (medium).",
    },
]


@pytest.mark.parametrize("message", ["good to go", "Accept it.", "fine by me", "leave it", "reject that", "I agree"])
def test_words_that_name_nothing_are_asked_about_where_the_screen_speaks_of_what_was_settled_and_of_the_next(
    message: str,
) -> None:
    assert infer(message, THREE, SETTLED_AND_NEXT).changes == ()


def test_a_finding_that_is_named_by_its_place_is_reopened() -> None:
    changes = infer("undo the last finding", THREE, SETTLED_AND_NEXT).changes
    assert [change.issue_id for change in changes] == ["i3"]


def test_what_stands_behind_a_head_is_of_that_finding_whatever_words_it_shares() -> None:
    issues = [
        Issue("i1", 1, "No independent verification of removal", "high", "open", suggested=("Add a verifier.",)),
        Issue("i2", 2, "Scope 3 emissions are left out of the report", "high", "open", suggested=("Add them.",)),
    ]
    message = "about the independent verification: fine, but I want the report in within 60 days of year end"
    assert {change.issue_id for change in infer(message, issues).changes} == {"i1"}
    both = "about the independent verification: fine. On the report: as suggested"
    assert {change.issue_id for change in infer(both, issues).changes} == {"i1", "i2"}


ABOUT = (
    Issue(
        "i1", 1, "No independent verification of removal", "high", "open", suggested=("Add a verifier.", "Show data.")
    ),
    Issue("i2", 2, "Deposits are not protected", "medium", "open", suggested=("Hold deposits in escrow.",)),
    Issue("i3", 3, "The model may change without consent", "low", "open", suggested=("The verifier approves.",)),
)


@pytest.mark.parametrize(
    ("message", "decided"),
    [
        ("Quick one about number 3, the model. I'm fine with the verifier having to approve.", {"i3": "accept"}),
        ("Hi, about number 3: as suggested. And accept the verification one", {"i1": "accept", "i3": "accept"}),
        ("the deposits one same, as suggested. final and resolved, we got burned on that before", {"i2": "accept"}),
        ("only the first suggestion for number 1. The second one, about the raw data, I leave out.", {"i1": "accept"}),
        ("I should have stuck to bonds, by the way.", {}),
    ],
)
def test_what_is_said_beside_a_decision_decides_nothing_else(message: str, decided: dict[str, str]) -> None:
    read = infer(message, ABOUT)
    assert {change.issue_id: change.act for change in read.changes} == decided
    assert not read.unclear


def test_of_one_of_two_suggestions_the_other_is_left_out() -> None:
    [change] = infer(
        "only the first suggestion for number 1. The second one, about the data, I leave out.", ABOUT
    ).changes
    assert change.suggestion == 1


@pytest.mark.parametrize(
    "words", ["ja, maak maar", "yes, generate them", "yes, make it", "ja graag, maak het document"]
)
def test_a_yes_to_the_papers_may_say_what_it_says_yes_to(words: str) -> None:
    assert questions.wants_cleanup(words, questions.GENERATE) is True
