"""Cleans text at every door. What PostgreSQL cannot store becomes U+FFFD before any query sees it."""

from __future__ import annotations

import re

# PostgreSQL refuses NUL in text and jsonb, and UTF-8 has no form for a lone surrogate.
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def clean_text(text: str) -> str:
    """`text` with NUL and lone surrogates replaced by U+FFFD; its length in characters stays the same."""
    return _UNSTORABLE.sub("\ufffd", text)


def clean_json(value: object) -> object:
    """The same for every string, key included, inside a JSON value."""
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, dict):
        return {clean_json(key): clean_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [clean_json(item) for item in value]
    return value
