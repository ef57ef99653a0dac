"""Yes and no, choices, stop, buy and sell, and the two compliance answers."""

import pytest

from wording.answers import (
    choice,
    direction,
    flag_answers,
    is_cancel,
    leading_answer,
    negated,
    puts_off,
    that_is_all,
    yes_or_no,
)


@pytest.mark.parametrize(
    "text",
    [
        "yes",
        "Yep!",
        "yeah",
        "y",
        "ja",
        "That’s right.",
        "sure, go ahead",
        "Yes please",
        "no problem",
        "ok thanks",
        "👍",
    ],
)
def test_a_whole_yes_is_yes(text: str) -> None:
    assert yes_or_no(text) is True


@pytest.mark.parametrize(
    "text", ["no", "Nope.", "n", "not at all", "no thank you", "neither", "No, that's wrong", "I don't"]
)
def test_a_whole_no_is_no(text: str) -> None:
    assert yes_or_no(text) is False


@pytest.mark.parametrize(
    "text",
    [
        "",
        "yes but no",
        "not sure",
        "I don't know",
        "yes?",
        "I think so",
        "yes, EUR",
        "no inside info",
        "nobody",
        "yes if cheap",
    ],
)
def test_anything_else_is_no_answer(text: str) -> None:
    assert yes_or_no(text) is None


@pytest.mark.parametrize(
    ("text", "value", "words"),
    [
        ("yes, CHF", True, "yes"),
        ("Yes it is CHF", True, "Yes"),
        ("no, it's in kroner", False, "no"),
        ("That's right, CHF", True, "That's right"),
        ("ok, do that", True, "ok"),
    ],
)
def test_a_longer_answer_begins_with_yes_or_no(text: str, value: bool, words: str) -> None:
    answer = leading_answer(text)
    assert answer is not None
    assert (answer.value, text[answer.start : answer.end]) == (value, words)


@pytest.mark.parametrize(
    "text", ["no inside info", "right now", "yes but no", "not sure", "ok so what", "no one knows", "yesterday"]
)
def test_a_sentence_that_only_looks_like_an_answer(text: str) -> None:
    assert leading_answer(text) is None


@pytest.mark.parametrize(
    ("text", "index"),
    [
        ("1", 0),
        ("#3", 2),
        ("option 2", 1),
        ("the first one", 0),
        ("third please", 2),
        ("I'll take number four", 3),
        ("4th", 3),
        ("the last one", 3),
        ("5", None),
        ("0", None),
        ("this one", None),
        ("not the first", None),
        ("1 or 2", None),
        ("3 shares", None),
        ("both", None),
    ],
)
def test_a_choice_from_four(text: str, index: int | None) -> None:
    assert choice(text, 4) == index


@pytest.mark.parametrize(
    ("text", "cancelled"),
    [
        ("stop", True),
        ("Cancel that, please", True),
        ("never mind", True),
        ("ok, forget it", True),
        ("I changed my mind", True),
        ("don't stop", False),
        ("a stop loss", False),
        ("please don't cancel it", False),
        ("", False),
    ],
)
def test_calling_it_off_is_a_whole_utterance(text: str, cancelled: bool) -> None:
    assert is_cancel(text) is cancelled


@pytest.mark.parametrize(
    ("text", "side"),
    [
        ("I'd like to purchase Philips", "BUY"),
        ("getting into Shell", "BUY"),
        ("go long on copper", "BUY"),
        ("dispose of my bonds", "SELL"),
        ("get rid of them", "SELL"),
        ("liquidate the lot", "SELL"),
        ("sell, not buy", "SELL"),
        ("I'm not buying, I'm selling", "SELL"),
        ("No, sell", "SELL"),
        ("I have no inside info and want to sell", "SELL"),
        ("don't sell", None),
        ("I will never buy it", None),
        ("should I buy or sell?", None),
        ("a sell-side analyst", None),
        ("the buyback", None),
        ("the purchase price is 5", None),
        ("short term", None),
        ("Best Buy stock", None),
    ],
)
def test_the_direction_of_a_trade(text: str, side: str | None) -> None:
    mention = direction(text)
    assert (mention and mention.direction) == side
    assert mention is None or text[mention.start : mention.end] == mention.text


