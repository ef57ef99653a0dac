"""Notices a message in a language that the rules do not read."""

from __future__ import annotations

from wording.languages import Language, language_of

# The languages in which a message is told from an English one.
KNOWN: tuple[Language, ...] = ("en", "es", "nl", "de", "fr")


def language_read(text: str) -> Language:
    """The language of a message: English, unless it has two words more of another."""
    return language_of(text, KNOWN, unless="en", lead=2) or "en"
