"""The offline model of an assistant: the guide hears a message first, and the assistant's rules get what is theirs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

from chat.assistants import Assistant
from chat.universal import PERSON
from dialogue import Act, hear, not_understood
from llm.types import ModelRequest, StreamItem, TextDelta, ToolCall


def converse(assistant: Assistant, request: ModelRequest) -> Iterator[StreamItem]:
    """The reply of the guide to a message that only talks, asks for help or for the record; else that of the rules.

    What a message asks beside what it says is answered in front of it and kept from the rules, so that "when will I
    hear back?" becomes nobody's reason. Where the rules find nothing, the guide says that nothing was understood.
    """
    newest = request.messages[-1]
    noted = newest.role == "tool" and newest.results[-1].name == PERSON
    is_talk = (newest.role == "user" or noted) and request.tool_choice == "auto"
    talk = assistant.talk(request) if is_talk else None
    if talk is None:
        yield from assistant.rules(request)
        return
    heard = hear(_newest_words(request), talk)
    if heard.reply:
        if Act.HUMAN in heard.acts and not noted:
            yield ToolCall("guide-person", PERSON, json.dumps({"words": newest.text}))
        else:
            yield TextDelta(heard.reply)
        return
    if heard.aside:
        yield TextDelta(f"{heard.aside}\n\n")
    rest = replace(
        request,
        messages=(*request.messages[:-1], replace(newest, text=heard.rest)),
        state={**request.state, "acts": heard.acts},
    )
    understood = False
    for item in assistant.rules(rest):
        understood = True
        yield item
    if not understood:
        yield TextDelta(not_understood(talk) if not heard.aside else talk.question)


def _newest_words(request: ModelRequest) -> str:
    return next((message.text for message in reversed(request.messages) if message.role == "user"), "")