def test_a_negation_reaches_to_the_end_of_its_clause() -> None:
    text = "I won't exit, I add"
    assert negated(text, (8, 12))
    assert not negated(text, (16, 19))


@pytest.mark.parametrize(
    ("text", "inside", "related"),
    [
        ("No inside information and I'm not related", False, False),
        ("no MNPI, not a related party", False, False),
        ("I have neither insider knowledge nor any connection", False, False),
        ("no to both", False, False),
        ("Neither of those applies", False, False),
        ("no and no", False, False),
        ("none", False, False),
        ("yes to both", True, True),
        ("Yes, I have inside information", True, None),
        ("I do not have inside info", False, None),
        ("no inside info but my brother is the CFO", False, True),
        ("Inside info: no. Related: yes.", False, True),
        ("Yes, I confirm I hold no inside information", False, None),
        ("no", None, None),
        ("yes", None, None),
        ("yes and no", None, None),
        ("I don't think so", None, None),
        ("I'm not sure about inside info", None, None),
        ("I might be related", None, None),
        ("I don't have no inside info", None, None),
        ("No, I have inside info", None, None),
        ("What counts as inside information?", None, None),
        ("my aunt is not a director", None, None),
        ("This is related to my pension plan", None, None),
        ("I bought it for the dividend", None, None),
    ],
)
def test_two_compliance_answers_in_one_utterance(text: str, inside: bool | None, related: bool | None) -> None:
    answers = flag_answers(text)
    assert answers.values == (inside, related)
    assert (answers.inside_span is None) is (inside is None)
    assert (answers.related_span is None) is (related is None)


def test_the_span_of_a_compliance_answer_holds_its_words() -> None:
    text = "Well, no inside info, and my wife is a director."
    answers = flag_answers(text)
    assert answers.inside_span is not None
    assert answers.related_span is not None
    assert text[slice(*answers.inside_span)] == "no inside info"
    assert text[slice(*answers.related_span)] == "my wife is a director"


@pytest.mark.parametrize(
    "text", ["Jazeker", "prima, dank je wel", "Ja graag", "ok, doe maar", "dat klopt hoor", "akkoord!"]
)
def test_a_dutch_yes_is_yes(text: str) -> None:
    assert yes_or_no(text) is True


@pytest.mark.parametrize("text", ["Nee hoor", "nee, dank u", "neen", "niet nodig"])
def test_a_dutch_no_is_no(text: str) -> None:
    assert yes_or_no(text) is False


@pytest.mark.parametrize(
    "text", ["ja maar", "goed idee van de bank", "graag gedaan", "prima belegging", "zeker weten doe ik niet"]
)
def test_a_dutch_word_of_a_yes_in_something_longer_is_no_answer(text: str) -> None:
    assert yes_or_no(text) is None


@pytest.mark.parametrize("text", ["not yet", "No, not yet", "wait please", "Hold on", "nog niet", "Wacht even"])
def test_an_answer_that_is_put_off_is_neither_yes_nor_no(text: str) -> None:
    assert puts_off(text)
    assert yes_or_no(text) is None


@pytest.mark.parametrize(
    "text", ["no", "yes", "", "I will wait for the report", "not yet decided on the second", "later this year"]
)
def test_what_is_not_put_off(text: str) -> None:
    assert not puts_off(text)


@pytest.mark.parametrize(
    "text",
    [
        "That's all",
        "no, that’s all, thanks",
        "Nothing else for now.",
        "ok I'm done",
        "thats it thank you",
        "No further questions",
        "Nee, dat was alles, dank je",
        "We are done here",
    ],
)
def test_nothing_more_is_wanted(text: str) -> None:
    assert that_is_all(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "yes",
        "thanks",
        "is that all?",
        "that's all correct, now change the second",
        "that's all I know of the first one",
        "I'm done with the first",
        "nothing else matters but the price",
    ],
)
def test_something_more_is_said(text: str) -> None:
    assert not that_is_all(text)
