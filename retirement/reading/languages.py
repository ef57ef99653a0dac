"""Notices a message in a language that the rules do not read, and reads the plainest facts of a Spanish one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from retirement.checklist import Topic
from wording.languages import Language, language_of
from wording.phrases import any_of, phrase_sections

# The languages in which a message is told from an English one.
KNOWN: tuple[Language, ...] = ("en", "es", "nl", "de", "fr")
_NAMES = {"es": "Spanish", "nl": "Dutch", "de": "German", "fr": "French"}
_NOTES = {
    "es": "Sin conexión solo leo inglés.",
    "nl": "Zonder verbinding lees ik alleen Engels.",
    "de": "Ohne Verbindung lese ich nur Englisch.",
    "fr": "Hors ligne, je ne lis que l'anglais.",
}
_SPANISH = tuple(
    (Topic(topic), fact_type, re.compile(any_of(phrases), re.IGNORECASE))
    for heading, phrases in phrase_sections(Path(__file__).parent / "phrases/spanish.txt")
    for topic, fact_type in [heading.split()]
)


def language_read(text: str) -> Language:
    """The language of a message: English, unless it has two words more of another."""
    return language_of(text, KNOWN, unless="en", lead=2) or "en"


def offline_note(language: Language) -> str:
    """What is answered to a message in a language that is not read offline."""
    return (
        f"{_NOTES[language]} Offline I read English only, so I cannot take all the facts from {_NAMES[language]}. "
        "Your message is kept; write it in English, or ask whoever runs this to connect a model."
    )


def spanish_facts(text: str) -> Iterator[tuple[Topic, str, int, int]]:
    """Topic, fact type and place of what a Spanish message plainly states."""
    for topic, fact_type, pattern in _SPANISH:
        if match := pattern.search(text):
            yield topic, fact_type, match.start(), match.end()
