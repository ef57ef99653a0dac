"""PDFs of ours: fonts that are embedded, pages from a template, nothing loaded from elsewhere; and new Word files.
Knows no domain.
"""

from __future__ import annotations

from pdf.drawing import Drawn, draw
from pdf.fonts import Drawable, Face, drawable, own_faces
from pdf.page import cut, page_pdf
from pdf.word import for_xml, new_word_file

__all__ = ["Drawable", "Drawn", "Face", "cut", "draw", "drawable", "for_xml", "new_word_file", "own_faces", "page_pdf"]
