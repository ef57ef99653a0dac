"""Quirks of the words of a reply, and of replies that end badly, on the wire of Chat Completions."""

from __future__ import annotations

import json

from llm.tests.quirks.server import FINAL, Asked, both, choice, ended, final, quirk
from llm.tests.wire_server import Behaviour, Pause, Step, event, failure, openai_chunk, openai_end, openai_text


# --- How words come ----------------------------------------------------------------------------------------------------
@quirk("said")
def magistral_list(asked: Asked) -> Behaviour:
    thought = {"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]}
    return ended(openai_chunk({"content": [thought]}), openai_chunk({"content": [{"type": "text", "text": FINAL}]}))


@quirk("said")
def ollama_reasoning(asked: Asked) -> Behaviour:
    return Behaviour([openai_chunk({"content": "", "reasoning": "They want both."}), *openai_text(FINAL)])


@quirk("said")
def think_tags(asked: Asked) -> Behaviour:
    return final(f"<think>\nThey want both.\n</think>\n\n{FINAL}")


@quirk("said")
def think_end_alone(asked: Asked) -> Behaviour:
    return Behaviour(openai_text(f"They want both.\n</think>\n\n{FINAL}"))


@quirk("said")
def sse_crlf(asked: Asked) -> Behaviour:
    words = json.dumps(openai_chunk({"content": FINAL})).encode()
    end = json.dumps(openai_chunk(finish="stop")).encode()
    return Behaviour([b"data:" + words[:20], words[20:] + b"\r\n\r\n", b"data:" + end + b"\r\n\r\ndata:[DONE]\r\n\r\n"])


@quirk()
def azure_chunks(asked: Asked) -> Behaviour:
    filters: Step = {**openai_chunk(), "choices": [], "prompt_filter_results": [{"prompt_index": 0}]}
    later: Step = {**openai_chunk(), "choices": [{"index": 0, "finish_reason": None, "content_filter_results": {}}]}
    if asked.is_second_round:
        return ended(filters, openai_chunk({"content": FINAL}), later, finish="stop")
    return ended(filters, *both(), later)


@quirk()
def openrouter_comments(asked: Asked) -> Behaviour:
    comment = b": OPENROUTER PROCESSING\n\n"
    if asked.is_second_round:
        return Behaviour([comment, *openai_text(FINAL)])
    return ended(comment, *both(), choice(native_finish_reason="STOP"))


# --- Replies that end badly --------------------------------------------------------------------------------------------
@quirk("cut")
def openai_length(asked: Asked) -> Behaviour:
    return Behaviour(openai_text("Both are", finish="length"))


@quirk("cut")
def endless(asked: Asked) -> Behaviour:
    return Behaviour([openai_chunk({"content": "and so on and on "}) for _ in range(2000)])


@quirk("said")
def empty_once(asked: Asked) -> Behaviour:
    return Behaviour(openai_text()) if asked.number == 1 else final()


@quirk("timeout")
def ollama_cold(asked: Asked) -> Behaviour:
    return Behaviour([], before=[Pause(3)])


@quirk("busy")
def llamacpp_loading(asked: Asked) -> Behaviour:
    return failure(503, {"error": {"code": 503, "message": "Loading model", "type": "unavailable_error"}})


@quirk("said")
def anthropic_overloaded(asked: Asked) -> Behaviour:
    return (
        failure(529, {"error": {"type": "overloaded_error", "message": "Overloaded"}}) if asked.number == 1 else final()
    )


@quirk()
def groq_tool_use_failed(asked: Asked) -> Behaviour:
    if asked.number == 1:
        return failure(400, {"error": {"message": "Failed to call a function.", "code": "tool_use_failed"}})
    return final() if asked.is_second_round else ended(*both())


@quirk()
def groq_tool_use_failed_stream(asked: Asked) -> Behaviour:
    if asked.number == 1:
        failed = {"error": {"message": "Failed to call a function.", "code": "tool_use_failed", "status_code": 400}}
        return Behaviour([openai_chunk({"content": ""}), b"event: error\n" + event(failed)])
    return final() if asked.is_second_round else ended(*both())


@quirk("unavailable")
def lmstudio_error_event(asked: Asked) -> Behaviour:
    return Behaviour([b"event: error\n", {"error": "The model has crashed. (Exit code: null)"}])


@quirk("refused")
def azure_filter_stream(asked: Asked) -> Behaviour:
    return Behaviour(openai_text("Both", finish="content_filter"))


@quirk("unavailable")
def openrouter_midstream(asked: Asked) -> Behaviour:
    gone = {**openai_chunk(finish="error"), "error": {"code": 502, "message": "Provider disconnected"}}
    return Behaviour([openai_chunk({"content": "Both"}), gone, *openai_end()])


@quirk("unavailable")
def openrouter_choice_error(asked: Asked) -> Behaviour:
    broken = choice(error={"code": 502, "message": "Provider returned error"}, finish_reason="error")
    return Behaviour([openai_chunk({"content": "Both"}), broken, *openai_end()])
