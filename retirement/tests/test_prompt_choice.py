"""The person chooses what a conversation is for: in the panel, by the API, by a word, in the terminal."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from audit.models import AuditEntry
from chat import assistants
from chat.models import Message, Thread
from retirement.tests.shared import Desk


def api(client: Client, desk: Desk, **body: Any) -> tuple[int, dict[str, Any]]:
    answer = client.post(f"/v1/retirement/threads/{desk.thread.pk}/prompt/", json.dumps(body), "application/json")
    return answer.status_code, answer.json()


def page(client: Client, desk: Desk, prompt: str, **headers: str) -> Any:
    return client.post(f"/retirement/threads/{desk.thread.pk}/prompt/", {"prompt": prompt}, headers=headers)


def notices(desk: Desk) -> list[str]:
    return list(Message.objects.filter(thread=desk.thread, role="notice").values_list("content", flat=True))


def test_a_strangers_thread_is_not_found_at_any_door(desk: Desk, colleague: User, client: Client) -> None:
    client.force_login(colleague)
    assert api(client, desk, prompt="readiness")[0] == 404
    assert client.get(f"/v1/retirement/threads/{desk.thread.pk}/prompt/").status_code == 404
    assert page(client, desk, "readiness").status_code == 404
    assert desk.record.plan.prompt == "completeness"


def test_a_thread_of_another_assistant_has_no_prompt(employee: User, client: Client) -> None:
    client.force_login(employee)
    other = Thread.objects.create(owner=employee, assistant="pa_dealing")
    assert client.post(f"/retirement/threads/{other.pk}/prompt/", {"prompt": "readiness"}).status_code == 404
    assert client.get(f"/v1/retirement/threads/{other.pk}/prompt/").status_code == 404


def test_who_is_not_signed_in_chooses_nothing(desk: Desk, client: Client) -> None:
    assert page(client, desk, "readiness").status_code == 302
    assert api(client, desk, prompt="readiness")[0] in (401, 403)
    assert desk.record.plan.prompt == "completeness"


def test_the_form_needs_the_token_and_a_post(desk: Desk) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(desk.owner)
    assert page(strict, desk, "readiness").status_code == 403
    assert strict.get(f"/retirement/threads/{desk.thread.pk}/prompt/").status_code == 405
    assert desk.record.plan.prompt == "completeness"


def test_a_choice_in_the_panel_is_shown_told_in_the_chat_and_audited_once(desk: Desk, client: Client) -> None:
    client.force_login(desk.owner)
    for _ in range(2):
        html = page(client, desk, "readiness").content.decode()
    assert 'value="readiness" aria-pressed="true"' in html
    assert 'value="completeness" aria-pressed="false"' in html
    assert notices(desk) == ["From here on this conversation looks at how ready you are to retire."]
    entry = AuditEntry.objects.get(action="retirement.prompt_chosen")
    assert (entry.actor_id, entry.data) == (desk.owner.pk, {"prompt": "readiness", "before": "completeness"})
    assert notices(desk)[0] in client.get(f"/threads/{desk.thread.pk}/").content.decode()
    assert "how ready they are" in assistants.get("retirement").instructions(desk.record, {})


def test_the_api_reads_and_changes_it(desk: Desk, client: Client) -> None:
    client.force_login(desk.owner)
    address = f"/v1/retirement/threads/{desk.thread.pk}/prompt/"
    assert client.get(address).json() == {"prompt": "completeness"}
    assert api(client, desk, prompt="readiness") == (200, {"prompt": "readiness"})
    assert client.get(address).json() == {"prompt": "readiness"}
    assert api(client, desk, prompt="completeness") == (200, {"prompt": "completeness"})
    assert len(notices(desk)) == 2


@pytest.mark.parametrize("bad", ["", "both", "READINESS", None, 5, ["readiness"], "<b>"])
def test_a_prompt_that_there_is_not_is_refused_by_name(desk: Desk, client: Client, bad: object) -> None:
    client.force_login(desk.owner)
    status, answer = api(client, desk, prompt=bad)
    assert (status, answer["code"]) == (400, "invalid")
    assert "There are: completeness, readiness." in answer["errors"]["prompt"][0]
    shown = page(client, desk, str(bad), **{"HX-Request": "true"})
    assert (shown.status_code, page(client, desk, str(bad)).status_code) == (200, 400)
    assert "There is no prompt" in shown.content.decode()
    assert "<b>" not in shown.content.decode()
    assert notices(desk) == []


def test_a_word_chooses_it_at_any_time_and_the_talk_goes_on(desk: Desk) -> None:
    desk.say("I'm 58")
    turn = desk.say("/readiness")
    assert turn.reply.startswith("From here on this conversation looks at how ready you are to retire.")
    assert turn.reply.endswith("?")
    assert desk.record.plan.prompt == "readiness"
    desk.say("at 64")
    assert any(fact.fact_type == "target_retirement_age" for fact in desk.record.facts)
    desk.say("/completeness")
    assert desk.record.plan.prompt == "completeness"


def test_the_terminal_chooses_it_too(desk: Desk) -> None:
    reply = assistants.get("retirement").command("readiness", desk.thread, desk.owner)
    assert reply == notices(desk)[0]
    assert desk.record.plan.prompt == "readiness"
