"""The panel's "That's wrong", offline: the fact that it quotes is recorded anew as the person says it is."""

from __future__ import annotations

import json

from llm.types import ModelRequest, StreamItem, TextDelta, ToolCall
from retirement.checklist import Topic
from retirement.facts import FactView
from retirement.offline.corrections import is_unfinished_correction, read_panel_correction

_UNFINISHED = "Which way is it right? End the sentence, as in: It is $6,400 a month."


def answer(request: ModelRequest) -> list[StreamItem]:
    """The call that corrects the quoted fact, or what to say to an unfinished one; nothing for any other message."""
    newest = request.messages[-1]
    if newest.role != "user":
        return []
    if is_unfinished_correction(newest.text):
        return [TextDelta(_UNFINISHED)]
    facts = [
        FactView(**{**fact, "topic": Topic(fact["topic"])})
        for topic in request.state.get("topics", ())
        for fact in topic["facts"]
    ]
    correction = read_panel_correction(newest.text, facts)
    if correction is None:
        return []
    old = correction.fact
    labels = {"fact_type": old.fact_type, "subtopic": old.subtopic}
    given = {name: label for name, label in labels.items() if label is not None}
    changed = {"topic": old.topic.value, "value": correction.value, "confidence": 0.95, **given}
    return [ToolCall("put-right", "information", json.dumps(changed))]
