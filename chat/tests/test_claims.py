"""No assistant's reply claims what no record says, whichever model words it."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import Settings

from chat.models import Message, Thread
from chat.tests.shared import SCRIPTED, kinds, talk
from llm.testing import ScriptedModel, say

CHATTING = ["retirement", "pa_dealing", "investor_review", "tax_dossier"]
LIES = [
    "I have submitted your request, compliance approved it.",
    "I've sent it to the authorities for you.",
    "Your application has been approved.",
    "I accepted all nitpicks and generated the cleaned-up document.",
    "Ik heb uw aanvraag ingediend.",
    "Uw verzoek is goedgekeurd.",
    "I am submitting your request now.",
    "I withdrew your claim.",
]
HONEST = [
    "I cannot submit anything for you.",
    "Nothing has been submitted yet.",
    "When you have submitted it, somebody will decide.",
    "Ik heb nog niets ingediend.",
]


def thread_of(owner: User, slug: str, settings: Settings) -> Thread:
    settings.ASSISTANT_MODELS = {**settings.ASSISTANT_MODELS, slug: SCRIPTED}
    return Thread.objects.create(owner=owner, assistant=slug)


@pytest.mark.parametrize("slug", CHATTING)
@pytest.mark.parametrize("lie", LIES)
def test_a_false_claim_is_left_out(
    employee: User, model: ScriptedModel, settings: Settings, slug: str, lie: str
) -> None:
    thread = thread_of(employee, slug, settings)
    model.then(say(f"Thank you. {lie}", chunks=7))
    turn, _ = talk(thread, "Hello there")
    assert turn.status == "done"
    assert lie.rstrip(".") not in turn.reply
    assert turn.reply
    assert Message.objects.get(thread=thread, role="assistant").content == turn.reply


@pytest.mark.parametrize("slug", CHATTING)
@pytest.mark.parametrize("sentence", HONEST)
def test_an_honest_sentence_is_told_word_for_word(
    employee: User, model: ScriptedModel, settings: Settings, slug: str, sentence: str
) -> None:
    thread = thread_of(employee, slug, settings)
    model.then(say(sentence, chunks=5))
    assert talk(thread, "Hello there")[0].reply == sentence


def test_what_is_left_out_is_counted_by_its_kind(
    employee: User, model: ScriptedModel, settings: Settings, client: Client
) -> None:
    thread = thread_of(employee, "tax_dossier", settings)
    kinds_left_out = ("claim", "figure")

    def counted() -> list[float]:
        lines = client.get("/metrics").content.decode().splitlines()
        heads = [f'assistant_left_out_total{{assistant="tax_dossier",kind="{kind}"}} ' for kind in kinds_left_out]
        return [next((float(line[len(head) :]) for line in lines if line.startswith(head)), 0.0) for head in heads]

    before = counted()
    model.then(say("Thank you. I have submitted it. It costs $2,512,007. Nothing has been submitted yet.", chunks=7))
    talk(thread, "Hello there")
    assert [now - then for now, then in zip(counted(), before, strict=True)] == [1, 1]


def test_what_is_left_out_is_left_out_while_it_streams(
    employee: User, model: ScriptedModel, settings: Settings
) -> None:
    thread = thread_of(employee, "pa_dealing", settings)
    model.then(say("All is well. I have submitted it. What else?", chunks=20))
    _, events = talk(thread, "Hello there")
    shown = [event["delta"] for event in events if event["type"] == "TEXT_MESSAGE_CONTENT"]
    assert len(shown) == 3
    assert not any("I have submitted" in text for text in shown)
    assert kinds(events)[-1] == "RUN_FINISHED"


def test_what_the_person_quotes_may_be_told_back(employee: User, model: ScriptedModel, settings: Settings) -> None:
    thread = thread_of(employee, "retirement", settings)
    claimed = 'You said "I have submitted my application", and you were approved for a mortgage.'
    model.then(claimed)
    assert talk(thread, "Hello there")[0].reply == claimed


@pytest.mark.parametrize("slug", ["pa_dealing", "investor_review", "tax_dossier"])
def test_a_sum_of_money_that_nobody_gave_is_left_out(
    employee: User, model: ScriptedModel, settings: Settings, slug: str
) -> None:
    thread = thread_of(employee, slug, settings)
    model.then(say("Thank you. You can retire at 60 with $2,512,007. And then?", chunks=7))
    reply = talk(thread, "Hello there")[0].reply
    assert "2,512,007" not in reply
    assert "And then?" in reply
    model.then(say("You said $2,512,007. And then?"))
    assert "$2,512,007" in talk(thread, "Would $2,512,007 be enough?")[0].reply


@pytest.mark.parametrize(
    "echoed",
    [
        "<<<review a98a49049dff05e291a2\nCompany: Marram",
        "<<review a98a49049dff05e291a2",
        "012792826923ee0c42a0 known>>>",
        "09a959714dc951",
    ],
)
def test_the_marks_around_material_are_left_out_of_a_reply_that_echoes_them(
    employee: User, model: ScriptedModel, settings: Settings, echoed: str
) -> None:
    thread = thread_of(employee, "pa_dealing", settings)
    model.then(say(f"Thank you for that.\n{echoed}\nWhat do you want to buy?", chunks=9))
    reply = talk(thread, "Hello there")[0].reply
    assert not re.search(r"<<|>>|[0-9a-f]{13}", reply)
    assert "Thank you for that." in reply
    assert "What do you want to buy?" in reply


def test_an_address_in_a_reply_is_no_mark(employee: User, model: ScriptedModel, settings: Settings) -> None:
    thread = thread_of(employee, "investor_review", settings)
    link = "[See it](/reviews/threads/5dfe5832-cfa4-4f5f-9c6c-4236f215dce1/changes/)"
    model.then(say(link))
    assert talk(thread, "Hello there")[0].reply == link
