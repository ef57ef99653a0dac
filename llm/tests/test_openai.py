"""The OpenAI adapter through its real SDK, against a local server that speaks the wire."""

from __future__ import annotations

import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from llm.interface import ModelError, Stopped, StopSignal
from llm.openai import OpenAIChat
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
    total,
    usage_of,
)
from llm.tests.wire_server import (
    KEEP_ALIVE,
    Behaviour,
    Cut,
    Pause,
    Received,
    Step,
    WireServer,
    event,
    failure,
    openai_chunk,
    openai_end,
    openai_text,
)
from llm.types import Message, TextDelta, ToolCall, ToolResult

KEY = "sk-secret-of-the-test"


@pytest.fixture(scope="module")
def _model(_server: WireServer) -> OpenAIChat:
    return OpenAIChat(KEY, f"{_server.url}/v1")


@pytest.fixture
def model(server: WireServer, _model: OpenAIChat) -> OpenAIChat:
    """The adapter, without a connection; it is made once, because the SDK's client takes its time."""
    _model.close()
    return _model


def calls(*fragments: dict[str, Any]) -> dict[str, Any]:
    return openai_chunk({"tool_calls": list(fragments)})


def fragment(index: int, arguments: str = "", **more: str) -> dict[str, Any]:
    name = more.pop("name", None)
    function = {"arguments": arguments, **({"name": name} if name else {})}
    return {"index": index, "function": function, **more}


def ended(*steps: Step, finish: str = "tool_calls") -> Behaviour:
    return Behaviour([*steps, openai_chunk(finish=finish), *openai_end()])


def test_text_streams_and_usage_comes_last(server: WireServer, model: OpenAIChat) -> None:
    server.script = [Behaviour(openai_text("Good ", "morning", "."))]
    items = list(model.stream(request()))
    assert items[:3] == [TextDelta("Good "), TextDelta("morning"), TextDelta(".")]
    usage = usage_of(items)
    assert (usage.input_tokens, usage.output_tokens, usage.cached_tokens) == (11, 7, 3)
    assert (usage.model, usage.finish_reason) == ("served-model", "stop")


def test_the_first_piece_comes_before_the_last_is_sent(server: WireServer, model: OpenAIChat) -> None:
    server.script = [Behaviour([openai_chunk({"content": "a"}), Pause(5), *openai_text("b")])]
    with takes(0, 1):
        stream = model.stream(request())
        assert next(iter(stream)) == TextDelta("a")
        del stream


def test_the_request_is_what_the_wire_asks_for(server: WireServer, model: OpenAIChat) -> None:
    history = (
        Message("user", "Two things"),
        Message("assistant", "", (ToolCall("c1", "look_up", '{"name": "x"}'), ToolCall("c2", "list_all", ""))),
        Message("tool", results=(ToolResult("c1", "look_up", "{}"), ToolResult("c2", "list_all", '{"n": 1}'))),
        Message("assistant", "Done"),
        Message("assistant", ""),
    )
    asked = request(*history, model="openai:gpt-x", tools=(look_up, list_all), max_output_tokens=9)
    list(model.stream(asked))
    got = server.received[0]
    assert got.path == "/v1/chat/completions"
    assert got.headers["authorization"] == f"Bearer {KEY}"
    assert got.headers["host"] in server.url
    assert got.body["model"] == "gpt-x"
    assert got.body["stream"] is True
    assert got.body["stream_options"] == {"include_usage": True}
    assert got.body["tool_choice"] == "auto"
    assert got.body["max_tokens"] == 9
    assert [tool["function"]["name"] for tool in got.body["tools"]] == ["look_up", "list_all"]
    assert got.body["tools"][0]["function"]["parameters"] == look_up.schema
    assert got.body["messages"] == [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Two things"},
        {
            "role": "assistant",
            "content": "",
            "tool_calls": [
                {"id": "c1", "type": "function", "function": {"name": "look_up", "arguments": '{"name": "x"}'}},
                {"id": "c2", "type": "function", "function": {"name": "list_all", "arguments": "{}"}},
            ],
        },
        {"role": "tool", "tool_call_id": "c1", "content": "{}"},
        {"role": "tool", "tool_call_id": "c2", "content": '{"n": 1}'},
        {"role": "assistant", "content": "Done"},
    ]


