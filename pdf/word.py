"""A new Word file whose properties say what it is and whose, and nothing of what it was made with."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from docx.document import Document

# What no XML may hold; a form feed is a page break in plain text.
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
# Characters of a property.
LONGEST = 255


def new_word_file(title: str, author: str, made_at: datetime, *, language: str = "") -> Document:
    """An empty document. The template of the library names the library, so every property is set."""
    # The import is slow, and only those pay for it who want a DOCX.
    import docx

    document = docx.Document()
    properties = document.core_properties
    properties.title = for_xml(title)[:LONGEST]
    properties.author = properties.last_modified_by = for_xml(author)[:LONGEST]
    properties.created = properties.modified = made_at.astimezone(UTC).replace(tzinfo=None)
    properties.language = language
    properties.comments = properties.keywords = properties.subject = properties.category = ""
    return document


def for_xml(text: str) -> str:
    """The text without the characters that no XML may hold."""
    return _NOT_XML.sub("", text)
