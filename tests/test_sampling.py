"""What a run of everything leaves to the long one."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tests.sampling import is_whole, leave_most_to_the_long_run


class Case(SimpleNamespace):
    """A case of a test as pytest collects it, with its marks by their names."""

    def get_closest_marker(self, name: str) -> str | None:
        return name if name in self.marks else None

    def add_marker(self, mark: Any) -> None:
        self.marks.add(mark.name)


def left(cases: int, *marks: str, fixtures: tuple[str, ...] = ()) -> list[int]:
    """Which of so many cases of one test are left to the long run."""
    items: Any = [
        Case(nodeid=f"test_x.py::test_y[{n}]", callspec=n, marks={*marks}, fixturenames=fixtures) for n in range(cases)
    ]
    leave_most_to_the_long_run(items)
    return [n for n, item in enumerate(items) if item.get_closest_marker("long")]


def test_of_many_dear_cases_the_first_and_the_last_stay() -> None:
    assert left(9, fixtures=("db",)) == [1, 2, 3, 4, 5, 6, 7]
    assert left(3, "slow") == left(3, "dear") == [1]
    assert left(2, "django_db") == left(1, "django_db") == []


def test_what_is_cheap_or_a_story_of_its_own_stays_whole() -> None:
    assert left(9) == []
    assert left(9, "django_db", "every_case") == []


def test_cases_are_marked_before_marks_are_looked_at_and_files_sorted_after_pytest_django(
    pytestconfig: pytest.Config,
) -> None:
    # Of the list of hooks the last is called first.
    hooks = pytestconfig.hook.pytest_collection_modifyitems.get_hookimpls()[::-1]
    called = [str(getattr(hook.plugin, "__name__", hook.plugin_name)) for hook in hooks]
    places = [called.index(name) for name in ("tests.sampling", "_pytest.mark", "pytest_django.plugin", "conftest")]
    assert places[0] < places[1]
    assert places[2] < places[3]


@pytest.mark.parametrize(
    ("arguments", "whole"),
    [
        ([], True),
        (["-m", "long"], True),
        (["--junitxml=x.xml", "--durations", "5"], True),
        (["tests/run.py"], False),
        (["tests/run.py::test_x"], False),
        (["-k", "words"], False),
    ],
)
def test_a_run_that_names_a_file_or_a_test_takes_every_case(arguments: list[str], whole: bool) -> None:
    assert is_whole(arguments) is whole