def test_a_forced_tool_and_no_instructions_are_sent_so(server: WireServer, model: OpenAIChat) -> None:
    list(model.stream(request(tools=(look_up,), tool_choice="look_up", instructions="")))
    list(model.stream(request(tools=(look_up,), tool_choice="none")))
    # A model that answered in words was asked in the other forms meanwhile.
    first, *_, second = (received.body for received in server.received)
    assert first["tool_choice"] == {"type": "function", "function": {"name": "look_up"}}
    assert [message["role"] for message in first["messages"]] == ["user"]
    assert second["tool_choice"] == "none"


def test_parallel_calls_in_fragments_are_merged_in_order(server: WireServer, model: OpenAIChat) -> None:
    server.script = [
        ended(
            openai_chunk({"content": "Let me see. "}),
            calls(fragment(1, name="list_all", id="c2")),
            calls(fragment(0, '{"na', name="look_up", id="c1"), fragment(1, "{")),
            calls(fragment(0, 'me": "Ünï'), fragment(1, "}")),
            calls(fragment(0, 'on"}')),
        )
    ]
    items = list(model.stream(request(tools=(look_up, list_all))))
    assert text_of(items) == "Let me see. "
    assert calls_of(items) == [ToolCall("c1", "look_up", '{"name": "Ünïon"}'), ToolCall("c2", "list_all", "{}")]
    assert usage_of(items).finish_reason == "tool_calls"


def test_missing_call_ids_are_made_up_and_differ(server: WireServer, model: OpenAIChat) -> None:
    server.script = [ended(calls(fragment(0, "{}", name="list_all"), fragment(1, "{}", name="list_all", id="")))]
    first, second = calls_of(list(model.stream(request())))
    assert first.id
    assert second.id
    assert first.id != second.id


def test_calls_without_an_index_are_still_two_calls(server: WireServer, model: OpenAIChat) -> None:
    whole = [{"id": f"c{n}", "function": {"name": "list_all", "arguments": "{}"}} for n in range(2)]
    server.script = [ended(openai_chunk({"tool_calls": whole}))]
    assert [call.id for call in calls_of(list(model.stream(request())))] == ["c0", "c1"]


def test_invalid_json_arguments_are_passed_on_as_they_are(server: WireServer, model: OpenAIChat) -> None:
    server.script = [ended(calls(fragment(0, '{"name": ', name="look_up", id="c1")))]
    assert calls_of(list(model.stream(request()))) == [ToolCall("c1", "look_up", '{"name": ')]


def test_an_empty_answer_is_asked_for_once_more(server: WireServer, model: OpenAIChat) -> None:
    """The dialect empty_once."""
    server.script = [Behaviour(openai_text(""))]
    assert text_of(list(model.stream(request()))) == "Hello from the wire server."


def test_a_second_empty_answer_is_malformed(server: WireServer, model: OpenAIChat) -> None:
    server.script = [Behaviour(openai_text("")), Behaviour(openai_text("", " \n"))]
    assert fail(model, request())[0].code == "malformed"


@pytest.mark.parametrize(
    "steps",
    [openai_text("Well", finish="content_filter"), [openai_chunk({"refusal": "I cannot."}), *openai_text("")]],
)
def test_a_filtered_or_refused_reply_is_refused(server: WireServer, model: OpenAIChat, steps: list[Step]) -> None:
    server.script = [Behaviour(steps)]
    error, items = fail(model, request())
    assert error.code == "refused"
    assert len(items) == 1


def test_length_with_text_is_an_answer(server: WireServer, model: OpenAIChat) -> None:
    server.script = [Behaviour(openai_text("Once upon", finish="length"))]
    assert usage_of(list(model.stream(request()))).finish_reason == "length"


def test_length_in_the_midst_of_a_call_is_malformed(server: WireServer, model: OpenAIChat) -> None:
    server.script = [ended(calls(fragment(0, '{"name": "A', name="look_up", id="c1")), finish="length")]
    assert fail(model, request())[0].code == "malformed"


@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_key_is_not_configured_and_stays_secret(server: WireServer, model: OpenAIChat, status: int) -> None:
    server.script = [failure(status, {"error": {"message": f"Incorrect API key: {KEY}", "code": "invalid_api_key"}})]
    error, _ = fail(model, request())
    assert error.code == "not_configured"
    assert KEY not in str(error)
    assert len(server.received) == 1


