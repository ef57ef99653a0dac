"""What is understood is counted, by its value: acts, what was not understood, refusals by guard, what was put right."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from chat import assistants
from chat.live import runs
from chat.models import Thread
from chat.models_in_use import answered_by
from llm.testing import ScriptedModel, call
from tax_dossier.tests.shared import store_samples

pytestmark = pytest.mark.django_db
MODEL = "openai:heard"


def of_series(name: str, **labels: str) -> float:
    """What the series of these labels stand at on /metrics, together."""
    total = 0.0
    for line in Client().get("/metrics").content.decode().splitlines():
        if not line.startswith(f"{name}{{"):
            continue
        held = dict(re.findall(r'(\w+)="([^"]*)"', line))
        total += float(line.rpartition(" ")[2]) if labels.items() <= held.items() else 0
    return total


def say(thread: Thread, *messages: str) -> None:
    for words in messages:
        runs.run_here(runs.begin(thread.pk, thread.owner_id, words, None))  # type: ignore[arg-type]


def say_to(model: ScriptedModel, thread: Thread, words: str) -> None:
    with answered_by(MODEL, model):
        say(thread, words)


def thread_of(slug: str, owner: User) -> Thread:
    sample = assistants.get(slug).sample_thread(owner)
    return sample or Thread.objects.create(owner=owner, assistant=slug)


def dashboard(admin: User) -> str:
    client = Client()
    client.force_login(admin)
    return " ".join(client.get("/admin/chat/usage/").content.decode().split())


@pytest.mark.parametrize("model", [None, "Noted."])
def test_what_a_message_does_is_counted_once_a_turn_with_a_model_and_without(
    model: str | None, employee: User, admin: User
) -> None:
    thread = thread_of("pa_dealing", employee)
    before = {act: of_series("assistant_acts_total", assistant="pa_dealing", act=act) for act in ("thanks", "content")}
    for words in ("buy 10 shares of Siemens", "thanks", "thanks"):
        say_to(ScriptedModel([model]), thread, words) if model else say(thread, words)
    assert list(thread.turns.values_list("acts", flat=True)) == ["content", "thanks", "thanks"]
    after = {act: of_series("assistant_acts_total", assistant="pa_dealing", act=act) for act in before}
    assert after == {"thanks": before["thanks"] + 2, "content": before["content"] + 1}
    page = dashboard(admin)
    assert '<td class="p-3">thanks</td><td class="p-3 text-right">2</td>' in page
    assert '<td class="p-3">content</td><td class="p-3 text-right">1</td>' in page


@pytest.mark.parametrize(
    ("words", "reply", "counts"),
    [
        # Nothing was done with it, and the assistant asks again.
        ("put me down for a few of the green ones", ["Sorry, what would you like to buy or sell?"], 1),
        # It was answered.
        ("what is a derivative?", ["A contract on the price of something else. What would you like to trade?"], 0),
        ("thanks a lot", ["You are welcome. Anything else?"], 0),
        ("put me down for a few of the green ones", ["I see."], 0),
        # Something was done.
        ("buy 10 shares of Siemens", [[call("set_quantity", quantity=10)], "Ten. Which listing?"], 0),
    ],
)
def test_a_message_that_a_model_asks_about_again_was_not_understood(
    words: str, reply: list[Any], counts: int, employee: User, admin: User
) -> None:
    thread = thread_of("pa_dealing", employee)
    before = of_series("assistant_not_understood_total", assistant="pa_dealing")
    say_to(ScriptedModel(reply), thread, words)
    assert of_series("assistant_not_understood_total", assistant="pa_dealing") - before == counts
    assert ("message not understood" in dashboard(admin)) == bool(counts)


@pytest.mark.parametrize(
    ("made", "guard", "reason"),
    [
        (call("set_quantity", quantity=4711), "words", "not_in_words"),
        (call("set_quantity", quantity="many"), "arguments", "wrong_arguments"),
        (call("buy_now"), "arguments", "unknown_tool"),
        (call("show_preview"), "record", ""),
    ],
)
def test_a_refusal_is_counted_by_the_guard_that_refused_and_its_reason(
    made: Any, guard: str, reason: str, employee: User, admin: User
) -> None:
    thread = thread_of("pa_dealing", employee)
    wanted = {"assistant": "pa_dealing", "guard": guard} | ({"reason": reason} if reason else {})
    before = of_series("assistant_refused_calls_total", **wanted)
    say_to(ScriptedModel([[made], "How many?"]), thread, "buy some Siemens")
    assert of_series("assistant_refused_calls_total", **wanted) - before == 1
    assert f'<td class="p-3">{guard}: {reason}' in dashboard(admin)


@pytest.mark.parametrize(
    ("slug", "messages", "tool"),
    [
        ("investor_review", ("Accept the first", "No, reject the first one"), "decide_nitpicks"),
        ("investor_review", ("I find the first one reasonable", "yes, accept the first"), ""),
        (
            "pursuit",
            ("Does a glucose monitor need prior authorization in Florida?", "sorry, in Georgia"),
            "plan_question",
        ),
        ("tax_dossier", ("Mag ik de kosten van mijn werkruimte thuis aftrekken?", "haal de eerste weg"), "legislation"),
    ],
)
def test_what_puts_right_is_counted_in_every_assistant(
    slug: str, messages: tuple[str, ...], tool: str, employee: User, admin: User
) -> None:
    if slug == "tax_dossier":
        store_samples()
    thread = thread_of(slug, employee)
    before = of_series("assistant_corrections_total", assistant=slug, tool=tool)
    say(thread, *messages)
    assert list(thread.turns.values_list("corrected", flat=True)) == ["", tool]
    if tool:
        assert of_series("assistant_corrections_total", assistant=slug, tool=tool) - before == 1
        assert f"{tool}: put right within two turns" in dashboard(admin)


def by_form(thread: Thread, path: str, **fields: str) -> None:
    client = Client()
    client.force_login(thread.owner)
    assert client.post(path, fields).status_code == 200


def counted_by_hand(thread: Thread, act: str) -> float:
    return of_series("assistant_corrections_by_hand_total", assistant=thread.assistant, act=act)


def test_a_value_that_a_form_puts_right_within_two_turns_is_counted_and_a_first_or_a_later_one_is_not(
    employee: User, admin: User
) -> None:
    thread = thread_of("pa_dealing", employee)
    edit = f"/pa-dealing/threads/{thread.pk}/edit/"
    by_form(thread, edit, field="quantity", value="5")
    before = counted_by_hand(thread, "quantity_set")
    say(thread, "buy 10 shares of Siemens")
    by_form(thread, edit, field="quantity", value="45")
    assert counted_by_hand(thread, "quantity_set") - before == 1
    assert "quantity_set: put right in the panel" in dashboard(admin)
    say(thread, "thanks", "thanks")
    by_form(thread, edit, field="quantity", value="46")
    assert counted_by_hand(thread, "quantity_set") - before == 1


def test_a_finding_that_is_opened_again_and_a_source_that_is_taken_out_by_hand_are_counted(employee: User) -> None:
    review = thread_of("investor_review", employee)
    issue = assistants.get("investor_review").load(review.pk).nitpicks[0].issue_id
    before = counted_by_hand(review, "nitpick_changed")
    say(review, "Accept the first")
    by_form(review, f"/reviews/threads/{review.pk}/status/", issue_id=issue, status="open")
    assert counted_by_hand(review, "nitpick_changed") - before == 1
    store_samples()
    dossier = thread_of("tax_dossier", employee)
    before = counted_by_hand(dossier, "panel")
    say(dossier, "Mag ik de kosten van mijn werkruimte thuis aftrekken?")
    source = assistants.get("tax_dossier").load(dossier.pk).sources[0].id
    by_form(dossier, f"/tax-dossier/threads/{dossier.pk}/sources/{source}/select/", selected="0")
    assert counted_by_hand(dossier, "panel") - before == 1
