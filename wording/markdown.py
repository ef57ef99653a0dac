"""Text that others wrote, put into Markdown."""

from __future__ import annotations

import re

_MARKS = re.compile(r"([\\`*_\[\]<>|~#])")


def escaped(text: str) -> str:
    """The text with nothing in it that Markdown would read as a mark."""
    return _MARKS.sub(r"\\\1", text)
