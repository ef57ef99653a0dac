"""What an officer sees at a glance: how much waits where, what is filtered, and what stands beside a request."""

from __future__ import annotations

import re
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from chat.pages.signin import one_time_path
from pa_dealing.models import DraftRequest, ExchangeRate, SavedView
from pa_dealing.review import actions
from pa_dealing.tests.review_shared import SIEMENS, act, approved, escalated, submitted
from pa_dealing.tests.test_queue import LIST, page, text, web

pytestmark = pytest.mark.django_db


def tabs(user: User) -> dict[str, int | None]:
    """Each tab of the queue with its count."""
    nav = re.search(r"<nav class=.rq-tabs.*?</nav>", text(web(user).get(LIST)))
    assert nav is not None
    labels = re.findall(r"<a [^>]*>([A-Z][\w ]*?)(?: <span class=.rq-count.>(\d+)</span>)?</a>", nav.group())
    return {label: int(count) if count else None for label, count in labels}


def listed(user: User, query: str) -> int:
    return len(re.findall(r"name=.?_selected_action", text(web(user).get(f"{LIST}?{query}"))))


def test_each_tab_of_work_counts_what_its_list_holds(employee: User, officer: User, colleague: User) -> None:
    act(actions.claim_request, submitted(employee), officer)
    act(actions.ask_for_information, submitted(employee), officer, question="Is it your own account?")
    submitted(colleague)
    escalated(employee)
    asks = approved(colleague, officer)
    act(actions.request_extension, asks, colleague, reason="The market was closed.")
    counts = tabs(officer)
    assert (counts["Waiting"], counts["Mine"], counts["Unclaimed"]) == (4, 1, 3)
    assert (counts["Question open"], counts["Extension asked"], counts["Declined"]) == (1, 1, None)
    lists = {
        "Waiting": "",
        "Mine": "status=submitted&officer=me",
        "Unclaimed": "status=submitted&officer=nobody",
        "Question open": "waiting=answer",
        "Extension asked": "waiting=extension",
    }
    assert {name: listed(officer, query) for name, query in lists.items()} == {name: counts[name] for name in lists}


def test_a_filter_that_is_on_is_a_chip_that_takes_it_off_and_keeps_the_rest(officer: User) -> None:
    shown = text(web(officer).get(f"{LIST}?status=submitted&officer=me&age=over_3_days&q=siemens"))
    chips = re.findall(r"<li><a href=\"([^\"]*)\"><span class=.sr-only.>Remove </span>([^<]*?) <", shown)
    assert chips == [
        ("?status=submitted&amp;officer=me&amp;q=siemens", "Age: Over 3 days"),
        ("?status=submitted&amp;officer=me&amp;age=over_3_days", "Words: siemens"),
    ]
    assert "rq-chips" not in text(web(officer).get(LIST))


def test_a_filter_that_no_tab_names_is_a_chip_too(officer: User) -> None:
    shown = text(web(officer).get(f"{LIST}?status=all&decided=30_days"))
    assert "Decided: In the last 30 days" in shown


def test_a_chip_shows_what_was_typed_as_text(officer: User) -> None:
    shown = text(web(officer).get(f"{LIST}?q=<b>bold</b>"))
    assert "Words: &lt;b&gt;bold&lt;/b&gt;" in shown


def test_the_page_shows_the_employees_other_requests_and_who_else_trades_the_security(
    employee: User, colleague: User, officer: User
) -> None:
    other_security = {**SIEMENS, "symbol": "SAP.DE", "name": "SAP SE", "isin": "DE0007164600"}
    earlier, same = approved(employee, officer, security=other_security), submitted(employee)
    theirs, elsewhere = submitted(colleague, direction="SELL"), submitted(colleague, security=other_security)
    shown = text(web(officer).get(page(submitted(employee))))
    own, others = shown.split("Who else trades the security")
    for draft in (earlier, same):
        assert str(draft.pk) in own
    assert own.count("Same security") == 1
    assert str(theirs.pk) in others
    assert "Sell 2,000 Siemens AG" in others
    assert str(elsewhere.pk) not in shown


