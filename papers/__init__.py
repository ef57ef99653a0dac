"""PDFs of ours: fonts that are embedded, pages from a template, nothing loaded from elsewhere. Knows no domain."""

from __future__ import annotations

from papers.drawing import Drawn, draw
from papers.fonts import Drawable, Face, drawable, own_faces
from papers.page import cut, page_pdf

__all__ = ["Drawable", "Drawn", "Face", "cut", "draw", "drawable", "own_faces", "page_pdf"]
