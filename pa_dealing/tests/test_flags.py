"""The two compliance answers: only an explicit answer counts, half of one is kept, inside information is flagged."""

from __future__ import annotations

import pytest

from audit.models import AuditEntry
from chat.acts import act_on
from chat.assistants import Said
from llm.testing import call
from pa_dealing import actions, hints
from pa_dealing.conversation import questions
from pa_dealing.rules.trace import Risk
from pa_dealing.tests.shared import COMPLETE, Desk, names, results
from pa_dealing.words import flags_declared

ASKED = "MISSING_HAS_INSIDE_INFO"
RELATED = "MISSING_IS_RELATED_PARTY"
OPEN = {**COMPLETE, "has_inside_info": None, "is_related_party": None, "question": ASKED}


def answer(
    desk: Desk, *words: str, asked: str = ASKED, inside: bool = False, related: bool = False
) -> dict[str, object]:
    desk.fill(**OPEN)
    return desk.tool("set_compliance_flags", *words, asked=asked, has_inside_info=inside, is_related_party=related)


@pytest.mark.parametrize(
    ("words", "asked", "inside", "related"),
    [
        ("No inside info, not related", "", False, False),
        ("no to both", ASKED, False, False),
        ("neither", ASKED, False, False),
        ("no", ASKED, False, False),
        ("no inside information, but my wife is a director there", ASKED, False, True),
    ],
)
def test_an_explicit_answer_is_kept_with_its_words(
    desk: Desk, words: str, asked: str, inside: bool, related: bool
) -> None:
    assert answer(desk, words, asked=asked, inside=inside, related=related)["status"] == "success"
    draft = desk.draft
    assert (draft.has_inside_info, draft.is_related_party) == (inside, related)
    assert draft.evidence["has_inside_info"]["quote"] in words


@pytest.mark.parametrize(
    "words", ["buy 5 siemens", "maybe", "not that I know", "why do you ask?", "yes", "I think so", "no"]
)
def test_nothing_is_inferred_from_other_words(desk: Desk, words: str) -> None:
    assert answer(desk, words, asked="MISSING_QUANTITY")["status"] in ("error", "pending")
    assert (desk.draft.has_inside_info, desk.draft.is_related_party) == (None, None)


def test_a_bare_yes_leaves_open_which_of_the_two(desk: Desk) -> None:
    assert answer(desk, "yes", inside=True)["status"] == "error"
    assert desk.draft.status == "draft"
    assert desk.draft.has_inside_info is None


def test_the_model_cannot_turn_an_answer_round(desk: Desk) -> None:
    result = answer(desk, "no inside information, but my wife is a director there", related=False)
    assert result["status"] == "error"
    assert desk.draft.is_related_party is None


def test_half_an_answer_is_kept_and_the_other_is_asked(desk: Desk) -> None:
    result = answer(desk, "I have no inside information")
    assert result["status"] == "pending"
    assert "related party" in str(result["ask"])
    assert "inside" not in str(result["ask"])
    assert (desk.draft.has_inside_info, desk.draft.is_related_party) == (False, None)
    assert desk.draft.question == RELATED


@pytest.mark.parametrize(("second", "related"), [("no", False), ("yes", True), ("I am not related", False)])
def test_the_second_half_completes_the_first(desk: Desk, second: str, related: bool) -> None:
    desk.fill(**OPEN)
    desk.say("what?")
    desk.say("I have no inside information")
    turn = desk.say(second)
    assert names(turn)[0] == "set_compliance_flags"
    draft = desk.draft
    assert (draft.has_inside_info, draft.is_related_party) == (False, related)
    assert draft.evidence["has_inside_info"]["quote"] == "I have no inside information"


def test_inside_information_is_kept_and_flagged_and_nothing_is_submitted(desk: Desk) -> None:
    result = answer(desk, "Yes I have inside information", inside=True)
    assert result["status"] == "pending"
    assert desk.reply.startswith(questions.ESCALATED)
    assert "related party" in desk.reply
    draft = desk.draft
    assert (draft.status, draft.escalated, draft.has_inside_info) == ("draft", True, True)
    assert (draft.submitted_at, draft.is_related_party) == (None, None)
    assert AuditEntry.objects.filter(action="pa_dealing.escalated", object_id=str(draft.pk)).exists()


def test_the_model_cannot_deny_what_the_person_affirmed(desk: Desk) -> None:
    answer(desk, "Yes I have inside information", inside=False)
    assert desk.draft.escalated


def test_a_turn_with_inside_information_ends_with_our_words_alone(scripted: Desk) -> None:
    scripted.fill(**OPEN)
    scripted.say("what now?", "Do you have inside information, or are you a related party?")
    # No reply of the model is left in the script, and none is asked for.
    turn = scripted.say("yes, I have inside information about them")
    assert turn.reply.startswith(questions.ESCALATED)
    assert turn.status == "done"
    for tip in ("inside", "flag", "declin", "refus", "restrict"):
        assert tip not in turn.reply.casefold()


