"""Lists of words that stand in text files: "name: words", and further lines that begin with blanks."""

from __future__ import annotations

from pathlib import Path


def word_lists(file: str | Path) -> dict[str, frozenset[str]]:
    """The lists of a file of this package, or of a path, by their names."""
    lists: dict[str, list[str]] = {}
    name = ""
    for line in (Path(__file__).parent / file).read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        head, colon, rest = line.partition(":")
        name, words = (head, rest) if colon and not line.startswith(" ") else (name, line)
        lists.setdefault(name, []).extend(words.split())
    return {name: frozenset(words) for name, words in lists.items()}
