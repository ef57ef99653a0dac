"""Where one deed of a message ends and the next begins, and what of a message is left without some of them."""

from __future__ import annotations

import pytest

from dialogue import Act, deeds_in, without


def read(message: str, screen: str = "") -> list[tuple[Act, str]]:
    return [(deed.act, message[deed.start : deed.end]) for deed in deeds_in(message, screen)]


@pytest.mark.parametrize(
    ("message", "screen", "expected"),
    [
        ("no, only what everyone can read", "yes_no", [Act.NO, Act.CONTENT]),
        ("yes, only what everyone can read", "yes_no", [Act.YES, Act.CONTENT]),
        ("No, way too high", "yes_no", [Act.NO]),
        ("nope, too high", "yes_no", [Act.NO, Act.CONTENT]),
        ("I never said that, undo it", "yes_no", [Act.NO, Act.UNDO]),
        (
            "I don't know a soul at that company and everything I know is from the FT",
            "yes_no",
            [Act.NO, Act.CONTENT],
        ),
        ("no, it was 600", "yes_no", [Act.CHANGE]),
        ("yes, it was 600", "yes_no", [Act.CHANGE]),
        ("wait, it should be 600", "", [Act.CHANGE]),
        ("it's KBC, not ING", "", [Act.CHANGE]),
        ("it's KBC. Not ING", "", [Act.CONTENT, Act.NO]),
        ("Not ING. It's KBC", "", [Act.NO, Act.CONTENT]),
        ("I have 400 shares. I said 64 but it will be 66", "", [Act.CONTENT, Act.CHANGE]),
        ("I have a will and a trust, but they're twenty years old.", "", [Act.CONTENT]),
        ("good morning, good morning", "", [Act.GREET]),
        ("hello, and who sees this?", "", [Act.GREET, Act.HELP]),
        ("My mortgage is paid off and what is still missing?", "", [Act.CONTENT, Act.LEFT]),
        ("the pension is 900 a month and then I want to speak to a human", "", [Act.CONTENT, Act.HUMAN]),
        ("thanks a lot and what is still missing?", "", [Act.THANKS, Act.LEFT]),
        ("thanks and goodbye", "", [Act.THANKS, Act.END]),
        ("let me speak to a person, this is useless", "", [Act.HUMAN]),
        ("I have 400 shares. No. I meant 600, not 400", "", [Act.CONTENT, Act.CHANGE]),
        ("I have 400 shares. wait. correction, it is 600", "", [Act.CONTENT, Act.CHANGE]),
        ("No no no no no, I am sorry. It should be 600", "", [Act.NO, Act.CHANGE]),
        ("I have 400 shares. yes, it was paid off in 2019", "yes_no", [Act.CONTENT, Act.YES, Act.CONTENT]),
        ("yes, only what everyone can read", "", [Act.YES]),
        ("yes, that is enough for today", "yes_no", [Act.YES, Act.END]),
        ("no, that is enough for today", "yes_no", [Act.END]),
        ("we have decided not to go back", "", [Act.BACK]),
        ("I've decided to take it back", "", [Act.UNDO]),
        ("hang on, chainsaw. I have 400 shares", "", [Act.WAIT, Act.CONTENT]),
        ("I have 400 shares. hang on, chainsaw", "", [Act.CONTENT, Act.WAIT]),
        ("a你好", "", [Act.OTHER_LANGUAGE]),
        ("Привет, как дела", "", [Act.OTHER_LANGUAGE]),
    ],
)
def test_a_message_is_as_many_deeds_as_it_does_different_things(message: str, screen: str, expected: list[Act]) -> None:
    assert [act for act, _ in read(message, screen)] == expected


@pytest.mark.parametrize("message", ["ab你好", "ok, 我", "abc你好"])
def test_a_few_letters_of_another_script_make_no_foreign_message(message: str) -> None:
    assert Act.OTHER_LANGUAGE not in {act for act, _ in read(message)}


@pytest.mark.parametrize("opening", ["", "I have 400 shares. ", "Hello. I have 400 shares. "])
@pytest.mark.parametrize(
    "words", ["Definition of permanence vague", "I've written down my wishes in case I can't speak for myself."]
)
def test_what_is_hardly_understood_behind_an_undo_is_told_and_not_undone(opening: str, words: str) -> None:
    assert read(f"{opening}Undo that. {words}")[-2:] == [(Act.UNDO, "Undo that"), (Act.CONTENT, words)]


def test_he_is_who_was_told_of_in_the_sentence_before_and_in_no_earlier_one() -> None:
    cousin = "My cousin in Chicago he gets 3,700 from the union!"
    aside = f"{cousin} He was only a driver."
    assert read(f"I have 400 shares. {aside}") == [(Act.CONTENT, "I have 400 shares."), (Act.ASIDE, aside)]
    between = "I have 400 shares. He was only a driver."
    assert read(f"{cousin} {between}") == [(Act.ASIDE, cousin), (Act.CONTENT, between)]


def test_what_is_said_of_another_goes_into_no_answer_behind_it() -> None:
    message = "My in-laws are 90 and we do everything for them. make it a dozen. what a day."
    assert [act for act, _ in read(message)] == [Act.ASIDE, Act.CONTENT, Act.CHAT]


@pytest.mark.parametrize(("sentences", "is_read"), [(60, True), (61, False), (70, False)])
def test_what_stands_behind_the_sixtieth_clause_is_not_understood(sentences: int, is_read: bool) -> None:
    message = "Thanks. " * sentences
    expected = [(Act.THANKS, message[: 60 * 8 - 1])]
    assert read(message) == (expected if is_read else [*expected, (Act.UNKNOWN, message[60 * 8 :])])


@pytest.mark.parametrize(
    ("message", "left_out", "rest"),
    [
        ("thanks, I have 400 shares", Act.THANKS, "I have 400 shares"),
        ("hello, and who sees this?", Act.HELP, "hello, and"),
        ("I have 400 shares. hang on, chainsaw", Act.WAIT, "I have 400 shares."),
        ("thanks, son", Act.GREET, "thanks, son"),
        ("son", Act.GREET, "son"),
    ],
)
def test_a_message_without_a_deed_keeps_its_other_words(message: str, left_out: Act, rest: str) -> None:
    assert without(message, [deed for deed in deeds_in(message) if deed.act is left_out]) == rest


def test_where_but_a_word_of_address_would_be_left_nothing_is() -> None:
    message = "couldn't tell you, son"
    (deed,) = deeds_in(message)
    assert without(message, [type(deed)(deed.act, 0, message.index(","))]) == ""
