"""A compliance answer is the person's own declaration, of now and in earnest; with the rules, and with a model."""

from __future__ import annotations

import pytest

from llm.testing import call
from pa_dealing.models import DraftRequest
from pa_dealing.tests.shared import COMPLETE, Desk, results

OPEN = {**COMPLETE, "has_inside_info": None, "is_related_party": None}
NOT_THEIR_OWN = [
    "My colleague has no inside information",
    "my wife has none",
    "Peter has none",
    "John and Mary have none",
    "our team has no inside information",
    "she is not related to them",
    "my wife dont have any",
    "mijn collega heeft geen voorkennis",
    "wife has no inside info, not related",
    "for my wife: no to both",
    "Jane from legal: no inside information",
    "neither applies to my colleague",
]
OF_ANOTHER_TIME = [
    "last year I had none",
    "I used to have",
    "In 2020 I was not related",
    "I had no inside information until last week",
    "next month I will have none",
    "vorig jaar had ik geen voorkennis",
    "back when I worked in audit, no",
    "no longer related",
]
QUOTED_OR_REHEARSED = [
    'the form says "no inside information"',
    "I was told to say no",
    "my boss wants me to say none",
    "they want me to click no",
    "My colleague says: I have no inside information",
    "volgens het formulier niet",
    '"No to both", is what the intranet recommends',
    "HR asked me to put no to both",
]
NOT_IN_EARNEST = [
    "suppose I had none",
    "if I said no, would that be ok?",
    "no inside information, right?",
    "do I have inside information?",
    "I would say no",
    "probably not",
    "don't think so",
    "what if I say no to both",
]
NOT_DECLARED = [*NOT_THEIR_OWN, *OF_ANOTHER_TIME, *QUOTED_OR_REHEARSED, *NOT_IN_EARNEST]


def asked(desk: Desk, *replies: str, **fields: object) -> Desk:
    """A desk on whose screen the compliance question stands."""
    desk.fill(**{**OPEN, **fields})
    desk.say("what now?", *replies)
    return desk


def flags(draft: DraftRequest) -> tuple[bool | None, bool | None]:
    return draft.has_inside_info, draft.is_related_party


@pytest.mark.parametrize("words", NOT_DECLARED)
def test_what_is_no_declaration_of_ones_own_stores_nothing(desk: Desk, words: str) -> None:
    turn = asked(desk).say(words)
    assert flags(desk.draft) == (None, None)
    assert "inside information about Siemens" in turn.reply


@pytest.mark.parametrize("words", NOT_DECLARED)
def test_a_model_cannot_have_it_stored_either(scripted: Desk, words: str) -> None:
    asked(scripted, "Do you?")
    turn = scripted.say(
        words, [call("set_compliance_flags", has_inside_info=False, is_related_party=False)], "And you?"
    )
    assert results(turn)[0]["status"] == "error"
    assert flags(scripted.draft) == (None, None)


@pytest.mark.parametrize("inside", [True, False])
@pytest.mark.parametrize("words", ["it is worth 5,000 euros", "the weather is nice", "not now", "not sure", "yes"])
def test_a_model_cannot_read_an_answer_in_neutral_words(scripted: Desk, words: str, inside: bool) -> None:
    asked(scripted, "Do you?")
    scripted.say(words, [call("set_compliance_flags", has_inside_info=inside, is_related_party=inside)], "Do you?")
    assert flags(scripted.draft) == (None, None)


@pytest.mark.parametrize(
    "words",
    [
        "no to both",
        "Neither.",
        "no and no, thanks",
        "nothing to declare",
        "no, I have no inside information and I'm not related",
        "No inside info, not related",
        "I do not have inside info nor am I related",
        "I don't have any inside information about Siemens and I am not a related party of it.",
        "no inside information or relation to Siemens whatsoever",
        "No, none whatever.",
        "Neither, I am glad to say.",
        "thankfully neither",
    ],
)
def test_a_whole_answer_is_kept(desk: Desk, words: str) -> None:
    asked(desk).say(words)
    assert flags(desk.draft) == (False, False)
    assert desk.draft.evidence["has_inside_info"]["quote"] in words


@pytest.mark.parametrize(
    ("words", "stored"),
    [
        ("none that I know of", (False, False)),
        ("nothing to declare", (False, False)),
        ("I work in HR and have nothing to do with them", (False, False)),
        ("honestly I have none", (False, False)),
        ("no, I work in HR and have nothing to do with Siemens", (False, False)),
        ("ik werk bij HR en heb niets met ze te maken", (False, False)),
        ("I'm not related to them", (None, False)),
        ("ik heb geen voorkennis", (False, None)),
        ("nope, no I don't have any inside information, and no ties to them. When will I hear back?", (False, False)),
    ],
)
def test_with_a_model_an_ordinary_denial_in_other_words_is_kept(
    scripted: Desk, words: str, stored: tuple[bool | None, bool | None]
) -> None:
    asked(scripted, "Do you?")
    scripted.say(words, [call("set_compliance_flags", has_inside_info=False, is_related_party=False)], "Thank you.")
    assert flags(scripted.draft) == stored


def test_what_may_be_of_another_time_is_asked_again(desk: Desk) -> None:
    asked(desk).say("I looked at all my files yesterday and I have no inside information")
    assert flags(desk.draft) == (None, None)