def test_a_key_without_a_known_beginning_stays_secret_too(server: WireServer) -> None:
    key = "0123456789abcdef0123456789abcdef"
    server.script.append(failure(401, {"error": {"message": f"Bad key {key}, sent as Bearer {key}"}}))
    error, _ = fail(OpenAIChat(key, f"{server.url}/v1"), request())
    assert "Bad key ***, sent as ***" in error.detail
    assert key not in f"{error.detail} {error}"


def test_a_missing_key_is_not_configured(server: WireServer) -> None:
    error, _ = fail(OpenAIChat("", f"{server.url}/v1"), request())
    assert error.code == "not_configured"
    assert not server.received


def test_an_unknown_model_is_named(server: WireServer, model: OpenAIChat) -> None:
    server.script = [failure(404, {"error": {"message": "no such model", "code": "model_not_found"}})]
    error, _ = fail(model, request(model="gpt-none"))
    assert error.code == "not_configured"
    assert "'gpt-none'" in error.detail


def test_a_short_retry_after_is_waited_for(server: WireServer, model: OpenAIChat) -> None:
    server.script = [failure(429, {"error": {"message": "slow"}}, Retry_After="0.3")]
    with takes(0.3, 1):
        assert text_of(list(model.stream(request()))) == "Hello from the wire server."


def test_a_long_retry_after_is_an_error_at_once(server: WireServer, model: OpenAIChat) -> None:
    server.script = [failure(429, {"error": {"message": "slow"}}, Retry_After="40")]
    with takes(0, 0.5):
        error, _ = fail(model, request())
    assert (error.code, error.retry_after) == ("rate_limited", 40)


def test_an_exhausted_quota_is_not_tried_again(server: WireServer, model: OpenAIChat) -> None:
    server.script = [failure(429, {"error": {"message": "quota", "code": "insufficient_quota"}})]
    assert fail(model, request())[0].code == "rate_limited"
    assert len(server.received) == 1


def test_the_wait_for_a_rate_limit_can_be_stopped(server: WireServer, model: OpenAIChat) -> None:
    server.script = [failure(429, {"error": {"message": "slow"}}, Retry_After="4")]
    assert stopped_items(model) == []


def test_two_server_errors_are_survived(server: WireServer, model: OpenAIChat) -> None:
    server.script = [failure(500, {"error": {"message": "oops"}}, Retry_After="0.05")] * 2
    assert text_of(list(model.stream(request()))) == "Hello from the wire server."
    assert len(server.received) == 3


@pytest.mark.parametrize(("status", "code"), [(500, "unavailable"), (503, "busy"), (529, "busy")])
def test_three_server_errors_are_too_many(server: WireServer, model: OpenAIChat, status: int, code: str) -> None:
    server.script = [failure(status, {"error": {"message": "oops"}}, Retry_After="0.05")] * 3
    assert fail(model, request())[0].code == code
    assert len(server.received) == 3


@pytest.mark.parametrize(
    ("error", "code"),
    [
        ({"message": "Too long", "code": "context_length_exceeded"}, "context_full"),
        ({"message": "Violates", "code": "content_policy_violation"}, "refused"),
        ({"message": "Azure", "code": "content_filter"}, "refused"),
    ],
)
def test_a_bad_request_says_why(server: WireServer, model: OpenAIChat, error: dict[str, str], code: str) -> None:
    server.script = [failure(400, {"error": error})]
    got, _ = fail(model, request())
    assert got.code == code
    assert error["message"] in got.detail


def test_an_error_inside_the_stream_is_mapped(server: WireServer, model: OpenAIChat) -> None:
    broken = event({"error": {"message": "Overloaded", "type": "overloaded_error"}})
    server.script = [Behaviour([openai_chunk({"content": "We"}), broken])]
    error, items = fail(model, request())
    assert error.code == "busy"
    assert items == [TextDelta("We")]
    assert len(server.received) == 1


def test_a_whole_json_reply_is_no_stream(server: WireServer, model: OpenAIChat) -> None:
    server.script = [failure(200, {"error": {"message": "bad key", "code": "invalid_api_key"}}), failure(200, {})]
    assert fail(model, request())[0].code == "not_configured"
    assert fail(model, request())[0].code == "malformed"


def test_an_event_that_is_no_json_is_malformed(server: WireServer, model: OpenAIChat) -> None:
    server.script = [Behaviour(["{oops"])]
    assert fail(model, request())[0].code == "malformed"


