"""How pursuit behaves with no model: it answers with the sentences that code has found, word for word."""

from __future__ import annotations

import json
from collections.abc import Iterator

from llm.types import ModelRequest, StreamItem, TextDelta, ToolCall
from pursuit.schemas import PartAnswer, QuestionPlan


def answer(request: ModelRequest) -> Iterator[StreamItem]:
    """For a structured question, what stands in the request's state; nothing else is asked of a model here."""
    if request.tool_choice == QuestionPlan.__name__:
        parts = [{"text": text, "words": text, "queries": []} for text in request.state["parts"]]
        yield ToolCall("rules-1", QuestionPlan.__name__, json.dumps({"parts": parts}))
    elif request.tool_choice == PartAnswer.__name__:
        verdict = "answered" if request.state["status"] == "answered" else "partial"
        # No quotes and no words: those that code chose stand.
        yield ToolCall("rules-1", PartAnswer.__name__, json.dumps({"verdict": verdict, "answer": "", "quotes": []}))
    else:
        yield TextDelta("Ask a question about a health plan's policy.")
