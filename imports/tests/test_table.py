"""Writing rows: new, changed and unchanged ones are counted, batches stay, and one import of a kind runs at a time."""

from __future__ import annotations

import io
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from imports import BadRow, ImportRunningError, RowCount, RowsFileError, Table, only_one, run_import, table, write_rows
from imports.tests.test_rows import Fruit

pytestmark = pytest.mark.django_db

FRUIT = Table(
    name="imported_fruit",
    columns="name, price",
    key="name",
    update="price = EXCLUDED.price WHERE known.price IS DISTINCT FROM EXCLUDED.price",
    what="fruit",
    lock=1_234_567,
)


@pytest.fixture(autouse=True)
def _fruit_table() -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE imported_fruit (name text PRIMARY KEY, price text NOT NULL)")


def write(*rows: Fruit | BadRow, after: list[str] | None = None) -> RowCount:
    called = [] if after is None else after
    return write_rows(FRUIT, iter(rows), lambda row: (row.name, row.price), after=lambda: called.append("after"))


def stored() -> dict[str, str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, price FROM imported_fruit")
        return dict(cursor.fetchall())


def test_rows_are_new_then_unchanged_and_changed_alone_is_written() -> None:
    after: list[str] = []
    assert str(write(Fruit(2, "pear", "2"), Fruit(3, "fig", "3"), after=after)) == "2 new, 0 changed, 0 unchanged"
    assert str(write(Fruit(2, "pear", "2"), Fruit(3, "fig", "3"), after=after)) == "0 new, 0 changed, 2 unchanged"
    assert after == ["after"]
    assert str(write(Fruit(2, "pear", "9"), Fruit(3, "fig", "3"), after=after)) == "0 new, 1 changed, 1 unchanged"
    assert stored() == {"pear": "9", "fig": "3"}
    assert after == ["after", "after"]


def test_the_first_row_of_a_key_counts_and_the_second_is_named() -> None:
    count = write(Fruit(2, "pear", "2"), BadRow(3, "has no price"), Fruit(4, "pear", "5"))
    assert count.bad == [BadRow(3, "has no price"), BadRow(4, "repeats 'pear' of line 2")]
    assert count.done == 3
    assert stored() == {"pear": "2"}


def test_what_was_read_before_a_file_broke_off_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "BATCH_ROWS", 2)
    after: list[str] = []

    def broken() -> Iterator[Fruit]:
        yield from (Fruit(n, f"fruit {n}", "1") for n in range(2, 5))
        raise RowsFileError("cut off")

    with pytest.raises(RowsFileError):
        write_rows(FRUIT, broken(), lambda row: (row.name, row.price), after=lambda: after.append("after"))
    assert stored() == {"fruit 2": "1", "fruit 3": "1"}
    assert after == ["after"]


def test_a_second_import_of_the_same_kind_is_refused_while_one_runs() -> None:
    def elsewhere() -> str:
        try:
            with only_one(FRUIT.lock, FRUIT.what):
                return "ran"
        except ImportRunningError as error:
            return str(error)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        with only_one(FRUIT.lock, FRUIT.what):
            assert pool.submit(elsewhere).result() == (
                "Another import of fruit is running. Start this one when it has ended."
            )
        assert pool.submit(elsewhere).result() == "ran"


def test_a_command_names_a_hundred_bad_rows_and_counts_the_rest() -> None:
    command = BaseCommand(stderr=io.StringIO())
    bad = [BadRow(line, "has no price") for line in range(2, 152)]
    count = run_import(
        command, lambda report: write_rows(FRUIT, bad, lambda row: (), after=lambda: None, on_batch=report)
    )
    lines = command.stderr.getvalue().splitlines()  # type: ignore[attr-defined]
    assert lines[0] == "Line 2 has no price; skipped."
    assert lines[100:] == ["50 more rows were skipped."]
    assert len(count.bad) == 150


@pytest.mark.parametrize("error", [RowsFileError("There is no file."), ImportRunningError("Another one runs.")])
def test_a_command_ends_with_the_sentence_of_what_stopped_it(error: Exception) -> None:
    def write_nothing(report: object) -> RowCount:
        raise error

    with pytest.raises(CommandError, match=str(error)):
        run_import(BaseCommand(), write_nothing)
