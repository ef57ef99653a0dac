"""Of a test with many cases that are dear, a run of all tests takes two: `make check-long` takes the others.

A case is dear where it needs the database, starts processes, or takes a twentieth of a second and is marked `dear`. A
run that names files, or what it looks for, takes every case; so does, in every run, a test marked `every_case`, whose
cases are stories of their own.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable

import pytest

# Set by tests/run.py for a run of everything.
SAMPLED = "TEST_SAMPLED"


def is_whole(arguments: Iterable[str]) -> bool:
    """Whether a run with these arguments is one of everything: none names a file or a test."""
    return not any(word.startswith("-k") or os.path.exists(word.partition("::")[0]) for word in arguments)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Before pytest takes what is marked by `-m`."""
    if os.environ.get(SAMPLED):
        leave_most_to_the_long_run(items)


def leave_most_to_the_long_run(items: Iterable[pytest.Item]) -> None:
    """Mark all cases but the first and the last of each dear test as long."""
    cases: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if hasattr(item, "callspec") and _is_dear(item):
            cases[item.nodeid.partition("[")[0]].append(item)
    for of_a_test in cases.values():
        for item in of_a_test[1:-1]:
            item.add_marker(pytest.mark.long)


def _is_dear(item: pytest.Item) -> bool:
    if any(item.get_closest_marker(name) for name in ("long", "every_case")):
        return False
    fixtures = getattr(item, "fixturenames", ())
    return bool(
        "db" in fixtures
        or "transactional_db" in fixtures
        or any(item.get_closest_marker(name) for name in ("django_db", "slow", "dear"))
    )
