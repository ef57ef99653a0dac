"""A value in the admin's address that no column takes is the visitor's slip: the list says so, and nothing fails."""

from __future__ import annotations

from itertools import product

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

pytestmark = pytest.mark.django_db(transaction=True)

LISTS = ["chat_thread", "chat_turn", "pa_dealing_draftrequest", "procrastinate_procrastinatejob", "tax_dossier_source"]


QUERIES = ["created_at__year=99999999999999999999", "status=%00", "assistant=%00", "status=2024-13-45", "officer=%00"]


def test_a_filter_that_no_column_takes_shows_the_list(client: Client, admin: User) -> None:
    client.force_login(admin)
    wrong = []
    for model, query in product(LISTS, QUERIES):
        answer = client.get(f"{reverse(f'admin:{model}_changelist')}?{query}", follow=True)
        if answer.status_code != 200:
            wrong.append((model, query, answer.status_code))
    assert wrong == []


def test_a_day_at_the_end_of_time_is_a_day_like_any_other(client: Client, officer: User) -> None:
    client.force_login(officer)
    for address, day in product(["", "export.csv"], ["9999-12-31", "2024-13-45", "0001-01-01"]):
        answer = client.get(f"{reverse('admin:pa_dealing_draftrequest_changelist')}{address}", {"decided": day})
        assert answer.status_code in (200, 302, 400), (address, day)


def test_a_fault_of_ours_in_the_admin_is_still_one(
    client: Client, admin: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*arguments: object) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr("chat.admin.ThreadAdmin.get_queryset", broken)
    client.force_login(admin)
    client.raise_request_exception = False
    assert client.get(f"{reverse('admin:chat_thread_changelist')}?e=1").status_code == 500
