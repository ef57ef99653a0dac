"""The text files of patterns: what a heading, a line and a name in braces mean, and that each of them is used."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from retirement.patterns import blocks, patterns
from retirement.reading.kinds import KINDS, WORDS

APP = Path(__file__).parents[1]
FILES = sorted(APP.glob("*/patterns/*.txt"))


def test_a_text_fits_where_one_of_the_lines_fits_and_a_name_stands_for_its_own_lines(tmp_path: Path) -> None:
    file = tmp_path / "seasons.txt"
    file.write_text("# A comment.\nwarm:\n  spring\n  summer\ntold:\n  in {warm}{when}\n  [ ]or autumn\n")
    told = re.compile(patterns(file, when=" of 20\\d\\d")["told"])
    assert all(told.search(text) for text in ("in spring of 2024", "in summer of 2031", "winter or autumn"))
    assert not any(told.search(text) for text in ("in winter of 2024", "summer of 2024", "or autumn"))


@pytest.mark.parametrize("file", FILES, ids=[path.stem for path in FILES])
def test_every_pattern_of_a_file_is_one_that_its_module_or_another_pattern_names(file: Path) -> None:
    source = file.parents[1].joinpath(f"{file.stem}.py").read_text("utf-8")
    asked = set(re.findall(r'"([a-z_]+)"', source)) | set(re.findall(r"\{([a-z_]+)\}", file.read_text("utf-8")))
    names = {name for name, _ in blocks(file)}
    assert names
    assert names <= asked
    assert all(re.compile(pattern) for pattern in patterns(file).values())


def test_every_kind_of_fact_has_ways_to_say_it_and_a_label() -> None:
    assert all(kind.pattern.pattern and kind.label for kind in KINDS)
    assert "alaska" in WORDS["state"]
