"""Instructions are stored once and named by their hash: an assistant's are the same in every call."""

from __future__ import annotations

import hashlib
from functools import lru_cache

from chat.models import Instructions

# Hashes that this process has stored; an assistant that words its instructions anew each time is stored each time.
_stored: set[str] = set()
_MOST_REMEMBERED = 10_000


def kept(text: str) -> str:
    """The hash of instructions (SHA-256), by which `Instructions` has their text."""
    digest = _hash_of(text)
    if digest not in _stored:
        Instructions.objects.bulk_create([Instructions(sha256=digest, text=text)], ignore_conflicts=True)
        if len(_stored) >= _MOST_REMEMBERED:
            _stored.clear()
        _stored.add(digest)
    return digest


def forget() -> None:
    """Take nothing for stored, as after the table was emptied."""
    _stored.clear()


@lru_cache(maxsize=64)
def _hash_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
