"""What every app's tests share: a database of the run's own, the named cast, and no jobs left over."""

from __future__ import annotations

import gc
import hashlib
import os
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, load_backend
from django.contrib.auth.models import Group, User
from django.contrib.sessions.backends.db import SessionStore
from django.core.cache import cache
from django.db import connection
from django.test import Client, TransactionTestCase
from django.utils import translation
from pytest_django import DjangoDbBlocker
from pytest_django.plugin import blocking_manager_key

from tests import environment
from tests.reading import read_document_here
from tests.scheduling import APART, TOGETHER


@pytest.fixture(scope="session")
def django_db_modify_db_settings() -> None:
    """Runs before the test database is made: the server starts, and a migrated database is there to be cloned."""
    if environment.EXTERNAL_URL:
        return
    names = {"NAME": f"run_{os.getpid()}", "TEMPLATE": environment.migrated_template()}
    connection.settings_dict["TEST"].update(names)


_seeds = environment.Seeds()
# What a test commits is gone before the next begins; Django would truncate every table and make all permissions anew.
TransactionTestCase._fixture_teardown = lambda self: None  # type: ignore[attr-defined]


def _sign_in(client: Client, user: User, backend: str | None = None) -> None:
    """The session that signing in makes, by four statements. Django's own `force_login`, with all who hear of it, takes
    eighteen: what they do is tested by the form.
    """
    backends = (path for path in settings.AUTHENTICATION_BACKENDS if hasattr(load_backend(path), "get_user"))
    session = SessionStore()
    session[SESSION_KEY], session[BACKEND_SESSION_KEY] = str(user.pk), backend or next(backends)
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key or ""


Client.force_login = _sign_in  # type: ignore[method-assign,assignment]


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """What migrations have written is kept, because a test with transactions of its own ends with empty tables."""
    with django_db_blocker.unblock():
        _seeds.keep()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    if _seeds.lost:
        with item.config.stash[blocking_manager_key].unblock():
            _seeds.restore()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    """Nothing of a test is left to the next, its language included, as a request leaves it to the next in its thread.

    Not by fixtures: three for every test took a fifth of what a small one takes.
    """
    try:
        return (yield)
    finally:
        cache.clear()
        translation.deactivate()
        _seeds.lost = _seeds.lost or _commits(item)


def _commits(item: pytest.Item) -> bool:
    """Whether a test commits, so that every table is emptied after it."""
    marker = item.get_closest_marker("django_db")
    fixtures = getattr(item, "fixturenames", ())
    return "transactional_db" in fixtures or bool(marker and marker.kwargs.get("transaction"))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What drives a browser begins first, then what one worker runs together or takes long, then what starts processes:
    none is left for the end.

    Among those, and among the others, TEST_SEED decides the order of the files, in every worker the same. pytest-django
    has sorted before: by its order what needs no database, as a browser or a process does, would come last.
    """
    seed = os.environ.get("TEST_SEED", "")

    def place(item: pytest.Item) -> tuple[bool, bool, bool, str]:
        browser, slow = (item.get_closest_marker(name) is not None for name in ("browser", "slow"))
        path = item.nodeid.partition("::")[0]
        order = hashlib.sha256(f"{seed} {path}".encode()).hexdigest() if seed else ""
        return not browser, path not in TOGETHER and path not in APART, not slow, order

    items.sort(key=place)


def pytest_collection_finish() -> None:
    """What was imported and collected stays to the end: no later garbage collection goes through it again.

    A test leaves little garbage: to look for it a thirtieth as often takes two hundredths of the processor less.
    """
    gc.freeze()
    gc.set_threshold(20_000)
    gc.enable()


@pytest.fixture
def read_here(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Documents are read in this process, which has the readers loaded, unless a test is marked `apart`."""
    if request.node.get_closest_marker("apart") is None:
        monkeypatch.setattr("retrieval.reading.readers.read_apart", read_document_here)


def person(username: str, *groups: str, staff: bool = False, superuser: bool = False) -> User:
    """A user of that name, whose password is `<name>-password`, in those groups."""
    user = User.objects.create_user(username, password=f"{username}-password", is_staff=staff, is_superuser=superuser)
    if groups:
        user.groups.set([Group.objects.get_or_create(name=group)[0] for group in groups])
    return user


@pytest.fixture
def employee(db: None) -> User:
    return person("employee")


@pytest.fixture
def colleague(db: None) -> User:
    return person("colleague")


@pytest.fixture
def officer(db: None) -> User:
    """The compliance officer."""
    return person("officer", "compliance", staff=True)


@pytest.fixture
def outsider(db: None) -> User:
    """Somebody who may sign in and owns nothing."""
    return person("outsider")


@pytest.fixture
def admin(db: None) -> User:
    return person("admin", staff=True, superuser=True)
