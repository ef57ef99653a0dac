"""What is no decision of the investor's own decides nothing, whatever was spoken of before."""

from __future__ import annotations

from dataclasses import replace

import pytest

from investor_review.offline.inference import infer
from investor_review.words.findings import Issue

FRESH = [
    Issue("issue_001", 1, "No annual scope-3 audit clause", "high", "open", "", ("Add an annual audit.",)),
    Issue("issue_002", 2, "Offsets are not limited", "medium", "open", "", ("Cap the offsets.",)),
    Issue("issue_003", 3, "Notice is short", "low", "open", "", ("Make it sixty days.",)),
]
GOING = [replace(FRESH[0], status="in_progress"), *FRESH[1:]]
ONE_LEFT = [replace(FRESH[0], status="resolved"), replace(FRESH[1], status="resolved"), FRESH[2]]
CONFIRM = "Noted:\n\n- 1. No annual scope-3 audit clause: in progress.\n\nCan you confirm that 1 is settled?"
SHOWN = "**2. Offsets are not limited** (medium).\n\nSuggested: Cap the offsets."
SITUATIONS = {
    "nothing was said": (FRESH, ""),
    "a confirmation is asked": (GOING, CONFIRM),
    "a finding was shown": (FRESH, SHOWN),
    "one finding is left": (ONE_LEFT, "Noted:\n\n- 2. Offsets are not limited: resolved."),
}
STRAYS = {
    "farewells": (
        "thanks, bye",
        "Great, thank you!",
        "I have to go",
        "I must leave now",
        "ok bye",
        "perfect, have a great weekend",
        "no more questions, bye",
        "take care",
        "I have to catch a train at 3",
        "we have to close the office now",
    ),
    "pleas": (
        "please just fix my printer",
        "please just fix the thing with the invoice",
        "can you repair my laptop?",
        "it keeps crashing, please fix it",
        "this is ridiculous, fix it",
        "please change my email address to x@y.com",
        "I need a human",
        "please please just make it work",
    ),
    "no trouble": ("no issue with it being low", "no problem with that being medium", "no objection to it staying low"),
    "suppositions": (
        "if I accepted 2, what happens?",
        "suppose we take the first",
        "let's say I accept all of them, how would the paper look",
        "imagine I reject 2",
        "hypothetically, accept 1",
        "In theory the first is fine",
        "say I accepted 1",
        "had I accepted 2 we would be done",
        "accepting the first would be a mistake",
        "I could take the second",
    ),
    "questions": (
        "accept 1?",
        "would you accept 1 in my place?",
        "should I accept 1?",
        "would it help if 2 was accepted",
    ),
    "quotations": ('he wrote "accept the first"', "the email says 'accept all'", '"I accept 1" was her answer'),
    "others": (
        "my lawyer would accept it",
        "Anna accepts all of these normally",
        "the board has approved 2",
        "they want me to accept all",
        "my boss wants 2 changed to quarterly",
        "they would make it quarterly",
        "accept 1, he said",
        "the supplier agrees to the first",
        "my wife says yes",
    ),
    "the past": ("I accepted 1 in another deal", "last time we agreed to 2", "I was going to accept 1"),
}


@pytest.mark.parametrize("situation", SITUATIONS, ids=str)
@pytest.mark.parametrize("words", [words for group in STRAYS.values() for words in group], ids=lambda words: words[:40])
def test_what_is_no_decision_of_the_investors_own_changes_nothing(words: str, situation: str) -> None:
    issues, shown = SITUATIONS[situation]
    history = [{"role": "user", "content": "hm"}, {"role": "assistant", "content": shown}] if shown else []
    assert infer(words, issues, history).changes == ()


def test_a_sentence_of_no_trouble_is_asked_about() -> None:
    assert infer("no issue with it being low", FRESH).doubted == ("no issue with it being low",)


@pytest.mark.parametrize(
    ("words", "changes"),
    [
        ("I accept the first, thanks", {"issue_001": "accept"}),
        ("we're fine with 2, leave 3 as it is", {"issue_002": "accept", "issue_003": "leave"}),
        ("for the notice make it ninety days", {"issue_003": "wording"}),
        ("can you accept 2 please", {"issue_002": "accept"}),
        ("reject 1 and 2", {"issue_001": "leave", "issue_002": "leave"}),
    ],
)
def test_the_investors_own_decisions_are_still_read(words: str, changes: dict[str, str]) -> None:
    assert {change.issue_id: change.act for change in infer(words, FRESH).changes} == changes


@pytest.mark.parametrize(
    ("words", "changes"),
    [
        ("the first one is fine, drop the second", {"issue_001": "accept", "issue_002": "leave"}),
        ("I'd like to accept the first one", {"issue_001": "accept"}),
        ("first change the second one to quarterly", {"issue_002": "wording"}),
        ("let's keep 3 the way it is", {"issue_003": "leave"}),
        (
            "for the first say quarterly and for the third say sixty days",
            {"issue_001": "wording", "issue_003": "wording"},
        ),
    ],
)
def test_each_decision_goes_to_its_own_finding(words: str, changes: dict[str, str]) -> None:
    assert {change.issue_id: change.act for change in infer(words, FRESH).changes} == changes


@pytest.mark.parametrize(
    "words",
    ["resolve my ticket number 2", "delete everything", "I don't mind that it is low", "close", "do that thing"],
)
def test_an_act_on_something_else_or_on_nothing_decides_nothing(words: str) -> None:
    history = [{"role": "assistant", "content": SHOWN}]
    assert infer(words, FRESH, history).changes == ()


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ("2: make it quarterly, and otherwise leave it", {"issue_002": "2: make it quarterly, and otherwise leave it"}),
        ("3: ninety days, leave the rest of the clause", {"issue_003": "3: ninety days, leave the rest of the clause"}),
    ],
)
def test_what_a_wording_leaves_alone_takes_nothing_of_it_back(words: str, kept: dict[str, str]) -> None:
    assert {change.issue_id: change.words for change in infer(words, FRESH).changes} == kept


def test_the_rest_behind_a_wording_is_of_the_other_findings() -> None:
    changes = {change.issue_id: change.act for change in infer("make 2 quarterly, leave the rest", FRESH).changes}
    assert changes == {"issue_001": "leave", "issue_002": "wording", "issue_003": "leave"}
