"""Gemini by its own wire, `:streamGenerateContent` and `:batchEmbedContents`.

Every finish reason is mapped; an empty answer is an error.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from urllib.parse import quote

from google import genai

from llm.gemini.messages import contents, function_declarations
from llm.interface import EmbeddingTask, ModelError
from llm.types import ModelRequest, StreamItem, TextDelta, ToolCall, ToolSchema, Usage
from llm.wire import (
    Ask,
    CutShortError,
    EncodedTools,
    SlipError,
    TaggedText,
    Wire,
    WireEmbedder,
    count_of,
    list_of,
    object_of,
    text_of,
    with_more_room,
)

_GOOGLE = "https://generativelanguage.googleapis.com/"
_TASKS: dict[EmbeddingTask, str] = {"document": "RETRIEVAL_DOCUMENT", "query": "RETRIEVAL_QUERY"}
_COMPLETE = frozenset({"STOP", "MAX_TOKENS"})
# The model's own slip: it is told so, and may try once more.
_RETRIED = frozenset({"MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL"})
_REFUSED = frozenset(
    {
        "SAFETY",
        "RECITATION",
        "BLOCKLIST",
        "PROHIBITED_CONTENT",
        "SPII",
        "LANGUAGE",
        "IMAGE_SAFETY",
        "IMAGE_PROHIBITED_CONTENT",
        "IMAGE_RECITATION",
        "ESCALATION",
        "PUP_LIMITED_DISABLED",
        "MODEL_ARMOR",
    }
)


class GeminiChat:
    """A ChatModel on one Gemini key. Thread-safe; one serves the process.

    The SDK gives the address and the headers; see `llm.wire.http` for why not the request path and the decoding.
    """

    def __init__(self, api_key: str, base_url: str | None = None) -> None:
        """Raises ValueError for a base URL that is none. A missing key is an error of the first call."""
        self._key = api_key.strip()
        self._wire, self._path = _wire_to(self._key, base_url)
        self._tools = EncodedTools(lambda tools: [{"functionDeclarations": function_declarations(tools)}])

    def stream(self, request: ModelRequest) -> Iterator[StreamItem]:
        """Text as it comes, then the tool calls, then the usage. Raises ModelError or Stopped.

        A call that Gemini itself found malformed is asked for once more, with the reason, unless text was shown.
        """
        _require(self._key)
        yield from with_more_room(request, self._corrected)

    def _corrected(self, request: ModelRequest) -> Iterator[StreamItem]:
        started = False
        try:
            for item in self._once(request, ""):
                started = True
                yield item
            return
        except _SlipError as slip:
            if started:
                raise ModelError("malformed", slip.detail) from slip
            correction = slip.correction
        yield from self._once(request, correction)

    def _once(self, request: ModelRequest, correction: str) -> Iterator[StreamItem]:
        model = quote(request.model.removeprefix("google:"), safe="")
        target = f"{self._path}/{model}:streamGenerateContent?alt=sse"
        return self._wire.stream(target, self._body(request, correction), request, lambda: _Reader(request.tools))

    def close(self) -> None:
        """Close the idle connections. The model can still be used."""
        self._wire.close()

    def _body(self, request: ModelRequest, correction: str) -> bytes:
        body: dict[str, Any] = {"contents": contents(request)}
        if correction:
            body["contents"].append({"role": "user", "parts": [{"text": correction}]})
        if request.instructions:
            body["systemInstruction"] = {"parts": [{"text": request.instructions}]}
        if request.max_output_tokens is not None:
            body["generationConfig"] = {"maxOutputTokens": request.max_output_tokens}
        if not request.tools:
            return json.dumps(body).encode()
        modes: dict[str, dict[str, Any]] = {"auto": {"mode": "AUTO"}, "none": {"mode": "NONE"}}
        forced = {"mode": "ANY", "allowedFunctionNames": [request.tool_choice]}
        body["toolConfig"] = {"functionCallingConfig": modes.get(request.tool_choice, forced)}
        return self._tools.joined(json.dumps(body), request.tools)


class GeminiEmbedder(WireEmbedder):
    """An Embedder on one Gemini key. Thread-safe; one serves the process."""

    # The wire takes no more.
    batch = 100

    def __init__(self, api_key: str, base_url: str | None, model: str, dimension: int) -> None:
        """Raises ValueError for a base URL that is none. A missing key is an error of the first call."""
        self._key = api_key.strip()
        wire, path = _wire_to(self._key, base_url)
        target = f"{path}/{quote(model, safe='')}:batchEmbedContents"
        super().__init__(wire, target, f"google:{model}", dimension)

    def require_key(self) -> None:
        _require(self._key)

    def vectors(self, batch: Sequence[str], task: EmbeddingTask, ask: Ask) -> list[Any]:
        asked = [
            {
                "model": f"models/{self._model}",
                "content": {"parts": [{"text": text}]},
                "taskType": _TASKS[task],
                "outputDimensionality": self.dimension,
            }
            for text in batch
        ]
        embeddings = ask({"requests": asked}).get("embeddings")
        # Google normalises only vectors of full length; the check normalises all.
        items = embeddings if isinstance(embeddings, list) else []
        return [item.get("values") if isinstance(item, dict) else None for item in items]


def _require(key: str) -> None:
    if not key:
        raise ModelError("not_configured", "no API key is set. Set GEMINI_API_KEY.")


def _wire_to(key: str, base_url: str | None) -> tuple[Wire, str]:
    """The wire with the SDK's headers, and the path of the models."""
    options = genai.types.HttpOptions(base_url=base_url or _GOOGLE)
    client = genai.Client(api_key=key or "none", vertexai=False, http_options=options)
    # The SDK has no public way to ask for these; this one is asked once, and the tests send it real requests.
    asked = client._api_client._build_request("post", "models/", {})
    wire = Wire(asked.url, {name: str(value) for name, value in asked.headers.items()})
    return wire, "/" + asked.url.split("://", 1)[1].partition("/")[2].rstrip("/")