def test_after_it_the_person_goes_on_and_submits_or_not(desk: Desk) -> None:
    desk.fill(**OPEN)
    desk.say("I have inside information")
    assert "related party" in desk.say("why?").reply
    turn = desk.say("no")
    assert "The request is complete" in turn.reply
    draft = desk.draft
    assert (draft.status, draft.has_inside_info, draft.is_related_party) == ("previewed", True, False)
    with act_on(actions.open_request(desk.thread.pk, desk.by)) as locked:
        actions.submit_request(locked, by=desk.by, preview_hash=draft.preview_hash)
    assert desk.draft.status == "submitted"
    assert desk.draft.risk & Risk.INSIDE_INFORMATION


def test_an_answer_given_by_the_model_alone_is_refused_in_a_turn(scripted: Desk) -> None:
    turn = scripted.say(
        "Buy 100 Siemens",
        [call("set_compliance_flags", has_inside_info=False, is_related_party=False)],
        "One more question.",
    )
    assert results(turn)[0]["status"] == "error"
    assert scripted.draft.has_inside_info is None


def test_answers_beside_a_trade_are_kept_where_they_are_sure(desk: Desk) -> None:
    desk.say("Buy 100 Siemens shares. No inside info, not related.")
    assert (desk.draft.has_inside_info, desk.draft.is_related_party, desk.draft.quantity) == (False, False, 100)


def test_answers_beside_a_trade_are_kept_where_a_model_reads_them(scripted: Desk) -> None:
    scripted.say(
        "Buy 100 Siemens shares. No inside info, not related.",
        [call("set_compliance_flags", has_inside_info=False, is_related_party=False)],
        "Which one?",
    )
    draft = scripted.draft
    assert (draft.has_inside_info, draft.is_related_party) == (False, False)
    assert draft.evidence["has_inside_info"]["quote"] == "No inside info"


def test_half_an_answer_in_the_first_message_is_kept_and_the_other_asked(desk: Desk) -> None:
    turn = desk.say("no insider knowledge here, buying 18 shares of Siemens")
    assert (desk.draft.has_inside_info, desk.draft.is_related_party) == (False, None)
    assert "Siemens" in turn.reply


def test_answers_about_one_company_do_not_count_for_another(desk: Desk) -> None:
    desk.fill(**COMPLETE)
    desk.say("I meant BASF")
    assert (desk.draft.has_inside_info, desk.draft.is_related_party) == (None, None)


def test_half_an_answer_too_early_does_not_jump_the_queue(scripted: Desk) -> None:
    turn = scripted.say(
        "buy 5 siemens, no inside information",
        [
            call("set_security", search_term="siemens"),
            call("set_compliance_flags", has_inside_info=False, is_related_party=False),
        ],
        "Is it Siemens?",
    )
    assert "Do you mean" in results(turn)[1]["ask"]


@pytest.mark.parametrize("words", ["none of them", "neither", "no to both"])
def test_words_for_both_answer_only_their_own_question(desk: Desk, words: str) -> None:
    desk.fill(**OPEN)
    result = desk.tool(
        "set_compliance_flags", words, asked="SELECTION_LIST", has_inside_info=False, is_related_party=False
    )
    assert result["status"] == "error"
    assert desk.draft.has_inside_info is None


@pytest.mark.parametrize(
    ("words", "inside", "related"),
    [
        ("No, I know only what was in my newspaper.", False, None),
        ("nope dont know any1 there", None, False),
        ("Nee, ik heb geen voorwetenschap.", False, None),
        ("Yes. I have seen quarterly figures that are not published yet.", True, None),
        ("No, and I don't think my sister counts", None, None),
    ],
)
def test_an_answer_in_the_persons_own_words_is_read(
    desk: Desk, words: str, inside: bool | None, related: bool | None
) -> None:
    desk.fill(**OPEN)
    desk.say(words)
    assert (desk.draft.has_inside_info, desk.draft.is_related_party) == (inside, related)


def test_the_result_that_flags_inside_information_names_the_next_step(desk: Desk) -> None:
    result = answer(desk, "Yes, I know about the results before they are out", inside=True, related=False)
    assert desk.draft.escalated
    assert result["instructional_hint"] == hints.determine_instructional_hint(desk.draft)
    assert result["ask"]


def test_the_earlier_result_of_a_third_identical_call_names_the_next_step_again(scripted: Desk) -> None:
    same = [call("set_quantity", quantity=100)]
    turn = scripted.say("Buy 100 Siemens", same, same, same, "Which one?")
    first, *_, third = results(turn)
    assert third["instructional_hint"] == first["instructional_hint"] == "MISSING_SECURITY"
    assert third["ask"] == first["ask"]


@pytest.mark.parametrize(
    "words",
    [
        "I have to say yes: I do have inside information, somebody told me figures that are not public yet.",
        "I must say: I do have inside information, I overheard the board",
    ],
)
def test_who_owns_up_to_inside_information_has_it_whoever_told_them(words: str) -> None:
    assert flags_declared(Said(1, words), ASKED).inside is True


@pytest.mark.parametrize(
    "words",
    ["I do have inside information, he told me to say", "My colleague says: I do have inside information"],
)
def test_what_somebody_is_told_to_declare_is_no_declaration(words: str) -> None:
    assert flags_declared(Said(1, words), ASKED).inside is None
