"""A structured question to the assistant's model beside the conversation, counted like every other call of a turn."""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections.abc import Iterator, Mapping
from typing import Any

from django.conf import settings
from pydantic import BaseModel

from chat import models_in_use
from chat.assistants import Ask
from chat.turns import instructions, rows
from chat.turns.turn import TurnRun
from llm import structured
from llm.interface import ChatModel, ModelError
from llm.registry import OFFLINE
from llm.structured import Answer
from llm.text import clean_text
from llm.types import Clocks, Message, ModelRequest, StreamItem, Usage


def asker(turn: TurnRun) -> Ask:
    """What a tool of this turn asks with while it is prepared. No connection is held while the model answers."""
    counting = threading.Lock()

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
            max_output_tokens=settings.CHAT_MAX_ANSWER_TOKENS,
        )
        rows.release_connection()
        counted, started = _Counted(models_in_use.chat_model(model, turn.assistant)), time.monotonic()
        outcome: dict[str, Any] = {}
        try:
            answer = structured.ask(counted, request, schema)
            # The offline rules give the same answer again.
            if model != OFFLINE:
                outcome["answer"] = answer.model_dump(mode="json", by_alias=True)
            return answer
        except ModelError as error:
            outcome["failed"] = error.code
            raise
        finally:
            # Several may be asked side by side: what they add to the turn is added by one after the other.
            with counting:
                ms = round((time.monotonic() - started) * 1000)
                turn.model_ms += ms
                turn.input_tokens += counted.input_tokens
                turn.output_tokens += counted.output_tokens
                turn.asks.append(_sent(request, schema, counted) | {"ms": ms, **outcome})

    return ask


def _sent(request: ModelRequest, schema: type[Answer], counted: _Counted) -> dict[str, Any]:
    """Enough to prove the call and make it again: what the model was told, the hashes of its material and schema.

    The material is texts of others, which an assistant may not keep twice; its rows say where they came from.
    """
    return {
        "schema": schema.__name__,
        "schema_sha256": hash_of_schema(schema),
        "instructions_sha256": instructions.kept(request.instructions),
        "material_sha256": hash_of_material(request),
        "requested": request.model,
        "model": counted.model,
        "input_tokens": counted.input_tokens,
        "output_tokens": counted.output_tokens,
    }


def hash_of_schema(schema: type[BaseModel]) -> str:
    """The hash of what is asked for."""
    return hashlib.sha256(json.dumps(schema.model_json_schema(), sort_keys=True).encode()).hexdigest()


def hash_of_material(request: ModelRequest) -> str:
    """The hash of what the model was shown; the same when it is asked a second time."""
    return hashlib.sha256(request.messages[0].text.encode()).hexdigest()


class _Counted:
    """A model whose tokens are counted."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model
        self.model, self.input_tokens, self.output_tokens = "", 0, 0

    def stream(self, request: ModelRequest) -> Iterator[StreamItem]:
        for item in self._model.stream(request):
            if isinstance(item, Usage):
                self.input_tokens += item.input_tokens
                self.output_tokens += item.output_tokens
                self.model = item.model or self.model
            yield item
