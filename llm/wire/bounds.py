"""Bounds of one reply: how much a model may write, and the end of one that says the same for ever."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from llm.types import ModelRequest, StreamItem
from llm.wire.errors import CutShortError

# Longer than a token is on the average: a server that keeps to its limit of tokens never meets this one.
_CHARS_PER_TOKEN = 8
_MOST_CHARS = 200_000
# A reply is looked at each time when so many characters have come, as far back as these.
_STEP = 300
_LOOKED_AT = 2400
# So often in a row is a circle, and at least so many characters of it: lines and tables repeat a little, too.
_TIMES = 6
_LEAST = 600
# A model that thinks before it speaks spends the limit on that; once, it is given this much more.
_MORE_ROOM = 4


class Bounds:
    """Counts the text and the arguments of one reply."""

    def __init__(self, max_output_tokens: int | None) -> None:
        self._left = _MOST_CHARS if max_output_tokens is None else max_output_tokens * _CHARS_PER_TOKEN
        self.written = 0
        self._tail = ""
        self._unseen = 0

    def cut(self, text: str) -> tuple[str, str]:
        """What may be shown of the next text, and why the reply ends with it; "" where it goes on."""
        shown = text[: self._left]
        self._left -= len(shown)
        self.written += len(shown)
        if len(shown) < len(text):
            return shown, "length"
        self._tail = (self._tail + shown)[-_LOOKED_AT:]
        self._unseen += len(shown)
        if self._unseen >= _STEP:
            self._unseen = 0
            if is_circle(self._tail):
                return shown, "repetition"
        return shown, ""


def is_circle(tail: str) -> bool:
    """Whether the end of a text is one passage over and over."""
    for length in (_LEAST, _LOOKED_AT):
        if len(tail) >= length:
            period = _period(tail[-length:])
            if period * _TIMES <= length:
                return True
    return False


def _period(text: str) -> int:
    """The least distance at which `text` repeats itself (Knuth, Morris and Pratt)."""
    borders = [0] * len(text)
    border = 0
    for place in range(1, len(text)):
        while border and text[place] != text[border]:
            border = borders[border - 1]
        border += text[place] == text[border]
        borders[place] = border
    return len(text) - border


def with_more_room(request: ModelRequest, once: Callable[[ModelRequest], Iterator[StreamItem]]) -> Iterator[StreamItem]:
    """The items of `once`, asked again with more room where the limit of tokens left nothing to show."""
    started = False
    try:
        for item in once(request):
            started = True
            yield item
        return
    except CutShortError:
        if started or request.max_output_tokens is None:
            raise
    yield from once(replace(request, max_output_tokens=request.max_output_tokens * _MORE_ROOM))
