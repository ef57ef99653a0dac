"""The model of the chaos, in a process of its own: `python -m benchmarks.chaos.model PORT SEED`.

It answers in pieces with pauses between them, so that a kill meets a turn in the middle. `GET /mode/NAME` changes
how: steady, stalled (a word, and then nothing), lying (calls that nobody meant), flooding (text without end), broken
(half of an answer). Each of its calls has an id that no other has, so that a call which was kept twice is seen.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

from benchmarks.model_server import HEAD, WORDS, ModelServer, call, event, serve, usage
from llm.testing import FuzzModel
from llm.types import Message, ModelRequest, TextDelta, ToolCall

MODES = ("steady", "stalled", "lying", "flooding", "broken")
STALL_S = 60.0
FLOOD_BYTES, FLOOD_PIECE, MOST_WAITING = 32_000_000, 4000, 1_000_000
_QUANTITY = re.compile(r"buy ([\d,]+) shares")

# Seconds before a piece, and the piece; without bytes the connection is closed.
Piece = tuple[float, bytes | None]


@dataclass(frozen=True)
class Offered:
    """A tool as the request offers it."""

    name: str
    description: str
    schema: dict[str, Any]


class ChaosModel(ModelServer):
    """One connection, answered in the mode of the moment."""

    mode = "steady"
    chance = random.Random()
    liar = FuzzModel(0)
    numbers = count(1)

    def set(self, name: str, value: str) -> None:
        assert name == "mode"
        assert value in MODES
        ChaosModel.mode = value

    def answer(self, body: bytes) -> None:
        self.telling = asyncio.ensure_future(self._tell(json.loads(body)))

    async def _tell(self, request: dict[str, Any]) -> None:
        for pause, piece in getattr(self, f"_{self.mode}")(request):
            await asyncio.sleep(pause)
            while not self.transport.is_closing() and self.transport.get_write_buffer_size() > MOST_WAITING:
                await asyncio.sleep(0.01)
            if self.transport.is_closing():
                return
            if piece is None:
                self.transport.close()
            else:
                self.transport.write(piece)

    def _steady(self, request: dict[str, Any]) -> Iterator[Piece]:
        yield self.chance.uniform(0.0, 0.2), HEAD
        last = request["messages"][-1]
        quantities = _QUANTITY.findall(json.dumps(last["content"])) if last["role"] == "user" else []
        if quantities and request.get("tools"):
            yield 0, self._call(0, "set_direction", '{"direction":"BUY"}')
            yield 0.03, self._call(1, "set_quantity", f'{{"quantity":{quantities[-1].replace(",", "")}}}')
            yield 0, event({}, "tool_calls") + usage(38)
            return
        for word in WORDS:
            yield self.chance.uniform(0, 0.06), event({"content": word})
        yield 0, event({}, "stop") + usage(len(WORDS))

    def _stalled(self, _request: dict[str, Any]) -> Iterator[Piece]:
        yield 0, HEAD + event({"content": "Not"})
        yield STALL_S, None

    def _lying(self, request: dict[str, Any]) -> Iterator[Piece]:
        words = [str(message["content"]) for message in request["messages"] if message["role"] == "user"][-1:]
        functions = [tool["function"] for tool in request.get("tools", ())]
        tools = tuple(Offered(f["name"], f.get("description", ""), f.get("parameters", {})) for f in functions)
        yield 0, HEAD
        calls = 0
        for item in self.liar.stream(ModelRequest("liar", "", tuple(Message("user", text) for text in words), tools)):
            if isinstance(item, TextDelta):
                yield 0, event({"content": item.text})
            elif isinstance(item, ToolCall):
                yield 0, self._call(calls, item.name, item.arguments)
                calls += 1
        yield 0, event({}, "tool_calls" if calls else "stop") + usage(20)

    def _flooding(self, _request: dict[str, Any]) -> Iterator[Piece]:
        yield 0, HEAD
        piece = event({"content": "and so on " * (FLOOD_PIECE // 10)})
        for _ in range(FLOOD_BYTES // len(piece)):
            yield 0, piece
        yield 0, None

    def _broken(self, _request: dict[str, Any]) -> Iterator[Piece]:
        kinds = (
            HEAD + event({"content": "Half"}),
            HEAD + event({"content": "Half"})[:-9],
            b"\x00\xff" * 40 + b"\r\n\r\n",
        )
        yield 0.1, self.chance.choice(kinds)
        yield 0.1, None

    def _call(self, index: int, name: str, arguments: str) -> bytes:
        number = f"chaos-{next(self.numbers)}"
        return call(index, arguments, id=number, type="function", name=name)


if __name__ == "__main__":
    ChaosModel.chance.seed(int(sys.argv[2]))
    ChaosModel.liar = FuzzModel(int(sys.argv[2]))
    asyncio.run(serve(int(sys.argv[1]), ChaosModel))
