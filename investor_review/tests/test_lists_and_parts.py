"""Several findings in few words, parts of one finding's suggestions, quantities, and what is no wording. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from investor_review.offline.inference import Inference, infer
from investor_review.words import Issue

ISSUES = (
    Issue(
        *("n1", 1, "No cap on the fee", "high", "open", "The Company raises its fee every spring."),
        ("Limit the rise to three per cent.", "Tell the Buyer of a rise sixty days before."),
    ),
    Issue(*("n2", 2, "The audit is missing", "high", "open", "Nobody checks the books."), ("Add a yearly audit.",)),
    Issue(
        *("n3", 3, "Deposits are not protected", "medium", "open", "Half is paid early."),
        ("Hold deposits in escrow until delivery.", "Return deposits within twenty days when the agreement ends."),
    ),
    Issue(*("n4", 4, "Notice is short", "medium", "open", "Ten days are allowed."), ("Make the notice ninety days.",)),
    Issue(*("n5", 5, "Insurance is voluntary", "low", "open", "The Company may insure."), ("Make insurance a duty.",)),
)
ASKED_NEXT = "Finding 1 is next: No cap on the fee (high)."


def read(words: str, issues: Sequence[Issue] = ISSUES, history: Sequence[tuple[str, str]] = ()) -> Inference:
    return infer(words, issues, [{"role": role, "content": content} for role, content in history])


def decided(words: str, history: Sequence[tuple[str, str]] = (), issues: Sequence[Issue] = ISSUES) -> str:
    """What is decided of each finding: "a+" accepted, "a+2" its second suggestion, "a-" left, "a=" worded, "a<" open."""
    signs = {"accept": "+", "praise": "+", "settle": "+", "leave": "-", "wording": "=", "reopen": "<"}
    changes = read(words, issues, history).changes
    return " ".join(
        f"{'_abcde'[int(change.issue_id[1:])]}{signs[change.act]}{change.suggestion or ''}"
        for change in sorted(changes, key=lambda change: change.issue_id)
    )


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("1 ok (all of it) 2 ok 3 leave 4 ok 5 no. thats all", "a+ b+ c- d+ e-"),
        ("1: y, 2: n, 3: y, 4: n", "a+ b- c+ d-"),
        ("1 ja 2 nee 3 ja", "a+ b- c+"),
        ("1) accept 2) leave 3) accept", "a+ b- c+"),
        ("1. yes\n2. no\n3. yes\n4. yes", "a+ b- c+ d+"),
        ("1 accept\n2 accept\n3 skip\n4 skip\n5 accept", "a+ b+ c- d- e+"),
        ("1 fine; 2 & 3 no; 4 fine", "a+ b- c- d+"),
        ("1,2,4 accept; 3,5 leave", "a+ b+ c- d+ e-"),
        ("1-2 yes rest no", "a+ b+ c- d- e-"),
        ("accept 1,3 and leave 2,4,5", "a+ b- c+ d- e-"),
        ("1 = yes, 2 = no, others = no", "a+ b- c- d- e-"),
        ("1 👍 2 👎 3 👍", "a+ b- c+"),
        ("2 yep 4 nope", "b+ d-"),
        ("1. yes 2. no 3. yes", "a+ b- c+"),
        ("Accept 1, 2 and 4. Leave 3 and 5.", "a+ b+ c- d+ e-"),
        ("I accept all findings from 1 to 3 how you suggest", "a+ b+ c+"),
        ("accept all from 2 through 4", "b+ c+ d+"),
        ("accept 1 n 3 as suggested", "a+ c+"),
        ("accept 1, 2 n 4", "a+ b+ d+"),
        ("1 y 2 n 3 y", "a+ b- c+"),
        # "In five" minutes is no finding.
        ("fire drill in five", ""),
        ("drop off the kids in three", ""),
        ("Please approve the first two findings and leave the final three.", "a+ b+ c- d- e-"),
    ],
)
def test_each_number_of_a_terse_list_gets_what_follows_it(words: str, expected: str) -> None:
    assert decided(words) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("accept the first one leave number 2 as it is what does number 3 mean make number 4 sixty days", "a+ b- d="),
        ("ACCEPT 1 LEAVE 2 AS IT IS", "a+ b-"),
        ("so accept the first one you know um so leave number 2 as it is", "a+ b-"),
    ],
)
def test_decisions_with_no_mark_between_them_are_each_of_its_own_finding(words: str, expected: str) -> None:
    assert decided(words) == expected


@pytest.mark.parametrize("words", ["1 yes, 2 hmm, 3 no", "1 yes 2 perhaps 3 no", "1 ok\n2 dunno\n3 no"])
def test_what_of_a_terse_list_is_not_read_is_asked(words: str) -> None:
    inference = read(words)
    assert decided(words) == "a+ c-"
    assert any("2" in clause for clause in (*inference.doubted, *inference.unclear))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("About the deposits, I want the escrow, your first change, not the second one on the refund.", "c+1"),
        ("On the deposits finding take the second suggestion but not the first.", "c+2"),
        ("Of the fee point I take only the first one.", "a+1"),
        ("For the deposits: the first one yes, the second one no.", "c+1"),
        ("Deposits: take your second proposal. The first one I do not want.", "c+2"),
        ("The fee: I'd have the second option and not the first one.", "a+2"),
        ("For finding 3 accept both, the first one and the second one.", "c+"),
        ("Take the first change of 3 and both of 1.", "a+ c+1"),
        ("Take the second edit of the fee, and for the deposits the first one.", "a+2 c+1"),
        # A finding with one suggestion has no second one, so another finding is meant.
        ("Accept the notice one, leave the second one.", "b- d+"),
        ("Accept the first one and leave the second one.", "a+ b-"),
    ],
)
def test_an_ordinal_beside_a_named_finding_is_a_part_of_its_suggestions(words: str, expected: str) -> None:
    assert decided(words) == expected


def test_what_is_only_refused_of_an_open_finding_is_asked() -> None:
    inference = read("the deposits, but without the second one")
    assert not inference.changes
    assert inference.doubted


def test_own_words_that_say_no_more_than_a_suggestion_take_it() -> None:
    assert decided("For the deposits I want the escrow") == "c+1"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("the two high ones, all of it", "a+ b+"),
        ("accept the two high ones, every suggestion in them", "a+ b+"),
        ("take both mediums, all the changes you propose for them", "c+ d+"),
        ("the low one: all of your suggestions", "e+"),
        ("the deposits and the notice, everything you suggest there", "c+ d+"),
    ],
)
def test_all_of_the_suggestions_is_no_target_beside_a_named_group(words: str, expected: str) -> None:
    assert decided(words).replace("c+2", "c+") == expected


@pytest.mark.parametrize("words", ["accept the three high ones", "take the four medium ones", "leave the other two"])
def test_a_count_that_disagrees_with_the_group_is_asked(words: str) -> None:
    inference = read(words)
    assert not inference.changes
    assert inference.unknown


def test_a_count_may_be_of_what_is_undecided() -> None:
    issues = [replace(issue, status="resolved") if issue.number == 1 else issue for issue in ISSUES]
    assert decided("accept the one high one", issues=issues) == "b+"
    assert decided("leave the other four", issues=issues) == "b- c- d- e-"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("The rest I turn down, I want no quarrel with the Company.", "a- b- c- d- e-"),
        ("The others I refuse, they need to keep their goodwill.", "a- b- c- d- e-"),
        ("I decline everything, we should be good partners first.", "a- b- c- d- e-"),
    ],
)
def test_a_reason_behind_a_refusal_is_no_wording(words: str, expected: str) -> None:
    assert decided(words) == expected


@pytest.mark.parametrize(
    "words",
    ["For the rest, the Company should not be annoyed by us.", "All of them should be in a nicer tone."],
)
def test_words_of_several_findings_are_never_kept_as_their_wording(words: str) -> None:
    inference = read(words)
    assert not [change for change in inference.changes if change.act == "wording"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("One thing is truly bad: nobody checks the books. For this one I take the change that you propose.", "b+"),
        ("The fee troubles me most, they can raise it as they please. Take both your suggestions there.", "a+"),
    ],
)
def test_a_complaint_before_a_suggestion_that_is_taken_is_no_wording(words: str, expected: str) -> None:
    assert decided(words) == expected


def test_what_is_said_of_the_second_of_two_findings_is_of_that_alone() -> None:
    assert decided("Take your text for the audit, and for the notice I'd say: give us eighty days") == "b+ d="


def test_another_value_than_the_suggested_one_is_no_suggestion() -> None:
    noted = "Noted:\n\n- 4. Notice is short: resolved. To do: sixty days"
    history = [("user", "on the notice write sixty days"), ("assistant", noted)]
    assert decided("Sorry, make that ten days", history) == "d="


def test_a_wording_is_kept_without_the_words_that_announce_it() -> None:
    for words in (
        "For number 4, I want my own wording: the notice should be sixty days.",
        "Number 4, write this instead: the notice should be sixty days.",
    ):
        assert [change.words for change in read(words).changes] == ["the notice should be sixty days."]


@pytest.mark.parametrize(
    ("words", "history", "expected"),
    [
        (
            "and the one before it, leave that be",
            [
                ("user", "accept 4"),
                (
                    "assistant",
                    "Noted:\n\n- 4. Notice is short: resolved, as suggested\n\nFinding 1 is next: No cap on the fee (high).",
                ),
            ],
            "c-",
        ),
        (
            "the previous one I leave",
            [("user", "what is 3?"), ("assistant", "**3. Deposits are not protected** (medium).")],
            "b-",
        ),
        (
            "accept the one after that too",
            [("user", "accept 4"), ("assistant", "Noted:\n\n- 4. Notice is short: resolved, as suggested")],
            "e+",
        ),
        ("accept 4, and the one after it", [], "d+ e+"),
    ],
)
def test_before_and_after_are_counted_from_the_finding_spoken_of(
    words: str, history: Sequence[tuple[str, str]], expected: str
) -> None:
    assert decided(words, history) == expected


def test_the_next_one_is_asked_where_the_screen_calls_another_one_next() -> None:
    history = [
        ("user", "accept 3"),
        ("assistant", f"Noted:\n\n- 3. Deposits are not protected: resolved, as suggested\n\n{ASKED_NEXT}"),
    ]
    assert decided("accept the next one as well", history) == ""
    history = [
        ("user", "accept 3"),
        (
            "assistant",
            "Noted:\n\n- 3. Deposits are not protected: resolved, as suggested\n\nFinding 4 is next: Notice is short (medium).",
        ),
    ]
    assert decided("accept the next one as well", history) == "d+"


@pytest.mark.parametrize(("words", "expected"), [("sorry, make that 21 days", "c="), ("accept it", "c+")])
def test_an_aside_and_the_reminder_behind_it_leave_the_finding_spoken_of(words: str, expected: str) -> None:
    decided_on_three = [
        ("user", "3: the deposit comes back within 14 days"),
        (
            "assistant",
            "Noted:\n\n- 3. Deposits are not protected: resolved. To do: the deposit comes back within 14 days",
        ),
    ]
    aside = [("user", "how long is it, in pages?"), ("assistant", f"Twelve pages. Back to where we were. {ASKED_NEXT}")]
    assert decided(words, [*decided_on_three, *aside]) == decided(words, decided_on_three) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("number 2: nothing without the cap on the fee and thirty days notice", "b="),
        ("Number 3 I reject, their own wording is fine by me", "c-"),
        ("scrap what I said on 2 before, set it back to open", "b<"),
    ],
)
def test_a_finding_named_by_number_is_meant_by_what_stands_beside_it(words: str, expected: str) -> None:
    assert decided(words, []) == expected


SHOWN = (
    ("assistant", "Finding 2: The audit is missing (high).\n\nI suggest: Add a yearly audit.\n\nShall I note it?"),
)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("for the third take your proposal too", "c+"),
        ("for the last adopt your proposal", "e+"),
        ("on the third go with your proposal", "c+"),
        ("for the third your proposal is fine", "c+"),
        ("the third business day is fine", ""),
    ],
)
def test_the_finding_that_is_named_is_decided_and_not_the_one_that_is_shown(words: str, expected: str) -> None:
    assert decided(words, SHOWN) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("drop your suggestion", "b-"),
        ("please don't use your proposal", "b-"),
        ("no need for your suggestion", "b-"),
        ("I'd rather not have your proposal", "b-"),
        ("don't use your proposal for 3", "c-"),
        ("about the third, discard your proposal", "c-"),
        ("your suggestion is wrong", ""),
        ("your proposal is not good enough", ""),
        ("I have nothing against your suggestion", "b+"),
        ("no objection to your proposal", "b+"),
        ("nothing wrong with your change", "b+"),
    ],
)
def test_an_agreement_that_is_denied_is_none(words: str, expected: str) -> None:
    assert decided(words, SHOWN) == expected


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ("on 3 I want the deposits in escrow, sixty days", "on 3 I want the deposits in escrow, sixty days"),
        ("accept 3, sixty days", "sixty days"),
    ],
)
def test_what_is_wished_of_a_suggestion_stays_beside_the_own_words_behind_it(words: str, kept: str) -> None:
    assert [change.words for change in read(words, ISSUES, ()).changes] == [kept]
