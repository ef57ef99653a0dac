"""The dialects of real servers, each by its name: what they answer with, and what they want of a request."""

from __future__ import annotations

import json
from typing import Any

import pytest

from llm.gemini import GeminiChat
from llm.openai import OpenAIChat
from llm.structured import ask
from llm.tests.shared import calls_of, fail, list_all, look_up, request, takes, text_of, usage_of
from llm.tests.test_structured import Plan
from llm.tests.wire_server import (
    Behaviour,
    Step,
    WireServer,
    event,
    failure,
    openai_chunk,
    openai_end,
    openai_text,
    whole,
)
from llm.types import Message, ToolCall, ToolResult

HELLO = "Hello from the wire server."


@pytest.fixture
def model(server: WireServer) -> OpenAIChat:
    """The adapter, which has learnt nothing of its server yet."""
    return OpenAIChat("sk-test", f"{server.url}/v1")


def part(name: str, arguments: Any, call_id: str = "", index: int | None = 0, **more: Any) -> dict[str, Any]:
    call = {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}, **more}
    return call if index is None else {**call, "index": index}


def ended(*steps: Step, finish: str = "tool_calls") -> Behaviour:
    return Behaviour([*steps, openai_chunk(finish=finish), *openai_end()])


def calling(*parts: dict[str, Any], **beside: Any) -> Behaviour:
    """A reply with these calls, each in a chunk of its own."""
    return ended(
        openai_chunk({"role": "assistant", "content": None, **beside}),
        *(openai_chunk({"tool_calls": [call]}) for call in parts),
    )


def history(*calls: ToolCall) -> tuple[Message, ...]:
    results = tuple(ToolResult(call.id, call.name, "{}") for call in calls)
    return Message("user", "Hello"), Message("assistant", "", calls), Message("tool", results=results)


def second_round(server: WireServer, model: OpenAIChat, first: Behaviour) -> dict[str, Any]:
    """The assistant's message with calls, as it goes back after `first`."""
    server.script = [first]
    calls = calls_of(list(model.stream(request(tools=(look_up, list_all)))))
    # What an assistant's rows keep of a call is JSON.
    kept = [ToolCall(c.id, c.name, c.arguments, json.loads(json.dumps(c.extra))) for c in calls]
    list(model.stream(request(*history(*kept), tools=(look_up, list_all))))
    sent: dict[str, Any] = server.received[-1].body["messages"][2]
    return sent


# --- Calls ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "parts",
    [
        (part("look_up", '{"name": "a"}', "call_1"), part("list_all", "{}", "call_2")),
        (part("look_up", '{"name": "a"}'), part("look_up", '{"name": "b"}')),
        (part("look_up", {"name": "a"}, "same"), part("list_all", {}, "same")),
    ],
    ids=["ollama_index0 and gemini_openai_index0", "without ids", "with one id"],
)
def test_parallel_calls_that_all_have_index_0_are_told_apart(
    server: WireServer, model: OpenAIChat, parts: tuple[dict[str, Any], ...]
) -> None:
    server.script = [calling(*parts)]
    calls = calls_of(list(model.stream(request())))
    assert [call.name for call in calls] == [call["function"]["name"] for call in parts]
    assert all(isinstance(json.loads(call.arguments), dict) for call in calls)
    assert len({call.id for call in calls}) == 2


def test_a_name_that_is_repeated_with_every_fragment_begins_no_new_call(server: WireServer, model: OpenAIChat) -> None:
    server.script = [calling(part("look_up", '{"na', "c1"), part("look_up", 'me": "a"}', "c1"))]
    assert calls_of(list(model.stream(request()))) == [ToolCall("c1", "look_up", '{"name": "a"}')]


def test_an_id_that_the_server_left_out_is_made_of_nine_letters_and_digits(
    server: WireServer, model: OpenAIChat
) -> None:
    server.script = [calling(part("look_up", "{}"))]
    made = calls_of(list(model.stream(request())))[0].id
    assert len(made) == 9
    assert made.isascii()
    assert made.isalnum()


