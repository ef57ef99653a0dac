"""What a provider's refusal means: HTTP status and error object -> ModelError. No secret ever reaches `detail`."""

from __future__ import annotations

import email.utils
import json
import math
import re
import time
from collections.abc import Mapping
from typing import Any

from llm.interface import ErrorCode, ModelError
from llm.wire.shapes import excerpt, is_shallow

# A provider that asks for a longer pause than this, in seconds, is answered with an error at once.
PATIENCE = 5.0

_POLICY = re.compile(r"content[_ ](?:policy|filter)|responsible ?ai|safety|moderation", re.IGNORECASE)
_BAD_KEY = re.compile(r"API_KEY_INVALID|API key (?:not valid|expired)|invalid_api_key", re.IGNORECASE)
_TOO_LONG = (
    "context_length_exceeded",
    "exceed_context_size",
    "maximum context length",
    "available context size",
    "context window of",
    "input token count",
    "prompt is too long",
    "request too large",
)
_CONTEXT = re.compile("|".join(_TOO_LONG), re.IGNORECASE)
# What an administrator has to do, by the words of the refusal.
_SETUP = [
    (re.compile(r"insufficient (?:credit|balance)", re.IGNORECASE), "Add credit to the provider's account."),
    (
        re.compile(r"not support (?:tool|function)|support tool use", re.IGNORECASE),
        "Choose a model that can call tools.",
    ),
    (re.compile(r"--jinja", re.IGNORECASE), "Start llama.cpp's server with --jinja."),
    (
        re.compile(r"--enable-auto-tool-choice|--tool-call-parser", re.IGNORECASE),
        "Start vLLM with --enable-auto-tool-choice and --tool-call-parser.",
    ),
]
# Errors inside a stream have no HTTP status; these are the words that providers use instead.
_STATUS_OF_WORD = {
    "rate_limit": 429,
    "insufficient_quota": 429,
    "resource_exhausted": 429,
    "overloaded": 503,
    "unavailable": 503,
    "invalid_api_key": 401,
    "authentication": 401,
    "unauthenticated": 401,
    "permission": 403,
    "not_found": 404,
    "invalid": 400,
    "content_filter": 400,
    "content_policy": 400,
    "failed_precondition": 400,
}


class TransientError(ModelError):
    """A failure that may pass: the call may be tried again before the first visible token."""


class SlipError(TransientError):
    """The model's own slip, such as a reply with nothing in it: the call is tried once more, and not oftener."""


class BrokenOffError(TransientError):
    """The stream ended before the model said that it was complete."""


class CutShortError(ModelError):
    """The limit of tokens left no room for an answer, as when a model thinks before it speaks."""


def error_of_reply(
    status: int, headers: Mapping[str, str], body: bytes, *, model: str, patience: float = PATIENCE
) -> ModelError:
    """The error for a reply that is no stream. `headers` has names in lower case.

    It may be tried again where the provider asks for a pause of at most `patience` seconds.
    """
    try:
        error = _error_object(json.loads(body))
    except (ValueError, RecursionError):
        error = {"message": body[:200].decode("utf-8", "replace").strip()}
    return _error(status, error, _retry_after(headers, error), model, patience)


def error_in_stream(data: object, *, model: str) -> ModelError:
    """The error for an error object that came as an event of a stream (or as a whole reply of status 200)."""
    error = _error_object(data)
    return _error(_status_of(error), error, _retry_after({}, error), model, PATIENCE)


def _error(status: int, error: Mapping[str, Any], retry_after: float | None, model: str, patience: float) -> ModelError:
    message = _message(error)
    marks = f"{error.get('code')} {error.get('type')} {error.get('status')} {error.get('details')} {message}"
    if remedy := _remedy(status, marks):
        return ModelError("not_configured", f"{remedy} The provider refused ({status}): {message}")
    if status == 413 or _CONTEXT.search(marks):
        return ModelError("context_full", f"the request is longer than the model takes ({status}): {message}")
    if "tool_use_failed" in marks:
        return SlipError("malformed", f"the model's tool call was malformed ({status}): {message}")
    if status in (401, 403) or _BAD_KEY.search(marks):
        return ModelError("not_configured", f"the provider refused the key or the account ({status}): {message}")
    if status == 404:
        detail = f"the provider knows no model {model!r} (404). Check its name and the base URL. {message}"
        return ModelError("not_configured", detail)
    if status == 429:
        passing = "insufficient_quota" not in marks and (retry_after is None or retry_after <= patience)
        kind = TransientError if passing else ModelError
        return kind("rate_limited", f"the provider limits the rate (429): {message}", retry_after=retry_after)
    if status >= 500 or status == 408:
        code: ErrorCode = "busy" if status in (503, 529) else "unavailable"
        kind = TransientError if retry_after is None or retry_after <= patience else ModelError
        return kind(code, f"the provider failed ({status}): {message}", retry_after=retry_after)
    if 300 <= status < 400:
        return ModelError(
            "not_configured",
            f"the address answers with a redirect ({status}). Set the base URL to its target.",
        )
    if status == 400 and _POLICY.search(marks):
        return ModelError("refused", f"the provider's content policy refused the request: {message}")
    return ModelError("malformed", f"the provider did not accept the request ({status}): {message}")


def _remedy(status: int, marks: str) -> str:
    """What an administrator has to do about a set-up that no other attempt mends; empty for other failures."""
    if status == 402:
        return "Add credit to the provider's account."
    return next((remedy for pattern, remedy in _SETUP if pattern.search(marks)), "")


def _error_object(data: object) -> Mapping[str, Any]:
    # Gemini wraps the error of a stream in a list; some compatible servers send the message as plain text.
    if isinstance(data, list) and data:
        data = data[0]
    inner = data.get("error", data) if isinstance(data, dict) else data
    return inner if isinstance(inner, dict) and is_shallow(inner) else {"message": excerpt(inner)}


def _message(error: Mapping[str, Any]) -> str:
    text = " ".join(str(error.get("message") or error.get("detail") or error.get("status") or "no message").split())
    return text[:300]


def _status_of(error: Mapping[str, Any]) -> int:
    code = error.get("code")
    if isinstance(code, int) and 400 <= code < 600:
        return code
    words = f"{code} {error.get('type')} {error.get('status')}".lower()
    return next((status for word, status in _STATUS_OF_WORD.items() if word in words), 500)


def _retry_after(headers: Mapping[str, str], error: Mapping[str, Any]) -> float | None:
    """The pause that the provider asks for, in seconds (RFC 9110 10.2.3; Gemini's google.rpc.RetryInfo)."""
    given = headers.get("retry-after", "")
    details = error.get("details")
    if not given and isinstance(details, list):
        given = next(
            (str(item["retryDelay"]) for item in details if isinstance(item, dict) and "retryDelay" in item),
            "",
        )
    try:
        seconds = float(given.removesuffix("s"))
    except ValueError:
        date = email.utils.parsedate_tz(given) if given else None
        seconds = email.utils.mktime_tz(date) - time.time() if date else math.nan
    return max(seconds, 0.0) if math.isfinite(seconds) else None
