"""Is what a reply quotes in the document? Each quotation is matched exactly, then normalised, then by likeness."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from wording.quotes.finding import find_quote, nearest_quote
from wording.quotes.quote import Quote

Verdict = Literal["verified", "repaired", "unverified"]
# A quotation of fewer words is emphasis or a term, and proves nothing; one of fewer characters is like too much.
LEAST_WORDS, LEAST_ALIKE = 3, 12
_QUOTES = re.compile(
    r"\"([^\"\n]{4,2000})\"|“([^”\n]{4,2000})”|«([^»\n]{4,2000})»|„([^“”\n]{4,2000})[“”]|‘([^’\n]{12,2000})’(?!\w)"
)


@dataclass(frozen=True, slots=True)
class CheckedQuote:
    """A quotation of a reply, its verdict, and the passage in which its words stand; None where they do not."""

    verdict: Verdict
    written: Quote
    place: Quote | None = None

    @property
    def text(self) -> str:
        """What may be shown: the quotation as it was written, or the document's own words where it nearly was them."""
        return self.place.text if self.place and self.verdict == "repaired" else self.written.text


def check_quotes(reply: str, passages: Mapping[str, str]) -> list[CheckedQuote]:
    """Every quotation of a reply that has three words or more, looked for in `passages`: their texts by their keys."""
    quoted = [Quote.cut(reply, *match.span(match.lastindex or 0)) for match in _QUOTES.finditer(reply)]
    return [_checked(quote, passages) for quote in quoted if len(quote.text.split()) >= LEAST_WORDS]


def _checked(written: Quote, passages: Mapping[str, str]) -> CheckedQuote:
    # Where it stands letter by letter goes before where it stands but for capitals and blanks.
    for key in sorted(passages, key=lambda key: written.text not in passages[key]):
        if place := find_quote(written.text, passages[key], key, inside_words=True, elided=True):
            return CheckedQuote("verified", written, place)
    if len(written.text) < LEAST_ALIKE:
        return CheckedQuote("unverified", written)
    alike = [near for key, text in passages.items() if (near := nearest_quote(written.text, text, key))]
    best = max(alike, key=lambda near: near[1], default=None)
    return CheckedQuote("repaired", written, best[0]) if best else CheckedQuote("unverified", written)
