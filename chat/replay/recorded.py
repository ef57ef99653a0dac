"""A ChatModel that answers the calls of a stored turn with what was answered then. It makes nothing up."""

from __future__ import annotations

import json
import threading
from collections import defaultdict, deque
from collections.abc import Iterator
from typing import Any, get_args

from django.utils.translation import gettext

from chat.models import Message, ToolCall as ToolCallRow, Turn
from chat.replay.names import Names
from chat.turns import hash_of_material, hash_of_schema, loop
from llm.interface import ErrorCode, ModelError, Stopped
from llm.registry import OFFLINE
from llm.tools import Tool
from llm.types import ModelRequest, StreamItem, TextDelta, ToolCall, Usage

# What our own code said, and no model.
_OURS = ("", "words")
_ERRORS = {"model_busy": "busy", **{code: code for code in get_args(ErrorCode)}}


class RecordedModel:
    """The model of one stored turn. `missing` says which call of the turn has no recording; "" while all have.

    `messages` are the turn's own, not discarded, with their `tool_calls`; what they name is said in the names of the
    twin thread, which `names` learns on the way. `usual` is the model of a turn that asked none.
    """

    def __init__(self, turn: Turn, messages: list[Message], names: Names, *, usual: str) -> None:
        spoken = [message for message in messages if message.role == Message.Role.ASSISTANT]
        self._turn, self._names = turn, names
        self._replies = deque(message for message in spoken if message.model not in _OURS)
        self._before: list[ToolCallRow] = []
        self._answers: defaultdict[tuple[str, str], deque[dict[str, Any]]] = defaultdict(deque)
        asked = [entry for message in spoken for entry in message.sent.get("asked", ())]
        for entry in asked:
            self._answers[entry["schema_sha256"], entry["material_sha256"]].append(entry)
        requested = [message.sent.get("requested") or message.model for message in self._replies]
        # A retry may have asked another model than the attempt before it; what counts was said by the last.
        self.name: str = [usual, *(entry["requested"] for entry in asked), *requested][-1]
        self._asking = threading.Lock()
        self.missing = ""

    @property
    def is_offline(self) -> bool:
        """Whether the rules had answered; these are run again."""
        return self.name == OFFLINE

    def stream(self, request: ModelRequest) -> Iterator[StreamItem]:
        """What the model said to this call. Raises ModelError and Stopped where it did, and where it was not asked."""
        if request.tool_choice not in ("auto", "none"):
            yield from self._answered(request)
            return
        self._learn(request)
        if not self._replies:
            self._end(request, "the model is asked once more than it was")
            return
        message = self._replies.popleft()
        calls = [call for call in message.tool_calls.all() if not call.by_code]
        self._before = calls
        text = message.sent.get("unjudged", message.content)
        if message.finish_reason in loop.CUT_REASONS:
            text = text.removesuffix(f"\n\n{gettext(loop.CUT)}")
        if text:
            yield TextDelta(self._names.of_twin(text))
        for call in calls:
            yield ToolCall(call.call_id, call.name, self._names.of_twin(call.arguments), call.extra)
        if not self._replies and not calls and self._turn.status != Turn.Status.DONE and not message.finish_reason:
            self._end(request, "")
        # What was paid for then costs nothing now, so it has no tokens.
        model = message.model.partition(":")[2] or message.model
        yield Usage(model=model, finish_reason=message.finish_reason)

    def _answered(self, request: ModelRequest) -> Iterator[StreamItem]:
        """The answer to a structured question, known by its schema and its material."""
        tool = request.tools[0]
        assert isinstance(tool, Tool)
        with self._asking:
            kept = self._answers[hash_of_schema(tool.arguments), hash_of_material(request)]
            entry = kept.popleft() if kept else {}
        if "failed" in entry:
            raise ModelError(entry["failed"], "as it was recorded")
        if "answer" not in entry:
            self._end(request, f"the answer to {tool.name} was not kept, or it is asked with other material")
            return
        yield ToolCall("recorded01", tool.name, json.dumps(entry["answer"], ensure_ascii=False))
        yield Usage(model=entry["model"], finish_reason="stop")

    def _end(self, request: ModelRequest, missing: str) -> None:
        """End the call as the turn had ended; where it had not, note what is missing."""
        turn = self._turn
        if turn.status == Turn.Status.STOPPED:
            raise Stopped
        if turn.status == Turn.Status.INTERRUPTED:
            if request.stop is not None:
                request.stop.set("shutdown")
            raise Stopped
        if turn.error_code in _ERRORS:
            raise ModelError(_ERRORS[turn.error_code], "as it was recorded")
        self.missing = missing or "what was said when the turn failed was not kept"
        raise ModelError("unavailable", self.missing)

    def _learn(self, request: ModelRequest) -> None:
        """What the rows are called that the calls before this one have made: by their results, then and now."""
        results = request.messages[-1].results
        for row, result in zip(self._before, results, strict=False):
            self._names.learn(json.dumps(row.result, ensure_ascii=False), result.content)