def test_a_redirect_names_the_base_url(server: WireServer, model: OpenAIChat) -> None:
    server.script = [failure(307, {}, Location="/elsewhere")]
    error, _ = fail(model, request())
    assert error.code == "not_configured"
    assert "base URL" in error.detail


def test_lines_may_be_split_anywhere(server: WireServer, model: OpenAIChat) -> None:
    steps = openai_text("Grüße ", "an 世界 🌍", ".")
    wire = b"".join(step if isinstance(step, bytes) else event(step) for step in steps)  # type: ignore[arg-type]
    raw = json.dumps("世界").encode()
    wire = wire.replace(raw[1:-1], "世界".encode()).replace(b"\n\n", b"\r\n\r\n: keep-alive\r\n\r\n")
    for size in (1, 2, 3, 7):
        pieces = [wire[start : start + size] for start in range(0, len(wire), size)]
        server.script = [Behaviour(pieces)]
        assert text_of(list(model.stream(request()))) == "Grüße an 世界 🌍."


def test_a_connection_cut_before_the_first_piece_is_tried_again(server: WireServer, model: OpenAIChat) -> None:
    server.script = [Behaviour(before=[Cut()]), Behaviour([openai_chunk({"role": "assistant"}), Cut()])]
    assert text_of(list(model.stream(request()))) == "Hello from the wire server."


def test_a_connection_cut_after_the_first_piece_is_unavailable(server: WireServer, model: OpenAIChat) -> None:
    server.script = [Behaviour([openai_chunk({"content": "Half"}), Cut()])]
    error, items = fail(model, request())
    assert error.code == "unavailable"
    assert items == [TextDelta("Half")]
    assert len(server.received) == 1


def test_a_body_that_ends_without_a_finish_reason_was_cut(server: WireServer, model: OpenAIChat) -> None:
    server.script = [Behaviour([openai_chunk({"content": "Half"})])]
    assert fail(model, request())[0].code == "unavailable"


def test_a_stream_may_end_without_the_done_line(server: WireServer, model: OpenAIChat) -> None:
    server.script = [Behaviour(openai_text("All")[:-1])]
    assert text_of(list(model.stream(request()))) == "All"


def test_a_provider_that_cannot_be_reached_is_unavailable() -> None:
    with takes(0, 3):
        error, _ = fail(OpenAIChat(KEY, "http://127.0.0.1:9/v1"), request())
    assert error.code == "unavailable"


def received_by(server: WireServer) -> list[Received]:
    """What the server has read, which may be later than the client's clock on a machine that does much else."""
    deadline = time.monotonic() + 10
    while not server.received and time.monotonic() < deadline:
        time.sleep(0.01)
    return server.received


def test_a_stall_before_the_head_ends_with_the_first_clock(server: WireServer, model: OpenAIChat) -> None:
    server.script = [Behaviour(before=[Pause(9)])]
    with takes(SHORT, SHORT + 0.5):
        error, _ = fail(model, request(clocks=first_token(SHORT)))
    assert error.code == "timeout"
    assert f"first token clock of {SHORT:g} s" in error.detail


def test_a_stall_before_the_first_piece_ends_with_the_first_clock(server: WireServer, model: OpenAIChat) -> None:
    server.script = [Behaviour([openai_chunk({"role": "assistant", "content": ""}), Pause(9)])]
    with takes(SHORT, SHORT + 0.5):
        assert fail(model, request(clocks=first_token(SHORT)))[0].code == "timeout"
    assert len(received_by(server)) == 1


def test_a_stall_in_the_middle_ends_with_the_idle_clock(server: WireServer, model: OpenAIChat) -> None:
    server.script = [Behaviour([openai_chunk({"content": "Half"}), Pause(9)])]
    with takes(SHORT, SHORT + 0.5):
        error, items = fail(model, request(clocks=idle(SHORT)))
    assert error.code == "timeout"
    assert "idle clock" in error.detail
    assert items == [TextDelta("Half")]


def test_keep_alive_comments_reset_no_clock(server: WireServer, model: OpenAIChat) -> None:
    alive: list[Step] = [KEEP_ALIVE, event({"choices": []}), Pause(0.05)] * 60
    server.script = [Behaviour(alive), Behaviour([openai_chunk({"content": "a"}), *alive])]
    with takes(SHORT, SHORT + 0.5):
        assert "first token" in fail(model, request(clocks=first_token(SHORT)))[0].detail
    with takes(SHORT, SHORT + 0.5):
        assert "idle" in fail(model, request(clocks=idle(SHORT)))[0].detail


