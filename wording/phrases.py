"""Patterns that stand in text files: the phrases of each are lines that anybody can read, and add to."""

from __future__ import annotations

import re
from pathlib import Path

_REFERENCE = re.compile(r"\{([a-z_]+)\}")
# In a frame, where any of the phrases below it may stand.
_ANY_PHRASE = "…"


def patterns(path: Path, flags: int = 0) -> dict[str, re.Pattern[str]]:
    """The patterns of a file, by their names.

    A line "name: frame" begins a pattern, or says another way to match it. Lines below it that begin with a blank hold
    phrases, parted by " | ": any of them stands for "…" in the frame. Frames and phrases are regular expressions, and
    "{name}" in them is what an earlier name of the file matches. Lines that begin with "#" say something to the reader.

    Raises:
        ValueError: phrases stand below no frame that has a place for them, or a "{name}" is not known yet.
    """
    sources: dict[str, str] = {}
    for name, frame, phrases in _sections(path):
        if bool(phrases) is not (_ANY_PHRASE in frame):
            raise ValueError(f"{path.name}: the frame {frame!r} of {name!r} needs phrases below it where it has a …")
        source = frame.replace(_ANY_PHRASE, f"(?:{'|'.join(phrases)})")
        if unknown := set(_REFERENCE.findall(source)) - set(sources):
            raise ValueError(f"{path.name}: {name!r} asks for {sorted(unknown)}: write these above it.")
        source = _REFERENCE.sub(lambda match: f"(?:{sources[match[1]]})", source)
        sources[name] = f"{sources[name]}|{source}" if name in sources else source
    return {name: re.compile(source, flags) for name, source in sources.items()}


def _sections(path: Path) -> list[tuple[str, str, list[str]]]:
    """(name, frame, phrases) in the order of the file."""
    sections: list[tuple[str, str, list[str]]] = []
    for line in path.read_text("utf-8").splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if not line[0].isspace():
            name, _, frame = line.partition(":")
            sections.append((name, frame.strip(), []))
        elif not sections:
            raise ValueError(f"{path.name}: {line.strip()!r} stands below no name; write 'name: frame' above it.")
        else:
            sections[-1][2].extend(phrase.strip() for phrase in line.strip().split(" | "))
    return sections
