"""Which quoted words can stand for which decision, and what is said of those that cannot."""

from __future__ import annotations

import pytest

from investor_review.words import why_not

NO, YES, LEAVES, TAKES = "says no", "says yes", "leaves it as it is", "takes what was suggested"
QUOTATION, QUESTION, SUPPOSED, NOT_DONE = "quotation marks", "a question", "undecided", "not say that you are done"


def reason(message: str, decision: str) -> str:
    """Why the words in brackets, or all of the message, cannot stand for the decision."""
    before, _, rest = (message if "[" in message else f"[{message}]").partition("[")
    quoted, _, after = rest.partition("]")
    return why_not(f"{before}{quoted}{after}", len(before), len(before) + len(quoted), decision)


@pytest.mark.parametrize(
    ("message", "decision", "expected"),
    [
        ('"accept it"', "accept", QUOTATION),
        ('"accept it"', "use_draft", QUOTATION),
        ('"Six months, no credits"', "finish", QUOTATION),
        ("the second, [not the third]", "accept", NO),
        ("not that, but accept it", "accept", NO),
        ("yes but [leave the fee as it is]", "confirm", NO),
        ("yes but [leave the fee as it is]", "own_wording", LEAVES),
        ("the others may stay", "own_wording", LEAVES),
        ("don't accept it", "own_wording", LEAVES),
        ("accept the first", "own_wording", TAKES),
        ("I accept the suggestion", "own_wording", TAKES),
        ("accept the first", "reject", YES),
        ("no objection", "reopen", YES),
        ("make that except 6", "reject", YES),
        ("that's all, accept the first", "reject", YES),
        ("the fee again, I accept it", "reopen", YES),
        ("[take up the fee again], accepted", "reopen", YES),
        ("not that, but accept it", "leave", YES),
        ("first one yes please [the rest]", "leave", YES),
        ("[first one yes please] leave the rest", "leave", YES),
        ("should I leave it?", "leave", QUESTION),
        ("would you accept it?", "accept", QUESTION),
        ("is it done?", "reopen", QUESTION),
        ("suppose I accept it", "accept", SUPPOSED),
        ("they would accept it", "accept", SUPPOSED),
        ("if you say so, done", "accept", SUPPOSED),
        ("reopen it, yes", "leave", "takes it up again"),
        ("accept the first", "finish", NOT_DONE),
        ("yes leave the fee", "finish", NOT_DONE),
        ("I'm not quite done", "finish", NOT_DONE),
        ("not yet, I'm done", "finish", NOT_DONE),
        ("no, that's all", "finish", NOT_DONE),
        ("generate it, no credits", "finish", NOT_DONE),
        ("if that's all, I'm done", "finish", NOT_DONE),
        ("we are done?", "finish", NOT_DONE),
        ("that's all, should I accept it?", "finish", NOT_DONE),
    ],
)
def test_words_that_say_something_else_stand_for_no_decision(message: str, decision: str, expected: str) -> None:
    assert expected in reason(message, decision)


@pytest.mark.parametrize(
    ("message", "decision"),
    [
        ("[the second], not the third", "accept"),
        ("[6] not 5", "own_wording"),
        ("yes leave the fee", "accept"),
        ("no objection", "use_draft"),
        ("no objection", "leave"),
        ("no objection but no", "use_draft"),
        ("why not", "accept"),
        ('"Six months, no credits"', "own_wording"),
        ("I'd take what you suggested, but with six months", "own_wording"),
        ("make that except 6", "own_wording"),
        ("make that except 6", "reopen"),
        ("yes but [leave the fee as it is]", "leave"),
        ("first one yes please [leave the rest]", "leave"),
        ("first one yes please [skip the second]", "reject"),
        ("on second thoughts take up the fee again", "reopen"),
        ("I accept the fee. [Take up the audit again]", "reopen"),
        ("[Take up the audit again]. I accept the fee", "reopen"),
        ("accept it?", "accept"),
        ("that's all, accept the first", "finish"),
        ("that's all, leave the fee as it is", "finish"),
        ("no more, generate it", "finish"),
        ("nothing more, and leave the fee", "finish"),
    ],
)
def test_words_that_may_be_meant_so_are_let_through(message: str, decision: str) -> None:
    assert reason(message, decision) == ""
