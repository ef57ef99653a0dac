"""The lists of words that the room reads by."""

from __future__ import annotations

from pathlib import Path

from wording.lists import word_lists

WORDS = word_lists(str(Path(__file__).with_suffix(".txt")))
