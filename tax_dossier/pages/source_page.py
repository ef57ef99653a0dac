"""The page of a source: where it stands in its law, when it was law, and its text in parts that can be pointed to."""

from __future__ import annotations

import re
from typing import Any

from chat.models import Thread
from tax_dossier.answers import MARKED
from tax_dossier.models import Source
from tax_dossier.record import DossierRecord, load
from tax_dossier.texts import page_language, period

# The court's and the lawgiver's own pages.
_PLACE = re.compile(r"(\d{1,8})-(\d{1,8})")
_RULING = "https://deeplink.rechtspraak.nl/uitspraak?id="


def context_of(thread: Thread, source: Source, at: str = "") -> dict[str, Any]:
    """The context of tax_dossier/source.html. `at`: what of the text is marked, as "120-310"."""
    about = source.metadata
    path = about.get("path")
    dossier: DossierRecord = load(thread.pk)
    law = source.kind == Source.Kind.LEGISLATION
    return {
        "thread": thread,
        "source": source,
        "is_law": law,
        "path": [str(step) for step in path] if isinstance(path, list) else [],
        "law": str(about.get("law") or ""),
        "court": str(about.get("court") or ""),
        "date": str(about.get("date") or ""),
        "subject": str(about.get("subject") or ""),
        "case_number": str(about.get("case_number") or ""),
        "sample": bool(about.get("sample")),
        "period": period(source.valid_from, source.valid_to, page_language()) if law else "",
        "outdated": not source.valid_on(dossier.day),
        "reference": dossier.day,
        "blocks": blocks_of(source, place_in(source, at)),
        "anchor": MARKED,
        "marked_as": "tax_dossier/_marked.html",
        "original": _original(source),
    }


def _original(source: Source) -> str:
    """Where the source stands with whoever made it; "" where that is not known."""
    if source.origin.startswith("https://"):
        return source.origin
    if (
        source.kind == Source.Kind.CASE_LAW
        and source.key.upper().startswith("ECLI:")
        and not source.metadata.get("sample")
    ):
        return f"{_RULING}{source.key}"
    return ""


def place_in(source: Source, at: str) -> tuple[int, int]:
    """The place that an address names; (0, 0) for none, and for one that the text does not have."""
    match = _PLACE.fullmatch(at)
    start, end = (int(match[1]), int(match[2])) if match else (0, 0)
    return (start, end) if start < end <= len(source.text) else (0, 0)


def blocks_of(source: Source, place: tuple[int, int] = (0, 0)) -> list[dict[str, Any]]:
    """The text in order, cut at its parts: {"anchor", "label", "pieces": [(text, is marked)], "found", "begins"?}."""
    blocks: list[dict[str, Any]] = []
    reached = 0
    for part in sorted(source.parts, key=lambda each: int(each["start"])):
        start, end = max(int(part["start"]), reached), int(part["end"])
        blocks.append(_block(source, ("", ""), (reached, start), place))
        blocks.append(_block(source, (str(part["anchor"]), str(part["label"])), (start, end), place))
        reached = max(reached, end)
    blocks.append(_block(source, ("", ""), (reached, len(source.text)), place))
    blocks = [block for block in blocks if block["pieces"]]
    # A page has one place of that name, where what is marked begins.
    next((block for block in blocks if any(marked for _, marked in block["pieces"])), {})["begins"] = True
    return blocks


def _block(source: Source, name: tuple[str, str], span: tuple[int, int], place: tuple[int, int]) -> dict[str, Any]:
    (anchor, label), (start, end), words = name, span, source.text
    # What is quoted is marked and nothing else; without it, the passage that the search found.
    is_match = not any(place) and source.match_start < end and start < source.match_end
    # The label stands beside the text, so it is not told twice.
    if label and (number := re.match(rf"\s*{re.escape(label)}\.?\s+", words[start:end])):
        start += number.end()
    cuts = [start, *(max(start, min(end, at)) for at in place), end] if any(place) else [start, start, start, end]
    pieces = [(words[a:b], marked) for a, b, marked in zip(cuts, cuts[1:], (False, True, False), strict=False) if a < b]
    return {
        "anchor": anchor,
        "label": label,
        "pieces": _trimmed(pieces),
        "found": is_match,
    }


def _trimmed(pieces: list[tuple[str, bool]]) -> list[tuple[str, bool]]:
    """The pieces without the blanks around them all."""
    if not "".join(text for text, _ in pieces).strip():
        return []
    first, last = pieces[0], pieces[-1]
    pieces[0] = (first[0].lstrip(), first[1])
    pieces[-1] = (pieces[-1][0].rstrip(), last[1])
    return pieces
