"""Where something stands, as people of law say it: "clause 4.3, page 3", and never by an id of ours."""

from __future__ import annotations

import re
from collections.abc import Iterable

_PAGE = re.compile(r"(?:p|pg|page)s?[.\s_-]*(\d+(?:\s*[-–]\s*\d+)?)", re.IGNORECASE)
_CLAUSE = re.compile(r"(?:sec|section|clause|cl|article|art|para|§)[.\s_-]*(\d+(?:[._]\d+)*[a-z]?)", re.IGNORECASE)
_HEAD = re.compile(
    r"^[ \t]*(?:(?:Section|Article|Clause)[ \t]+)?(\d{1,3}(?:\.\d{1,3}){0,4})[.):]?[ \t]+(?=\S)", re.M | re.I
)
# Behind any other line, a number at a line's beginning goes on with a sentence: "within / 30 days", "version / 5.2 of".
_LINE_ENDED = re.compile(r"(?:^|[.;:!?\"”)]|\n)[ \t]*\n\s*$|^\s*$")
# A headline such as "SCHEDULE 2" or "Annex A – Prices", a line of its own.
_NAMES = ("Schedule", "Annex", "Appendix", "Exhibit", "Attachment", "Bijlage", "Anlage", "Anhang")
_SCHEDULES = (*_NAMES, *(name.upper() for name in _NAMES))
_SCHEDULE = re.compile(
    rf"(?P<named>(?:{'|'.join(_SCHEDULES)})[ \t\xa0]+(?:\d{{1,3}}[A-Z]?|[A-Z]|[IVX]{{1,5}}))(?![\w.]\w)"
    r"[^\n.;]{0,70}(?=\n|$)"
)
# So many lines that begin like one are looked at.
_MOST_HEADLINES = 40
# How far before a change its clause's number is looked for.
_REACH = 20_000


def place_named(citations: Iterable[str]) -> str:
    """What a passage's own citations say: "p12" and "sec_4.2" are "clause 4.2, page 12". "" when they say neither."""
    clause = page = ""
    for citation in citations:
        if match := _PAGE.fullmatch(citation.strip()):
            page = page or f"page {match[1]}"
        elif match := _CLAUSE.fullmatch(citation.strip()):
            clause = clause or f"clause {match[1].replace('_', '.')}"
    return ", ".join(part for part in (clause, page) if part)


def clause_at(text: str, position: int) -> str:
    """The number of the clause in which a character stands: "clause 4.3", in a schedule "schedule 2, clause 1".

    "" where no number stands before it.
    """
    schedule, begins = _schedule_at(text, position)
    low = max(0, position - _REACH, begins)
    line_end = text.find("\n", position)
    heads = _HEAD.finditer(text, low, line_end if line_end >= 0 else len(text))
    numbers = [match[1] for match in heads if match.start() <= position and _begins(text, match.start())]
    return ", ".join(part for part in (schedule, f"clause {numbers[-1]}" if numbers else "") if part)


def _schedule_at(text: str, position: int) -> tuple[str, int]:
    """The schedule in which a character stands, and where its text begins; "" and 0 in the contract itself.

    A headline that stands again further on is a line of the contents.
    """
    at = text.find("\n", position)
    at = len(text) if at < 0 else at
    for _ in range(_MOST_HEADLINES):
        at = max(text.rfind(f"\n{word}", 0, at) for word in _SCHEDULES) + 1
        if at == 0:
            break
        headline = _SCHEDULE.match(text, at)
        if headline and _begins(text, at):
            again = re.compile(rf"^{re.escape(headline['named'])}(?!\w)", re.MULTILINE).search(text, headline.end())
            return ("", 0) if again else (" ".join(headline["named"].split()).lower(), headline.end())
    return "", 0


def _begins(text: str, at: int) -> bool:
    """Whether something new may begin at this line: what stands before it is blank, or ends a sentence."""
    return bool(_LINE_ENDED.search(text[max(0, at - 200) : at]))


def place_of(text: str, position: int, named: str) -> str:
    """The clause by the text, else as it was named; and the page that was named."""
    clause = clause_at(text, position) or next((part for part in named.split(", ") if part.startswith("clause")), "")
    page = next((part for part in named.split(", ") if part.startswith("page")), "")
    return ", ".join(part for part in (clause, page) if part)
