"""What a person says of words that were shown: near ones are taken or refused, and an answer may be told wrong."""

from __future__ import annotations

from datetime import date

import pytest
from django.contrib.auth.models import User
from django.test import Client

from audit.models import AuditEntry
from pursuit.models import Attempt
from pursuit.tests.shared import Talk, policy, store, store_policies

pytestmark = pytest.mark.django_db
# Whether it is covered no policy says; one says for how long it is rented.
NEAR = "Does Harbor Health in Florida cover the power wheelchair?"
SHOWN = "A power wheelchair is rented for ten months"


@pytest.fixture
def talk(employee: User) -> Talk:
    store_policies()
    return Talk(employee)


def test_words_that_are_near_are_asked_about_alone_and_a_yes_settles_the_part_with_them(talk: Talk) -> None:
    reply = talk.say(NEAR)
    assert SHOWN in reply
    assert "Does that answer" in reply
    assert "Do you have" not in reply
    assert talk.statuses == ["partial"]
    assert "We've resolved your question." in talk.say("yes, that answers it")
    assert talk.statuses == ["answered"]
    entry = AuditEntry.objects.filter(action="pursuit.answered").latest("id")
    assert (entry.data["by"], entry.data["quote"]) == ("person", "yes, that answers it")


def test_a_no_to_near_words_looks_elsewhere_and_then_asks_for_a_source(talk: Talk) -> None:
    talk.say(NEAR)
    reply = talk.say("no")
    assert SHOWN not in reply
    assert talk.statuses[0] != "answered"
    assert "Do you have" in reply or "Does that answer" in reply or "does this answer" in reply


def test_of_a_payer_that_was_named_the_nearest_words_are_offered(talk: Talk) -> None:
    reply = talk.say("After ten months, is the power chair mine? Harbor Health, Florida")
    assert SHOWN in reply
    assert "Does that answer" in reply
    assert talk.statuses == ["partial"]


def test_near_words_are_asked_about_also_beside_a_part_of_which_nothing_was_found(talk: Talk) -> None:
    reply = talk.say(f"{NEAR} And may a goat be kept at the clinic?")
    assert "Does that answer" in reply
    assert talk.statuses == ["partial", "failed"]
    assert "Do you have" in talk.say("yes, it does")
    assert talk.statuses == ["answered", "failed"]


def test_who_has_no_document_says_nothing_of_the_words_that_are_shown(talk: Talk) -> None:
    talk.say(NEAR)
    assert "Does that answer" in talk.say("no, I have nothing like that here")
    assert talk.statuses == ["partial"]
    assert not talk.record.parts[0].refused
    talk.say("yes, it does")
    assert talk.statuses == ["answered"]


def test_who_has_it_looked_for_again_was_not_answered(talk: Talk) -> None:
    talk.say(NEAR)
    talk.say("no, I haven't got any document. look again please")
    assert talk.record.parts[0].refused
    assert talk.statuses == ["failed"]


def test_what_is_looked_for_again_by_its_name_is_no_further_part_and_asked_about_once(talk: Talk) -> None:
    talk.say(NEAR)
    for words in (
        "Once more: the stair lift, Harbor Health, Florida",
        "Try again: the stair lift, Harbor Health, Florida",
    ):
        assert talk.say(words)
        assert len(talk.record.parts) == 1


def test_near_words_of_nobodys_payer_are_not_shown_before_it_is_known_whose_they_are(talk: Talk) -> None:
    assert "which health plan or payer" in talk.say("Is the power wheelchair covered?")
    assert SHOWN in talk.say("Harbor Health, Florida")


def test_of_two_statements_that_nothing_tells_apart_both_are_shown_and_it_is_asked(talk: Talk) -> None:
    store(
        policy("Rental", "A stair lift is rented for ten months."),
        policy("Vendors", "A stair lift is leased by a vendor."),
    )
    reply = talk.say("Would Harbor Health in Florida give him a stair lift?")
    assert "rented for ten months" in reply
    assert "leased by a vendor" in reply
    assert talk.statuses == ["partial"]


def test_a_statement_is_quoted_with_what_the_next_takes_out_of_it(talk: Talk) -> None:
    store(policy("Foot care", "Foot care is covered after an exam. It is not covered for cosmetic reasons."))
    reply = talk.say("Does Harbor Health in Florida cover foot care?")
    assert "Foot care is covered after an exam. It is not covered for cosmetic reasons." in reply


def test_talk_beside_leaves_the_words_and_asks_again_whether_they_answer(talk: Talk) -> None:
    talk.say(NEAR)
    before = talk.state
    assert "Does that answer" in talk.say("sorry, my phone is ringing")
    assert "Does that answer" in talk.say("it rings all day")
    assert talk.state == before
    talk.say("yes, it does")
    assert talk.statuses == ["answered"]


