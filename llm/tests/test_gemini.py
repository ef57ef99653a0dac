"""The Gemini adapter through its real SDK, against a local server that speaks the wire."""

from __future__ import annotations

import json
from typing import Any

import pytest

from llm.gemini import GeminiChat
from llm.gemini.messages import gemini_schema
from llm.tests.shared import (
    SHORT,
    calls_of,
    fail,
    first_token,
    idle,
    list_all,
    look_up,
    request,
    stopped_items,
    takes,
    text_of,
    usage_of,
)
from llm.tests.wire_server import (
    KEEP_ALIVE,
    Behaviour,
    Cut,
    Pause,
    Step,
    WireServer,
    event,
    failure,
    gemini_chunk,
    gemini_text,
)
from llm.types import Message, TextDelta, ToolCall, ToolResult

KEY = "AIzaSecretOfTheTest"


@pytest.fixture(scope="module")
def _model(_server: WireServer) -> GeminiChat:
    return GeminiChat(KEY, _server.url)


@pytest.fixture
def model(server: WireServer, _model: GeminiChat) -> GeminiChat:
    """The adapter, without a connection; it is made once, because the SDK's client takes its time."""
    _model.close()
    return _model


def function(tool_name: str, signature: str = "", call_id: str = "", /, **args: Any) -> dict[str, Any]:
    part: dict[str, Any] = {"functionCall": {"name": tool_name, "args": args}}
    if signature:
        part["thoughtSignature"] = signature
    if call_id:
        part["functionCall"]["id"] = call_id
    return part


def error_body(code: int, status: str, message: str, *details: dict[str, Any]) -> dict[str, Any]:
    return {"error": {"code": code, "status": status, "message": message, "details": list(details)}}


def test_text_streams_and_usage_comes_last(server: WireServer, model: GeminiChat) -> None:
    server.script = [Behaviour(gemini_text("Good ", "morning", "."))]
    items = list(model.stream(request()))
    assert items[:3] == [TextDelta("Good "), TextDelta("morning"), TextDelta(".")]
    usage = usage_of(items)
    assert (usage.input_tokens, usage.output_tokens, usage.cached_tokens) == (11, 7, 3)
    assert (usage.model, usage.finish_reason) == ("served-gemini", "stop")


def test_the_request_is_what_the_wire_asks_for(server: WireServer, model: GeminiChat) -> None:
    list(model.stream(request(model="google:gemini-x", tools=(look_up, list_all), max_output_tokens=9)))
    got = server.received[0]
    assert got.path == "/v1/models/gemini-x:streamGenerateContent?alt=sse"
    assert got.headers["x-goog-api-key"] == KEY
    assert got.body["contents"] == [{"role": "user", "parts": [{"text": "Hello"}]}]
    assert got.body["systemInstruction"] == {"parts": [{"text": "Be brief."}]}
    assert got.body["generationConfig"] == {"maxOutputTokens": 9}
    assert got.body["toolConfig"] == {"functionCallingConfig": {"mode": "AUTO"}}
    assert got.body["tools"] == [
        {
            "functionDeclarations": [
                {
                    "name": "look_up",
                    "description": "Look a security up by its name.",
                    "parameters": {
                        "type": "object",
                        "properties": {"name": {"type": "string"}, "limit": {"type": "integer"}},
                        "required": ["name"],
                    },
                },
                {"name": "list_all", "description": "List everything."},
            ]
        }
    ]


def test_a_forced_tool_and_none_are_modes(server: WireServer, model: GeminiChat) -> None:
    list(model.stream(request(tools=(look_up,), tool_choice="look_up")))
    list(model.stream(request(tools=(look_up,), tool_choice="none")))
    first, second = (received.body["toolConfig"]["functionCallingConfig"] for received in server.received)
    assert first == {"mode": "ANY", "allowedFunctionNames": ["look_up"]}
    assert second == {"mode": "NONE"}


def test_parallel_calls_over_chunks_keep_their_order(server: WireServer, model: GeminiChat) -> None:
    steps = [
        gemini_chunk({"text": "Let me see."}, function("look_up", "sig", name="Ünïon")),
        gemini_chunk(function("list_all"), finish="STOP"),
    ]
    server.script = [Behaviour(steps)]
    items = list(model.stream(request()))
    first, second = calls_of(items)
    assert text_of(items) == "Let me see."
    assert (first.name, first.parsed()) == ("look_up", {"name": "Ünïon"})
    assert (second.name, second.arguments) == ("list_all", "{}")
    assert first.id
    assert second.id
    assert first.id != second.id
    assert usage_of(items).finish_reason == "tool_calls"


