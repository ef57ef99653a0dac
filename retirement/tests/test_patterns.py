"""The text files of patterns: each of their lists is used, and each kind of fact has ways to say it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dialogue.examples import examples
from retirement.reading.answers import ANSWER
from retirement.reading.kinds import KINDS
from retirement.reading.pieces import NONE
from wording.phrases import patterns

APP = Path(__file__).parents[1]
FILES = sorted(APP.glob("*/patterns/*.txt"))


@pytest.mark.parametrize("file", FILES, ids=[path.stem for path in FILES])
def test_every_pattern_of_a_file_is_one_that_its_module_or_another_pattern_names(file: Path) -> None:
    source = file.parents[1].joinpath(f"{file.stem}.py").read_text("utf-8")
    asked = set(re.findall(r'"([a-z_]+)"', source)) | set(re.findall(r"\{([a-z_]+)\}", file.read_text("utf-8")))
    names = set(patterns(file))
    assert names
    assert names <= asked


def test_every_kind_of_fact_has_examples_and_a_label() -> None:
    taught = {example.label for example in examples("retirement.reading")}
    assert taught - {NONE, ANSWER} <= set(KINDS)
    assert set(KINDS) - taught == {"housing_plan"}
    assert all(kind.label for kind in KINDS.values())
