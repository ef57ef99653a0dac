"""Lists of words and of phrases that stand in text files: "name: …", and further lines that begin with blanks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

_HERE = Path(__file__).parent
_NAMED = re.compile(r"\{([a-z_]+)\}")


def word_lists(file: str | Path) -> dict[str, frozenset[str]]:
    """The lists of a file of words of this package, or of one at a whole path, by their names."""
    lists: dict[str, list[str]] = {}
    for name, line in _lines(_HERE / file):
        lists.setdefault(name, []).extend(line.split())
    return {name: frozenset(words) for name, words in lists.items()}


@cache
def phrase_lists(file: str | Path) -> Mapping[str, tuple[str, ...]]:
    """The lists of a file of phrases, by their names: one a line, or several with " | " between them.

    A phrase may be a regular expression; "{name}" in it stands for any phrase of a list further up.
    """
    lists: dict[str, tuple[str, ...]] = {}
    for name, line in _lines(_HERE / file):
        phrases = (_NAMED.sub(lambda match: f"(?:{any_of(lists[match[1]])})", part) for part in line.split(" | "))
        lists[name] = (*lists.get(name, ()), *(phrase for phrase in phrases if phrase))
    return lists


def any_of(phrases: Iterable[str]) -> str:
    """The pattern of any of these phrases, to be put into a group."""
    return "|".join(phrases)


def _lines(path: Path) -> Iterator[tuple[str, str]]:
    """Each line of a list with the name of the list; a line that begins with "#" is for the reader."""
    name = ""
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        if not line.startswith(" "):
            name, _, line = line.partition(":")
        yield name, line.strip()
