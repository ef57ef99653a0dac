"""Patterns that stand in text files: their phrases are lines that anybody can read, and add to.

`wording.lists` tells how these files are written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

from wording.lists import sections

_REFERENCE = re.compile(r"\{([a-z_]+)\}")
# In a frame, where any of the phrases below it may stand.
_ANY_PHRASE = "…"
# What a pattern is asked for.
_COMPILED = ("search", "match", "fullmatch", "finditer", "findall", "sub", "subn", "split", "scanner")
_TOLD = ("flags", "groups", "groupindex")
_NOTHING: Mapping[str, tuple[str, ...]] = MappingProxyType({})


def patterns(file: str | Path, flags: int = 0) -> dict[str, re.Pattern[str]]:
    """The lists of a file, by their names, each as the pattern of any of its phrases, compiled when first used."""
    return {name: lazy_pattern(any_of(phrases), flags) for name, phrases in phrase_lists(file).items()}


def groups(file: str | Path) -> dict[str, str]:
    """The lists of a file, by their names, each as a group of its phrases that stands inside a longer pattern."""
    return {name: f"(?:{any_of(phrases)})" for name, phrases in phrase_lists(file).items()}


@cache
def phrase_lists(file: str | Path) -> Mapping[str, tuple[str, ...]]:
    """The lists of a file of phrases, by their names."""
    lists: dict[str, tuple[str, ...]] = {}
    for name, phrases in phrase_sections(file):
        lists[name] = (*lists.get(name, ()), *phrases)
    return MappingProxyType(lists)


def any_of(phrases: Iterable[str]) -> str:
    """The pattern of any of these phrases, to be put into a group."""
    return "|".join(phrases)


def phrase_sections(
    file: str | Path, given: Mapping[str, tuple[str, ...]] = _NOTHING
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each name of a file with the phrases that stand there, in order; `given` are lists that it may name in braces.

    Raises:
        ValueError: a frame has no phrases below it, or a list in braces is not known yet.
    """
    title, lists = Path(file).name, dict(given)
    for name, (head, *lines) in sections(file):
        below = [phrase for line in lines for phrase in _parted(line)]
        if _ANY_PHRASE in head:
            if not below:
                raise ValueError(f"{title}: the frame {head!r} of {name!r} needs phrases below it, for its …")
            written = [part.replace(_ANY_PHRASE, f"(?:{any_of(below)})") for part in _parted(head)]
        else:
            written = [*_parted(head), *below]
        if unknown := set(_REFERENCE.findall(any_of(written))) - set(lists):
            raise ValueError(f"{title}: {name!r} asks for {sorted(unknown)}: write these above it.")
        phrases = tuple(_REFERENCE.sub(lambda name: f"(?:{any_of(lists[name[1]])})", phrase) for phrase in written)
        lists[name] = (*lists.get(name, ()), *phrases)
        yield name, phrases


def _parted(line: str) -> list[str]:
    return [phrase.strip() for phrase in line.split(" | ") if phrase.strip()]


def lazy_pattern(text: str, flags: int = 0) -> re.Pattern[str]:
    """What re.compile makes of them, as soon as something is asked of it. A fault in `text` is raised then: re.error.

    The program has more patterns than a message needs, and starts sooner.
    """
    return cast("re.Pattern[str]", LazyPattern(text, flags))


class LazyPattern:
    """Stands for a compiled pattern everywhere but in re's own functions, which take the text of one."""

    def __init__(self, text: str, flags: int) -> None:
        self.pattern, self._flags = text, flags

    def __getattr__(self, name: str) -> Any:
        if name not in (*_COMPILED, *_TOLD):
            raise AttributeError(f"A pattern has no {name!r}.")
        compiled = re.compile(self.pattern, self._flags)
        # From now on they are found without coming here.
        self.__dict__.update({known: getattr(compiled, known) for known in (*_COMPILED, *_TOLD)})
        return getattr(compiled, name)

    def __repr__(self) -> str:
        return f"lazy_pattern({self.pattern!r})"
