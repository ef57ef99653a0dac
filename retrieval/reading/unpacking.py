"""Unpacks an answer of HTTP piece by piece: a bomb is seen when its limit is reached, not when it has filled memory."""

from __future__ import annotations

import zlib
from collections.abc import Iterator


class Unpacker:
    """Undoes gzip and deflate piece by piece, so that a few bytes never become more than a piece at once."""

    _PIECE = 65_536

    def __init__(self, encoding: str) -> None:
        """Raises ValueError for an encoding that is neither."""
        self._raw_tried = encoding != "deflate"
        if encoding in ("", "identity"):
            self._unpack = None
        elif encoding in ("gzip", "x-gzip", "deflate"):
            self._unpack = zlib.decompressobj(47)
        else:
            raise ValueError(f"{encoding!r} is neither gzip nor deflate")

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The unpacked pieces, each of 64 kB at most. Raises zlib.error."""
        if self._unpack is None:
            yield data
            return
        while not self._unpack.eof:
            try:
                part = self._unpack.decompress(data, self._PIECE)
            except zlib.error:
                if self._raw_tried:
                    raise
                # Some servers mean the bare form by "deflate", without its frame.
                self._unpack, self._raw_tried = zlib.decompressobj(-15), True
                continue
            self._raw_tried = True
            data = self._unpack.unconsumed_tail
            if part:
                yield part
            if not data and len(part) < self._PIECE:
                return

    @property
    def is_whole(self) -> bool:
        """Whether the end of what was packed has come."""
        return self._unpack is None or self._unpack.eof
