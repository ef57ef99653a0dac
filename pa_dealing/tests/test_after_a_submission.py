"""What was handed in is not said otherwise: no message before or after it is changed, and no page offers it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from chat.errors import Refused
from chat.models import Thread
from chat.replay import branch_at
from pa_dealing.models import DraftRequest
from pa_dealing.tests.shared import Desk
from pa_dealing.tests.test_replay import WORDS


def page_of(desk: Desk) -> Client:
    client = Client()
    client.force_login(desk.owner)
    return client


def press(desk: Desk, name: str, **values: str) -> None:
    assert page_of(desk).post(reverse(name, args=[desk.thread.pk]), values).status_code == 200


def offered(desk: Desk) -> tuple[int, int]:
    """How many messages the page offers to change, and how many answers to have again."""
    shown = page_of(desk).get(f"/threads/{desk.thread.pk}/").content.decode()
    return shown.count("data-change "), shown.count("data-again")


def refusal(desk: Desk, number: int) -> str:
    turn = desk.thread.turns.get(number=number)
    with pytest.raises(Refused) as refused:
        branch_at(turn, user_id=desk.owner.pk, text="I want to buy 9 Apple shares", client_id=f"again-{number}")
    return refused.value.code


def test_no_message_is_changed_once_the_request_was_submitted_and_the_page_offers_none(desk: Desk) -> None:
    for words in WORDS:
        desk.say(words)
    assert offered(desk) == (5, 5)
    press(desk, "pa-preview")
    press(desk, "pa-submit", preview_hash=DraftRequest.objects.get(thread=desk.thread).preview_hash)
    desk.say("thank you")
    assert DraftRequest.objects.get(thread=desk.thread, submitted_at__isnull=False).quantity == 200
    assert [refusal(desk, number) for number in (1, 5, 6)] == ["changed_by_hand"] * 3
    assert offered(desk) == (0, 0)
    assert Thread.objects.count() == 1


def test_what_was_changed_by_a_button_is_not_offered_to_be_said_otherwise(desk: Desk) -> None:
    desk.say(WORDS[0])
    assert offered(desk) == (1, 1)
    press(desk, "pa-edit", field="quantity", value="300")
    assert offered(desk) == (0, 0)
