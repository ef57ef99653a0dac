"""Takes a model's marks out of its text while it streams: thoughts, calls written as text, special tokens."""

from __future__ import annotations

import re

_MARK = re.compile(
    r"<(?P<open>think|thinking|tool_call)>|</(?:think|thinking|tool_call)>|<\|\w{1,40}\|>", re.IGNORECASE
)
# The beginning of what may become a mark with the next piece.
_BEGINNING = re.compile(r"<(?:/?[a-z_]{0,9}|\|\w{0,40}\|?)\Z", re.IGNORECASE)
# A call written as text that is longer is no call.
_LONGEST_CALL = 100_000


class TaggedText:
    """Servers without a parser for their model leave its marks in the content; a person never sees them.

    `calls` are the texts between <tool_call> and its end. Blanks before the first word are not text either.
    """

    def __init__(self) -> None:
        self.calls: list[str] = []
        self._held = ""
        self._inside = ""
        self._content: list[str] = []
        self._begun = False

    def feed(self, text: str) -> str:
        """What of the text so far is for the person and has not been given out."""
        if not self._held and not self._inside and self._begun and "<" not in text:
            return text
        self._held += text
        out: list[str] = []
        while self._step(out):
            pass
        return self._shown("".join(out))

    def close(self) -> str:
        """The rest, when nothing more comes. A thought that never ended is none of it."""
        rest, self._held = ("" if self._inside else self._held), ""
        return self._shown(rest)

    def _step(self, out: list[str]) -> bool:
        """Read up to the next mark; False when more text is needed."""
        if self._inside:
            return self._within()
        mark = _MARK.search(self._held)
        if mark is None:
            beginning = _BEGINNING.search(self._held)
            end = beginning.start() if beginning else len(self._held)
            out.append(self._held[:end])
            self._held = self._held[end:]
            return False
        out.append(self._held[: mark.start()])
        self._held, self._inside = self._held[mark.end() :], (mark["open"] or "").lower()
        return True

    def _within(self) -> bool:
        closing = f"</{self._inside}>"
        end = self._held.lower().find(closing)
        if end < 0:
            keep = max(0, len(self._held) - len(closing))
            self._keep(self._held[:keep])
            self._held = self._held[keep:]
            return False
        self._keep(self._held[:end])
        if self._inside == "tool_call":
            self.calls.append("".join(self._content))
        self._held, self._inside, self._content = self._held[end + len(closing) :], "", []
        return True

    def _keep(self, content: str) -> None:
        if self._inside == "tool_call" and sum(map(len, self._content)) < _LONGEST_CALL:
            self._content.append(content)

    def _shown(self, text: str) -> str:
        if not self._begun:
            text = text.lstrip()
            self._begun = bool(text)
        return text
