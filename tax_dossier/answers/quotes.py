"""No more than a short stretch of a source's text is ever quoted: texts stay in the dossier."""

from __future__ import annotations

import re
from collections.abc import Iterable

MAX_QUOTE = 200
_CUT = " […] "
# What is kept of a quote has so much room behind it.
_AFTER_IT = 40
_WORD, _EMPTY, _ROOM = re.compile(r"(?<!\w)\w+(?!\w)"), frozenset({"de", "het", "een", "van", "der", "the", "of"}), 4


def longest_stretch(text: str, source: str, least: int = MAX_QUOTE + 1) -> tuple[int, int] | None:
    """Where in `text` a stretch of at least `least` characters of `source` stands; the first one, as far as it goes.

    Every such stretch holds a whole block of the source of half that length, so only blocks are looked for.
    """
    half = max(1, least // 2)
    for at in range(0, max(0, len(source) - half + 1), half):
        place = text.find(source[at : at + half])
        while place >= 0:
            before = _shared(text[:place][::-1], source[:at][::-1])
            after = _shared(text[place:], source[at:])
            if before + after >= least:
                return place - before, place + after
            place = text.find(source[at : at + half], place + 1)
    return None


def _shared(text: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    unlike = (n for n, (letter, sign) in enumerate(zip(text, other, strict=False)) if letter != sign)
    return next(unlike, min(len(text), len(other)))


def limited(text: str, sources: Iterable[str]) -> str:
    """`text` with every longer stretch of a source cut down to what may be quoted."""
    for source in sources:
        # Each cut makes the text shorter, so this ends.
        while (place := longest_stretch(text, source)) is not None:
            start, end = place
            text = text[: start + MAX_QUOTE - len(_CUT)].rstrip() + _CUT + text[end:].lstrip()
    return text


def shortened(quote: str, most: int = MAX_QUOTE, keep: int = 0, spared: tuple[int, int] = (0, 0)) -> str:
    """A quote of at most `most` characters, cut at words with ellipses.

    A sentence of the law says first of what and last what holds, so both are kept; what ends at `keep` stays in it.
    One that is little too long loses a word that says nothing, and none of those that are spared.
    """
    if len(quote) <= min(most, MAX_QUOTE):
        return quote
    if most <= MAX_QUOTE and 0 < keep <= most - _AFTER_IT:
        return _ended(quote[: most - 2])
    quote, half = quote.rstrip(), min(most, len(quote) - len(_CUT)) // 2 - 4
    if MAX_QUOTE < len(quote) <= most and (gap := _small_word(quote, spared)):
        return f"{quote[: gap[0]].rstrip(' ,;:')} … {quote[gap[1] :].lstrip()}"
    end = min(len(quote), keep + _AFTER_IT) if keep > half else len(quote)
    last = quote[max(half, end - half) : end].partition(" ")[2]
    return f"{_ended(quote[:half])} {last if end == len(quote) else _ended(last)}"


def _small_word(quote: str, spared: tuple[int, int]) -> tuple[int, int] | None:
    """The first word that says nothing, with neither side of it too long, outside what is spared; None without one."""
    for match in _WORD.finditer(quote):
        start, end = match.span()
        fits = max(start, len(quote) - end) <= MAX_QUOTE - _ROOM
        if fits and match[0].lower() in _EMPTY and not (start < spared[1] and spared[0] < end):
            return start, end
    return None


def _ended(cut: str) -> str:
    """A text that was cut, ended at a word."""
    return (cut.rsplit(" ", 1)[0] if " " in cut[len(cut) // 2 :] else cut).rstrip(" ,;:") + " …"
