"""The reviewed document as a PDF from our template: embedded fonts, nothing remote, read back before it is released."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string

from investor_review.edits import ChangeLog, Entry, Part, short
from investor_review.papers.fonts import Drawable, Face, drawable
from investor_review.papers.pdf_check import Problem, lines_of_html, verify_pdf
from investor_review.papers.pdf_layout import MONO_EM, Block, blocks_of, runs_right_to_left

TEMPLATE = "investor_review/artifact.html"
MAX_RENDER_SECONDS = 3600
MAX_NOTES = 40
# The footer is 172 mm wide and set in 7.6 points; the page's number takes some of it.
FOOTER_EMS = 55.0
# Called with a share of the work from 0 to 1 and a sentence.
Progress = Callable[[float, str], None]


@dataclass(frozen=True, slots=True)
class PdfDocument:
    """What stands in the PDF. `facts` are the lines under the title, such as ("Company", "Acme")."""

    title: str
    facts: Sequence[tuple[str, str]]
    log: ChangeLog
    text: str
    footer: str


@dataclass(frozen=True, slots=True)
class Pdf:
    """The finished file, how many pages it has, and what could not be drawn as it is."""

    data: bytes
    pages: int
    notes: tuple[str, ...]


class PdfFailed(Exception):
    """The PDF was not released; the text says what is wrong with it."""


def render_pdf(document: PdfDocument, progress: Progress = lambda share, sentence: None) -> Pdf:
    """The PDF, verified. Raises PdfFailed when a warning came up, or when reading it back shows a loss."""
    page = page_of(document)
    progress(0.05, "The pages are laid out")
    data = _rendered(page, lambda share: progress(0.05 + 0.6 * share, "The pages are drawn"))
    progress(0.65, "The finished PDF is read again")
    found = verify_pdf(
        data, lines_of_html(page.html), lambda share: progress(0.65 + 0.35 * share, "The PDF is compared with the text")
    )
    if found.problems:
        raise PdfFailed(_said(found.problems))
    progress(1.0, "The PDF is complete")
    return Pdf(data, found.pages, page.notes)


@dataclass(frozen=True, slots=True)
class Page:
    """The HTML that is drawn, the fonts that it needs, and what had to be replaced in it."""

    title: str
    html: str
    faces: tuple[Face, ...]
    notes: tuple[str, ...]


def page_of(document: PdfDocument) -> Page:
    """The page's HTML. Every character of it can be drawn."""
    lines = document.text.splitlines()
    found = drawable([*lines, *_front(document)])
    notes = tuple(_note(problem.sentence(), problem.first_line, len(lines)) for problem in found.problems)
    blocks = list(blocks_of(found.translated(document.text)))
    html = found.translated(render_to_string(TEMPLATE, _context(document, blocks, found, notes)))
    return Page(short(found.translated(document.title), 200), html, found.faces, notes)


def _front(document: PdfDocument) -> list[str]:
    """The texts that stand before the document."""
    texts = [document.title, document.footer, *(value for _, value in document.facts)]
    for entry in document.log.entries:
        texts += [entry.issue.title, entry.issue.summary, entry.issue.instruction, *entry.reasons]
        texts += [redline.before + redline.after for redline in entry.redlines]
    return texts


def _note(sentence: str, line: int, lines: int) -> str:
    """The place of a character as a reader finds it: beyond the document's lines it stands in the front matter."""
    if line <= lines:
        return sentence
    return sentence.replace(f"first in line {line}", "in the names or the change log")


def _context(document: PdfDocument, blocks: list[Block], found: Drawable, notes: tuple[str, ...]) -> dict[str, Any]:
    others = [face.family for face in found.faces if face.family not in ("text", "mono")]
    shown = (
        notes
        if len(notes) <= MAX_NOTES
        else (*notes[:MAX_NOTES], f"And {len(notes) - MAX_NOTES} more; see the manifest.")
    )
    return {
        "document": {
            "title": document.title,
            "title_rtl": runs_right_to_left(document.title),
            "facts": document.facts,
            "footer": _one_line(found.translated(document.footer)),
            "notes": shown,
            "log": {
                "entries": [_entry(entry) for entry in document.log.entries],
                "unresolved": document.log.unresolved,
            },
        },
        "blocks": blocks,
        "faces": found.faces,
        "families": ", ".join(["text", *others]),
        "mono_families": ", ".join(["mono", "text", *others]),
        "sizes": _sizes(blocks),
    }


def _one_line(text: str) -> str:
    """So much of the text as fits beside the page's number, whatever letters it has. Its widest are one em wide."""
    line, room = " ".join(text.split()), FOOTER_EMS
    for at, character in enumerate(line):
        room -= 0.65 if character.isascii() and not character.isupper() else 1.0
        if room < 0:
            return f"{line[:at].rstrip()}…"
    return line