def test_a_draft_of_somebody_and_a_trade_of_long_ago_do_not_stand_beside_a_request(
    employee: User, colleague: User, officer: User
) -> None:
    old = submitted(colleague)
    DraftRequest.objects.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(days=91))
    shown = text(web(officer).get(page(submitted(employee))))
    assert str(old.pk) not in shown
    assert "This is the first request." in shown
    assert "Nobody else in the last 90 days." in shown


def test_a_value_in_another_currency_stands_beside_its_base_value(employee: User, officer: User) -> None:
    ExchangeRate.objects.create(currency="GBP", per_euro=Decimal("0.8"), date=timezone.now().date())
    foreign = submitted(employee, estimated_currency="GBP", estimated_value=Decimal(8000), value_question="")
    for shown in (text(web(officer).get(LIST)), text(web(officer).get(page(foreign)))):
        assert "GBP 8,000" in shown
        assert "EUR 10,000" in shown


def test_the_admin_of_an_officer_begins_with_the_queue(officer: User, admin: User, employee: User) -> None:
    assert web(officer).get("/admin/").headers["Location"] == LIST
    assert web(admin).get("/admin/").status_code == 200
    assert "login" in web(employee).get("/admin/").headers["Location"]


def test_an_officer_lands_on_the_queue_after_signing_in_by_the_form_and_by_a_link(
    officer: User, employee: User, settings: Settings
) -> None:
    settings.DEBUG = True

    def landed(answer: Any) -> str:
        return str(answer.redirect_chain[-1][0])

    given = {"username": "officer", "password": "officer-password"}
    assert landed(Client().post("/accounts/login/", given, follow=True)) == LIST
    assert landed(Client().post("/admin/login/", given, follow=True)) == LIST
    assert landed(Client().get(one_time_path(User.objects.get(pk=officer.pk)), follow=True)) == LIST
    given = {"username": "employee", "password": "employee-password"}
    assert landed(Client().post("/accounts/login/", given, follow=True)) == "/"


def test_fifty_rows_of_the_queue_weigh_at_most_150_kilobytes(employee: User, officer: User) -> None:
    for _ in range(50):
        submitted(employee)
    body = web(officer).get(LIST).content
    assert body.count(b"_selected_action") == 50
    assert len(body) <= 150_000


def test_the_cells_keep_their_text_escaped(employee: User, officer: User) -> None:
    submitted(employee, security={**SIEMENS, "name": '<td class="field-x">&'})
    assert "&lt;td class=&quot;field-x&quot;&gt;&amp;" in text(web(officer).get(LIST))


def test_a_view_is_kept_by_its_name_for_its_officer_alone(employee: User, officer: User) -> None:
    other = User.objects.create_user("second-officer", password="x", is_staff=True)
    other.groups.set(officer.groups.all())
    keep = reverse("admin:pa_dealing_keep_view")
    web(officer).post(keep, {"name": "Rich", "query": "flag=high_value&q=Siemens&p=3&csrf=no"})
    web(officer).post(keep, {"name": "Rich", "query": "flag=high_value"})
    view = SavedView.objects.get()
    assert (view.officer, view.query) == (officer, "flag=high_value")
    assert 'href="?flag=high_value" aria-current="page">Rich' in text(web(officer).get(f"{LIST}?flag=high_value"))
    assert "Rich" not in text(web(other).get(LIST))
    drop = reverse("admin:pa_dealing_drop_view", args=[view.pk])
    assert [web(user).post(drop).status_code for user in (other, officer, officer)] == [404, 302, 404]
    assert web(employee).post(keep, {"name": "Mine", "query": "q=x"}).status_code == 302
    assert not SavedView.objects.exists()


def test_filters_open_by_a_button_and_each_act_on_the_selected_is_one(employee: User, officer: User) -> None:
    submitted(employee)
    shown = text(web(officer).get(LIST))
    assert re.search(r"<button[^>]*data-filters", shown)
    assert re.search(r'<button type="submit" name="action" value="claim_selected"[^>]*>Claim</button>', shown)
    assert '<select name="action"' not in shown
