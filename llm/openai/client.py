"""Chat Completions and Embeddings: OpenAI, and by base URL Ollama, vLLM, llama.cpp and any compatible server."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import openai

from llm.cards import card_of
from llm.interface import EmbeddingTask, ModelError
from llm.openai.messages import asked_in_json, messages_json, wire_choice, wire_tool
from llm.openai.reader import OpenAIReader
from llm.types import ModelRequest, StreamItem
from llm.wire import Ask, Conceding, Concession, EncodedTools, Wire, WireEmbedder, is_forced, with_more_room

_OPENAI = "https://api.openai.com/v1"
# What to set where Azure does not know the path.
_AZURE = (
    "Set OPENAI_BASE_URL to https://NAME.openai.azure.com/openai/deployments/DEPLOYMENT?api-version=VERSION, or to"
    " https://NAME.openai.azure.com/openai/v1 and the model to the name of its deployment."
)


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
        self._is_azure = re.search(r"azure|/deployments/|api-version=", base_url or "") is not None
        self._tools = EncodedTools(lambda tools: [wire_tool(tool) for tool in tools])
        self._conceding = Conceding()

    def stream(self, request: ModelRequest) -> Iterator[StreamItem]:
        """Text as it comes, then the tool calls, then the usage. Raises ModelError or Stopped.

        What a server refuses by name is left out and the call made again, while nothing has come.
        """
        _require(self._key)
        card = request.card or card_of(f"openai:{request.model.removeprefix('openai:')}")
        yield from with_more_room(request, lambda asked: self._conceding.stream(asked, self._once, card))

    def _once(self, request: ModelRequest, conceded: frozenset[Concession]) -> Iterator[StreamItem]:
        if "no_stream" in conceded:
            # Nothing comes before all of it has.
            clocks = replace(request.clocks, first_token=request.clocks.total)
            request = replace(request, clocks=clocks)
        begins_inside = "thinks_aloud" in conceded
        body = self._body(request, conceded)
        try:
            yield from self._wire.stream(
                self._target, body, request, lambda: OpenAIReader(request.tools, begins_inside=begins_inside)
            )
        except ModelError as error:
            if self._is_azure and error.code == "not_configured" and "(404)" in error.detail:
                raise ModelError("not_configured", f"{_AZURE} {error.detail}") from error
            raise

    def learnt(self, model: str) -> frozenset[Concession]:
        """What the server of a model has refused so far, beyond what its card says."""
        return self._conceding.of(model)

    def close(self) -> None:
        """Close the idle connections. The model can still be used."""
        self._wire.close()

    def _body(self, request: ModelRequest, conceded: frozenset[Concession]) -> bytes:
        response_format: dict[str, Any] = {}
        if is_forced(request) and conceded & {"json_schema", "json_text"}:
            if "json_text" not in conceded:
                schema = {"name": request.tool_choice, "schema": request.tools[0].schema}
                response_format = {"type": "json_schema", "json_schema": schema}
            request = asked_in_json(request)
        body: dict[str, Any] = {
            "model": request.model.removeprefix("openai:"),
            "stream": "no_stream" not in conceded,
        }
        if body["stream"] and "no_stream_options" not in conceded:
            body["stream_options"] = {"include_usage": True}
        if request.max_output_tokens is not None and "no_limit" not in conceded:
            body[self._limit] = request.max_output_tokens
        if response_format:
            body["response_format"] = response_format
        if request.tools:
            body["tool_choice"] = wire_choice(request.tool_choice, conceded)
        text = f'{json.dumps(body)[:-1]}, "messages": {messages_json(request, conceded)}}}'
        return self._tools.joined(text, request.tools) if request.tools else text.encode()


class OpenAIEmbedder(WireEmbedder):
    """An Embedder on one provider's key. Thread-safe; one serves the process."""

    # The wire takes 2,048; a batch that fails shall cost little.
    batch = 128

    def __init__(self, api_key: str, base_url: str | None, model: str, dimension: int) -> None:
        """Raises ValueError for a base URL that is none. A missing key is an error of the first call."""
        self._key = api_key.strip()
        wire, path, query = _wire_to(self._key, base_url)
        super().__init__(wire, f"{path}embeddings{query}", f"openai:{model}", dimension)
        self._names_dimension = True

    def require_key(self) -> None:
        _require(self._key)

    def vectors(self, batch: Sequence[str], task: EmbeddingTask, ask: Ask) -> list[Any]:
        body: dict[str, Any] = {"model": self._model, "input": list(batch), "encoding_format": "float"}
        named = self._names_dimension
        if named:
            body["dimensions"] = self.dimension
        try:
            reply = ask(body)
        except ModelError as error:
            # Models of one fixed dimension refuse the parameter; whether theirs is the right one shows in the reply.
            if not named or error.code != "malformed" or "dimension" not in error.detail.lower():
                raise
            self._names_dimension = False
            return self.vectors(batch, task, ask)
        data = reply.get("data")
        if not isinstance(data, list) or not all(isinstance(item, dict) for item in data):
            raise ModelError("malformed", f"{self._model!r} answered without vectors")
        # Some servers answer in the order in which they finished.
        if all(isinstance(item.get("index"), int) for item in data):
            data = sorted(data, key=lambda item: int(item["index"]))
        return [item.get("embedding") for item in data]


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
