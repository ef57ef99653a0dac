"""PDFs of ours: fonts that are embedded, pages from a template, nothing loaded from elsewhere. Knows no domain."""

from __future__ import annotations

from pdf.drawing import Drawn, draw
from pdf.fonts import Drawable, Face, drawable, own_faces
from pdf.page import cut, page_pdf

__all__ = ["Drawable", "Drawn", "Face", "cut", "draw", "drawable", "own_faces", "page_pdf"]
