"""The tests' own set-up: no keys, a database of the run's own, no jobs left over, the cast in its groups."""

from __future__ import annotations

import os

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection

from tests import environment


def test_keys_and_settings_of_the_developer_are_removed() -> None:
    given = {"OPENAI_API_KEY": "k", "GEMINI_BASE_URL": "u", "PURSUIT_MODEL": "m", "CHAT_MODEL": "x", "REDIS_URL": "r"}
    cleaned = environment.clean({**given, "PATH": "/bin", "PORT": "1"})
    assert not set(given) & set(cleaned)
    assert cleaned["PATH"] == "/bin"
    assert not settings.DEBUG
    assert not settings.PROVIDER_KEYS.has_openai
    assert not settings.PROVIDER_KEYS.has_google


@pytest.mark.skipif(bool(environment.EXTERNAL_URL), reason="TEST_DATABASE_URL names another server")
def test_each_run_has_a_database_of_its_own(db: None) -> None:
    assert connection.settings_dict["NAME"] == f"run_{os.getpid()}"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("turn", [1, 2])
def test_a_committed_job_does_not_meet_the_next_test(turn: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM procrastinate_jobs")
        assert cursor.fetchone() == (0,)
        cursor.execute("INSERT INTO procrastinate_jobs (task_name, queue_name, args) VALUES ('t', 'q', '{}')")


def test_the_cast_is_in_its_groups(employee: User, colleague: User, officer: User, outsider: User, admin: User) -> None:
    groups = {user.username: [group.name for group in user.groups.all()] for user in (employee, colleague, outsider)}
    assert groups == {"employee": [], "colleague": [], "outsider": []}
    assert [group.name for group in officer.groups.all()] == ["compliance"]
    assert admin.is_superuser


@pytest.mark.skipif(bool(environment.EXTERNAL_URL), reason="TEST_DATABASE_URL names another server")
def test_a_process_of_a_test_gets_a_migrated_database() -> None:
    name = f"run_{os.getpid()}_of_a_process"
    url = environment.new_database(name)
    try:
        assert url.startswith("postgres://postgres@%2F")
        assert url.endswith(f"/{name}")
    finally:
        environment.drop_database(name)
