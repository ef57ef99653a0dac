"""A local model for benchmarks, in a process of its own: Chat Completions as a stream, from prepared bytes.

`python -m benchmarks.model_server PORT`. A user's message is answered with two tool calls in fragments, a tool's
result with a short text, so that one turn is two calls and two tools. `GET /latency/300` sets the milliseconds that
every later answer waits; the answer itself is one write.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
from typing import Any

WORDS = ("Noted: ", "you ", "buy ", "so ", "many ", "units. ", "Which ", "one ", "is ", "it ", "to ", "be?")
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\nTransfer-Encoding: chunked\r\n\r\n"
EMPTY = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
_NUMBER = re.compile(r"\d[\d,]*")


def event(delta: dict[str, Any], finish: str | None = None, **more: Any) -> bytes:
    choices = [{"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}]
    head = {"id": "chatcmpl-bench", "object": "chat.completion.chunk", "created": 1, "model": "bench"}
    return chunk(json.dumps({**head, "choices": choices, **more}).encode())


def chunk(data: bytes) -> bytes:
    line = b"data: " + data + b"\n\n"
    return b"%x\r\n%s\r\n" % (len(line), line)


def usage(output: int) -> bytes:
    tokens = {"prompt_tokens": 900, "completion_tokens": output, "total_tokens": 900 + output}
    return event({}, usage=tokens, choices=[]) + chunk(b"[DONE]") + b"0\r\n\r\n"


def call(index: int, arguments: str | None, **more: Any) -> bytes:
    function = {"name": more.pop("name")} if "name" in more else {}
    fragment = {"index": index, **more, "function": {**function, "arguments": arguments or ""}}
    return event({"tool_calls": [fragment]})


def _calls(quantity: int) -> bytes:
    """Two parallel calls, each in a head and three fragments, as OpenAI streams them."""
    parts = [HEAD, event({"role": "assistant", "content": None})]
    wanted = (("set_direction", "direction", '"BUY"}'), ("set_quantity", "quantity", f"{quantity}}}"))
    for index, (name, argument, value) in enumerate(wanted):
        parts.append(call(index, "", id=f"call_{index}_{quantity}", type="function", name=name))
        parts += [call(index, piece) for piece in ('{"', f'{argument}":', value)]
    return b"".join([*parts, event({}, "tool_calls"), usage(38)])


_ANSWER = b"".join(event({"content": word}) for word in WORDS)
_TEXT = HEAD + event({"role": "assistant", "content": ""}) + _ANSWER + event({}, "stop") + usage(len(WORDS))


class ModelServer(asyncio.Protocol):
    """One connection. Requests on it come one after another, as HTTP clients without pipelining send them."""

    latency_s = 0.0
    transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport, self.received = transport, b""

    def data_received(self, data: bytes) -> None:
        self.received += data
        head, end, body = self.received.partition(b"\r\n\r\n")
        if not end:
            return
        if head.startswith(b"GET /"):
            self.received = b""
            self.set(*head.split(b" ")[1].decode().split("/")[1:3])
            self.transport.write(EMPTY)
            return
        length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n")[0])
        if len(body) < length:
            return
        self.received = body[length:]
        self.answer(body[:length])

    def set(self, name: str, value: str) -> None:
        """Obey `GET /{name}/{value}`."""
        assert name == "latency"
        ModelServer.latency_s = int(value) / 1000

    def answer(self, body: bytes) -> None:
        answer = _answer(body)
        if self.latency_s:
            asyncio.get_running_loop().call_later(self.latency_s, self.transport.write, answer)
        else:
            self.transport.write(answer)


def _answer(body: bytes) -> bytes:
    last = json.loads(body)["messages"][-1]
    if last["role"] == "tool":
        return _TEXT
    number = _NUMBER.search(last["content"])
    return _calls(int(number[0].replace(",", "")) if number else 1)


async def serve(port: int, protocol: type[ModelServer] = ModelServer) -> None:
    server = await asyncio.get_running_loop().create_server(protocol, "127.0.0.1", port, backlog=512)
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1])))
