"""Which of its two languages TESS answers in: that of the person's newest words that show one, Dutch otherwise.

Its pages are in the language that the person chose for all pages, as every page is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from django.utils import translation

from wording.languages import language_of

Language = Literal["nl", "en"]
LANGUAGES: tuple[Language, ...] = ("nl", "en")


def language_spoken(messages: Iterable[str]) -> Language:
    """The language of a conversation from what the person said, the newest last."""
    return next((known for text in reversed(list(messages)) if (known := language_of(text, LANGUAGES))), "nl")


def page_language() -> Language:
    """The language of the page that is rendered now."""
    return "nl" if (translation.get_language() or "").startswith("nl") else "en"
