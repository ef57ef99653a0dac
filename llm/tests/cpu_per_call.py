"""CPU of a model call in the client's process: `python -m llm.tests.cpu_per_call [--calls N] [--threads N]`.

The server runs in a process of its own and answers at once; the best of five runs counts.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from llm.interface import ChatModel
from llm.registry import ProviderKeys, chat_model
from llm.testing import ScriptedModel
from llm.tests.shared import list_all, look_up
from llm.types import Message, ModelRequest, ToolCall, ToolResult


def history(messages: int) -> tuple[Message, ...]:
    """A conversation of that many messages, one in four with a call and one with its result."""
    made: list[Message] = []
    while len(made) < messages:
        call = ToolCall(f"c{len(made)}", "look_up", '{"name": "ASML Holding"}', {"thought_signature": "x" * 200})
        made.append(Message("user", "I would like to know about that. " * 8))
        made.append(Message("assistant", "", (call,)))
        made.append(Message("tool", results=(ToolResult(call.id, "look_up", '{"status": "success"}'),)))
        made.append(Message("assistant", "This is what I have found about it. " * 8))
    return (*made[: messages - 1], Message("user", "And now?"))


def cpu_ms(call: Callable[[], object], calls: int, threads: int) -> float:
    """CPU milliseconds a call, of this process."""
    best = float("inf")
    with ThreadPoolExecutor(threads) as pool:
        for _ in range(5):
            started = time.process_time()
            list(pool.map(lambda _: call(), range(calls)))
            best = min(best, (time.process_time() - started) / calls * 1000)
    return best


def _drain(model: ChatModel, request: ModelRequest) -> None:
    for _ in model.stream(request):
        pass


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=500)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    command = [sys.executable, "-m", "llm.tests.wire_server", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        base = server.stdout.readline().split("/v1")[0]
        keys = ProviderKeys(openai_base_url=f"{base}/v1", gemini_api_key="k", gemini_base_url=base)
        try:
            for name in ("openai:m", "google:gemini-3-m"):
                measure(name, chat_model(name, keys, ScriptedModel()), options.calls, options.threads)
        finally:
            server.terminate()


def measure(name: str, model: ChatModel, calls: int, threads: int) -> None:
    """Print the figures of one adapter."""
    for messages in (1, 40):
        request = ModelRequest(name, "You are brief. " * 40, history(messages), tools=(look_up, list_all))
        spent = cpu_ms(partial(_drain, model, request), calls, threads)
        print(f"{name:20} {messages:3} messages {threads:4} threads {spent:6.2f} ms CPU a call", flush=True)


if __name__ == "__main__":
    main()