def test_call_as_text_is_a_call_and_is_never_shown(server: WireServer, model: OpenAIChat) -> None:
    written = '<tool_call>\n{"name": "look_up", "arguments": {"name": "a"}}\n</tool_call>'
    server.script = [ended(*(openai_chunk({"content": piece}) for piece in (written[:7], written[7:30], written[30:])))]
    items = list(model.stream(request(tools=(look_up,))))
    assert text_of(items) == ""
    assert [(call.name, call.arguments) for call in calls_of(items)] == [("look_up", '{"name": "a"}')]


# --- Text ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 3, 1000])
def test_think_tags_are_taken_out_of_the_text(server: WireServer, model: OpenAIChat, size: int) -> None:
    text = "<think>\nThey must not know.\n</think>\n\nNoted: 5 < 7 and <b>bold</b>.<|im_end|>"
    pieces = [text[start : start + size] for start in range(0, len(text), size)]
    server.script = [Behaviour(openai_text(*pieces))]
    assert text_of(list(model.stream(request()))) == "Noted: 5 < 7 and <b>bold</b>."


def test_a_thought_that_never_ends_is_no_answer(server: WireServer, model: OpenAIChat) -> None:
    server.script = [Behaviour(openai_text("<think>", "They must not know."))] * 2
    error, items = fail(model, request())
    assert (error.code, items) == ("malformed", [])


def test_magistral_list_of_blocks_is_read_as_its_texts(server: WireServer, model: OpenAIChat) -> None:
    thinking = {"type": "thinking", "thinking": [{"type": "text", "text": "A purchase."}]}
    server.script = [
        ended(
            openai_chunk({"content": [thinking]}),
            openai_chunk({"content": [{"type": "text", "text": "Noted."}]}),
            finish="stop",
        )
    ]
    assert text_of(list(model.stream(request()))) == "Noted."


def test_endless_text_is_ended_by_us_and_says_so(server: WireServer, model: OpenAIChat) -> None:
    server.script = [Behaviour([openai_chunk({"content": "and so on and on "}) for _ in range(5000)])]
    with takes(0, 5):
        items = list(model.stream(request()))
    assert usage_of(items).finish_reason == "repetition"
    assert len(text_of(items)) < 2000


def test_a_server_that_knows_no_limit_is_cut_at_eight_characters_a_token(server: WireServer, model: OpenAIChat) -> None:
    server.script = [Behaviour([openai_chunk({"content": f"{number} "}) for number in range(5000)])]
    items = list(model.stream(request(max_output_tokens=100)))
    assert usage_of(items).finish_reason == "length"
    assert len(text_of(items)) == 800


def test_lists_and_tables_are_no_circle(server: WireServer, model: OpenAIChat) -> None:
    table = "| Name | Units |\n| --- | --- |\n" + "".join(f"| Share {n} | {n * 37} |\n" for n in range(200))
    server.script = [Behaviour(openai_text(*table.splitlines(keepends=True)))]
    assert usage_of(list(model.stream(request()))).finish_reason == "stop"


def test_a_model_that_thought_its_limit_away_is_given_more_room_once(server: WireServer, model: OpenAIChat) -> None:
    cut = Behaviour([openai_chunk({"reasoning_content": "Hm."}), openai_chunk(finish="length"), *openai_end()])
    server.script = [cut]
    assert text_of(list(model.stream(request(max_output_tokens=100)))) == HELLO
    assert [got.body["max_tokens"] for got in server.received] == [100, 400]
    server.script = [cut, cut]
    assert fail(model, request(max_output_tokens=100))[0].code == "malformed"


# --- What must come back -------------------------------------------------------------------------------------------


def test_gemini_openai_signature_comes_back_on_its_call(server: WireServer, model: OpenAIChat) -> None:
    signed = {"google": {"thought_signature": "AY89"}}
    sent = second_round(
        server, model, calling(part("look_up", "{}", "f1", extra_content=signed), part("list_all", "{}", "f2", 1))
    )
    assert [call.get("extra_content") for call in sent["tool_calls"]] == [signed, None]


