"""Reads the day whose law applies from the person's words: "belastingjaar 2015", "op 1 juli 2014", "for 2022"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

_MONTHS = {
    name: number
    for number, names in enumerate(
        [
            "januari january jan", "februari february feb", "maart march mrt", "april apr", "mei may",
            "juni june jun", "juli july jul", "augustus august aug", "september sept sep", "oktober october okt oct",
            "november nov", "december dec",
        ],
        start=1,
    )
    for name in names.split()
}  # fmt: skip
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_YEAR = r"(?:19|20)\d\d"
_DAYS = [
    re.compile(rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th"
    rf"|e)?\s+(?:of\s+)?(?P<name>{_MONTH})\.?,?\s+(?P<year>{_YEAR})\b", re.I),
    re.compile(rf"\b(?P<name>{_MONTH})\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<year>{_YEAR})\b", re.I),
    re.compile(rf"(?<![\d/.-])(?P<day>\d{{1,2}})[-/.](?P<month>\d{{1,2}})[-/.](?P<year>{_YEAR})(?![\d/-])"),
    re.compile(rf"(?<![\d/.-])(?P<year>{_YEAR})-(?P<month>\d{{2}})-(?P<day>\d{{2}})(?![\d/-])"),
    re.compile(rf"\b(?P<name>{_MONTH})\s+(?P<year>{_YEAR})\b", re.I),
]  # fmt: skip
# A year of its own, not part of a longer number, an amount, an ECLI or the number of a case.
_BARE = re.compile(rf"(?<![\w.,:/€$-]){_YEAR}(?![\w/:-]|[.,]\d)")
_MONEY_BEFORE = re.compile(r"(?:€|\$|\beur|\beuro|\busd|\bf|ƒ)\s*$", re.I)
_MONEY_AFTER = re.compile(
    r"\s*(?:€|\$|euro\b|eur\b|usd\b|dollar|gulden\b|procent\b|percent\b|%|km\b|kilometers?\b|uur\b|uren\b|hours?\b)",
    re.I,
)
# A year that belongs to the name of a law: "Wet IB 2001", "Successiewet 1956", "Uitvoeringsbesluit loonbelasting 1965".
_LAW_BEFORE = re.compile(
    r"(?:\b(?:wet|besluit|regeling|code|act)|\w(?:wet|besluit|regeling)|\b(?:lb|ob|vpb|awr|awb|sw|iw|wbr|db|bpm|mrb)"
    r"|\b(?:uitvoerings\w+|wet(?: op de)?)\s+\w+|\b(?:bnb|v-n|vn|fed|wfr|ntfr|nj|stb\.?|stcrt\.?))\s+$",
    re.I,
)
_TAX_YEAR = re.compile(
    rf"\b(?:belastingjaar|aangiftejaar|boekjaar|jaar|aangifte|aanslag|peildatum|tax year|year"
    rf"|return)\s+(?:over\s+|voor\s+|"
    rf"van\s+|for\s+|of\s+)?(?P<year>{_YEAR})\b",
    re.I,
)
_BEFORE_OR_AFTER = re.compile(r"\b(?:vóór|na|sinds|vanaf|before|after|since|until|tot|uit|van|from|made in)\s+$", re.I)
# A year in which something happened is not the year that is asked about.
_HAPPENED = (
    r"(?:gekocht|geboren|getrouwd|gehuwd|gescheiden|gebouwd|gestart|gestopt|gekregen|geschonken|aangeschaft|aangekocht"
    r"|begonnen|overleden|verkocht|verkregen|ontstaan|opgericht|bought|born|built|started|married|sold|died|founded"
    r"|acquired)"
)
_OF_A_FACT = re.compile(rf"\b{_HAPPENED}\s+(?:\w+\s+)?in\s+$", re.I)
_THEN_IT_HAPPENED = re.compile(
    rf"\s+(?:(?:heb|hebt|heeft|had|hebben|is|ben|zijn|werd|was|were)\s+)?{_HAPPENED}\b", re.I
)
_TODAY = re.compile(
    r"\b(?:(?:peildatum|datum|date)\s+(?:is\s+|op\s+|naar\s+|to\s+)?(?:vandaag|nu|today|now)"
    r"|geldend recht van nu|huidig recht"
    r"|current law|wet zoals die nu geldt)\b",
    re.I,
)
_LEAD = re.compile(
    r"(?:\b(?:op|per|voor|over|in|van|peildatum|belastingjaar|aangiftejaar|on|for|as of|as at|tax year|year|jaar|het|"
    r"the)\s+)+$",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Reading:
    """What the words say: a day with its words, today (`today`), or several days that differ (`several`)."""

    day: date | None = None
    words: str = ""
    today: bool = False
    several: tuple[str, ...] = ()
    # Words that name a day that no calendar has, such as "31 februari 2015".
    impossible: str = ""

    def __bool__(self) -> bool:
        return self.day is not None or self.today


def read_tax_year(text: str) -> Reading:
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
                return Reading(impossible=match[0])
            dates.append((*match.span(), day))
    years = _years(text, [(start, end) for start, end, _ in dates])
    # A whole date says more than a year beside it.
    chosen = dates or years
    days = {day for _, _, day in chosen}
    if len(days) > 1:
        return Reading(several=tuple(dict.fromkeys(text[start:end] for start, end, _ in sorted(chosen))))
    if chosen:
        start, end, day = min(chosen)
        return Reading(day, _with_lead(text, start, end))
    today = _TODAY.search(text)
    return Reading(today=True, words=today[0]) if today else Reading()


def _day(match: re.Match[str]) -> date | None:
    parts = match.groupdict()
    month = _MONTHS[parts["name"].lower()] if parts.get("name") else int(parts["month"])
    try:
        return date(int(parts["year"]), month, int(parts.get("day") or 1))
    except ValueError:
        return None


def _years(text: str, taken: list[tuple[int, int]]) -> list[tuple[int, int, date]]:
    named = [match for match in _TAX_YEAR.finditer(text) if not _inside(match.span("year"), taken)]
    if named:
        return [(*match.span("year"), date(int(match["year"]), 1, 1)) for match in named]
    years = []
    for match in _BARE.finditer(text):
        before, after = text[max(0, match.start() - 60) : match.start()], text[match.end() : match.end() + 40]
        of_a_law = _LAW_BEFORE.search(before) or _law_with_year(before, match[0])
        of_a_fact = _BEFORE_OR_AFTER.search(before) or _OF_A_FACT.search(before) or _THEN_IT_HAPPENED.match(after)
        amount = _MONEY_BEFORE.search(before) or _MONEY_AFTER.match(after)
        if not (of_a_law or of_a_fact or amount or _inside(match.span(), taken)):
            years.append((*match.span(), date(int(match[0]), 1, 1)))
    return years


def _law_with_year(before: str, year: str) -> bool:
    """Whether a tax and its law's own year stand here: "IB 2001" names a law, and "IB 2022" a year."""
    own = {"2001": r"ib|inkomstenbelasting", "1964": r"loonbelasting", "1968": r"omzetbelasting|btw"}
    own |= {"1969": r"vennootschapsbelasting", "1956": r"successiewet", "1990": r"invorderingswet"}
    return year in own and re.search(rf"\b(?:{own[year]})\s+$", before, re.I) is not None


def _inside(span: tuple[int, int], taken: list[tuple[int, int]]) -> bool:
    return any(start < span[1] and span[0] < end for start, end in taken)


def _with_lead(text: str, start: int, end: int) -> str:
    """The words with the preposition before them, as the person said it."""
    lead = _LEAD.search(text[max(0, start - 40) : start])
    return " ".join((text[start - len(lead[0]) : end] if lead else text[start:end]).split())