class _SlipError(ModelError):
    """Gemini found the model's own call malformed; with `correction` it may try once more."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__("malformed", f"the model's tool call was malformed ({reason}): {message}"[:300])
        detail = f" ({message})" if message else ""
        wanted = "Call only a declared function, with valid JSON arguments."
        self.correction = f"Your last reply was discarded: {reason}{detail}. {wanted}"


class _Reader:
    """Puts one reply together from its chunks."""

    def __init__(self, tools: Iterable[ToolSchema] = ()) -> None:
        self.finished = self.withdrawn = False
        # An open model that is served here (Gemma) writes its calls, too.
        self._tags = TaggedText(tools)
        self._text = False
        self._calls: list[ToolCall] = []
        self._reason = ""
        self._message = ""
        self._blocked = ""
        self._model = ""
        self._usage: dict[str, Any] = {}

    def feed(self, event: dict[str, Any]) -> str | None:
        """See `llm.wire.http.ReplyReader`. Raises ModelError."""
        self._usage = object_of(event.get("usageMetadata"), "the usage") or self._usage
        self._model = text_of(event.get("modelVersion"), "the model version") or self._model
        feedback = object_of(event.get("promptFeedback"), "the feedback")
        if reason := text_of(feedback.get("blockReason"), "the block reason"):
            self._blocked, self.finished = reason, True
        candidates = list_of(event.get("candidates"), "the candidates")
        if not candidates:
            return None
        candidate = object_of(candidates[0], "a candidate")
        if reason := text_of(candidate.get("finishReason"), "the finish reason"):
            self._reason, self.finished = reason, True
            self._message = text_of(candidate.get("finishMessage"), "the finish message")
        parts = list_of(object_of(candidate.get("content"), "the content").get("parts"), "the parts")
        if not parts:
            return "" if self.finished else None
        text = self._tags.feed("".join(self._read(object_of(part, "a part")) for part in parts))
        self.withdrawn, self._tags.withdrawn = self._tags.withdrawn, False
        self._text = self._text or bool(text)
        return text

    def _read(self, part: dict[str, Any]) -> str:
        if "functionCall" in part:
            self._calls.append(_tool_call(part))
            return ""
        return "" if part.get("thought") else text_of(part.get("text"), "the text")

    def finish(self) -> Iterable[StreamItem]:
        """See `llm.wire.http.ReplyReader`."""
        if self._blocked:
            raise ModelError("refused", f"Gemini blocked the request ({self._blocked})")
        if self._reason in _REFUSED:
            raise ModelError("refused", f"Gemini refused the reply ({self._reason}) {self._message}".strip())
        if self._reason in _RETRIED:
            raise _SlipError(self._reason, self._message)
        if self._reason not in _COMPLETE:
            raise ModelError("malformed", f"Gemini ended the reply with {self._reason!r} {self._message}".strip())
        if rest := self._tags.close(is_cut=self._reason == "MAX_TOKENS"):
            self._text = True
            yield TextDelta(rest)
        self._calls += [_written(name, arguments) for name, arguments in self._tags.calls]
        if not self._text and not self._calls:
            kind = CutShortError if self._reason == "MAX_TOKENS" else SlipError
            raise kind("malformed", f"the reply was empty (finish reason {self._reason!r})")
        yield from self._calls
        spoken, thought = (count_of(self._usage.get(f"{kind}TokenCount")) for kind in ("candidates", "thoughts"))
        yield Usage(
            input_tokens=count_of(self._usage.get("promptTokenCount")),
            output_tokens=count_of(spoken + thought),
            cached_tokens=count_of(self._usage.get("cachedContentTokenCount")),
            model=self._model,
            # The words of `llm.types.Usage` are the same for every provider.
            finish_reason="length" if self._reason == "MAX_TOKENS" else "tool_calls" if self._calls else "stop",
        )


def _written(name: str, arguments: str) -> ToolCall:
    return ToolCall(f"call_{uuid.uuid4().hex[:24]}", name, arguments, {"provider": "google"})


def _tool_call(part: dict[str, Any]) -> ToolCall:
    """The call with what must go back in its part: its thought signature, and its id where Gemini gave one."""
    call = object_of(part["functionCall"], "a function call")
    call_id = text_of(call.get("id"), "the id of a call")
    name = text_of(call.get("name"), "the name of a call")
    if not name:
        raise ModelError("malformed", "a tool call came without a name")
    extra: dict[str, Any] = {"provider": "google"}
    if signature := text_of(part.get("thoughtSignature"), "a thought signature"):
        extra["thought_signature"] = signature
    if call_id:
        extra["id"] = call_id
    try:
        arguments = json.dumps(call.get("args") or {}, ensure_ascii=False)
    except RecursionError:
        raise ModelError("malformed", f"the arguments of {name} nest too deep") from None
    return ToolCall(call_id or f"call_{uuid.uuid4().hex[:24]}", name, arguments, extra)
