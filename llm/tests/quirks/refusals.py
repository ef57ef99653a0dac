"""What servers refuse, by their own words: the code that a refusal must become, and what is to be done about it."""

from __future__ import annotations

from typing import Any

from llm.tests.quirks.server import QUIRKS, Answer, Asked, Quirk
from llm.tests.wire_server import Behaviour, failure


def _refuses(status: int, body: Any, headers: dict[str, str]) -> Answer:
    def answer(asked: Asked) -> Behaviour:
        return failure(status, body, **headers)

    return answer


def _says(message: str, **more: Any) -> dict[str, Any]:
    return {"error": {"message": message, **more}}


def _gemini(status: int, message: str, word: str, **more: Any) -> list[dict[str, Any]]:
    return [{"error": {"code": status, "message": message, "status": word, **more}}]


_DELAY = [{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "31s"}]
# The name, how the call must end, what the error must name, the status and the body.
_REFUSALS: tuple[tuple[str, str, str, int, Any], ...] = (
    (
        "openai_context",
        "context_full",
        "",
        400,
        _says("This model's maximum context length is 128000 tokens.", code="context_length_exceeded"),
    ),
    ("vllm_context", "context_full", "", 400, _says("This model's maximum context length is 4096 tokens. Shorten it.")),
    (
        "llamacpp_context",
        "context_full",
        "",
        400,
        _says("request (5000 tokens) exceeds the available context size (4096)", type="exceed_context_size_error"),
    ),
    ("groq_413", "context_full", "", 413, _says("Request too large: limit 6000, requested 9000", type="tokens")),
    ("ollama_no_tools", "not_configured", "Choose a model that can call tools", 400, _says("x does not support tools")),
    (
        "vllm_no_parser",
        "not_configured",
        "Start vLLM with --enable-auto-tool-choice",
        400,
        _says('"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'),
    ),
    (
        "llamacpp_no_jinja",
        "not_configured",
        "Start llama.cpp's server with --jinja",
        500,
        _says("tools param requires --jinja flag"),
    ),
    ("openrouter_402", "not_configured", "Add credit", 402, _says("Insufficient credits")),
    (
        "azure_filter_400",
        "refused",
        "",
        400,
        _says("filtered due to Azure OpenAI's content management policy", code="content_filter"),
    ),
)
_GEMINI: tuple[tuple[str, str, int, Any], ...] = (
    ("gemini_429", "rate_limited", 429, _gemini(429, "Quota exceeded.", "RESOURCE_EXHAUSTED", details=_DELAY)),
    (
        "gemini_context",
        "context_full",
        400,
        _gemini(400, "The input token count (1200000) exceeds the maximum number of tokens.", "INVALID_ARGUMENT"),
    ),
)

for _name, _ends, _remedy, _status, _body in _REFUSALS:
    QUIRKS[_name] = Quirk(_name, _refuses(_status, _body, {}), _ends, _remedy)
for _name, _ends, _status, _body in _GEMINI:
    QUIRKS[_name] = Quirk(_name, _refuses(_status, _body, {}), _ends, wire="google", model="gemini-2.5-flash")
QUIRKS["groq_429"] = Quirk(
    "groq_429", _refuses(429, _says("Rate limit reached: try again later"), {"Retry_After": "8"}), "rate_limited"
)
