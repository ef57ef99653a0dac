"""What was found as the person reads it: a quote as a block, its source with a link, sources side by side."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from django.urls import reverse

from pursuit.record import Part, Record
from pursuit.words import SCOPE
from wording.markdown import escaped

_BOLD = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
# The line of a table under its header.
_RULE = re.compile(r"^\s*\|?(?:\s*:?-{3,}:?\s*\|)+(?:\s*:?-{3,}:?\s*)?$")


def cited(record: Record, citation: Mapping[str, Any]) -> str:
    """A quote as a block, with its source under it."""
    return f"{block_quote(str(citation['quote']))}\n\n{source_line(record, citation)}"


def block_quote(text: str) -> str:
    """The text as a quotation, each of its lines; marks of bold print and of tables are left to the source."""
    lines = [_without_marks(line) for line in text.strip().splitlines() if not _RULE.match(line)]
    return "\n".join(f"> {escaped(line)}".rstrip() for line in lines)


def _without_marks(line: str) -> str:
    if line.lstrip().startswith("|"):
        line = " · ".join(cell.strip() for cell in line.strip().strip("|").split("|"))
    return _BOLD.sub(r"\2", line)


def source_line(record: Record, citation: Mapping[str, Any]) -> str:
    """The source of a citation, linked to the passage, with what it applies to and since when."""
    about = [str(citation.get(name)) for name in SCOPE if citation.get(name)]
    pieces = [f"[{escaped(name_of(citation))}]({address(record, citation)})", *map(escaped, about), in_force(citation)]
    return "Source: " + ", ".join(part for part in pieces if part)


def name_of(citation: Mapping[str, Any]) -> str:
    """The title of a source with the heading of the passage."""
    title, heading = str(citation.get("title") or ""), str(citation.get("heading") or "")
    return heading if heading.startswith(title) and heading else title or heading or "the source"


def address(record: Record, citation: Mapping[str, Any]) -> str:
    """The page of the document, at the passage; a code's or a web page's own address."""
    if citation.get("url"):
        return str(citation["url"])
    page = reverse("pursuit-document", args=[record.thread_id, citation["document"]])
    return f"{page}?chunk={citation['chunk']}&start={citation['start']}&end={citation['end']}#passage"


def in_force(citation: Mapping[str, Any]) -> str:
    """ "effective 1 January 2025", and until when."""
    since, until = str(citation.get("valid_from") or ""), str(citation.get("valid_to") or "")
    dates = [f"effective {day(since)}" if since else "", f"ended {day(until)}" if until else ""]
    return ", ".join(part for part in dates if part)


def day(iso: str) -> str:
    when = date.fromisoformat(iso)
    return f"{when.day} {when:%B %Y}"


def conflict_text(record: Record, part: Part) -> str:
    """Sources that disagree side by side, or the one that is out of date."""
    if len(part.conflicts) == 1:
        return "The only source that I found is out of date:\n\n" + cited(record, part.conflicts[0])
    rows = ["| " + " | ".join(_cell(source_line(record, conflict)) for conflict in part.conflicts) + " |"]
    rows.append("|" + " --- |" * len(part.conflicts))
    rows.append("| " + " | ".join(_cell(f"“{escaped(str(conflict['quote']))}”") for conflict in part.conflicts) + " |")
    return "These sources do not agree:\n\n" + "\n".join(rows)


def _cell(text: str) -> str:
    return " ".join(text.split())
