"""How words, phrases and patterns are written in text files, and the lists of words among these files.

A line "name: …" at the margin begins a list, or adds to the list of that name; lines below it that begin with a blank
go on with it. A line that begins with "#" says something to the reader, and empty lines say nothing.

In a list of words, blanks part them (`word_lists`). In a list of phrases a line holds one, or several with " | "
between them (`wording.phrases`). A phrase may be a regular expression; "{name}" in it stands for any phrase of a list
further up. Where "…" stands behind the colon, that line is a frame: it is one phrase, and any of the phrases below it
stands for the "…". A phrase that begins or ends with a blank writes it [ ].
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

_HERE = Path(__file__).parent / "phrases"


def word_lists(file: str | Path) -> dict[str, frozenset[str]]:
    """The lists of a file of words in `phrases/` here, or of one at a whole path, by their names."""
    lists: dict[str, frozenset[str]] = {}
    for name, lines in sections(file):
        lists[name] = lists.get(name, frozenset()) | {word for line in lines for word in line.split()}
    return lists


def sections(file: str | Path) -> Iterator[tuple[str, list[str]]]:
    """Each name of a file in order, with what stands behind its colon and then the lines below it.

    Raises:
        ValueError: a line stands below no name, or a line at the margin has no colon.
    """
    path = _HERE / file
    written: list[tuple[str, list[str]]] = []
    for line in path.read_text("utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if line[0].isspace():
            if not written:
                raise ValueError(f"{path.name}: {line.strip()!r} stands below no name; write 'name:' above it.")
            written[-1][1].append(line.strip())
            continue
        name, colon, rest = line.partition(":")
        if not colon:
            raise ValueError(f"{path.name}: {line!r} has no colon; write 'name: …', or a blank before it.")
        written.append((name, [rest.strip()]))
    yield from written