def _entry(entry: Entry) -> dict[str, Any]:
    parts: list[Sequence[Part]] = [redline.parts for redline in entry.redlines]
    return {
        "issue": entry.issue,
        "outcome_label": entry.outcome_label,
        "summary_lines": entry.issue.summary.splitlines(),
        "parts": parts,
        "reasons": entry.reasons,
    }


def _sizes(blocks: list[Block]) -> list[dict[str, Any]]:
    """The sizes of columns that are used, each with the gaps between columns that are used."""
    used: dict[float, set[int]] = {}
    for block in blocks:
        if block.kind == "columns":
            used.setdefault(block.size, set()).update(spaces for row in block.rows for spaces, _ in row if spaces)
    return [
        {
            "name": int(size * 10),
            "points": size,
            # One of the spaces is drawn as a space, so that the words are not glued together in the PDF's text.
            "gaps": [{"spaces": n, "points": f"{(n - 1) * size * MONO_EM:.2f}"} for n in sorted(gaps)],
        }
        for size, gaps in used.items()
    ]


def _rendered(page: Page, progress: Callable[[float], None]) -> bytes:
    # The import costs half a second, which only those pay who want a PDF.
    from xhtml2pdf import pisa
    from xhtml2pdf.config.resources import ResourceAccessPolicy, render_budget, use_policy

    _keep_vowel_signs()
    folders = {face.path.parent for face in page.faces} | {settings.FONTS_DIR}
    policy = ResourceAccessPolicy(
        allow_remote=False, base_dir=None, extra_roots=tuple(folders), max_render_seconds=MAX_RENDER_SECONDS
    )
    pages = BytesIO()
    with _alone(), _warnings() as warned, use_policy(policy), render_budget(policy) as budget:
        # The library looks at its clock once for each element that it reads and each that it draws.
        budget.check_deadline = _Ticks(budget.check_deadline, page.html.count("<p"), progress)
        made = pisa.CreatePDF(
            page.html, dest=pages, encoding="utf-8", resource_policy=policy, context_meta={"title": page.title}
        )
    complaints = [*warned, *(str(entry[2]) for entry in made.log)]
    if made.err or complaints:
        raise PdfFailed(f"Drawing the pages gave {made.err} errors and warnings: {short('; '.join(complaints), 400)}")
    return pages.getvalue()


@contextmanager
def _alone() -> Iterator[None]:
    """One drawing at a time, which the library demands anyway, and pages that begin with our font.

    ReportLab would name Helvetica on every page, which is not embedded.
    """
    from reportlab import rl_config
    from xhtml2pdf.document import _RENDER_LOCK

    with _RENDER_LOCK:
        before = rl_config.canvas_basefontname
        # The library's name for the regular face of the family "text".
        rl_config.canvas_basefontname = "text_00"
        try:
            yield
        finally:
            rl_config.canvas_basefontname = before


def _keep_vowel_signs() -> None:
    """As it comes, the library deletes Arabic vowel signs when it joins letters. They are part of the text."""
    import arabic_reshaper
    from xhtml2pdf import util

    for reshaper in (arabic_reshaper.default_reshaper, util._plain_reshaper):
        reshaper.configuration["delete_harakat"] = "no"


class _Ticks:
    """Stands for the library's check of its deadline, and makes a share of the work of how often it is asked."""

    def __init__(self, check: Callable[[], None], blocks: int, progress: Callable[[float], None]) -> None:
        self.check, self.progress = check, progress
        self.expected, self.count = max(1, blocks * 6), 0

    def __call__(self) -> None:
        self.check()
        self.count += 1
        if self.count % 64 == 0:
            self.progress(min(1.0, self.count / self.expected))


@contextmanager
def _warnings() -> Iterator[list[str]]:
    """What the library logs as a warning in this thread: a font or file that it did not take is told nowhere else."""
    found: list[str] = []
    thread = threading.get_ident()

    class Collect(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.thread == thread:
                found.append(record.getMessage())

    handler = Collect(logging.WARNING)
    loggers = [logging.getLogger(name) for name in ("xhtml2pdf", "reportlab")]
    for logger in loggers:
        logger.addHandler(handler)
    try:
        yield found
    finally:
        for logger in loggers:
            logger.removeHandler(handler)


def _said(problems: Sequence[Problem]) -> str:
    shown = "; ".join(problem.sentence() for problem in problems[:5])
    more = f"; and {len(problems) - 5} more" if len(problems) > 5 else ""
    return f"The finished PDF does not hold the text as it should: {shown}{more}."
