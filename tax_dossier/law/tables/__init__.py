"""The tables of this room: text files of lines "name = value", and their reader."""

from __future__ import annotations

from pathlib import Path


def table(file: str) -> dict[str, str]:
    """The values of a file by their names; those of a name that stands on several lines are joined by blanks."""
    values: dict[str, str] = {}
    for line in Path(__file__).with_name(file).read_text("utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            name, _, value = (part.strip() for part in line.partition("="))
            values[name] = f"{values[name]} {value}" if name in values else value
    return values


ELEMENTS = {name: frozenset(value.split()) for name, value in table("act_elements.txt").items()}
