"""What an operator looks at: usage and cost in the admin, and the series of /metrics."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from chat.models import Message, ModelPrice, Thread, ToolCall
from chat.turns import usage


def call(owner: User, model: str, given: int, got: int, assistant: str = "pa_dealing") -> None:
    thread = Thread.objects.create(owner=owner, assistant=assistant)
    Message.objects.create(thread=thread, role="assistant", model=model, input_tokens=given, output_tokens=got)


@pytest.fixture
def prices(db: None) -> None:
    today = timezone.now().date()
    for since, given, got in ((today - timedelta(days=30), "9", "9"), (today, "2", "8"), (date(2100, 1, 1), "1", "1")):
        ModelPrice.objects.create(
            model="openai:gpt", input_per_million=Decimal(given), output_per_million=Decimal(got), since=since
        )


def test_a_call_costs_what_its_model_cost_on_its_day(employee: User, prices: None) -> None:
    call(employee, "openai:gpt-2026-01-01", 500_000, 250_000)
    row = usage.usage(7)[0]
    assert (row.user, row.assistant, row.model, row.calls) == ("employee", "pa_dealing", "openai:gpt-2026-01-01", 1)
    assert row.cost == Decimal("3")


def test_what_the_provider_had_in_its_cache_is_counted_and_costs_its_own_price(employee: User, prices: None) -> None:
    call(employee, "openai:gpt-2026-01-01", 500_000, 0)
    Message.objects.update(cached_tokens=400_000)
    row = usage.usage(7)[0]
    assert (row.cached_tokens, row.cost) == (400_000, Decimal("1"))
    ModelPrice.objects.update(cached_per_million=Decimal("0.5"))
    assert usage.usage(7)[0].cost == Decimal("0.4")
    assert usage.total(usage.usage(7))["cached_tokens"] == 400_000


def test_calls_are_summed_by_day_person_assistant_and_model(employee: User, colleague: User, prices: None) -> None:
    for person in (employee, employee, colleague):
        call(person, "openai:gpt", 1000, 0)
    call(employee, "google:other", 10, 10)
    call(employee, "words", 0, 0)
    rows = usage.usage(7)
    assert sorted((row.user, row.model, row.calls) for row in rows) == [
        ("colleague", "openai:gpt", 1),
        ("employee", "google:other", 1),
        ("employee", "openai:gpt", 2),
    ]
    total = usage.total(rows)
    assert (total["calls"], total["input_tokens"], total["without_price"]) == (4, 3010, 1)
    assert total["cost"] == Decimal("0.006")


def test_structured_questions_are_counted_beside_what_was_said(employee: User, colleague: User, prices: None) -> None:
    def asked(requested: str, model: str, given: int, got: int, kept: int) -> dict[str, Any]:
        return {"schema": "Verdict", "requested": requested, "model": model, "ms": 3, "input_tokens": given} | {
            "output_tokens": got,
            "cached_tokens": kept,
        }

    call(employee, "words", 0, 0, "pursuit")
    first = asked("openai:gpt", "gpt-2026-01-01", 500_000, 250_000, 100_000)
    Message.objects.update(sent={"asked": [first, asked("openai:gpt", "", 1000, 0, 0), first]})
    call(employee, "openai:gpt-2026-01-01", 500_000, 0, "pursuit")
    call(colleague, "offline", 0, 0, "pursuit")
    Message.objects.filter(model="offline").update(sent={"asked": [asked("offline", "offline", 9, 9, 0)]})
    rows = usage.usage(7)
    assert [(row.user, row.model, row.calls, row.input_tokens, row.cached_tokens, row.cost) for row in rows] == [
        ("colleague", "offline", 2, 9, 0, Decimal(0)),
        ("employee", "openai:gpt", 1, 1000, 0, Decimal("0.002")),
        ("employee", "openai:gpt-2026-01-01", 3, 1_500_000, 200_000, Decimal("7")),
    ]
    assert [row.calls for row in usage.usage(7, user="employee", assistant="pursuit")] == [1, 3]
    assert usage.usage(7, assistant="tax_dossier") == []


def test_the_page_shows_it_to_an_administrator_in_few_queries(admin: User, prices: None) -> None:
    for number in range(30):
        call(admin, f"openai:gpt-{number}", 1_000_000, 0)
    client = Client()
    client.force_login(admin)
    page = client.get("/admin/chat/usage/", {"days": "7", "assistant": "pa_dealing", "user": "admin"})
    assert page.status_code == 200
    assert "from the provider's cache)" in page.content.decode()
    assert "USD 60.00" in page.content.decode()
    assert client.get("/admin/chat/usage/", {"days": "many", "user": "\x00nobody"}).status_code == 200


def test_the_page_is_not_for_an_officer(officer: User) -> None:
    client = Client()
    client.force_login(officer)
    assert client.get("/admin/chat/usage/").status_code in (302, 403)


@pytest.mark.django_db
def test_the_metrics_name_turns_tokens_the_pool_and_the_queue(employee: User) -> None:
    from chat.live import runs

    thread = Thread.objects.create(owner=employee, assistant="pa_dealing")
    turn = runs.begin(thread.pk, employee.pk, "buy 10 shares of AAPL", None)
    runs.run_here(turn)  # type: ignore[arg-type]
    text = Client().get("/metrics").content.decode()
    assert 'assistant_turns_total{assistant="pa_dealing",model="offline",status="done"}' in text
    assert 'assistant_turn_overhead_seconds_count{assistant="pa_dealing"}' in text
    for name in ("assistant_tokens_total", "assistant_turns_running", "database_pool_connections", "job_queue_jobs"):
        assert name in text, name
    assert "AAPL" not in text


@pytest.mark.django_db
def test_what_was_not_understood_and_what_was_refused_is_counted_and_shown_without_anybodys_words(
    employee: User, admin: User
) -> None:
    from chat.live import runs

    thread = Thread.objects.create(owner=employee, assistant="pa_dealing")
    for words in ("buy 10 shares of Siemens", "yes", "flurbel the grommet wisely", "the value is a gazillion dollars"):
        runs.run_here(runs.begin(thread.pk, employee.pk, words, None))  # type: ignore[arg-type]
    message = thread.messages.filter(role="assistant").latest("id")
    ToolCall.objects.create(
        message=message, turn=message.turn, position=9, name="set_quantity", arguments="{}",
        result={"status": "error", "code": "not_in_words", "error": "You did not write 7."},
    )  # fmt: skip
    unheard = thread.messages.filter(finish_reason="not_understood").count()
    assert unheard
    text = Client().get("/metrics").content.decode()
    assert 'assistant_not_understood_total{assistant="pa_dealing"}' in text
    assert "flurbel" not in text
    client = Client()
    client.force_login(admin)
    page = client.get("/admin/chat/usage/").content.decode()
    assert "message not understood" in page
    assert "set_quantity: refused" in page
    assert "not_in_words" in page
    assert "flurbel" not in page
    turns = client.get("/admin/chat/turn/?understood=no")
    assert "flurbel the grommet wisely" in turns.content.decode()
    assert turns.context["cl"].result_count == unheard


def _say(owner: User, slug: str, *messages: str) -> Thread:
    from chat.live import runs

    thread = Thread.objects.create(owner=owner, assistant=slug)
    for words in messages:
        runs.run_here(runs.begin(thread.pk, owner.pk, words, None))  # type: ignore[arg-type]
    return thread


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("slug", "messages", "put_right"),
    [
        ("pa_dealing", ("buy 10 shares of Siemens", "sorry, 45 shares"), ["", "set_quantity"]),
        ("pa_dealing", ("buy 10 shares of Siemens", "thanks", "no, 45 shares"), ["", "", "set_quantity"]),
        ("pa_dealing", ("buy 10 shares of Siemens", "thanks", "hello", "no, 45 shares"), ["", "", "", ""]),
        ("pa_dealing", ("buy 10 shares of Siemens", "10 shares"), ["", ""]),
        ("retirement", ("I'm 58", "sorry, I'm 59"), ["", "information"]),
        ("retirement", ("I'm 58", "my wife is 55"), ["", ""]),
        ("retirement", ("I'm 58", "undo"), ["", "information"]),
    ],
)
def test_what_puts_right_what_one_of_the_two_turns_before_recorded_is_counted_by_tool(
    slug: str, messages: tuple[str, ...], put_right: list[str], employee: User, admin: User
) -> None:
    thread = _say(employee, slug, *messages)
    assert list(thread.turns.values_list("corrected", flat=True)) == put_right
    client = Client()
    client.force_login(admin)
    shown = client.get("/admin/chat/usage/").content.decode()
    listed = client.get("/admin/chat/turn/?understood=corrected").context["cl"].result_count
    assert listed == sum(map(bool, put_right))
    if tool := put_right[-1]:
        assert f"{tool}: put right within two turns" in shown
        assert (
            f'assistant_corrections_total{{assistant="{slug}",tool="{tool}"}}'
            in Client().get("/metrics").content.decode()
        )
    else:
        assert "put right within two turns" not in shown


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("slug", "messages"),
    [
        ("pa_dealing", ("buy 10 shares of Siemens", "yes", "flurbel the grommet wisely")),
        ("retirement", ("qwoeiru zzkj plorf",)),
        ("pursuit", ("qwoeiru zzkj plorf",)),
        ("tax_dossier", ("qwoeiru zzkj plorf",)),
    ],
)
def test_what_was_not_understood_is_marked_whoever_says_so(
    slug: str, messages: tuple[str, ...], employee: User
) -> None:
    thread = _say(employee, slug, *messages)
    assert thread.messages.filter(role="assistant").latest("id").finish_reason == "not_understood"
