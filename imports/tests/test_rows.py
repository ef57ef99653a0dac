"""Reading a file of rows: what is no row is told with its line, and what is no file in one sentence."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from pathlib import Path

import pytest

from imports import BadRow, RowsFileError, read_rows


@dataclass(frozen=True)
class Fruit:
    line: int
    name: str
    price: str

    @property
    def key(self) -> str:
        return self.name

    @property
    def label(self) -> str:
        return repr(self.name)


def header_fault(header: list[str]) -> str:
    return "" if {"name", "price"} <= set(header) else "The first line must name name and price."


def checked(line: int, values: dict[str, str]) -> Fruit | BadRow:
    if not values["price"]:
        return BadRow(line, "has no price")
    return Fruit(line, values["name"], values["price"])


def read(path: Path) -> list[Fruit | BadRow]:
    return list(read_rows(path, header_fault=header_fault, checked=checked))


def written(tmp_path: Path, data: bytes, name: str = "fruit.csv") -> Path:
    path = tmp_path / name
    path.write_bytes(data)
    return path


def test_values_are_stripped_and_columns_are_known_by_their_names_in_any_order(tmp_path: Path) -> None:
    path = written(tmp_path, '\ufeffPrice, NAME ,more\n 2 , pear ,x\n\n3,"fig, dried",\n'.encode())
    assert read(path) == [Fruit(2, "pear", "2"), Fruit(4, "fig, dried", "3")]


def test_a_compressed_file_reads_as_the_plain_one(tmp_path: Path) -> None:
    data = b"name,price\npear,2\n"
    assert read(written(tmp_path, gzip.compress(data), "fruit.csv.gz")) == read(written(tmp_path, data))


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (b"pear", "has 1 columns and the header 2"),
        (b"pear,2,3", "has 3 columns and the header 2"),
        (b"p\0ear,2", "contains a NUL character"),
        (b"p\xe9ar,2", "is not UTF-8"),
        (b"pear,", "has no price"),
    ],
)
def test_a_bad_row_is_told_with_its_line_and_the_next_is_read(tmp_path: Path, row: bytes, reason: str) -> None:
    path = written(tmp_path, b"name,price\n" + row + b"\nfig,3\n")
    assert read(path) == [BadRow(2, reason), Fruit(3, "fig", "3")]


def test_a_field_that_is_too_long_for_csv_is_one_bad_row(tmp_path: Path) -> None:
    bad, good = read(written(tmp_path, b"name,price\n" + b"p" * 200_000 + b",2\nfig,3\n"))
    assert isinstance(bad, BadRow)
    assert bad.reason.startswith("is not CSV")
    assert good == Fruit(3, "fig", "3")


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("fruit.csv", b"", "The first line must name name and price."),
        ("fruit.csv", b"name,cost\npear,2\n", "The first line must name name and price."),
        (
            "fruit.csv.gz",
            gzip.compress(b"name,price\n" + b"pear,2\n" * 500, mtime=0)[:-20],
            "its compressed data ends early",
        ),
        ("fruit.csv.gz", b"name,price\npear,2\n", "cannot be read: Not a gzipped file"),
    ],
)
def test_a_file_that_cannot_be_used_is_one_sentence(tmp_path: Path, name: str, data: bytes, sentence: str) -> None:
    with pytest.raises(RowsFileError, match=sentence):
        read(written(tmp_path, data, name))


@pytest.mark.parametrize("name", ["none.csv", "", "with\0nul.csv"])
def test_a_file_that_is_not_there_is_one_sentence(tmp_path: Path, name: str) -> None:
    with pytest.raises(RowsFileError, match="There is no file"):
        read(tmp_path / name)
