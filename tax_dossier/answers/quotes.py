"""No more than a short stretch of a source's text is ever quoted: texts stay in the dossier."""

from __future__ import annotations

from collections.abc import Iterable

MAX_QUOTE = 200
_CUT = " […] "


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


def shortened(quote: str, most: int = MAX_QUOTE) -> str:
    """A quote of at most `most` characters, cut at words with ellipses.

    A sentence of the law says first of what and last what holds, so both are kept.
    """
    if len(quote) <= min(most, MAX_QUOTE):
        return quote
    quote, half = quote.rstrip(), min(most, len(quote) - len(_CUT)) // 2 - 4
    last = quote[max(half, len(quote) - half) :].partition(" ")[2]
    return f"{_ended(quote[:half])} {last}"


def _ended(cut: str) -> str:
    """A text that was cut, ended at a word."""
    return (cut.rsplit(" ", 1)[0] if " " in cut[len(cut) // 2 :] else cut).rstrip(" ,;:") + " …"