def test_gemini_openai_by_code_a_call_of_our_own_carries_a_signature_where_one_is_wanted(
    server: WireServer, model: OpenAIChat
) -> None:
    by_code, signed = ToolCall("words-1-0", "look_up", "{}"), {"google": {"thought_signature": "AY89"}}
    of_model = ToolCall("c1", "look_up", "{}", {"provider": "openai", "extra_content": signed})
    for name in ("gemini-3-flash", "gemini-2.5-flash"):
        list(model.stream(request(*history(by_code, of_model), *history(of_model), model=f"openai:{name}")))
    new, old = ([m["tool_calls"] for m in got.body["messages"] if "tool_calls" in m] for got in server.received)
    foreign = {"google": {"thought_signature": "skip_thought_signature_validator"}}
    assert [[call.get("extra_content") for call in calls] for calls in new] == [[foreign, signed], [signed]]
    assert [[call.get("extra_content") for call in calls] for calls in old] == [[None, signed], [signed]]


def test_openrouter_reasoning_details_come_back_beside_the_calls(server: WireServer, model: OpenAIChat) -> None:
    details = [{"type": "reasoning.encrypted", "data": "AY89", "id": "tool_0"}]
    sent = second_round(server, model, calling(part("look_up", "{}", "tool_0"), reasoning_details=details))
    assert sent["reasoning_details"] == details
    assert sent["tool_calls"][0]["id"] == "tool_0"


def test_deepseek_thinking_comes_back_where_the_server_asks_for_it(server: WireServer, model: OpenAIChat) -> None:
    server.script = [calling(part("look_up", "{}", "c1"), reasoning_content="They buy.")]
    calls = calls_of(list(model.stream(request(tools=(look_up,)))))
    server.script = [failure(400, {"error": {"message": "The `reasoning_content` must be passed back to the API."}})]
    assert text_of(list(model.stream(request(*history(*calls), tools=(look_up,))))) == HELLO
    without, with_it = (got.body["messages"][2] for got in server.received[1:])
    assert "reasoning_content" not in without  # deepseek_r1 refuses it
    assert with_it["reasoning_content"] == "They buy."


def test_litellm_long_id_that_carries_a_signature_comes_back_whole(server: WireServer, model: OpenAIChat) -> None:
    long = "call_1__thought__" + "A" * 681 + "=="
    server.script = [calling(part("look_up", "{}", long))]
    call = calls_of(list(model.stream(request(tools=(look_up,)))))[0]
    assert len(call.id) <= 40
    list(model.stream(request(*history(call), tools=(look_up,))))
    _, _, asked, result = server.received[-1].body["messages"]
    assert asked["tool_calls"][0]["id"] == result["tool_call_id"] == long


# --- What a server does not take -----------------------------------------------------------------------------------


def test_mistral_stream_options_are_left_out_from_then_on(server: WireServer, model: OpenAIChat) -> None:
    extra = {"detail": [{"type": "extra_forbidden", "loc": ["body", "stream_options", "include_usage"]}]}
    server.script = [failure(422, {"object": "error", "message": extra})]
    for _ in range(2):
        assert text_of(list(model.stream(request()))) == HELLO
    assert ["stream_options" in got.body for got in server.received] == [True, False, False]


def test_llamacpp_python_stream_that_breaks_behind_its_head_is_asked_for_whole(
    server: WireServer, model: OpenAIChat
) -> None:
    message = {"role": "assistant", "content": None, "tool_calls": [part("look_up", "{}", "c1", None)]}
    answer = whole({"choices": [{"index": 0, "message": message, "finish_reason": "tool_calls"}]})
    server.script = [*[Behaviour([openai_chunk({"role": "assistant"})])] * 3, answer, answer]
    for _ in range(2):
        assert [call.name for call in calls_of(list(model.stream(request(tools=(look_up,)))))] == ["look_up"]
    assert [got.body["stream"] for got in server.received] == [True, True, True, False, False]


def test_a_server_that_only_broke_down_is_still_asked_for_a_stream(server: WireServer, model: OpenAIChat) -> None:
    server.script = [Behaviour([openai_chunk({"role": "assistant"})])] * 6
    assert fail(model, request())[0].code == "unavailable"
    assert text_of(list(model.stream(request()))) == HELLO
    assert server.received[-1].body["stream"] is True