def test_a_thought_signature_and_a_given_id_go_back_in_the_same_part(server: WireServer, model: GeminiChat) -> None:
    parts = [function("look_up", "sig-1", "g7", name="x"), function("list_all")]
    server.script = [Behaviour([gemini_chunk(*parts, finish="STOP")])]
    first, second = calls_of(list(model.stream(request())))
    assert first.id == "g7"
    history = (
        Message("user", "Two things"),
        Message("assistant", "Let me see.", (first, second)),
        # The results come back in another order, and in two messages.
        Message("tool", results=(ToolResult(second.id, "list_all", "[1]"),)),
        Message("tool", results=(ToolResult(first.id, "look_up", '{"found": 1}'),)),
        Message("user", "And?"),
    )
    list(model.stream(request(*history, model="gemini-3-flash")))
    assert server.received[1].body["contents"][1:] == [
        {
            "role": "model",
            "parts": [
                {"text": "Let me see."},
                {"functionCall": {"name": "look_up", "args": {"name": "x"}, "id": "g7"}, "thoughtSignature": "sig-1"},
                {"functionCall": {"name": "list_all", "args": {}}},
            ],
        },
        {
            "role": "user",
            "parts": [
                {"functionResponse": {"name": "look_up", "response": {"found": 1}, "id": "g7"}},
                {"functionResponse": {"name": "list_all", "response": {"result": [1]}}},
            ],
        },
        {"role": "user", "parts": [{"text": "And?"}]},
    ]


@pytest.mark.parametrize(
    ("name", "signature"), [("gemini-3-flash", "skip_thought_signature_validator"), ("gemini-2.5-pro", None)]
)
def test_a_call_of_another_model_is_marked_where_a_signature_is_required(
    server: WireServer, model: GeminiChat, name: str, signature: str | None
) -> None:
    calls = (ToolCall("c1", "look_up", '{"name": '), ToolCall("c2", "list_all", "{}"))
    history = (Message("user", "Hello"), Message("assistant", "", calls))
    list(model.stream(request(*history, model=name)))
    first, second = server.received[0].body["contents"][1]["parts"]
    assert first.get("thoughtSignature") == signature
    assert first["functionCall"]["args"] == {"invalid_json": '{"name": '}
    assert "thoughtSignature" not in second


def test_thoughts_are_not_shown_and_count_as_data(server: WireServer, model: GeminiChat) -> None:
    thought: list[Step] = [gemini_chunk({"text": "hm", "thought": True}), Pause(0.05)] * 6
    server.script = [Behaviour([*thought, *gemini_text("Yes")])]
    assert text_of(list(model.stream(request(clocks=idle(SHORT))))) == "Yes"


def test_an_empty_answer_is_asked_for_once_more(server: WireServer, model: GeminiChat) -> None:
    """The dialect gemini_empty_once."""
    server.script = [Behaviour(gemini_text())]
    assert text_of(list(model.stream(request()))) == "Hello from the wire server."


def test_a_second_empty_answer_is_malformed(server: WireServer, model: GeminiChat) -> None:
    server.script = [
        Behaviour(gemini_text()),
        Behaviour([gemini_chunk({"text": "hm", "thought": True}, finish="STOP")]),
    ]
    assert fail(model, request())[0].code == "malformed"


def test_max_tokens_with_text_is_an_answer(server: WireServer, model: GeminiChat) -> None:
    server.script = [Behaviour(gemini_text("Once", finish="MAX_TOKENS"))]
    assert usage_of(list(model.stream(request()))).finish_reason == "length"


@pytest.mark.parametrize(
    ("reason", "code"),
    [
        *((reason, "refused") for reason in ("SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT")),
        *((reason, "refused") for reason in ("SPII", "LANGUAGE", "IMAGE_SAFETY", "MODEL_ARMOR")),
        *((reason, "malformed") for reason in ("OTHER", "NO_IMAGE", "TOO_MANY_TOOL_CALLS", "FROM_THE_FUTURE")),
        *((reason, "malformed") for reason in ("MALFORMED_RESPONSE", "MISSING_THOUGHT_SIGNATURE")),
    ],
)
def test_every_other_finish_reason_is_an_error(server: WireServer, model: GeminiChat, reason: str, code: str) -> None:
    server.script = [Behaviour(gemini_text("Well", finish=reason))]
    error, items = fail(model, request())
    assert error.code == code
    assert reason in error.detail
    assert items == [TextDelta("Well")]


def test_the_sdk_has_no_finish_reason_that_we_do_not_know() -> None:
    from google.genai.types import FinishReason

    from llm.gemini import client

    known = client._COMPLETE | client._RETRIED | client._REFUSED
    malformed = {"FINISH_REASON_UNSPECIFIED", "OTHER", "IMAGE_OTHER", "NO_IMAGE", "TOO_MANY_TOOL_CALLS"}
    malformed |= {"MISSING_THOUGHT_SIGNATURE", "MALFORMED_RESPONSE", "CONTINUATION"}
    assert {reason.value for reason in FinishReason} == known | malformed