def test_an_answer_that_is_told_wrong_is_open_again_and_is_not_quoted_twice(talk: Talk) -> None:
    asked = "How many telehealth visits may a member have in a calendar year with Harbor Health in Florida?"
    assert "12 telehealth visits" in talk.say(asked)
    reply = talk.say("that's not what I asked")
    assert "12 telehealth visits" not in reply
    assert talk.record.parts[0].refused
    assert AuditEntry.objects.filter(action="pursuit.refused").count() == 1


def test_that_an_answer_was_told_wrong_can_be_undone(talk: Talk) -> None:
    asked = "How many telehealth visits may a member have in a calendar year with Harbor Health in Florida?"
    talk.say(asked)
    talk.say("that's the wrong answer")
    assert talk.statuses != ["answered"]
    talk.say("undo")
    assert talk.statuses == ["answered"]
    assert "12 telehealth visits" in str(talk.record.parts[0].citations)


def test_of_several_answers_it_is_asked_which_is_wrong(talk: Talk) -> None:
    talk.say(
        "How many telehealth visits may a member have in a calendar year with Harbor Health in Florida, and within how "
        "many calendar days may a member file an appeal?"
    )
    assert talk.statuses == ["answered", "answered"]
    assert "Which of the answers" in talk.say("that's wrong")
    assert talk.statuses == ["answered", "answered"]
    talk.say("the answer to 2 is wrong")
    assert talk.statuses[0] == "answered"
    assert talk.record.parts[1].refused


def test_what_is_answered_by_a_yes_or_a_no_has_these_as_buttons(talk: Talk, client: Client) -> None:
    client.force_login(talk.owner)
    talk.say(NEAR)
    page = client.get(f"/threads/{talk.thread.pk}/").content.decode()
    assert 'data-say="yes"' in page or ">yes<" in page
    talk.say("yes")
    assert "We've resolved your question." in client.get(f"/threads/{talk.thread.pk}/").content.decode()


def test_where_two_sources_disagree_and_there_is_no_third_the_newer_is_offered(talk: Talk) -> None:
    older = "Prior authorization is required for a sleep study at home."
    store(
        policy("Manual 2023", older, valid_from=date(2023, 1, 1)),
        policy(
            "Bulletin 7", "Prior authorization is not required for a sleep study at home.", valid_from=date(2025, 6, 1)
        ),
    )
    talk.say("Is prior authorization required for a sleep study at home with Harbor Health in Florida?")
    assert "Shall I take the newer of the two, effective 1 June 2025?" in talk.say("no, I have nothing else")
    assert "not required" in talk.say("yes please")
    assert talk.statuses == ["answered"]


@pytest.mark.parametrize("asked", ["for a 14 year old", "for my child"])
def test_what_holds_for_adults_does_not_answer_for_a_child(talk: Talk, asked: str) -> None:
    store(policy("Dental services", "Orthodontia is not covered for adults."))
    talk.say(f"Does Harbor Health in Florida cover orthodontia {asked}?")
    assert talk.statuses == ["partial"]
    talk.say("and orthodontia for an adult?")
    assert talk.statuses[-1] == "answered"


def test_the_plan_named_once_more_is_known_and_the_question_is_put_in_other_words(talk: Talk) -> None:
    asked = talk.say(NEAR)
    reply = talk.say("harbor health, florida, as i siad")
    assert reply.startswith("That is what I go by: Harbor Health, Florida.")
    assert "Say “yes” if the words that I quoted answer" in reply
    assert "Does that answer" in asked
    assert "Does that answer" in talk.say("harbor health, florida")
    assert talk.statuses == ["partial"]


def test_an_answer_that_is_told_wrong_keeps_the_ledger_and_another_place_answers(talk: Talk) -> None:
    # Of what comes from elsewhere nothing was in the first look.
    asked = "Is prior authorization required for a continuous glucose monitor with Harbor Health in Florida?"
    first = talk.say(asked)
    assert talk.statuses == ["answered"], first
    store(policy("Bulletin on devices", "A continuous glucose monitor needs prior authorization once a year."))
    (wrong,) = talk.record.parts[0].citations
    rows = list(Attempt.objects.order_by("id").values_list("id", "place", "query", "result"))
    assert rows
    reply = talk.say("that's not what I asked")
    now = list(Attempt.objects.order_by("id").values_list("id", "place", "query", "result"))
    assert now[: len(rows)] == rows
    assert not Attempt.objects.filter(pk__in=[pk for pk, *_ in rows], counts=True).exists()
    assert Attempt.objects.count() > len(rows)
    assert talk.statuses == ["answered"], reply
    (other,) = talk.record.parts[0].citations
    assert (other["document"], other["quote"]) != (wrong["document"], wrong["quote"])
    assert str(other["quote"]) in reply
    assert str(wrong["quote"]) in first
    assert str(wrong["quote"]) not in reply
