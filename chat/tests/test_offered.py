"""With which assistants a person may begin: the cards, the palette, the button, the API and the dossier's own door."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from pytest_django import Settings

from chat import assistants
from chat.errors import Refused
from chat.models import Thread

CARD = 'name="assistant" value="tax_dossier"'
NEW = {"assistant": "tax_dossier"}


@pytest.fixture
def page(client: Client, employee: User, settings: Settings) -> Client:
    settings.ASSISTANT_GROUPS = {**settings.ASSISTANT_GROUPS, "tax_dossier": "tax"}
    client.force_login(employee)
    return client


def offered(page: Client) -> tuple[bool, bool]:
    """Whether the start page and the palette offer to begin with it."""
    slugs = [assistant["slug"] for assistant in page.get("/find/").json()["assistants"]]
    return CARD in page.get("/").content.decode(), "tax_dossier" in slugs


def test_an_assistant_of_a_group_is_offered_to_its_members_and_to_superusers_alone(
    page: Client, employee: User, admin: User
) -> None:
    assert offered(page) == (False, False)
    assert 'name="assistant" value="pursuit"' in page.get("/").content.decode()
    employee.groups.add(Group.objects.create(name="tax"))
    assert offered(page) == (True, True)
    assert page.post("/threads/", NEW).status_code == 302
    page.force_login(admin)
    assert offered(page) == (True, True)


def test_who_is_not_in_the_group_begins_by_no_door(page: Client, employee: User) -> None:
    assert page.post("/threads/", NEW).status_code == 403
    refused = page.post("/v1/threads/", NEW, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (403, "not_for_you")
    with pytest.raises(Refused, match="may not begin"):
        assistants.get("tax_dossier").thread_named(employee, "box-3")
    assert not Thread.objects.exists()


def test_what_was_begun_before_stays_open_and_offers_no_new_one(page: Client, employee: User) -> None:
    thread = Thread.objects.create(owner=employee, assistant="tax_dossier", title="Begun before")
    shown = page.get(f"/threads/{thread.pk}/").content.decode()
    assert CARD not in shown
    assert "composer" in shown
    assert "Begun before" in page.get("/").content.decode()
