"""Reads the files of example sentences. Their format stands at the top of each."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files

# A line with many alternatives gives this many examples, spread evenly over all that it could give.
MOST_OF_A_LINE = 8
_CHOICE = re.compile(r"\(([^()]*\|[^()]*)\)")
_ACT = re.compile(r"\[([a-z_]+)\]")


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence, its act, and the kind of question that it was said to: "yes_no", or "" for any."""

    text: str
    act: str
    screen: str = ""


class BadExample(ValueError):
    """A line of an example file that cannot be read; the text names the file, the line and the remedy."""


def examples() -> list[Example]:
    """All examples of the package's files, in their order."""
    return [example for name, text in example_files() for example in read(text, name)]


def example_files() -> list[tuple[str, str]]:
    """The package's files of examples, as (name, text), in the order of their names."""
    folder = files("dialogue") / "examples"
    names = sorted(path.name for path in folder.iterdir() if path.name.endswith(".txt"))
    return [(name, (folder / name).read_text(encoding="utf-8")) for name in names]


def read(text: str, name: str) -> Iterator[Example]:
    """The examples of one file's text. Raises BadExample."""
    act = ""
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if heading := _ACT.fullmatch(line):
            act = heading[1]
        elif not act:
            raise BadExample(f"{name}, line {number}: {line!r} stands before any [act].")
        else:
            sentence = line.removeprefix("@yes_no ")
            if sentence.startswith("@"):
                raise BadExample(f"{name}, line {number}: {line.split()[0]!r} is no screen; there is @yes_no.")
            yield from (Example(choice, act, "yes_no" if sentence != line else "") for choice in _choices(sentence))


def _choices(line: str) -> list[str]:
    """The sentences that a line with (a|b) stands for, at most MOST_OF_A_LINE."""
    pieces = _CHOICE.split(line)
    options = [piece.split("|") if n % 2 else [piece] for n, piece in enumerate(pieces)]
    sentences = [" ".join("".join(words).split()) for words in itertools.product(*options)]
    stride = max(1, -(-len(sentences) // MOST_OF_A_LINE))
    # A stride that shares no factor with the number of options walks through all of them.
    while stride > 1 and any(len(option) > 1 and stride % len(option) == 0 for option in options):
        stride += 1
    return sentences[::stride]
