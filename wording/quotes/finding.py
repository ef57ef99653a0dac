"""Do these words stand in that text, and where? Capitals, blanks, and kinds of quotes and dashes count for nothing."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from rapidfuzz import fuzz

from wording.quotes.quote import Quote

# Below this likeness (0–100) words are somebody else's.
FLOOR = 88.0
# Beyond this many characters words are looked for letter by letter only.
_MAX_FUZZY = 20_000
_SAME = str.maketrans(
    {**dict.fromkeys("‘’`´", "'"), **dict.fromkeys("“”", '"'), **dict.fromkeys("–—‑‐", "-"), "\u00ad": None}
)
# Blanks, plain characters in one go, and every other character by itself.
_RUNS = re.compile(r"\s+|[!-~]+|.", re.DOTALL)
_ELLIPSIS = re.compile(r"\s*(?:\.\.\.|…|\[\.\.\.\]|\[…\])\s*")
_EDGES = " .,;:!?…\"'"
# Scripts without blanks between their words: Thai, kana, Chinese characters.
_UNSPACED = re.compile("[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")


def find_quote(
    words: str, text: str, source: str | int | None = None, *, inside_words: bool = False, elided: bool = False
) -> Quote | None:
    """Where `words` stand in `text`, as the text has them; None where they do not.

    They stand there as whole words: "6" does not stand in "65", nor "yes" in "yesterday".

    - `inside_words`: of a document, in which the number of a footnote or a broken line may touch a word.
    - `elided`: of a document, "…" stands for what is left out between. Of a person's words nothing may be left out,
      for it may be their "not".
    """
    wanted = words.strip()
    if (at := _place(wanted, text, 0, inside_words)) >= 0:
        return Quote.cut(text, at, at + len(wanted), source)
    parts = [part for part in _ELLIPSIS.split(wanted.strip(" .,;…")) if part] if elided else [wanted]
    span = _span(parts, text, inside_words)
    return Quote.cut(text, *span, source) if span else None


def nearest_quote(words: str, text: str, source: str | int | None = None) -> tuple[Quote, float] | None:
    """The whole words of `text` that are most like `words`, and how like (0–100).

    None where nothing is alike enough, or where a number differs: that is no slip of the pen.
    """
    wanted = compared(words)[0].strip(_EDGES)
    letters, places = compared(text[: _MAX_FUZZY + 1])
    if not wanted or len(text) > _MAX_FUZZY or len(letters) < len(wanted) * 0.8:
        return None
    alike = fuzz.partial_ratio_alignment(wanted, letters, score_cutoff=FLOOR)
    if alike is None:
        return None
    start, end = _whole_words(letters, alike.dest_start, alike.dest_end)
    if _numbers(letters[start:end]) != _numbers(wanted):
        return None
    return Quote.cut(text, places[start], places[end - 1] + 1, source), alike.score


def compared(text: str) -> tuple[str, list[int]]:
    """The text as it is compared, and for each of its characters the place in the text that it came from."""
    letters: list[str] = []
    places: list[int] = []
    for run in _RUNS.finditer(text):
        if run[0].isspace():
            plain = " "
        elif run[0].isascii():
            plain = run[0].translate(_SAME).lower()
        else:
            plain = unicodedata.normalize("NFKC", run[0].translate(_SAME)).translate(_SAME).casefold()
        if plain.isspace():
            plain = "" if letters and letters[-1].endswith(" ") else " "
        letters.append(plain)
        places += range(*run.span()) if len(plain) == run.end() - run.start() else [run.start()] * len(plain)
    return "".join(letters), places


def _span(parts: Sequence[str], text: str, inside_words: bool) -> tuple[int, int] | None:
    """Where the parts stand one after the other."""
    letters, places = compared(text)
    first = last = -1
    for part in parts:
        wanted = compared(part)[0].strip()
        at = _place(wanted, letters, last + 1, inside_words)
        if at < 0:
            wanted = wanted.strip(_EDGES)
            at = _place(wanted, letters, last + 1, inside_words)
        if at < 0:
            return None
        first = at if first < 0 else first
        last = at + len(wanted) - 1
    return (places[first], places[last] + 1) if last >= 0 else None


def _place(wanted: str, text: str, begin: int, inside_words: bool) -> int:
    """Where `wanted` stands in `text` from `begin` on; -1 when it does not."""
    at = text.find(wanted, begin) if wanted else -1
    while at >= 0 and not inside_words and (_goes_on(text, at) or _goes_on(text, at + len(wanted))):
        at = text.find(wanted, at + 1)
    return at


def _goes_on(text: str, place: int) -> bool:
    """Whether a word stands on both sides of a place."""
    around = text[place - 1 : place + 1] if place else ""
    return len(around) == 2 and around.isalnum() and not _UNSPACED.search(around)


def _whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    """The span widened to whole words, without blanks and marks before them."""
    while start > 0 and text[start - 1].isalnum() and text[start].isalnum():
        start -= 1
    while end < len(text) and text[end - 1].isalnum() and text[end].isalnum():
        end += 1
    while start < end and not text[start].isalnum():
        start += 1
    return start, max(end, start + 1)


def _numbers(text: str) -> list[str]:
    return re.findall(r"\d+(?:[.,]\d+)*", text)
