"""A review as a model is told of it: what each nitpick says and how it stands, within a budget, made once a version."""

from __future__ import annotations

from typing import Any

from chat.assistants import render_prompt
from investor_review.record import Content, Review
from llm.text import fenced

# Characters of all the nitpicks together, about: some 10,000 tokens. Each text is cut at its share of it.
_BUDGET = 40_000
_SHORTEST, _LONGEST = 80, 400


def standing_of(review: Review) -> str:
    """How every nitpick stands, with the wording that was accepted, fenced in; empty without a session."""
    return review.content.once(_standing, "standing") if review.session is not None else ""


def _standing(content: Content) -> str:
    return fenced("standing", "\n".join(_stands(nitpick, _share(content)) for nitpick in content.shown))


def _stands(nitpick: dict[str, Any], share: int) -> str:
    line = f"{_cut(nitpick['issue_id'], _LONGEST)}: {nitpick['status']}"
    accepted = _cut(nitpick["accepted_change_instructions"], share)
    return f"{line}. Accepted: {accepted}" if accepted else line


def material_of(review: Review) -> str:
    """The company, the document and what every nitpick says, in their order, fenced in; empty without a session.

    It is the same as long as the review lasts.
    """
    session = review.session
    if session is None:
        return ""
    head = {"company": _cut(session.company_name, _LONGEST), "title": _cut(session.doc_title, _LONGEST)}
    return review.content.once(lambda content: _rendered(content, head), "material")


def _rendered(content: Content, head: dict[str, str]) -> str:
    rows = [_row(nitpick, _share(content)) for nitpick in content.shown]
    return fenced("review", render_prompt("investor_review/prompts/_review.md", {**head, "nitpicks": rows}))


def _share(content: Content) -> int:
    return max(_SHORTEST, min(_LONGEST, _BUDGET // (3 * max(1, len(content.shown)))))


def _row(nitpick: dict[str, Any], share: int) -> dict[str, Any]:
    return {
        "issue_id": _cut(nitpick["issue_id"], _LONGEST),
        "severity": nitpick["severity"],
        "title": _cut(nitpick["title"], _LONGEST),
        "summary": _cut(nitpick["summary"], share),
        "suggested": _cut(" / ".join(nitpick["suggested_changes"]), share),
        "cites": _cut(", ".join(nitpick["citations"][:20]), _LONGEST),
    }


def _cut(text: str, limit: int) -> str:
    """On one line and within the limit."""
    line = " ".join(text[: limit * 2].split())
    return line if len(line) <= limit else f"{line[: limit - 1]}…"
