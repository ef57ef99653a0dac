"""Draws a long document: one at a time, with progress, and every warning of the library told to the caller."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO

from django.conf import settings

from pdf.fonts import Face

MAX_RENDER_SECONDS = 3600
_ALONE = threading.Lock()


@dataclass(frozen=True, slots=True)
class Drawn:
    """The file, how many errors the library counts, and what it complained of; a file with complaints is not whole."""

    data: bytes
    errors: int
    complaints: tuple[str, ...]


def draw(html: str, *, title: str, faces: Sequence[Face], progress: Callable[[float], None]) -> Drawn:
    """The page as PDF. Its style sheet names the faces, the first family being "text"; it may load nothing else."""
    # The import costs half a second, which only those pay who want a PDF.
    from xhtml2pdf import pisa
    from xhtml2pdf.config.resources import ResourceAccessPolicy, render_budget, use_policy

    _keep_vowel_signs()
    folders = {face.path.parent for face in faces} | {settings.FONTS_DIR}
    policy = ResourceAccessPolicy(
        allow_remote=False, base_dir=None, extra_roots=tuple(folders), max_render_seconds=MAX_RENDER_SECONDS
    )
    pages = BytesIO()
    with (
        one_at_a_time(),
        _beginning_with_our_font(),
        _warnings() as warned,
        use_policy(policy),
        render_budget(policy) as budget,
    ):
        # The library looks at its clock once for each element that it reads and each that it draws.
        budget.check_deadline = _Ticks(budget.check_deadline, html.count("<p"), progress)
        made = pisa.CreatePDF(html, dest=pages, encoding="utf-8", resource_policy=policy, context_meta={"title": title})
    return Drawn(pages.getvalue(), made.err, (*warned, *(str(entry[2]) for entry in made.log)))


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """What ReportLab is set to holds for the whole process, so that no two papers are drawn side by side."""
    with _ALONE:
        yield


@contextmanager
def _beginning_with_our_font() -> Iterator[None]:
    """ReportLab would name Helvetica on every page, which is not embedded."""
    from reportlab import rl_config

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
    warnings: list[str] = []
    thread = threading.get_ident()

    class Collect(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.thread == thread:
                warnings.append(record.getMessage())

    handler = Collect(logging.WARNING)
    loggers = [logging.getLogger(name) for name in ("xhtml2pdf", "reportlab")]
    for logger in loggers:
        logger.addHandler(handler)
    try:
        yield warnings
    finally:
        for logger in loggers:
            logger.removeHandler(handler)
