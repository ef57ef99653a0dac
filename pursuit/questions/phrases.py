"""Reads the files of phrases of this room: each list of a file is one group of a pattern. Pure."""

from __future__ import annotations

import re
from pathlib import Path

_NAME = re.compile(r"\{([a-z_]+)\}")


def phrases(file: str) -> dict[str, str]:
    """The lists of a file, by their names, each as a group of alternatives: "(?:who|what)".

    A line is a name, a colon and regular expressions parted by blanks; a line that begins with a blank
    goes on with them. {name} in one stands for a list above it. Raises KeyError for a name that is not there.
    """
    lists: dict[str, list[str]] = {}
    name = ""
    for line in Path(__file__).with_name(file).read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        if not line.startswith(" "):
            name, _, line = line.partition(":")
            lists[name] = []
        lists[name] += [_NAME.sub(lambda match: _group(lists[match[1]]), pattern) for pattern in line.split()]
    return {name: _group(patterns) for name, patterns in lists.items()}


def _group(patterns: list[str]) -> str:
    return f"(?:{'|'.join(patterns)})"
