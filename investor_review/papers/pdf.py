"""The reviewed document as a PDF from our template: embedded fonts, nothing remote, read back before it is released."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import gettext

from investor_review.edits import ChangeLog, Entry, Part, short
from investor_review.papers.pdf_check import PdfProblem, lines_of_html, verify_pdf
from investor_review.papers.pdf_layout import MONO_EM, Block, blocks_of, runs_right_to_left
from pdf import Drawable, Face, draw, drawable

TEMPLATE = "investor_review/artifact.html"
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
    check = verify_pdf(
        data, lines_of_html(page.html), lambda share: progress(0.65 + 0.35 * share, "The PDF is compared with the text")
    )
    if check.problems:
        raise PdfFailed(_failure(check.problems))
    progress(1.0, "The PDF is complete")
    return Pdf(data, check.pages, page.notes)


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
    fonts = drawable([*lines, *_front(document)])
    notes = tuple(_note(problem.sentence(), problem.first_line, len(lines)) for problem in fonts.problems)
    blocks = list(blocks_of(fonts.translated(document.text)))
    html = fonts.translated(render_to_string(TEMPLATE, _context(document, blocks, fonts, notes)))
    return Page(short(fonts.translated(document.title), 200), html, fonts.faces, notes)


def _front(document: PdfDocument) -> list[str]:
    """The texts that stand before the document."""
    texts = [document.title, document.footer, *(value for _, value in document.facts)]
    for entry in document.log.entries:
        texts += [entry.issue.title, entry.issue.summary, entry.proposal, entry.place]
        texts += [redline.before + redline.after for redline in entry.redlines]
    return texts


def _note(sentence: str, line: int, lines: int) -> str:
    """The place of a character as a reader finds it: beyond the document's lines it stands in the front matter."""
    if line <= lines:
        return sentence
    return sentence.replace(f"first in line {line}", "in the names or the change log")


def _context(document: PdfDocument, blocks: list[Block], drawn: Drawable, notes: tuple[str, ...]) -> dict[str, Any]:
    others = [face.family for face in drawn.faces if face.family not in ("text", "mono")]
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
            "footer": _one_line(drawn.translated(document.footer)),
            "notes": shown,
            "log": {
                "entries": [_entry(entry) for entry in document.log.entries],
                "unresolved": [_entry(entry) for entry in document.log.unresolved],
                "withheld": document.log.withheld,
            },
        },
        "blocks": blocks,
        "faces": drawn.faces,
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
        "outcome_label": _outcome(entry),
        "summary_lines": entry.issue.summary.splitlines(),
        "parts": parts,
        "place": entry.place,
        "proposal": entry.proposal,
        "going_out": entry.going_out,
    }


def _outcome(entry: Entry) -> str:
    """What became of it, in the language of the reader; "Open" alone is elsewhere the name of a button."""
    return gettext("open").capitalize() if entry.outcome_label == "Open" else gettext(entry.outcome_label)


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
    drawn = draw(page.html, title=page.title, faces=page.faces, progress=progress)
    if drawn.errors or drawn.complaints:
        complaints = short("; ".join(drawn.complaints), 400)
        raise PdfFailed(f"Drawing the pages gave {drawn.errors} errors and warnings: {complaints}")
    return drawn.data


def _failure(problems: Sequence[PdfProblem]) -> str:
    shown = "; ".join(problem.sentence() for problem in problems[:5])
    more = f"; and {len(problems) - 5} more" if len(problems) > 5 else ""
    return f"The finished PDF does not hold the text as it should: {shown}{more}."
