"""Chat Completions and Embeddings: OpenAI, and by base URL Ollama, vLLM, llama.cpp and any compatible server."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import openai

from llm.embedding import CLOCKS, PATIENCE, checked, in_batches
from llm.interface import EmbeddingTask, ModelError, StopSignal
from llm.openai_reader import OpenAIReader
from llm.openai_wire import wire_choice, wire_messages, wire_tool
from llm.types import Clocks, ModelRequest, StreamItem, ToolSchema
from llm.wire import Conceding, Concession, Wire, with_more_room

_OPENAI = "https://api.openai.com/v1"
_CACHED_TOOL_SETS = 256
# Of the wire's limits (2,048 texts, 300,000 tokens) a part, so that a batch that fails costs little.
_BATCH, _BATCH_BYTES = 128, 250_000


class OpenAIChat:
    """A ChatModel on one provider's key. Thread-safe; one serves the process.

    The SDK gives the address and the headers (key, organisation, project); see `llm.wire.http` for why not the
    decoding.
    """

    def __init__(self, api_key: str, base_url: str | None = None) -> None:
        """Raises ValueError for a base URL that is none. A missing key is an error of the first call."""
        self._key = api_key.strip()
        self._wire, path, query = _wire_to(self._key, base_url)
        self._target = f"{path}chat/completions{query}"
        # Only OpenAI itself has renamed the parameter, and refuses the old name for its newer models.
        self._limit = "max_completion_tokens" if base_url is None or "api.openai.com" in base_url else "max_tokens"
        self._tools: dict[tuple[int, ...], tuple[tuple[ToolSchema, ...], bytes]] = {}
        self._conceding = Conceding()

    def stream(self, request: ModelRequest) -> Iterator[StreamItem]:
        """Text as it comes, then the tool calls, then the usage. Raises ModelError or Stopped.

        What a server refuses by name is left out and the call made again, while nothing has come.
        """
        _require(self._key)
        yield from with_more_room(request, lambda asked: self._conceding.stream(asked, self._once))

    def _once(self, request: ModelRequest, conceded: frozenset[Concession]) -> Iterator[StreamItem]:
        if "no_stream" in conceded:
            # Nothing comes before all of it has.
            clocks = replace(request.clocks, first_token=request.clocks.total)
            request = replace(request, clocks=clocks)
        return self._wire.stream(self._target, self._body(request, conceded), request, OpenAIReader)

    def close(self) -> None:
        """Close the idle connections. The model can still be used."""
        self._wire.close()

    def _body(self, request: ModelRequest, conceded: frozenset[Concession]) -> bytes:
        body: dict[str, Any] = {
            "model": request.model.removeprefix("openai:"),
            "messages": wire_messages(request, conceded),
            "stream": "no_stream" not in conceded,
        }
        if body["stream"] and "no_stream_options" not in conceded:
            body["stream_options"] = {"include_usage": True}
        if request.max_output_tokens is not None and "no_limit" not in conceded:
            body[self._limit] = request.max_output_tokens
        if not request.tools:
            return json.dumps(body).encode()
        body["tool_choice"] = wire_choice(request.tool_choice, conceded)
        # The schemas are most of a short request; they are encoded once and joined to the rest.
        return json.dumps(body).encode()[:-1] + b', "tools": ' + self._encoded(request.tools) + b"}"

    def _encoded(self, tools: tuple[ToolSchema, ...]) -> bytes:
        key = tuple(map(id, tools))
        found = self._tools.get(key)
        if found is None:
            if len(self._tools) >= _CACHED_TOOL_SETS:
                self._tools.clear()
            # The tools are kept with their bytes: an id means something only as long as its object lives.
            found = self._tools[key] = (tools, json.dumps([wire_tool(tool) for tool in tools]).encode())
        return found[1]


class OpenAIEmbedder:
    """An Embedder on one provider's key. Thread-safe; one serves the process."""

    def __init__(self, api_key: str, base_url: str | None, model: str, dimension: int) -> None:
        """Raises ValueError for a base URL that is none. A missing key is an error of the first call."""
        self.space = f"openai:{model}"
        self.dimension = dimension
        self._key, self._model = api_key.strip(), model
        self._wire, path, query = _wire_to(self._key, base_url)
        self._target = f"{path}embeddings{query}"
        self._names_dimension = True

    def embed(
        self, texts: Sequence[str], task: EmbeddingTask, *, stop: StopSignal | None = None, clocks: Clocks | None = None
    ) -> list[list[float]]:
        """See `llm.interface.Embedder`. A text longer than 8,000 bytes is embedded by its beginning."""
        _require(self._key)
        given = clocks or CLOCKS[task]

        def ask(batch: Sequence[str]) -> list[list[float]]:
            return self._ask(batch, given, stop, PATIENCE[task])

        return in_batches(texts, ask, count=_BATCH, size=_BATCH_BYTES)

    def close(self) -> None:
        """Close the idle connections. The embedder can still be used."""
        self._wire.close()

    def _ask(self, batch: Sequence[str], clocks: Clocks, stop: StopSignal | None, patience: float) -> list[list[float]]:
        body: dict[str, Any] = {"model": self._model, "input": list(batch), "encoding_format": "float"}
        named = self._names_dimension
        if named:
            body["dimensions"] = self.dimension
        try:
            reply = self._wire.ask(
                self._target, json.dumps(body).encode(), self._model, clocks=clocks, stop=stop, patience=patience
            )
        except ModelError as error:
            # Models of one fixed dimension refuse the parameter; whether theirs is the right one shows in the reply.
            if not named or error.code != "malformed" or "dimension" not in error.detail.lower():
                raise
            self._names_dimension = False
            return self._ask(batch, clocks, stop, patience)
        data = reply.get("data")
        if not isinstance(data, list) or not all(isinstance(item, dict) for item in data):
            raise ModelError("malformed", f"{self._model!r} answered without vectors")
        # Some servers answer in the order in which they finished.
        if all(isinstance(item.get("index"), int) for item in data):
            data = sorted(data, key=lambda item: int(item["index"]))
        vectors = [item.get("embedding") for item in data]
        return checked(vectors, expected=len(batch), dimension=self.dimension, model=self._model)


def _require(key: str) -> None:
    if not key:
        raise ModelError("not_configured", "no API key is set. Set OPENAI_API_KEY.")


def _wire_to(key: str, base_url: str | None) -> tuple[Wire, str, str]:
    """The wire with the SDK's headers, and the path and the query that every target begins and ends with."""
    address, mark, query = (base_url or _OPENAI).partition("?")
    client = openai.OpenAI(api_key=key or "none", base_url=address, max_retries=0)
    given = {**client.auth_headers, **client.default_headers}
    headers = {name: value for name, value in given.items() if isinstance(value, str)}
    if "api-version=" in query:
        # Azure's classic address takes the key in a header of its own.
        headers["api-key"] = key
    return Wire(str(client.base_url), headers), client.base_url.raw_path.decode(), mark + query
