"""Requests that no browser of ours writes: each is refused for what it is, and none of them is a fault."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

pytestmark = pytest.mark.django_db

DEEP = ["[" * 5000, '{"a":' * 990 + "1" + "}" * 990]
UNREADABLE = [
    ("application/x-www-form-urlencoded; charset=utf-7", b"a=b"),
    ("application/x-www-form-urlencoded", b"&".join(b"a%d=1" % number for number in range(3000))),
    ("multipart/form-data", b"--b"),
    ("multipart/form-data; boundary=b", b'--b\r\nContent-Disposition: form-data; name="f"; filename="' + b"a" * 3000),
]


@pytest.fixture
def browser(employee: User) -> Client:
    browser = Client(enforce_csrf_checks=True, raise_request_exception=False)
    browser.force_login(employee)
    browser.cookies["csrftoken"] = "c" * 32
    return browser


@pytest.mark.parametrize("body", DEEP, ids=["lists", "objects"])
@pytest.mark.parametrize("address", ["/v1/threads/", "/v1/docs/", "/v1/reviews/sessions/sess_001/start"])
def test_json_that_nests_deep_is_refused_of_a_browser_too(browser: Client, address: str, body: str) -> None:
    answer = browser.post(address, body, content_type="application/json")
    assert answer.status_code in (400, 403, 405)


@pytest.mark.parametrize(("kind", "body"), UNREADABLE, ids=["charset", "fields", "no boundary", "headers"])
@pytest.mark.parametrize(
    "address", ["/threads/", "/accounts/login/", "/nothing-here/", "/reviews/0/document/", "/admin/"]
)
def test_a_form_that_cannot_be_read_is_refused(browser: Client, address: str, kind: str, body: bytes) -> None:
    answer = browser.generic("POST", address, body, kind)
    assert answer.status_code in (400, 404)


@pytest.mark.parametrize(
    "address",
    [
        "/v1/reviews/sessions/%00/document",
        "/v1/reviews/sessions/%00/chunks/a",
        "/v1/reviews/sessions/sess_001/chunks/%00",
        "/v1/assistants/%00/ag-ui/",
        "/v1/tax-dossier/dossiers/%00/",
    ],
)
def test_nothing_stands_at_an_address_with_what_no_database_holds(upstream: Client, address: str) -> None:
    assert upstream.get(address).status_code == 404


@pytest.fixture
def upstream(admin: User) -> Client:
    browser = Client(raise_request_exception=False)
    browser.force_login(admin)
    return browser


@pytest.mark.parametrize("model", ["investor_review_reviewsession", "investor_review_cleanuprun", "chat_thread"])
@pytest.mark.parametrize("query", ["status=%00", "status__exact=a%00b", "q=%00", "%00=1"])
def test_a_query_with_what_no_database_holds_is_one_without_it(upstream: Client, model: str, query: str) -> None:
    address = f"{reverse(f'admin:{model}_changelist')}?{query}"
    assert upstream.get(address, follow=True).status_code == 200
    assert upstream.post(address).status_code in (200, 302, 403)
