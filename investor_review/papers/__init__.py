"""What goes out: the edits as they were shown, the document as PDF, the e-mail, the change log; proved, and kept."""

from __future__ import annotations

from investor_review.papers import drafts, generation, material, runs
from investor_review.papers.pdf import PdfDocument, render_pdf
from investor_review.papers.pdf_layout import headings_in
from investor_review.papers.production import ReviewSnapshot

__all__ = ["PdfDocument", "ReviewSnapshot", "drafts", "generation", "headings_in", "material", "render_pdf", "runs"]
