"""Files to text: each kind of document, its sections and their exact places, cut into chunks."""

from __future__ import annotations

from retrieval.reading.chunking import Piece, pieces, pieces_of_text
from retrieval.reading.readers import DEFAULT, LANGUAGES, LEAD, Limits, ReadDocument, Unreadable, read
from retrieval.reading.unpacking import Unpacker

__all__ = [
    "DEFAULT",
    "LANGUAGES",
    "LEAD",
    "Limits",
    "Piece",
    "ReadDocument",
    "Unpacker",
    "Unreadable",
    "pieces",
    "pieces_of_text",
    "read",
]
