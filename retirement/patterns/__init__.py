"""Reads the text files that hold patterns: a heading at the margin, and below it, indented, its alternatives.

A text fits a pattern when it fits one of its alternatives. `{name}` stands for another pattern, one that its file
names above it or that the caller gives. An alternative that begins or ends with a blank writes it [ ].
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

__all__ = ["blocks", "filled", "patterns"]

_NAMED = re.compile(r"\{([a-z][a-z_]*)\}")


def blocks(path: Path) -> Iterator[tuple[str, str]]:
    """Each heading of a file, without its colon, with the pattern below it. Lines that begin with # are comments."""
    lines = [line for line in path.read_text("utf-8").splitlines() if line.strip() and not line.startswith("#")]
    starts = [number for number, line in enumerate(lines) if not line.startswith(" ")]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield lines[start].removesuffix(":"), "|".join(line.strip() for line in lines[start + 1 : end])


def filled(pattern: str, names: Mapping[str, str]) -> str:
    """The pattern with what stands for each name in braces."""
    return _NAMED.sub(lambda name: f"(?:{names[name[1]]})", pattern)


def patterns(path: Path, **given: str) -> dict[str, str]:
    """The patterns of a file by their names, and those that were given."""
    sources = dict(given)
    for name, pattern in blocks(path):
        sources[name] = filled(pattern, sources)
    return sources
