"""What a change did, word by word: the parts that stay, go and come, as values and as sanitised HTML."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from investor_review.edits.plan import Edit
from investor_review.edits.references import place_of
from wording.sentences import sentence_spans

Part = tuple[Literal["same", "del", "ins"], str]
# For an issue, where a change at a position of the text stands, in words.
Placed = Mapping[str, Callable[[int], str]]
_WORDS = re.compile(r"\s+|\d+(?:[.,]\d+)*|\w+|[^\w\s]")
# Where a page of the source ends; nothing that is read in passing shows it.
_PAGE_MARK = re.compile(r"\s*<PAGE>\s*")
_BLANK_LINE = re.compile(r"\n[ \t]*(?=\r?\n)")
# Characters of the text that are shown on each side of an edit.
CONTEXT = 160
# From how many words on two sides are compared as wholes: comparing costs their product.
MAX_COMPARED = 1500


@dataclass(frozen=True, slots=True)
class Redline:
    """One edit with the text around it. `parts` in order make the text before (same, del) and after (same, ins)."""

    issue_id: str
    parts: tuple[Part, ...]
    # "clause 4.3, page 3", as far as it is known.
    place: str = ""

    @property
    def before(self) -> str:
        return "".join(text for kind, text in self.parts if kind != "ins")

    @property
    def after(self) -> str:
        return "".join(text for kind, text in self.parts if kind != "del")

    def html(self) -> SafeString:
        """The parts as escaped HTML, in which only del and ins are elements."""
        pieces = [escape(text) if kind == "same" else f"<{kind}>{escape(text)}</{kind}>" for kind, text in self.parts]
        return mark_safe("".join(pieces))  # noqa: S308


def redlines(text: str, edits: Sequence[Edit], placed: Placed | None = None) -> list[Redline]:
    """Each edit with its surroundings; `placed` says where. The cost grows with the edits, not the text."""
    ordered = sorted(edits, key=lambda edit: (edit.start, edit.end))
    drawn = []
    for number, edit in enumerate(ordered):
        floor = ordered[number - 1].end if number else 0
        ceiling = ordered[number + 1].start if number + 1 < len(ordered) else len(text)
        before, after = _context_before(text, edit.start, floor), _context_after(text, edit.end, ceiling)
        changed = compared(text[edit.start : edit.end], edit.replacement)
        place_at = (placed or {}).get(edit.issue_id)
        place = place_at(edit.start) if place_at else place_of(text, edit.start, "")
        parts = [(kind, _PAGE_MARK.sub(" ", part)) for kind, part in [("same", before), *changed, ("same", after)]]
        drawn.append(Redline(edit.issue_id, tuple(_merged(parts)), place))
    return drawn


def compared(before: str, after: str) -> list[Part]:
    """The two texts as parts, word by word; long ones, and ones that share little, as one del and one ins."""
    old, new = _WORDS.findall(before), _WORDS.findall(after)
    if not old or not new or max(len(old), len(new)) > MAX_COMPARED:
        return _merged([("del", before), ("ins", after)])
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    if matcher.ratio() < 0.4:
        return _merged([("del", before), ("ins", after)])
    parts: list[Part] = []
    for operation, i1, i2, j1, j2 in matcher.get_opcodes():
        if operation == "equal":
            parts.append(("same", "".join(old[i1:i2])))
        else:
            parts += [("del", "".join(old[i1:i2])), ("ins", "".join(new[j1:j2]))]
    return _merged(_without_crumbs(parts))


def _without_crumbs(parts: Sequence[Part]) -> list[Part]:
    """A space that stays between two changes belongs to both: "November 24" to "31 March" is one change."""
    grown: list[Part] = []
    run: list[Part] = []
    for number, (kind, text) in enumerate(parts):
        crumb = kind == "same" and not any(c.isalnum() for c in text) and 0 < number < len(parts) - 1
        if kind == "same" and not crumb:
            grown += [*_gathered(run), (kind, text)]
            run = []
        else:
            run.append((kind, text))
    return [*grown, *_gathered(run)]


def _gathered(run: Sequence[Part]) -> list[Part]:
    gone = "".join(text for kind, text in run if kind != "ins")
    come = "".join(text for kind, text in run if kind != "del")
    return [("del", gone), ("ins", come)]


def _merged(parts: Sequence[Part]) -> list[Part]:
    kept: list[Part] = []
    for kind, text in parts:
        if not text:
            continue
        if kept and kept[-1][0] == kind:
            kept[-1] = (kind, kept[-1][1] + text)
        else:
            kept.append((kind, text))
    return kept


def _context_before(text: str, position: int, floor: int) -> str:
    low = max(floor, position - CONTEXT)
    spans = list(sentence_spans(text, low, position, clauses=True))
    # From the last sentence on, when all of it is in reach; a cut one begins with dots.
    start = spans[-1][0] if len(spans) > 1 else low
    piece = text[start:position]
    cut = start == low and start > floor
    return f"… {piece.split(' ', 1)[-1].lstrip()}" if cut and " " in piece else piece.lstrip()


def _context_after(text: str, position: int, ceiling: int) -> str:
    high = min(ceiling, position + CONTEXT)
    if blank := _BLANK_LINE.search(text, position, high):
        # What follows behind a blank line is another paragraph's.
        high = ceiling = blank.start()
    spans = list(sentence_spans(text, position, high, clauses=True))
    end = spans[0][1] if len(spans) > 1 else high
    piece = text[position:end]
    cut = end == high and end < ceiling
    return f"{piece.rsplit(' ', 1)[0].rstrip()} …" if cut and " " in piece else piece.rstrip()
