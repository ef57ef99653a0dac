"""The page of a source: where it stands in its law, when it was law, and its text in parts that can be pointed to."""

from __future__ import annotations

import re
from typing import Any

from chat.models import Thread
from tax_dossier.models import Source
from tax_dossier.record import DossierRecord, load
from tax_dossier.texts import page_language, period

# The court's and the lawgiver's own pages.
_RULING = "https://deeplink.rechtspraak.nl/uitspraak?id="


def context_of(thread: Thread, source: Source) -> dict[str, Any]:
    """The context of tax_dossier/source.html."""
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
        "blocks": blocks_of(source),
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


def blocks_of(source: Source) -> list[dict[str, Any]]:
    """The text in order, cut at its parts: {"anchor", "label", "text", "found"}."""
    blocks: list[dict[str, Any]] = []
    reached = 0
    for part in sorted(source.parts, key=lambda each: int(each["start"])):
        start, end = max(int(part["start"]), reached), int(part["end"])
        blocks.append(_block(source, "", "", reached, start))
        blocks.append(_block(source, str(part["anchor"]), str(part["label"]), start, end))
        reached = max(reached, end)
    blocks.append(_block(source, "", "", reached, len(source.text)))
    return [block for block in blocks if block["text"]]


def _block(source: Source, anchor: str, label: str, start: int, end: int) -> dict[str, Any]:
    overlaps = source.match_start < end and start < source.match_end
    # The label stands beside the text, so it is not told twice.
    text = (
        re.sub(rf"^{re.escape(label)}\.?\s+", "", source.text[start:end].strip()) if label else source.text[start:end]
    )
    return {"anchor": anchor, "label": label, "text": text.strip(), "found": overlaps}
