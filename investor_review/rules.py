"""How the review goes with no model: where it stands, and the nitpicks by severity."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from llm.types import ModelRequest, StreamItem, TextDelta

_NO_SESSION = "There is no review in this conversation. A review begins when the analysis of a document is sent."


def answer(request: ModelRequest) -> Iterator[StreamItem]:
    """A summary of the session, with each nitpick under its severity."""
    if not request.state.get("session_id"):
        yield TextDelta(_NO_SESSION)
        return
    yield TextDelta("\n\n".join(_parts(dict(request.state))))


def _parts(state: dict[str, Any]) -> Iterator[str]:
    counted = state["counters"]
    yield (
        f"**{state['doc_title']}** of {state['company_name']}, green score {state['green_score']}. "
        f"{counted['nitpicks']} nitpicks: {counted['open']} open, {counted['in_progress']} in progress, "
        f"{counted['resolved']} resolved."
    )
    for severity in ("high", "medium", "low"):
        lines = [
            f"- {nitpick['title']} ({nitpick['status'].replace('_', ' ')}){_cites(nitpick)}"
            for nitpick in state["nitpicks"]
            if nitpick["severity"] == severity
        ]
        if lines:
            yield f"{severity.capitalize()} severity:\n\n" + "\n".join(lines)


def _cites(nitpick: dict[str, Any]) -> str:
    return "".join(f" [{chunk}]" for chunk in nitpick["citations"])
