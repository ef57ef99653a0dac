"""A few pages from a template of ours, set in our font under the family "paper"."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from io import BytesIO
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string

from pdf.drawing import one_at_a_time
from pdf.fonts import BOLD, CJK, TEXT, spread


def page_pdf(template: str, context: Callable[[], dict[str, Any]], *, what: str) -> bytes:
    """The template as PDF. `context` makes what stands in it; `what` names it in an error.

    Raises:
        RuntimeError: the library found faults in the page.
        ValueError: the page names a file or an address.
    """
    # The import costs a second, which only those pay who want a PDF.
    from xhtml2pdf import pisa

    _use_font("paper", TEXT, BOLD)
    pages = BytesIO()
    html = spread(render_to_string(template, context()))
    if "font-family: cjk" in html:
        _use_font("cjk", CJK, CJK)
    with one_at_a_time():
        made = pisa.CreatePDF(html, dest=pages, encoding="utf-8", link_callback=partial(_nothing_remote, what))
    if made.err:
        raise RuntimeError(f"xhtml2pdf found {made.err} faults in {what}.")
    return pages.getvalue()


def cut(text: str, limit: int, *, longest_word: int) -> str:
    """The text on one line, cut at `limit` characters, with breaks in words that are too long for their column."""
    line = " ".join(text.split())
    line = line if len(line) <= limit else f"{line[: limit - 1]}…"
    return " ".join(
        " ".join(word[n : n + longest_word] for n in range(0, len(word), longest_word)) for word in line.split()
    )


def _nothing_remote(what: str, uri: str, _base: str) -> str:
    raise ValueError(f"A page must load nothing, and {what} names {uri[:200]!r}. Take it out of the template.")


@cache
def _use_font(family: str, regular: str, bold: str) -> None:
    from reportlab.lib.fonts import addMapping
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from xhtml2pdf import default

    for name, file in ((family, regular), (f"{family}-bold", bold)):
        pdfmetrics.registerFont(TTFont(name, settings.FONTS_DIR / file))
    for is_bold in (0, 1):
        for italic in (0, 1):
            addMapping(family, is_bold, italic, f"{family}-bold" if is_bold else family)
    # xhtml2pdf finds a font family by this table.
    default.DEFAULT_FONT[family] = family
