"""A structured question to the assistant's model beside the conversation, counted like every other call of a turn."""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import structlog
from django.conf import settings
from pydantic import BaseModel

from chat import models_in_use
from chat.turns import budget, events, instructions, rows
from chat.turns.turn import TurnRun
from llm import structured
from llm.cards import MARGIN, Card
from llm.interface import ChatModel, ModelError
from llm.registry import OFFLINE
from llm.slots import Slot
from llm.structured import Answer, Ask
from llm.text import clean_text
from llm.tokens import tokens_of
from llm.types import Message, ModelRequest, StreamItem, Usage

log = structlog.get_logger("chat")

# So many characters in a row are a passage of another's text rather than words of one's own.
_LONG_PASSAGE = 200
# How often the material of a question that the server finds too long is halved, and the least of it, in tokens.
_MOST_CUTS, _LEAST_ROOM = 2, 100
# What a question is more than its texts, in tokens.
_AROUND = 60


def asker(turn: TurnRun) -> Ask:
    """What a tool of this turn asks with while it is prepared. No connection is held while the model answers."""
    one_by_one = threading.Lock()  # Several may be asked side by side; each adds to the turn.

    def ask(
        schema: type[Answer],
        *,
        instructions: str,
        material: str,
        state: Mapping[str, Any],
        plain: Callable[[str], Answer] | None = None,
    ) -> Answer:
        model = models_in_use.model_name(turn.assistant.slug)
        turn.model = turn.model or model
        card = models_in_use.card(turn.assistant.slug, model)
        request = ModelRequest(model, clean_text(instructions), (), stop=turn.stop, state=state, card=card)
        request = _within(card, request, clean_text(material), schema)
        rows.release_connection()
        counted = _Counted(models_in_use.chat_model(model, turn.assistant))
        outcome: dict[str, Any] = {}
        slot = Slot(model, card.slots, turn.stop).take(lambda place: turn.tell(events.waiting(place)))
        if model != OFFLINE:
            turn.tell(events.asking(schema.__name__))
        started = time.monotonic()
        try:
            answer = _answered(request, outcome, lambda asked: structured.ask(counted, asked, schema, plain=plain))
            outcome |= _kept(model, answer, material)
            return answer
        except ModelError as error:
            outcome["failed"] = error.code
            raise
        finally:
            slot.free()
            with one_by_one:
                turn.model_ms += (ms := round((time.monotonic() - started) * 1000))
                turn.input_tokens += counted.input_tokens
                turn.output_tokens += counted.output_tokens
                turn.asks.append(_sent(request, schema, counted) | {"ms": ms, **outcome})

    return ask


def _answered(request: ModelRequest, outcome: dict[str, Any], once: Callable[[ModelRequest], Answer]) -> Answer:
    """The answer of `once`, asked again with half of the material, then a quarter, where a server finds it too long."""
    for attempt in range(_MOST_CUTS + 1):
        try:
            return once(request)
        except ModelError as error:
            material = request.messages[0].text
            room = tokens_of(material) // 2
            if error.code != "context_full" or attempt == _MOST_CUTS or room < _LEAST_ROOM:
                raise
        log.warning("a question was too long for the model", model=request.model, attempt=attempt + 1)
        request = replace(request, messages=(Message("user", budget.shortened(material, room)),))
        outcome["shown_sha256"] = hash_of_material(request)
    raise AssertionError("the last attempt returns or raises")


def _within(card: Card, request: ModelRequest, material: str, schema: type[Answer]) -> ModelRequest:
    """The request with as much of the material as the card takes, and what room is left for the answer."""
    shape = json.dumps(schema.model_json_schema())
    beside = tokens_of(request.instructions) + tokens_of(shape) + _AROUND
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


def _kept(model: str, answer: BaseModel, material: str) -> dict[str, Any]:
    """What is kept of an answer; nothing where the offline rules give the same one again."""
    dumped = answer.model_dump(mode="json", by_alias=True)
    return {} if model == OFFLINE or _repeats(dumped, material) else {"answer": dumped}


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