def test_thoughts_count_as_data_and_are_not_shown(server: WireServer, model: OpenAIChat) -> None:
    thought: list[Step] = [openai_chunk({"reasoning_content": "hm"}), Pause(0.05)] * 6
    server.script = [Behaviour([*thought, *openai_text("Yes")])]
    assert text_of(list(model.stream(request(clocks=idle(SHORT))))) == "Yes"


def test_a_reply_that_never_ends_meets_the_total_clock(server: WireServer, model: OpenAIChat) -> None:
    server.script = [Behaviour([openai_chunk({"content": "on "}), Pause(0.05)] * 100)]
    with takes(SHORT, SHORT + 0.5):
        error, items = fail(model, request(clocks=total(SHORT)))
    assert "total clock" in error.detail
    assert len(items) > 2


@pytest.mark.parametrize(
    ("behaviour", "phrase"),
    [
        (Behaviour(before=[Pause(9)]), ""),
        (Behaviour([KEEP_ALIVE, Pause(9)]), ""),
        (Behaviour([openai_chunk({"content": "Half"}), Pause(9)]), "Half"),
    ],
    ids=["before the head", "before the first piece", "in the middle"],
)
def test_stop_ends_a_stalled_call_within_a_second(
    server: WireServer, model: OpenAIChat, behaviour: Behaviour, phrase: str
) -> None:
    list(model.stream(request()))
    server.script = [behaviour]
    items = stopped_items(model)
    assert text_of(items) == phrase
    assert text_of(list(model.stream(request()))) == "Hello from the wire server."
    assert server.connections == 2, "a connection that was shut must not be used again"


def test_a_call_that_was_stopped_before_it_began_sends_nothing(server: WireServer, model: OpenAIChat) -> None:
    stop = StopSignal()
    stop.set()
    with pytest.raises(Stopped):
        list(model.stream(request(stop=stop)))
    assert not server.received


def test_a_connection_serves_one_call_after_the_other(server: WireServer, model: OpenAIChat) -> None:
    for _ in range(5):
        list(model.stream(request()))
    assert server.connections == 1


def test_a_reply_that_is_left_in_the_middle_closes_its_connection(server: WireServer, model: OpenAIChat) -> None:
    server.script = [Behaviour([openai_chunk({"content": "Half"}), Pause(9)])]
    for _ in range(2):
        for _item in model.stream(request()):
            break
    assert server.connections == 2
    list(model.stream(request()))
    assert server.connections == 2, "the second reply had come to its end before it was left"


def test_a_slow_reader_is_not_an_idle_model(server: WireServer, model: OpenAIChat) -> None:
    waited = threading.Event()
    for item in model.stream(request(clocks=idle(SHORT))):
        if isinstance(item, TextDelta) and not waited.is_set():
            waited.wait(SHORT * 2)
            waited.set()
    assert waited.is_set()


def test_an_idle_connection_that_the_server_closed_is_replaced(server: WireServer, model: OpenAIChat) -> None:
    server.script = [Behaviour(openai_text("a"), headers={"Connection": "close"})]
    assert text_of(list(model.stream(request()))) == "a"
    assert text_of(list(model.stream(request()))) == "Hello from the wire server."


def test_many_threads_share_one_model(server: WireServer, model: OpenAIChat) -> None:
    with ThreadPoolExecutor(60) as pool:
        texts = list(pool.map(lambda _: text_of(list(model.stream(request()))), range(180)))
    assert set(texts) == {"Hello from the wire server."}


def test_a_key_with_a_line_break_in_it_is_refused_and_not_quoted(server: WireServer) -> None:
    with pytest.raises(ValueError, match="line break") as caught:
        OpenAIChat("sk-first\nsecond", server.url)
    assert "sk-first" not in str(caught.value)


def test_a_stream_may_end_with_the_done_line_alone(server: WireServer, model: OpenAIChat) -> None:
    server.script = [Behaviour([openai_chunk({"content": "All"}), "[DONE]"])]
    assert text_of(list(model.stream(request()))) == "All"


def test_an_address_that_is_none_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match="localhost"):
        OpenAIChat(KEY, "localhost:11434")


def test_errors_are_model_errors_only(server: WireServer, model: OpenAIChat) -> None:
    server.script = [failure(418, {"detail": "teapot"})]
    with pytest.raises(ModelError, match="teapot"):
        list(model.stream(request()))