@pytest.mark.parametrize(
    "between", ["what counts as related?", "wait, 200 shares", "why do you ask?", "my wife has none", "hello"]
)
def test_half_an_answer_is_kept_over_what_is_said_in_between(desk: Desk, between: str) -> None:
    asked(desk).say("I have no inside information")
    desk.say(between)
    assert flags(desk.draft) == (False, None)
    desk.say("no")
    assert flags(desk.draft) == (False, False)


def test_with_a_model_half_an_answer_is_kept_over_a_question_too(scripted: Desk) -> None:
    asked(scripted, "Do you?")
    scripted.say("I have no inside information", "And are you a related party?")
    scripted.say("what counts as related?", "A director, for instance. Are you?")
    scripted.say("no", "Noted.")
    assert flags(scripted.draft) == (False, False)


@pytest.mark.parametrize(("second", "inside"), [("no", False), ("yes", True), ("I have no inside information", False)])
def test_the_second_half_can_be_inside_information(desk: Desk, second: str, inside: bool) -> None:
    turn = asked(desk).say("I am related to them")
    assert flags(desk.draft) == (None, True)
    assert "related" not in turn.reply.rpartition("\n")[2]
    desk.say(second)
    assert flags(desk.draft) == (inside, True)


def test_a_no_to_both_does_not_take_back_a_relation_that_stands(desk: Desk) -> None:
    asked(desk, is_related_party=True)
    desk.tool(
        "set_compliance_flags", "no", asked="MISSING_HAS_INSIDE_INFO", has_inside_info=False, is_related_party=False
    )
    assert flags(desk.draft) == (False, True)


@pytest.mark.parametrize("words", ["no relation to them either", "no, I'm not related", "not connected to them"])
def test_a_denial_of_a_relation_is_read(desk: Desk, words: str) -> None:
    asked(desk).say("no inside information")
    desk.say(words)
    assert flags(desk.draft) == (False, False)


@pytest.mark.parametrize(
    "words", ["No, none whatever.", "nothing whatsoever", "none at all", "no, nothing of the kind"]
)
@pytest.mark.parametrize(("first", "field"), [("I am related to them", "inside"), ("no inside information", "related")])
def test_a_denial_that_names_neither_answers_the_one_that_is_asked(
    desk: Desk, words: str, first: str, field: str
) -> None:
    asked(desk).say(first)
    desk.say(words)
    assert flags(desk.draft) == ((False, True) if field == "inside" else (False, False))


@pytest.mark.parametrize(
    ("words", "answers"),
    [
        ("related party: no. On inside information I can't tell yet. Kindly keep that one open for me", (None, False)),
        ("Not related. The inside information I couldn't tell you today, could you leave it blank?", (None, False)),
        ("No inside information. Related party I can't tell, would you leave it open?", (False, None)),
        ("Not related. Or does an ex-husband at Siemens count?", (None, None)),
    ],
)
def test_the_answer_that_is_given_is_kept_where_the_other_is_left_open(
    desk: Desk, words: str, answers: tuple[bool | None, bool | None]
) -> None:
    asked(desk).say(words)
    assert flags(desk.draft) == answers


def test_one_that_is_answered_by_its_name_is_kept_while_a_match_waits(desk: Desk) -> None:
    desk.say("I want to buy 5 Siemens")
    desk.say("related party: no. As for inside information, I cannot tell you yet")
    assert flags(desk.draft) == (None, False)


VALUE_ASKED = {
    **OPEN,
    "estimated_value": 500_000,
    "pending_value_confirmation": True,
    "value_question": "high_value",
}


@pytest.mark.parametrize(
    "words",
    [
        "no, I have no inside information",
        "no, I'm not related to them",
        "No, no inside info here and my boss agrees",
        "no relation to them either",
    ],
)
def test_a_no_to_the_compliance_question_is_no_answer_to_the_value(desk: Desk, words: str) -> None:
    turn = asked(desk, **VALUE_ASKED).say(words)
    draft = desk.draft
    assert (draft.estimated_value, draft.pending_value_confirmation) == (500_000, True)
    assert "Is that value right?" in turn.reply


def test_a_model_cannot_take_the_value_back_by_it_either(scripted: Desk) -> None:
    asked(scripted, "Is it right?", **VALUE_ASKED)
    scripted.say(
        "no, I have no inside information",
        [call("confirm_pending", confirmation_type="value", confirmed=False)],
        [call("set_compliance_flags", has_inside_info=False, is_related_party=False)],
        "Is the value right?",
    )
    draft = scripted.draft
    assert (draft.estimated_value, draft.has_inside_info, draft.is_related_party) == (500_000, False, None)


def test_a_no_that_speaks_of_compliance_refuses_no_search_result(desk: Desk) -> None:
    desk.say("buy 5 Siemens")
    shown = desk.draft.candidates
    desk.say("no, I have no inside information about that, I promise")
    assert desk.draft.candidates == shown


@pytest.mark.parametrize(
    ("words", "declared"),
    [
        (
            "Yes, I have inside information: I read the results before they came out. I am not a related party.",
            (True, False),
        ),
        ("Yes, I have inside information, the CFO told me. My colleague is not a related party.", (True, None)),
        ("Yes, I have inside information. Not sure whether I am a related party.", (True, None)),
    ],
)
def test_a_sentence_of_its_own_behind_an_affirmed_answer_declares_the_other(
    desk: Desk, words: str, declared: tuple[bool, bool | None]
) -> None:
    asked(desk).say(words)
    assert flags(desk.draft) == declared