def test_whole_json_is_an_answer_too(server: WireServer, model: OpenAIChat) -> None:
    message = {"role": "assistant", "content": "Noted."}
    server.script = [whole({"choices": [{"message": message, "finish_reason": "stop"}], "usage": {"prompt_tokens": 5}})]
    items = list(model.stream(request()))
    assert text_of(items) == "Noted."
    assert usage_of(items).input_tokens == 5


@pytest.mark.parametrize(
    "first",
    [lambda: Behaviour(openai_text("Sure.")), lambda: failure(400, {"error": "Invalid tool_choice type: 'object'."})],
)
def test_llamacpp_forced_and_lmstudio_forced_are_asked_with_required(
    server: WireServer, model: OpenAIChat, first: Any
) -> None:
    server.script = [first(), calling(part("Plan", '{"goal": "win"}', "c1"))]
    assert ask(model, request(), Plan).goal == "win"
    assert [got.body["tool_choice"] for got in server.received][1] == "required"


def test_deepseek_forced_is_asked_with_auto(server: WireServer, model: OpenAIChat) -> None:
    refused = failure(400, {"error": {"message": "Thinking mode does not support this tool_choice"}})
    server.script = [refused, refused, calling(part("Plan", '{"goal": "win"}', "c1"))]
    assert ask(model, request(), Plan).goal == "win"
    assert server.received[-1].body["tool_choice"] == "auto"


def test_a_structured_answer_may_stand_in_the_text(server: WireServer, model: OpenAIChat) -> None:
    server.script = [Behaviour(openai_text('```json\n{"goal": "win"}\n```'))]
    assert ask(model, request(), Plan).goal == "win"


def test_mistral_ids_of_another_server_are_fitted_when_it_refuses_them(server: WireServer, model: OpenAIChat) -> None:
    words = "Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9."
    server.script = [failure(400, {"object": "error", "message": words, "code": "3280"})]
    own, foreign = ToolCall("D681PevKs", "look_up", "{}"), ToolCall("call_1", "look_up", "{}")
    assert text_of(list(model.stream(request(*history(own, foreign))))) == HELLO
    ids = [call["id"] for call in server.received[-1].body["messages"][2]["tool_calls"]]
    assert ids[0] == "D681PevKs"
    assert [len(call_id) for call_id in ids] == [9, 9]


def test_one_call_a_message_is_sent_where_the_template_takes_no_more(server: WireServer, model: OpenAIChat) -> None:
    words = "This model only supports single tool-calls at once!"
    server.script = [failure(500, {"error": {"message": words}})] * 3
    calls = (ToolCall("c1", "look_up", "{}"), ToolCall("c2", "list_all", "{}"))
    assert text_of(list(model.stream(request(*history(*calls))))) == HELLO
    roles = [message["role"] for message in server.received[-1].body["messages"]]
    assert roles == ["system", "user", "assistant", "tool", "assistant", "tool"]


@pytest.mark.parametrize(
    "words",
    [
        "max_tokens is too large: 8000. This model supports at most 4096 completion tokens",
        "This model's maximum context length is 8192 tokens. However, you requested 10000 tokens (2000 in the messages,"
        " 8000 in the completion).",
    ],
)
def test_a_limit_that_the_server_finds_too_large_is_left_out(server: WireServer, model: OpenAIChat, words: str) -> None:
    server.script = [failure(400, {"error": {"message": words}})]
    assert text_of(list(model.stream(request(max_output_tokens=8000)))) == HELLO
    assert ["max_tokens" in got.body for got in server.received] == [True, False]


def test_azure_classic_keeps_its_query_and_is_given_the_key_in_its_own_header(server: WireServer) -> None:
    model = OpenAIChat("the-key", f"{server.url}/openai/deployments/gpt-4o?api-version=2024-10-21")
    assert text_of(list(model.stream(request()))) == HELLO
    got = server.received[0]
    assert got.path == "/openai/deployments/gpt-4o/chat/completions?api-version=2024-10-21"
    assert got.headers["api-key"] == "the-key"


