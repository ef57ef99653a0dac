"""Which sign-ins still hold, asked for all sockets of a process at once."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from rest_framework.authtoken.models import Token

from chat.access.signed_in import SignIn, is_good, still_good, user_of


def opened_by(cookie: str = "", token: str = "") -> SignIn:
    given = (b"authorization", f"Token {token}".encode()) if token else (b"cookie", f"sessionid={cookie}".encode())
    _, sign_in = user_of({"headers": [given]})
    assert sign_in is not None
    return sign_in


@pytest.fixture
def session(client: Client, employee: User) -> SignIn:
    client.force_login(employee)
    return opened_by(cookie=client.cookies["sessionid"].value)


@pytest.fixture
def token(employee: User) -> SignIn:
    return opened_by(token=Token.objects.create(user=employee).key)


def test_however_many_they_are_three_queries_tell(
    session: SignIn, token: SignIn, colleague: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    others = set()
    for _ in range(5):
        browser = Client()
        browser.force_login(colleague)
        others.add(opened_by(cookie=browser.cookies["sessionid"].value))
    with django_assert_num_queries(3):
        assert still_good({session, token, *others}) == {session, token, *others}


def test_one_is_told_by_one_query(
    session: SignIn, token: SignIn, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for sign_in in (session, token):
        with django_assert_num_queries(1):
            assert is_good(sign_in)


def good(sign_ins: set[SignIn]) -> set[SignIn]:
    """Those that hold, asked together and one by one."""
    together = still_good(sign_ins)
    assert {sign_in for sign_in in sign_ins if is_good(sign_in)} == together
    return together


def test_one_of_two_browsers_signs_out(client: Client, session: SignIn, employee: User) -> None:
    elsewhere = Client()
    elsewhere.force_login(employee)
    other = opened_by(cookie=elsewhere.cookies["sessionid"].value)
    client.post("/accounts/logout/")
    assert good({session, other}) == {other}


def test_another_password_ends_sessions_and_no_token(session: SignIn, token: SignIn, employee: User) -> None:
    employee.set_password("another one")
    employee.save(update_fields=["password"])
    assert good({session, token}) == {token}


def test_a_key_of_one_kind_is_none_of_the_other(session: SignIn, token: SignIn) -> None:
    swapped = {SignIn(session.user_id, session.key), SignIn(token.user_id, token.key, session.password_hash)}
    assert still_good(swapped) == set()


def test_a_person_who_is_gone_or_shut_out_is_not_signed_in(session: SignIn, token: SignIn, employee: User) -> None:
    User.objects.filter(pk=employee.pk).update(is_active=False)
    assert good({session, token}) == set()
    assert good({SignIn(0, session.key, session.password_hash)}) == set()


def test_a_session_that_has_expired_is_none(session: SignIn) -> None:
    Session.objects.update(expire_date=timezone.now())
    assert good({session}) == set()
