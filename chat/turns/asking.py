"""A structured question to the assistant's model beside the conversation, counted like every other call of a turn."""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from django.conf import settings
from pydantic import BaseModel

from chat import models_in_use
from chat.assistants import Ask
from chat.turns import budget, events, instructions, rows
from chat.turns.turn import TurnRun
from llm import structured
from llm.cards import MARGIN, Card
from llm.interface import ChatModel, ModelError
from llm.registry import OFFLINE
from llm.slots import Slot
from llm.structured import Answer
from llm.text import clean_text
from llm.tokens import tokens_of
from llm.types import Message, ModelRequest, StreamItem, Usage

# So many characters in a row are a passage of another's text rather than words of one's own.
_LONG_PASSAGE = 200
# What a question is more than its texts, in tokens.
_AROUND = 60


def asker(turn: TurnRun) -> Ask:
    """What a tool of this turn asks with while it is prepared. No connection is held while the model answers."""
    counting = threading.Lock()

    def ask(schema: type[Answer], *, instructions: str, material: str, state: Mapping[str, Any]) -> Answer:
        model = models_in_use.model_name(turn.assistant.slug)
        turn.model = turn.model or model
        card = models_in_use.card(turn.assistant.slug, model)
        request = ModelRequest(model, clean_text(instructions), (), stop=turn.stop, state=state, card=card)
        request = _within(card, request, clean_text(material), tokens_of(json.dumps(schema.model_json_schema())))
        rows.release_connection()
        counted = _Counted(models_in_use.chat_model(model, turn.assistant))
        outcome: dict[str, Any] = {}
        slot = Slot(model, card.slots, turn.stop).take(lambda place: turn.tell(events.waiting(place)))
        if model != OFFLINE:
            turn.tell(events.asking(schema.__name__))
        started = time.monotonic()
        try:
            answer = structured.ask(counted, request, schema)
            # The offline rules give the same answer again.
            if model != OFFLINE and not _repeats(kept := answer.model_dump(mode="json", by_alias=True), material):
                outcome["answer"] = kept
            return answer
        except ModelError as error:
            outcome["failed"] = error.code
            raise
        finally:
            slot.free()
            # Several may be asked side by side: what they add to the turn is added by one after the other.
            with counting:
                ms = round((time.monotonic() - started) * 1000)
                turn.model_ms += ms
                turn.input_tokens += counted.input_tokens
                turn.output_tokens += counted.output_tokens
                turn.asks.append(_sent(request, schema, counted) | {"ms": ms, **outcome})

    return ask


def _within(card: Card, request: ModelRequest, material: str, shape_tokens: int) -> ModelRequest:
    """The request with as much of the material as the card takes, and what room is left for the answer."""
    beside = tokens_of(request.instructions) + shape_tokens + _AROUND
    wanted = settings.CHAT_MAX_ANSWER_TOKENS
    reserved = card.reserved(wanted)
    room = int((card.context - reserved) * MARGIN) - beside
    shown = material if len(material) * 2 < room else budget.shortened(material, room)
    prompt = beside + (tokens_of(shown) if card.prompt_tokens_s or reserved < wanted else 0)
    return replace(
        request,
        messages=(Message("user", shown),),
        max_output_tokens=card.may_write(wanted, prompt),
        clocks=models_in_use.clocks(card, prompt),
    )


def _repeats(answer: Any, material: str) -> bool:
    """Whether an answer holds a long passage of its material, which is somebody else's and may not be kept twice."""
    if isinstance(answer, Mapping):
        return any(_repeats(value, material) for value in answer.values())
    if isinstance(answer, list):
        return any(_repeats(value, material) for value in answer)
    places = range(0, len(answer) - _LONG_PASSAGE + 1) if isinstance(answer, str) else ()
    return any(answer[start : start + _LONG_PASSAGE] in material for start in places)


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
        "cached_tokens": counted.cached_tokens,
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
        self.model, self.input_tokens, self.output_tokens, self.cached_tokens = "", 0, 0, 0

    def stream(self, request: ModelRequest) -> Iterator[StreamItem]:
        for item in self._model.stream(request):
            if isinstance(item, Usage):
                self.input_tokens += item.input_tokens
                self.output_tokens += item.output_tokens
                self.cached_tokens += item.cached_tokens
                self.model = item.model or self.model
            yield item
