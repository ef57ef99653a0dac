"""The one-time link and the demo users exist under DEBUG only, and a link works once."""

from __future__ import annotations

import re
import time
from io import StringIO
from unittest import mock

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import Settings

from chat.management.commands import load_demo
from chat.pages.signin import one_time_path


@pytest.fixture
def debug(settings: Settings) -> None:
    settings.DEBUG = True


def test_a_link_signs_in_once(debug: None, client: Client, employee: User) -> None:
    path = one_time_path(employee)
    answer = client.get(path)
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert client.session["_auth_user_id"] == str(employee.pk)
    assert "no-store" in answer["Cache-Control"]
    again = Client().get(path)
    assert again.status_code == 403
    assert "works once and for one hour" in again.content.decode()


def test_a_link_made_in_the_second_of_the_last_sign_in_works_once_too(debug: None, employee: User) -> None:
    assert Client().get(one_time_path(employee)).status_code == 302
    employee.refresh_from_db()
    path = one_time_path(employee)
    assert Client().get(path).status_code == 302
    assert Client().get(path).status_code == 403


def test_a_link_is_too_old_after_an_hour(debug: None, client: Client, employee: User) -> None:
    path = one_time_path(employee)
    with mock.patch("time.time", return_value=time.time() + 61 * 60):
        assert client.get(path).status_code == 403
    with mock.patch("time.time", return_value=time.time() + 59 * 60):
        assert client.get(path).status_code == 302


@pytest.mark.parametrize(
    "path",
    [
        "/accounts/once/zzz/x-y/",
        "/accounts/once/MQ/no/",
        "/accounts/once/%00/a/",
        "/accounts/once/MTIzNDU2Nzg5MDEyMzQ1Njc4OTA/a-b/",
    ],
)
@pytest.mark.every_case
def test_a_made_up_link_is_refused(debug: None, client: Client, employee: User, path: str) -> None:
    assert client.get(path).status_code == 403


def test_a_link_of_one_person_does_not_sign_in_another(
    debug: None, client: Client, employee: User, admin: User
) -> None:
    mine, theirs = one_time_path(employee).split("/"), one_time_path(admin).split("/")
    assert client.get("/".join([*theirs[:4], mine[4], ""])).status_code == 403


def test_somebody_who_was_shut_out_is_not_let_in(debug: None, client: Client, employee: User) -> None:
    path = one_time_path(employee)
    employee.is_active = False
    employee.save(update_fields=["is_active"])
    assert client.get(path).status_code == 403


def test_fetching_ahead_does_not_use_the_link_up(debug: None, client: Client, employee: User) -> None:
    path = one_time_path(employee)
    assert client.get(path, headers={"Sec-Purpose": "prefetch;prerender"}).status_code == 403
    assert client.head(path).status_code == 405
    assert client.get(path).status_code == 302


def test_without_debug_there_is_no_link(client: Client, employee: User) -> None:
    assert client.get(one_time_path(employee)).status_code == 404
    with pytest.raises(CommandError, match="only under DEBUG"):
        call_command("sign_in_link", "--user", "employee")


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/accounts/login/", "/admin/login/"])
def test_one_page_signs_everybody_in_and_offers_the_demo_users_under_debug_alone(
    client: Client, settings: Settings, path: str
) -> None:
    for name in ("officer", "employee"):
        User.objects.create_user(name, password=f"{name}-demo")
    settings.DEBUG = True
    page = client.get(path).content.decode()
    assert "Sign in to Assistants" in page
    buttons = re.findall(r'<button type="submit" class="button">(\w+)</button>', page)
    assert buttons == ["employee", "officer"]
    settings.DEBUG = False
    bare = client.get(path).content.decode()
    assert "Sign in to Assistants" in bare
    assert "-demo" not in bare


def test_an_account_that_may_not_open_a_page_is_told_so_where_another_one_signs_in(
    client: Client, employee: User
) -> None:
    client.force_login(employee)
    page = client.get("/admin/", follow=True).content.decode()
    assert "This account may not open that page. Sign in with another one." in page
    assert 'name="next" value="/admin/"' in page


@pytest.mark.django_db
def test_who_is_refused_reads_what_may_help_and_changes_the_account_there(client: Client) -> None:
    helper = User.objects.create_user("helper", password="x", is_staff=True)
    client.force_login(helper)
    answer = client.get("/admin/chat/thread/")
    page = answer.content.decode()
    assert answer.status_code == 403
    assert "ask your administrator" in page
    assert "You are signed in as helper." in page
    forms = re.findall(r'<form method="post" action="/accounts/logout/">.*?</form>', page, re.DOTALL)
    assert any("csrfmiddlewaretoken" in form and "Sign in with another account" in form for form in forms)


def test_the_command_prints_a_link_that_works(debug: None, client: Client, employee: User) -> None:
    out = StringIO()
    call_command("sign_in_link", "--user", "employee", stdout=out)
    address = out.getvalue().strip()
    assert address.startswith("http://127.0.0.1:")
    assert client.get("/" + address.split("/", 3)[3]).status_code == 302
    with pytest.raises(CommandError, match="no active user 'nobody'"):
        call_command("sign_in_link", "--user", "nobody")


@pytest.mark.django_db
def test_demo_users_are_made_once_and_keep_what_a_person_changed(debug: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load_demo, "SAMPLE_COMMANDS", [])
    call_command("load_demo", stdout=StringIO())
    officer = User.objects.get(username="officer")
    assert list(officer.groups.values_list("name", flat=True)) == ["compliance"]
    assert User.objects.get(username="employee").check_password("employee-demo")
    officer.set_password("another one")
    officer.save(update_fields=["password"])
    count = User.objects.count()
    call_command("load_demo", stdout=StringIO())
    assert User.objects.count() == count
    assert User.objects.get(username="officer").check_password("another one")


@pytest.mark.django_db
def test_demo_users_are_refused_without_debug() -> None:
    with pytest.raises(CommandError, match="known passwords"):
        call_command("load_demo")
    assert not User.objects.filter(username="admin").exists()