def test_a_blocked_prompt_is_refused(server: WireServer, model: GeminiChat) -> None:
    server.script = [Behaviour([{"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}}])]
    error, _ = fail(model, request())
    assert error.code == "refused"
    assert "PROHIBITED_CONTENT" in error.detail


@pytest.mark.parametrize("reason", ["MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL"])
def test_a_malformed_call_is_asked_for_once_more(server: WireServer, model: GeminiChat, reason: str) -> None:
    server.script = [Behaviour([gemini_chunk(finish=reason, finishMessage="print(look_up)")])]
    assert text_of(list(model.stream(request()))) == "Hello from the wire server."
    correction = server.received[1].body["contents"][-1]
    assert correction["role"] == "user"
    assert reason in correction["parts"][0]["text"]
    assert "print(look_up)" in correction["parts"][0]["text"]


def test_a_second_malformed_call_is_an_error(server: WireServer, model: GeminiChat) -> None:
    server.script = [Behaviour([gemini_chunk(finish="MALFORMED_FUNCTION_CALL")])] * 2
    assert fail(model, request())[0].code == "malformed"
    assert len(server.received) == 2


def test_a_malformed_call_after_text_is_not_asked_for_again(server: WireServer, model: GeminiChat) -> None:
    server.script = [Behaviour(gemini_text("Well", finish="MALFORMED_FUNCTION_CALL"))]
    assert fail(model, request())[0].code == "malformed"
    assert len(server.received) == 1


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (400, error_body(400, "INVALID_ARGUMENT", "API key not valid.", {"reason": "API_KEY_INVALID"})),
        (401, error_body(401, "UNAUTHENTICATED", "Request had invalid credentials.")),
        (403, error_body(403, "PERMISSION_DENIED", f"No access with {KEY}")),
    ],
)
def test_a_refused_key_is_not_configured_and_stays_secret(
    server: WireServer, model: GeminiChat, status: int, body: dict[str, Any]
) -> None:
    server.script = [failure(status, body)]
    error, _ = fail(model, request())
    assert error.code == "not_configured"
    assert KEY not in str(error)


def test_a_missing_key_is_not_configured(server: WireServer) -> None:
    assert fail(GeminiChat("", server.url), request())[0].code == "not_configured"
    assert not server.received


def test_an_unknown_model_is_named(server: WireServer, model: GeminiChat) -> None:
    server.script = [failure(404, error_body(404, "NOT_FOUND", "models/none is not found"))]
    error, _ = fail(model, request(model="gemini-none"))
    assert error.code == "not_configured"
    assert "'gemini-none'" in error.detail


def test_another_bad_request_is_malformed(server: WireServer, model: GeminiChat) -> None:
    server.script = [failure(400, error_body(400, "INVALID_ARGUMENT", "Function parameters are wrong"))]
    error, _ = fail(model, request())
    assert error.code == "malformed"
    assert "Function parameters are wrong" in error.detail


def test_a_short_retry_delay_is_waited_for(server: WireServer, model: GeminiChat) -> None:
    server.script = [failure(429, error_body(429, "RESOURCE_EXHAUSTED", "slow", {"retryDelay": "0.3s"}))]
    with takes(0.3, 1):
        assert text_of(list(model.stream(request()))) == "Hello from the wire server."


def test_a_long_retry_after_is_an_error_at_once(server: WireServer, model: GeminiChat) -> None:
    server.script = [failure(429, error_body(429, "RESOURCE_EXHAUSTED", "slow"), Retry_After="40")]
    error, _ = fail(model, request())
    assert (error.code, error.retry_after) == ("rate_limited", 40)


def test_two_server_errors_are_survived(server: WireServer, model: GeminiChat) -> None:
    server.script = [failure(500, error_body(500, "INTERNAL", "oops"))] * 2
    assert text_of(list(model.stream(request()))) == "Hello from the wire server."


def test_an_overloaded_model_is_busy(server: WireServer, model: GeminiChat) -> None:
    server.script = [failure(503, error_body(503, "UNAVAILABLE", "The model is overloaded."))] * 3
    assert fail(model, request())[0].code == "busy"
    assert len(server.received) == 3


def test_an_error_inside_the_stream_is_mapped(server: WireServer, model: GeminiChat) -> None:
    server.script = [Behaviour([gemini_chunk({"text": "We"}), error_body(503, "UNAVAILABLE", "overloaded")])]
    error, items = fail(model, request())
    assert error.code == "busy"
    assert items == [TextDelta("We")]


def test_lines_may_be_split_anywhere(server: WireServer, model: GeminiChat) -> None:
    chunk = json.dumps(gemini_chunk({"text": "Grüße an 世界\u2028🌍"}, finish="STOP"), ensure_ascii=False)
    wire = KEEP_ALIVE + event(chunk).replace(b"\n", b"\r\n")
    for size in (1, 2, 3, 7):
        server.script = [Behaviour([wire[start : start + size] for start in range(0, len(wire), size)])]
        assert text_of(list(model.stream(request()))) == "Grüße an 世界\u2028🌍"


def test_a_connection_cut_before_the_first_piece_is_tried_again(server: WireServer, model: GeminiChat) -> None:
    server.script = [Behaviour(before=[Cut()]), Behaviour([KEEP_ALIVE, Cut()])]
    assert text_of(list(model.stream(request()))) == "Hello from the wire server."


def test_a_connection_cut_after_the_first_piece_is_unavailable(server: WireServer, model: GeminiChat) -> None:
    server.script = [Behaviour([gemini_chunk({"text": "Half"}), Cut()]), Behaviour([gemini_chunk({"text": "Half"})])]
    for _ in range(2):
        error, items = fail(model, request())
        assert error.code == "unavailable"
        assert items == [TextDelta("Half")]


def test_a_stall_before_the_head_ends_with_the_first_clock(server: WireServer, model: GeminiChat) -> None:
    server.script = [Behaviour(before=[Pause(9)])]
    with takes(SHORT, SHORT + 0.5):
        error, _ = fail(model, request(clocks=first_token(SHORT)))
    assert error.code == "timeout"
    assert "first token clock" in error.detail


def test_a_stall_in_the_middle_ends_with_the_idle_clock(server: WireServer, model: GeminiChat) -> None:
    server.script = [Behaviour([gemini_chunk({"text": "Half"}), Pause(9)])]
    with takes(SHORT, SHORT + 0.5):
        error, items = fail(model, request(clocks=idle(SHORT)))
    assert "idle clock" in error.detail
    assert items == [TextDelta("Half")]


def test_keep_alive_comments_reset_no_clock(server: WireServer, model: GeminiChat) -> None:
    server.script = [Behaviour([KEEP_ALIVE, Pause(0.05)] * 60)]
    with takes(SHORT, SHORT + 0.5):
        assert "first token" in fail(model, request(clocks=first_token(SHORT)))[0].detail


@pytest.mark.parametrize(
    ("behaviour", "phrase"),
    [
        (Behaviour(before=[Pause(9)]), ""),
        (Behaviour([KEEP_ALIVE, Pause(9)]), ""),
        (Behaviour([gemini_chunk({"text": "Half"}), Pause(9)]), "Half"),
    ],
    ids=["before the head", "before the first piece", "in the middle"],
)
def test_stop_ends_a_stalled_call_within_a_second(
    server: WireServer, model: GeminiChat, behaviour: Behaviour, phrase: str
) -> None:
    server.script = [behaviour]
    assert text_of(stopped_items(model)) == phrase


def test_a_connection_serves_one_call_after_the_other(server: WireServer, model: GeminiChat) -> None:
    for _ in range(5):
        list(model.stream(request()))
    assert server.connections == 1


def test_a_schema_loses_what_gemini_refuses() -> None:
    schema = {
        "type": "object",
        "title": "T",
        "additionalProperties": False,
        "properties": {
            "title": {"anyOf": [{"type": "string", "format": "uri"}, {"type": "null"}], "default": None},
            "amount": {"type": "number", "exclusiveMinimum": 0},
            "day": {"type": "string", "format": "date-time"},
            "kind": {"const": "a"},
            "size": {"enum": [1, 2], "type": "integer", "description": "The size."},
            "either": {"oneOf": [{"type": "string"}, {"type": "integer"}]},
            "list": {"type": "array", "items": {"type": "string", "title": "x"}, "uniqueItems": True},
            "pair": {"type": "array", "prefixItems": [{"type": "string"}]},
        },
        "required": ["amount"],
    }
    assert gemini_schema(schema) == {
        "type": "object",
        "properties": {
            "title": {"type": "string", "nullable": True},
            "amount": {"type": "number"},
            "day": {"type": "string", "format": "date-time"},
            "kind": {"enum": ["a"], "type": "string"},
            "size": {"type": "integer", "description": "The size. One of: 1, 2."},
            "either": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
            "list": {"type": "array", "items": {"type": "string"}},
            "pair": {"type": "array", "items": {"type": "string"}},
        },
        "required": ["amount"],
    }
