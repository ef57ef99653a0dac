"""Words and patterns in text files: phrases in a frame, further frames, and names that stand for others."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from wording.lists import word_lists
from wording.phrases import any_of, groups, patterns, phrase_lists, phrase_sections

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
        ("persons: …", "needs phrases below it, for its …"),
        ("persons: \nwife", "has no colon"),
        ("for_them: for my {persons}", "write these above it"),
    ],
)
def test_a_file_that_says_nothing_clear_is_refused(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        patterns(_written(tmp_path, text))


LISTS = """
# Behind a colon, below it, or both; a list goes on under its name.
warm: spring | summer
    [ ]or autumn

cold: winter
warm:
    in {cold} #1
"""


def test_a_list_has_what_stands_behind_its_colon_and_below_it(tmp_path: Path) -> None:
    file = _written(tmp_path, LISTS)
    assert phrase_lists(file) == {"warm": ("spring", "summer", "[ ]or autumn", "in (?:winter) #1"), "cold": ("winter",)}
    assert groups(file)["warm"] == "(?:spring|summer|[ ]or autumn|in (?:winter) #1)"


def test_a_heading_that_comes_again_is_read_in_its_place_and_may_name_lists_that_are_given(tmp_path: Path) -> None:
    headings = _written(tmp_path, "will 3 (a will):\n  {paper} signed\nhsa 2 (savings):\nwill 3 (a will): testament\n")
    assert [(name, any_of(phrases)) for name, phrases in phrase_sections(headings, {"paper": ("will", "deed")})] == [
        ("will 3 (a will)", "(?:will|deed) signed"),
        ("hsa 2 (savings)", ""),
        ("will 3 (a will)", "testament"),
    ]


def test_words_are_parted_by_blanks(tmp_path: Path) -> None:
    file = _written(tmp_path, "# Weather.\nwarm: sun heat\n  glow\n\ncold: ice\nwarm: sun\n")
    assert word_lists(file) == {"warm": {"sun", "heat", "glow"}, "cold": {"ice"}}
