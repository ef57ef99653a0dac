"""A structured question to the assistant's model beside the conversation, counted like every other call of a turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.conf import settings

from chat import models_in_use, rows
from chat.assistants import Ask
from chat.turns import TurnRun
from llm import structured
from llm.interface import ChatModel
from llm.structured import Answer
from llm.text import clean_text
from llm.types import Clocks, Message, ModelRequest, StreamItem, Usage


def asker(turn: TurnRun) -> Ask:
    """What a tool of this turn asks with while it is prepared. No connection is held while the model answers."""

    def ask(schema: type[Answer], *, instructions: str, material: str, state: Mapping[str, Any]) -> Answer:
        model = models_in_use.model_name(turn.assistant.slug)
        turn.model = turn.model or model
        request = ModelRequest(
            model=model,
            instructions=clean_text(instructions),
            messages=(Message("user", clean_text(material)),),
            clocks=Clocks(settings.CHAT_FIRST_TOKEN_S, settings.CHAT_IDLE_S, settings.CHAT_TOTAL_S),
            stop=turn.stop,
            state=state,
        )
        rows.release_connection()
        return structured.ask(_Counted(models_in_use.chat_model(model, turn.assistant), turn), request, schema)

    return ask


class _Counted:
    """A model whose tokens are added to the turn's."""

    def __init__(self, model: ChatModel, turn: TurnRun) -> None:
        self._model, self._turn = model, turn

    def stream(self, request: ModelRequest) -> Iterator[StreamItem]:
        for item in self._model.stream(request):
            if isinstance(item, Usage):
                self._turn.input_tokens += item.input_tokens
                self._turn.output_tokens += item.output_tokens
            yield item
