"""What goes out: the document as PDF, the e-mail, the change log; made together, proved, and kept."""

from __future__ import annotations

from investor_review.papers import generation, runs
from investor_review.papers.pdf import PdfDocument, render_pdf

__all__ = ["PdfDocument", "generation", "render_pdf", "runs"]
