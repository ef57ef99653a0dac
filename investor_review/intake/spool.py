"""What a start holds that is too long for memory: in a file without a name, read again piece by piece."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from tempfile import SpooledTemporaryFile
from typing import Any

# Up to so many bytes no file is made.
IN_MEMORY = 1_000_000


class Spool:
    """Texts in their order, lone surrogates and all. What it keeps is gone when it is closed or forgotten."""

    def __init__(self) -> None:
        self._file = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - close() closes it.
        self._lengths = array("Q")

    def add(self, text: str) -> None:
        data = text.encode("utf-8", "surrogatepass")
        self._file.seek(0, 2)
        self._file.write(data)
        self._lengths.append(len(data))

    def __len__(self) -> int:
        return len(self._lengths)

    def texts(self) -> Iterator[str]:
        """The texts as they were added. Several may go through them at once."""
        start = 0
        for length in self._lengths:
            self._file.seek(start)
            yield self._file.read(length).decode("utf-8", "surrogatepass")
            start += length

    def close(self) -> None:
        self._file.close()


class LongText(Spool):
    """A text in the pieces that it came in."""

    def __iter__(self) -> Iterator[str]:
        return self.texts()

    def head(self, length: int) -> str:
        """Its first characters, at most so many."""
        head = ""
        for piece in self:
            head += piece[: length - len(head)]
            if len(head) == length:
                break
        return head


class LongList(Spool):
    """A list of JSON, of which an item is parsed whenever it is come to."""

    def __init__(self, parse: Callable[[str], Any]) -> None:
        super().__init__()
        self._parse = parse

    def __iter__(self) -> Iterator[Any]:
        return map(self._parse, self.texts())


def let_go(body: object) -> None:
    """Close the files of a body that was read."""
    for value in body.values() if isinstance(body, dict) else ():
        if isinstance(value, Spool):
            value.close()
