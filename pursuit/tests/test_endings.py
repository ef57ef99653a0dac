"""An end is judged on the whole utterance: the phrases that give a matter up, what only sounds like them, and goodbyes."""

from __future__ import annotations

import pytest

from pursuit.talk import Intent, Situation, ends, reading

THIRTEEN = [
    *(
        "Never mind",
        "That's enough",
        "Stop",
        "I'm done",
        "No thanks",
        "Cancel",
        "Forget it",
        "Don't worry",
        "That's ok",
    ),
    *("Skip it", "End the search", "That's all", "No more"),
]


OPEN = Situation(is_open=True, has_objective=True, slots={})


def gives_up(text: str) -> bool:
    return reading.certain_intent(text, OPEN) in (Intent.END, Intent.THANKS)


@pytest.mark.parametrize("phrase", THIRTEEN)
def test_each_phrase_gives_the_matter_up_however_it_is_written(phrase: str) -> None:
    curly = phrase.replace("'", "’")
    for clauses in (
        phrase,
        phrase.upper(),
        f"{phrase.lower()}.",
        f"{phrase}!!",
        f"OK, {phrase.lower()}",
        f"{curly}.",
    ):
        assert gives_up(clauses), clauses


@pytest.mark.parametrize(
    "text",
    [
        "When does coverage stop?",
        "yes, that is all correct, please go on",
        "Is there a fee to cancel?",
        "Stop-loss insurance: what is it",
        "How do I skip it without a penalty?",
        "ok",
        "sure",
        "The search was ended by the payer, is that allowed?",
        "no more than 12 visits are covered, right?",
        "That's all of the documents I have, can you read them?",
        "",
    ],
)
def test_what_only_holds_such_words_gives_nothing_up(text: str) -> None:
    assert reading.certain_intent(text, OPEN) is not Intent.END


@pytest.mark.parametrize(
    "text", ["thanks, bye!", "Great, that's all I needed. Thank you", "goodbye", "no that's it, thanks"]
)
def test_a_goodbye_ends(text: str) -> None:
    assert ends(text)


def test_an_affirmation_and_what_asks_end_nothing() -> None:
    assert not ends("Yes, that's it.")
    assert not ends("what is the copay, and thanks")
