"""The offline model of an assistant: the guide hears a message first, and the assistant's rules get what is theirs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

from chat.assistants import Assistant
from chat.guidance.universal import PERSON
from dialogue import Act, Heard, hear, not_understood, otherwise
from llm.types import (
    NOT_UNDERSTOOD,
    Message,
    ModelRequest,
    StreamItem,
    TextDelta,
    ToolCall,
    Usage,
    newest_words,
    replies_in,
)


def converse(assistant: Assistant, request: ModelRequest) -> Iterator[StreamItem]:
    """What `_conversed` says; a reply that would be the last one once more is put differently."""
    items = list(_conversed(assistant, request))
    reply = "".join(item.text for item in items if isinstance(item, TextDelta))
    last = next(reversed(replies_in(request.messages)), "")
    calls = any(isinstance(item, ToolCall) for item in items)
    talk = assistant.talk(request) if reply and reply == last and not calls else None
    if talk is not None:
        yield TextDelta(otherwise(reply, talk))
        items = [item for item in items if not isinstance(item, TextDelta)]
    yield from items


def _conversed(assistant: Assistant, request: ModelRequest) -> Iterator[StreamItem]:
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
    heard = hear(newest_words(request.messages), talk)
    if heard.reply and (heard.certain or noted):
        yield from _guided(heard, newest, noted=noted)
        return
    rest = replace(
        request,
        messages=(*request.messages[:-1], replace(newest, text=heard.rest)),
        state={**request.state, "acts": heard.acts},
    )
    items = list(assistant.rules(rest))
    if heard.reply and not any(isinstance(item, ToolCall) for item in items):
        yield from _guided(heard, newest, noted=noted)
    elif items:
        if heard.aside:
            yield TextDelta(f"{heard.aside}\n\n")
        yield from items
    elif heard.aside:
        yield TextDelta(f"{heard.aside}\n\n{talk.question}")
    else:
        yield TextDelta(not_understood(heard.rest, talk))
        yield Usage(finish_reason=NOT_UNDERSTOOD)


def _guided(heard: Heard, newest: Message, *, noted: bool) -> Iterator[StreamItem]:
    """The guide's reply; that somebody wants a person is noted first."""
    if Act.HUMAN in heard.acts and not noted:
        yield ToolCall("guide-person", PERSON, json.dumps({"words": newest.text}))
    else:
        yield TextDelta(heard.reply)
