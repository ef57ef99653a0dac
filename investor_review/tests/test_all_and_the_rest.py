"""What “all”, “the rest” and a bare number speak of where a message or the one before names some findings. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from investor_review.offline.inference import infer
from investor_review.words import Issue

ISSUES = (
    Issue("n1", 1, "No cap on the fee", "high", "open", "", ("Limit the rise to three per cent.",)),
    Issue("n2", 2, "The audit is missing", "high", "open", "", ("Add a yearly audit.",)),
    Issue("n3", 3, "Deposits are not protected", "medium", "open", "", ("Hold deposits in escrow.",)),
    Issue("n4", 4, "Notice is short", "medium", "open", "", ("Make the notice ninety days.",)),
    Issue("n5", 5, "Insurance is voluntary", "low", "open", "", ("Make insurance a duty.",)),
)


def after(words: str, resolved: str = "", history: Sequence[tuple[str, str]] = ()) -> str:
    """The findings that are changed, each with "r" resolved, "p" in progress, "o" open."""
    issues = [replace(issue, status="resolved") if str(issue.number) in resolved else issue for issue in ISSUES]
    changes = infer(words, issues, [{"role": role, "content": content} for role, content in history]).changes
    return " ".join(sorted(f"{change.issue_id[1:]}{change.status[0].replace('i', 'p')}" for change in changes))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("4 and 5 all agreed, all settled", "4r 5r"),
        ("Points 1, 3 and 5 are all fine with me, all closed.", "1r 3r 5r"),
        ("2 and 3 I accept, everything as you put it, final.", "2r 3r"),
        ("Accept 1. Accept 4. All final.", "1r 4r"),
        ("All five are accepted, all final.", "1r 2r 3r 4r 5r"),
        ("Accept everything except 2, all final.", "1r 3r 4r 5r"),
        ("Leave 3 open, accept everything.", "1p 2p 3o 4p 5p"),
    ],
)
def test_all_behind_some_findings_is_all_of_those(words: str, expected: str) -> None:
    assert after(words) == expected


@pytest.mark.parametrize(
    "words",
    [
        "4: make it sixty days, the rest as you proposed. Final.",
        "For 4 write sixty days instead of ninety, everything else of the suggestion is good. With that, final.",
        "On 4 I want a notice of sixty days, the remainder of your suggestion is all right. That's final.",
    ],
)
def test_what_a_wording_leaves_of_its_suggestion_is_no_other_finding(words: str) -> None:
    assert after(words) == "4r"
    assert infer(words, ISSUES).changes[0].act == "wording"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("The other four remain undecided, that's fine by me.", "1o 2o 3o 4o"),
        ("I've finished. The open ones can stay open.", "1o 2o 3o 4o"),
        ("The other four are with our lawyers, I agree to that.", ""),
        ("Nothing final on 4 please.", "4o"),
    ],
)
def test_what_stays_open_and_pleases_is_not_accepted(words: str, expected: str) -> None:
    assert after(words, resolved="5") == expected


def test_a_number_that_a_wording_just_gave_is_a_quantity_and_no_finding() -> None:
    history = [
        ("user", "For 4 make it five months. Final."),
        ("assistant", "Noted:\n\n- 4. Notice is short: resolved. To do: make it five months."),
    ]
    assert "5" not in after("No, five is too strict. Make it eight months.", resolved="4", history=history)


@pytest.mark.parametrize(
    "words",
    [
        "Coming back to what I wrote first: number 2 has to be open again, my partner wants to see it before I agree.",
        "The audit needs to be reopened, our board wants a word.",
        "The deposits must go back to open, I was too quick",
    ],
)
def test_what_has_to_be_open_again_is_reopened_whatever_the_reason(words: str) -> None:
    assert after(words, resolved="123") in ("2o", "3o")


@pytest.mark.parametrize(
    ("words", "resolved", "expected"),
    [
        ("Make that except the audit and except the notice.", "1245", "2o 4o"),
        ("ah, except the deposits", "13", "3o"),
        ("ah, except the deposits", "1", ""),
        ("I accept everything, all final. Except number 4.", "", "1r 2r 3r 5r"),
    ],
)
def test_what_is_excepted_afterwards_is_taken_out_and_never_accepted(words: str, resolved: str, expected: str) -> None:
    assert after(words, resolved) == expected
