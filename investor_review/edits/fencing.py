"""Text of others inside a marked block: material for a model and never an instruction. The mark cannot be guessed."""

from __future__ import annotations

import secrets


def fenced(label: str, text: str) -> str:
    """The text between two marks that bear a number of this one call, so that the text cannot close its own block."""
    mark = secrets.token_hex(8)
    return f"<<<{label} {mark}\n{text}\n{mark} {label}>>>"
