"""What TESS says in words of its own, in Dutch and in English, and which of the two a conversation and a page have."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Any, Literal

from django.utils import dateformat, translation

from wording.languages import language_of

Language = Literal["nl", "en"]
LANGUAGES: tuple[Language, ...] = ("nl", "en")


# So few words may be borrowed.
_FEW_WORDS = 2


def _texts() -> dict[Language, dict[str, str]]:
    """The sentences of texts.txt by language and name."""
    texts: dict[Language, dict[str, str]] = {language: {} for language in LANGUAGES}
    name = ""
    for line in Path(__file__).with_name("texts.txt").read_text("utf-8").splitlines():
        if not line.startswith("  "):
            name = line
            continue
        for language in LANGUAGES:
            if line.startswith(f"  {language}: "):
                texts[language][name] = line.partition(": ")[2]
    return texts


TEXTS = _texts()


def language_spoken(messages: Iterable[str]) -> Language:
    """The language of a conversation: that of the newest message that shows one, Dutch otherwise.

    A word or two, such as "top, thanks!", show one only where no longer message does.
    """
    known = [(text, language) for text in messages if (language := language_of(text, LANGUAGES))]
    longer = [language for text, language in known if len(text.split()) > _FEW_WORDS]
    return next(reversed(longer or [language for _, language in known]), "nl")


def page_language() -> Language:
    """The language of the page that is rendered now: the one that the person chose for all pages."""
    return "nl" if (translation.get_language() or "").startswith("nl") else "en"


def text(language: Language, name: str, /, **values: Any) -> str:
    """The sentence of that name in that language; a date among the values is written out."""
    shown = {key: day_in_words(value, language) if isinstance(value, date) else value for key, value in values.items()}
    return TEXTS[language][name].format(**shown)


def day_in_words(day: date, language: Language) -> str:
    """ "1 juli 2014", "1 July 2014"."""
    with translation.override(language):
        return dateformat.format(day, "j F Y")


def reference(day: date | None, today: date, language: Language) -> str:
    """How the day whose law applies is named: "peildatum: vandaag, 22 november 2026"."""
    return text(language, "reference_day", day=day) if day else text(language, "reference_today", day=today)


def period(start: date | None, end: date | None, language: Language) -> str:
    """How long a version was law; `end` is the first day on which it no longer was."""
    if start and end:
        return text(language, "from_until", start=start, end=end)
    if start or end:
        return text(language, "from", day=start) if start else text(language, "until", day=end)
    return text(language, "always")
