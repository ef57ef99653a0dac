"""Reads the files of example sentences. Their format stands at the top of each."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

# A line with many alternatives gives this many examples, spread evenly over all that it could give.
MOST_OF_A_LINE = 8
_CHOICE = re.compile(r"\(([^()]*\|[^()]*)\)")
_LABEL = re.compile(r"\[([a-z_]+)\]")
_SCREENS = "@screens "
# "@everyday label": what people mention in passing is of this label in a room; "@acts label": so is what they do in
# English to any assistant that is of no domain.
_EVERYDAY, _EVERYDAY_FILE = "@everyday ", "everyday.txt"
_ACTS, _ACTS_FILE = "@acts ", "acts"
_OF_A_DOMAIN = frozenset(("yes", "no", "unsure", "content", "question", "change"))


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence, its label (an act, or what an app tells apart), and the question it was said to, or "" for any."""

    text: str
    label: str
    screen: str = ""


class BadExample(ValueError):
    """A line of an example file that cannot be read; the text names the file, the line and the remedy."""


def examples(package: str = "dialogue") -> list[Example]:
    """All examples of a package's files, in their order. Raises BadExample."""
    return [example for name, text in example_files(package) for example in read(text, name)]


@cache
def everyday_words() -> frozenset[str]:
    """The words of the examples of what people do in a conversation, of those that are written in small letters."""
    return frozenset(re.findall(r"(?<![\w'’])[a-zà-ÿ]+(?:['’][a-z]+)?", " ".join(each.text for each in examples())))


def example_files(package: str = "dialogue") -> list[tuple[str, str]]:
    """The files of the folder `examples` of a package, as (name, text), in the order of their names."""
    folder = files(package) / "examples"
    names = sorted(path.name for path in folder.iterdir() if path.name.endswith(".txt"))
    texts = [(name, (folder / name).read_text(encoding="utf-8")) for name in names]
    everyday = (files("dialogue") / _EVERYDAY_FILE).read_text(encoding="utf-8")
    taken = [(_EVERYDAY_FILE, f"[{label}]\n{everyday}") for label in _labels(texts, _EVERYDAY)]
    return [*texts, *taken, *((_ACTS_FILE, f"[{label}]\n{_said_to_any()}") for label in _labels(texts, _ACTS))]


def _labels(texts: list[tuple[str, str]], word: str) -> list[str]:
    """The labels under which the files of a room take in the examples that this word stands for."""
    return [line.removeprefix(word).strip() for _, text in texts for line in text.splitlines() if line.startswith(word)]


@cache
def _said_to_any() -> str:
    """The examples of acts of no domain, one a line."""
    texts = [(name, text) for name, text in example_files() if not name.startswith("nl")]
    read_out = [each for name, text in texts for each in read(text, name) if not each.screen]
    return "\n".join(dict.fromkeys(each.text for each in read_out if each.label not in _OF_A_DOMAIN))


def read(text: str, name: str) -> Iterator[Example]:
    """The examples of one file's text. Raises BadExample."""
    label, screens = "", frozenset[str]()
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith(("#", _EVERYDAY, _ACTS)):
            continue
        if line.startswith(_SCREENS):
            screens = frozenset(line.removeprefix(_SCREENS).split())
        elif heading := _LABEL.fullmatch(line):
            label = heading[1]
        elif not label:
            raise BadExample(f"{name}, line {number}: {line!r} stands before any [label].")
        else:
            screen, sentence = _screen(line)
            if screen and screen not in screens:
                raise BadExample(f"{name}, line {number}: '@{screen}' is no screen; @screens names {sorted(screens)}.")
            yield from (Example(choice, label, screen) for choice in _choices(sentence))


def _screen(line: str) -> tuple[str, str]:
    """The screen that an example is for, "" for any, and its sentence."""
    if not line.startswith("@"):
        return "", line
    screen, _, sentence = line[1:].partition(" ")
    return screen, sentence


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
