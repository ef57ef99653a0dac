"""Reads the day whose law applies from the person's words: "belastingjaar 2015", "op 1 juli 2014", "for 2022"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from wording.phrases import patterns

_SAYS = patterns(Path(__file__).parent / "phrases/tax_year.txt", re.IGNORECASE)
# The file begins with the months in their order.
_MONTHS = list(_SAYS.values())[:12]
_DAYS = [_SAYS[name] for name in ("day_month", "month_day", "numbers", "iso", "month_year")]


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
    for pattern in _DAYS:
        for match in pattern.finditer(text):
            if any(start < match.end() and match.start() < end for start, end, _ in dates):
                continue
            day = _day(match)
            if day is None:
                return TaxYear(impossible=match[0])
            dates.append((*match.span(), day))
    years = _years(text, [(start, end) for start, end, _ in dates])
    # A whole date says more than a year beside it.
    chosen = dates or years
    days = {day for _, _, day in chosen}
    if len(days) > 1:
        return TaxYear(several=tuple(dict.fromkeys(text[start:end] for start, end, _ in sorted(chosen))))
    if chosen:
        start, end, day = min(chosen)
        return TaxYear(day, _with_lead(text, start, end))
    today = _SAYS["today"].search(text)
    return TaxYear(today=True, words=today[0]) if today else TaxYear()


def _day(match: re.Match[str]) -> date | None:
    parts = match.groupdict()
    if name := parts.get("name"):
        month = next(number for number, spelling in enumerate(_MONTHS, start=1) if spelling.fullmatch(name))
    else:
        month = int(parts["month"])
    try:
        return date(int(parts["year"]), month, int(parts.get("day") or 1))
    except ValueError:
        return None


def _years(text: str, taken: list[tuple[int, int]]) -> list[tuple[int, int, date]]:
    named = [match for match in _SAYS["tax_year"].finditer(text) if not _inside(match.span("year"), taken)]
    if named:
        return [(*match.span("year"), date(int(match["year"]), 1, 1)) for match in named]
    years = []
    for match in _SAYS["bare"].finditer(text):
        before, after = text[max(0, match.start() - 60) : match.start()], text[match.end() : match.end() + 40]
        of_a_law = _SAYS["law_before"].search(before) or _SAYS["law_with_its_year"].search(before + match[0])
        of_a_fact = _SAYS["before_or_after"].search(before) or _SAYS["happened_in"].search(before)
        of_a_fact = of_a_fact or _SAYS["then_it_happened"].match(after)
        amount = _SAYS["money_before"].search(before) or _SAYS["money_after"].match(after)
        if not (of_a_law or of_a_fact or amount or _inside(match.span(), taken)):
            years.append((*match.span(), date(int(match[0]), 1, 1)))
    return years


def _inside(span: tuple[int, int], taken: list[tuple[int, int]]) -> bool:
    return any(start < span[1] and span[0] < end for start, end in taken)


def _with_lead(text: str, start: int, end: int) -> str:
    """The words with the preposition before them, as the person said it."""
    lead = _SAYS["lead"].search(text[max(0, start - 40) : start])
    return " ".join((text[start - len(lead[0]) : end] if lead else text[start:end]).split())
