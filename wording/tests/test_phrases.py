"""Patterns in text files: phrases in a frame, further frames, and names that stand for others."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from wording.phrases import patterns

FILE = r"""
# Who is meant.
persons: …
    wife | hu(?:sband|bby)
    cousin
for_them: \bfor my {persons}'s …\b
    account | depot
for_them: ^for them$
"""


def _written(folder: Path, text: str) -> Path:
    path = folder / "phrases.txt"
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("that is for my wife's account", "for my wife's account"),
        ("for my hubby's depot", "for my hubby's depot"),
        ("For My Cousin's Depot", "For My Cousin's Depot"),
        ("for them", "for them"),
        ("all for them", None),
        ("for my friend's account", None),
        ("for my wife's accounts", None),
    ],
)
def test_any_phrase_stands_in_any_frame_of_its_name(tmp_path: Path, text: str, match: str | None) -> None:
    hit = patterns(_written(tmp_path, FILE), re.IGNORECASE)["for_them"].search(text)
    assert (hit and hit.group()) == match


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (" wife | cousin", "stands below no name"),
        (r"persons: \bwho\b" + "\n  wife", "needs phrases below it where it has a …"),
        ("persons: …", "needs phrases below it where it has a …"),
        ("for_them: for my {persons}", "write these above it"),
    ],
)
def test_a_file_that_says_nothing_clear_is_refused(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        patterns(_written(tmp_path, text))
