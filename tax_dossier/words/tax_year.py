"""Reads the day whose law applies from the person's words: "belastingjaar 2015", "op 1 juli 2014", "for 2022"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from wording.amounts import find_dates
from wording.phrases import patterns

_SAYS = patterns(Path(__file__).parent / "phrases/tax_year.txt", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TaxYear:
    """What the words say: a day with its words, today (`today`), or several days that differ (`several`)."""

    day: date | None = None
    words: str = ""
    today: bool = False
    several: tuple[str, ...] = ()
    # Words that name a day that no calendar has, such as "31 februari 2015".
    impossible: str = ""

    def __bool__(self) -> bool:
        return self.day is not None or self.today


def read_tax_year(text: str) -> TaxYear:
    """The day that the words name. A year stands for its 1 January.

    A year in the name of a law, an ECLI, a case number or an amount is none.
    """
    text = text[:4000]
    dates: list[tuple[int, int, date]] = []
    for written in find_dates(text):
        # Where the order is open, the day stands first, as Dutch writes it.
        year, month, number = written.readings[0]
        if year is None or f"{year}" not in text[written.start : written.end]:
            continue
        try:
            dates.append((written.start, written.end, date(year, month, number or 1)))
        except ValueError:
            return TaxYear(impossible=text[written.start : written.end])
    # A whole date says more than a year beside it.
    chosen = sorted(dates or _years(text))
    if len({day for _, _, day in chosen}) > 1:
        return TaxYear(several=tuple(dict.fromkeys(text[start:end] for start, end, _ in chosen)))
    if chosen:
        start, end, day = chosen[0]
        # The words with the preposition before them, as the person said it.
        lead = _SAYS["lead"].search(text[max(0, start - 40) : start])
        return TaxYear(day, " ".join(text[start - len(lead[0] if lead else "") : end].split()))
    today = _SAYS["today"].search(text)
    return TaxYear(today=True, words=today[0]) if today else TaxYear()


def _years(text: str) -> list[tuple[int, int, date]]:
    named = [match.span("year") for match in _SAYS["tax_year"].finditer(text)]
    spans = named or [match.span() for match in _SAYS["bare"].finditer(text) if _is_bare(text, *match.span())]
    return [(start, end, date(int(text[start:end]), 1, 1)) for start, end in spans]


def _is_bare(text: str, start: int, end: int) -> bool:
    """Whether a year belongs to no law, no amount, and no fact: "in 2010 gekocht"."""
    before, after = text[max(0, start - 60) : start], text[end : end + 40]
    law = _SAYS["law_before"].search(before) or _SAYS["law_with_its_year"].search(before + text[start:end])
    fact = _SAYS["before_or_after"].search(before) or _SAYS["happened_in"].search(before)
    amount = _SAYS["money_before"].search(before) or _SAYS["money_after"].match(after)
    return not (law or fact or amount or _SAYS["then_it_happened"].match(after))