def test_a_wrong_path_of_azure_names_what_to_set(server: WireServer) -> None:
    server.script = [failure(404, {"error": {"code": "404", "message": "Resource not found"}})]
    model = OpenAIChat("the-key", f"{server.url}/openai/deployments?api-version=2024-10-21")
    error, _ = fail(model, request())
    assert error.code == "not_configured"
    assert "Set OPENAI_BASE_URL to https://NAME.openai.azure.com/openai/deployments/DEPLOYMENT" in error.detail
    assert "Resource not found" in error.detail
    # Of another server the name and the address are to be checked.
    server.script = [failure(404, {"error": {"message": "no such model"}})]
    assert "Check its name and the base URL" in fail(OpenAIChat("the-key", f"{server.url}/v1"), request())[0].detail


def test_gemini_alias_by_code_carries_the_signature_of_a_foreign_call(server: WireServer) -> None:
    asked = request(*history(ToolCall("words-1-0", "look_up", "{}")), model="google:gemini-flash-latest")
    list(GeminiChat("test", server.url).stream(asked))
    assert "thoughtSignature" in server.received[0].body["contents"][1]["parts"][0]


# --- Errors --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "error", "remedy"),
    [
        pytest.param(402, {"message": "Insufficient credits."}, "Add credit", id="openrouter_402"),
        pytest.param(400, {"message": "gemma3:270m does not support tools"}, "can call tools", id="ollama_no_tools"),
        pytest.param(500, {"message": "tools param requires --jinja flag"}, "--jinja", id="llamacpp_no_jinja"),
        pytest.param(
            400,
            {"message": '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'},
            "Start vLLM",
            id="vllm_no_parser",
        ),
    ],
)
def test_a_wrong_set_up_names_the_remedy_and_is_not_tried_again(
    server: WireServer, model: OpenAIChat, status: int, error: dict[str, str], remedy: str
) -> None:
    server.script = [failure(status, {"error": error})]
    failed, _ = fail(model, request(tools=(look_up,)))
    assert failed.code == "not_configured"
    assert remedy in failed.detail
    assert len(server.received) == 1


@pytest.mark.parametrize(
    ("status", "error"),
    [
        pytest.param(400, {"message": "m", "code": "context_length_exceeded"}, id="openai_context"),
        pytest.param(400, {"message": "This model's maximum context length is 4096 tokens."}, id="vllm_context"),
        pytest.param(400, {"message": "m", "type": "exceed_context_size_error"}, id="llamacpp_context"),
        pytest.param(500, {"message": "Requested tokens (2120) exceed context window of 1536"}, id="llama_cpp.server"),
        pytest.param(400, {"message": "The input token count (12) exceeds the maximum number"}, id="gemini_context"),
        pytest.param(413, {"message": "Request too large for model", "code": "rate_limit_exceeded"}, id="groq_413"),
    ],
)
def test_a_conversation_that_is_too_long_has_a_code_of_its_own(
    server: WireServer, model: OpenAIChat, status: int, error: dict[str, str]
) -> None:
    server.script = [failure(status, {"error": error})] * 2
    assert fail(model, request())[0].code == "context_full"
    assert fail(GeminiChat("test", server.url), request())[0].code == "context_full"


def test_openrouter_choice_error_ends_half_a_sentence_as_an_error(server: WireServer, model: OpenAIChat) -> None:
    broken = openai_chunk({"content": ""}, finish="error")
    broken["choices"][0]["error"] = {"code": 502, "message": "Provider returned error"}
    server.script = [Behaviour([openai_chunk({"content": "Noted: you"}), broken])]
    error, items = fail(model, request())
    assert error.code == "unavailable"
    assert text_of(items) == "Noted: you"


@pytest.mark.parametrize("in_stream", [False, True])
def test_groq_tool_use_failed_is_tried_once_more(server: WireServer, model: OpenAIChat, in_stream: bool) -> None:
    error = {"error": {"message": "Failed to call a function.", "code": "tool_use_failed", "status_code": 400}}
    failed = (
        Behaviour([openai_chunk({"role": "assistant"}), b"event: error\n" + event(error)])
        if in_stream
        else failure(400, error)
    )
    server.script = [failed]
    assert text_of(list(model.stream(request()))) == HELLO
    server.script = [failed, failed]
    assert fail(model, request())[0].code == "malformed"
